/** Rules as one line of text: an edition and what is changed in it, as the server reads it. */
import type { EditionName } from "../../i18n/words";
import { editionNamed, OPTIONS, readValue, written, type OptionValue } from "./editions";

export interface Rules {
  edition: EditionName;
  /** Only what differs from the edition. */
  changes: Record<string, OptionValue>;
  /** Who judges records of older formats; missing: the referee of today. */
  referee?: number;
}

export function rulesText(rules: Rules): string {
  const changes = OPTIONS.filter(({ name }) => name in rules.changes).map(
    ({ name }) => `${name}=${written(rules.changes[name] ?? null)}`,
  );
  return [rules.edition, ...changes, ...(rules.referee ? [`referee=${rules.referee}`] : [])].join(" ");
}

/** Reads what makes sense and leaves the rest out: links may be old or damaged. */
export function readRules(text: string): Rules {
  const [first = "", ...words] = text.split(/[\s+]+/).filter(Boolean);
  const edition = editionNamed(first);
  const rules: Rules = { edition: edition?.name ?? "default", changes: {} };
  for (const word of words) {
    const [name = "", value = ""] = word.split("=");
    if (name === "referee" && value === "2") rules.referee = 2;
    const option = OPTIONS.find((one) => one.name === name);
    const read = option && readValue(option, value);
    if (option && read !== undefined) changeRule(rules, name, read);
  }
  return rules;
}

export function valueOf(rules: Rules, option: string): OptionValue {
  return option in rules.changes ? (rules.changes[option] ?? null) : (editionNamed(rules.edition)?.options[option] ?? null);
}

/** Set an option; one that is as in the edition again is no change. */
export function changeRule(rules: Rules, option: string, value: OptionValue): void {
  if (editionNamed(rules.edition)?.options[option] === value) delete rules.changes[option];
  else rules.changes[option] = value;
}
