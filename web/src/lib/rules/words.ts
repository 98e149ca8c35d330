/** Options and their values in the player's words. */
import { i18n, list, maybe, number, t } from "../../i18n/index.svelte";
import type { EditionName } from "../../i18n/words";
import type { Clock } from "../clocks";
import { shown } from "../sand-glass";
import { EDITIONS, type Edition, type OptionValue, type RuleOption } from "./editions";

export function optionTitle(name: string): string {
  return maybe(`option.${name}`) ?? name;
}

export function optionSentence(name: string): string {
  return maybe(`option.${name}.text`) ?? "";
}

export function valueWords(name: string, value: OptionValue): string {
  if (value === null) return maybe(`value.${name}.none`) ?? t("value.none");
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  if (typeof value === "number") return number(value);
  return maybe(`value.${name}.${value}`) ?? maybe(`value.${value}`) ?? value;
}

const LEAFLETS = EDITIONS.filter(({ leaflet }) => leaflet);

/** Leaflets that print the same on an option and are played alike; silent ones print nothing. */
interface Saying {
  editions: Edition[];
  printed: OptionValue | undefined;
  played: OptionValue;
}

function sayings(option: RuleOption): Saying[] {
  const found: Saying[] = [];
  for (const edition of LEAFLETS) {
    const printed = option.says[edition.name];
    const played = printed === undefined ? null : (edition.options[option.name] ?? null);
    const same = found.find((one) => one.printed === printed && one.played === played);
    if (same) same.editions.push(edition);
    else found.push({ editions: [edition], printed, played });
  }
  return found.sort((one, other) => Number(one.printed === undefined) - Number(other.printed === undefined));
}

/** What the leaflets say on an option, in sentences that name them; `own` is the one of this edition. */
export function leafletSentences(option: RuleOption, own: EditionName): { text: string; own: boolean }[] {
  return sayings(option).map((saying) => ({
    text: sentenceOf(option, saying),
    own: saying.editions.some(({ name }) => name === own),
  }));
}

/** The same for one leaflet alone. */
export function leafletSentence(option: RuleOption, edition: Edition): string {
  const printed = option.says[edition.name];
  return sentenceOf(option, { editions: [edition], printed, played: edition.options[option.name] ?? null });
}

function sentenceOf(option: RuleOption, { editions, printed, played }: Saying): string {
  const names = editions.map(({ leaflet }) => leaflet?.[i18n.language] ?? "");
  const leaflets = capital(editions.length === LEAFLETS.length ? t("option.all") : list(names));
  if (printed === undefined) return t("option.unsaid", { leaflets });
  const value = valueWords(option.name, printed);
  if (printed === played) return t("option.said", { leaflets, value });
  return t("option.decided", { leaflets, value, played: valueWords(option.name, played) });
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(i18n.locale) + text.slice(1);
}

/** "60 seconds per turn", "No clock". */
export function clockWords(clock: Clock): string {
  if (clock === null) return t("clock.off");
  if (clock.kind === "turn") return t("clock.turn.text", { seconds: clock.seconds });
  const bank = shown(clock.seconds * 1000);
  if (clock.kind === "bank") return t("clock.bank.text", { bank, seconds: clock.increment });
  return t("clock.delay.text", { bank, seconds: clock.delay });
}
