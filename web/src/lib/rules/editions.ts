/** What the rules offer: editions, options, and what each leaflet says on them. */
import type { Language } from "../../i18n/languages";
import type { EditionName } from "../../i18n/words";
import data from "./editions.json";

export type OptionValue = string | number | boolean | null;

export interface RuleOption {
  name: string;
  choices: (string | number | boolean)[] | null;
  low: number | null;
  high: number | null;
  may_be_none: boolean;
  /** What leaflets print; one that is missing is silent. */
  says: Partial<Record<EditionName, OptionValue>>;
}

export interface Edition {
  name: EditionName;
  title: string;
  /** What the leaflet is called within a sentence; null where there is none. */
  leaflet: Record<Language, string> | null;
  languages: string[];
  min_age: number | null;
  options: Record<string, OptionValue>;
}

export const EDITIONS = data.editions as Edition[];
export const OPTIONS = data.options as RuleOption[];

/** The options in the order in which one thinks of them at a table. */
export const GROUPS = {
  deal: ["tile_set", "most_players", "deal_size", "deal_jokers", "redeal_doubles", "start_joker"],
  opening: ["opening_min_points", "opening_sets", "opening_joker_value", "opening_joker", "opening_turn_manipulation"],
  joker: ["joker_replacement_source", "joker_set_split", "joker_reuse", "joker_penalty"],
  turn: [
    "voluntary_draw",
    "play_after_draw",
    "draw_size",
    "time_limit_mode",
    "time_limit_s",
    "time_bank_s",
    "timeout_rule",
    "timeout_penalty",
    "timeout_idle_draw",
  ],
  end: [
    "pool_empty_rule",
    "empty_pool_pass",
    "pool_empty_winner_plus",
    "unopened_penalty",
    "unopened_able_penalty",
    "next_starter",
    "rounds",
    "match_points",
    "match_winner",
  ],
} as const;

export type GroupName = keyof typeof GROUPS;

export function editionNamed(name: string): Edition | undefined {
  return EDITIONS.find((edition) => edition.name === name);
}

export function optionNamed(name: string): RuleOption {
  const option = OPTIONS.find((one) => one.name === name);
  if (!option) throw new Error(`no option ${name}`);
  return option;
}

/** Whether an option takes a value; the server decides, this only keeps nonsense out of links and fields. */
export function takes(option: RuleOption, value: OptionValue): boolean {
  if (value === null) return option.may_be_none;
  if (option.choices) return option.choices.includes(value);
  return Number.isInteger(value) && (value as number) >= (option.low ?? 0) && (value as number) <= (option.high ?? 0);
}

/** A value as the notation writes it. */
export function written(value: OptionValue): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "True" : "False";
  return String(value);
}

export function readValue(option: RuleOption, text: string): OptionValue | undefined {
  if (text === "none" && option.may_be_none) return null;
  const choice = option.choices?.find((one) => written(one) === text);
  if (choice !== undefined) return choice;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  return number !== undefined && takes(option, number) ? number : undefined;
}
