/** The server calls a bot by its strength; the table calls it by the player's language. */
import { t } from "../i18n/index.svelte";
import { LEVELS, type Level } from "./setup";

export function shownName(name: string): string {
  return (LEVELS as readonly string[]).includes(name) ? t("bot.name", { level: t(`level.${name as Level}`) }) : name;
}
