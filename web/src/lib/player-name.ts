/** The server calls bots by their strength, and numbers equals; here they have names in the player's language. */
import { t } from "../i18n/index.svelte";
import { LEVELS, type Level } from "./setup";

const BOT = new RegExp(`^(${LEVELS.join("|")})( \\d+)?$`);

export function shownName(name: string): string {
  const [, level, number = ""] = BOT.exec(name) ?? [];
  return level ? t("bot.name", { level: t(`level.${level as Level}`) + number }) : name;
}
