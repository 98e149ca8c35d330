/** Options and their values in the player's words. */
import { maybe, number, t } from "../../i18n/index.svelte";
import type { EditionName } from "../../i18n/words";
import type { OptionValue, RuleOption } from "./editions";

export function optionTitle(name: string): string {
  return maybe(`option.${name}`) ?? name;
}

export function optionSentence(name: string): string {
  return maybe(`option.${name}.text`) ?? "";
}

export function valueWords(name: string, value: OptionValue): string {
  if (value === null) return t(name === "rounds" ? "value.rounds.none" : "value.none");
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  if (typeof value === "number") return number(value);
  return maybe(`value.${name}.${value}`) ?? maybe(`value.${value}`) ?? value;
}

/** Where the leaflets speak of an option: an edition's own lines, or all of them. */
export function sourcesOf(option: RuleOption): [EditionName, string][] {
  return Object.entries(option.sources) as [EditionName, string][];
}
