/** The server calls bots by their strength, and numbers equals; here they have names, and say how strong they are. */
import { t } from "../i18n/index.svelte";
import { LEVELS, type Level } from "./setup";

const BOT = new RegExp(`^(${LEVELS.join("|")})(?: (\\d+))?$`);

/** Five of each kind, for as many may sit at one table. */
const NAMES: Record<Level, readonly string[]> = {
  novice: ["Pip", "Lulu", "Timo", "Mimi", "Nino"],
  casual: ["Kim", "Jo", "Robin", "Sam", "Toni"],
  steady: ["Otto", "Rosa", "Hugo", "Frida", "Karl"],
  sharp: ["Vera", "Max", "Zoe", "Rex", "Iris"],
  expert: ["Ada", "Emil", "Ines", "Viktor", "Olga"],
};

/** How strong the bot of this name is; null for a person. */
export function levelOf(name: string): Level | null {
  return (BOT.exec(name)?.[1] as Level | undefined) ?? null;
}

/** "Kim" for a bot that the server calls casual; people keep their names. */
export function calledName(name: string): string {
  const level = levelOf(name);
  const number = Number(BOT.exec(name)?.[2] ?? 1);
  return level ? (NAMES[level][number - 1] ?? `${NAMES[level][0]} ${number}`) : name;
}

/** "Kim, bot (casual)". */
export function shownName(name: string): string {
  const level = levelOf(name);
  return level ? t("bot.name", { name: calledName(name), level: t(`level.${level}`) }) : name;
}
