// What the referee counts towards the opening as the table lies now: the number to show to a player. Its cases are the
// file that Python's tests read too: tests/data/openings.json.

import { type Bag, bagOf, countOf, isWithin, without } from "./bag";
import { bestPoints, bestSingle } from "./best";
import { isValid, type JokerValue, valueOf } from "./checker";
import { jokerParts, lieStill, notIn } from "./joker-sets";
import { JOKER, type Kind, numberOf } from "./tiles";

type Meld = readonly Kind[];
type Table = readonly Meld[];

/** The rules that decide what an opening counts. */
export interface OpeningRules {
  readonly openingPoints: number;
  readonly openingSets: "one" | "one_or_more";
  readonly openingJoker: JokerValue;
  /** Whether who opens may go on to rearrange the table in the same turn. */
  readonly openingTurn: "allowed" | "forbidden";
  /** Whether jokers of the rack may be laid in that turn. */
  readonly openingRackJoker: "allowed" | "forbidden";
  /** How a turn is judged: as in records of the format `openkub 3`, or as in older ones. */
  readonly referee: number;
  readonly jokerSetSplit: "allowed" | "forbidden";
}

/** What counts towards the opening as the table lies now; sets that are not finished count nothing. */
export function openingPoints(rules: OpeningRules, before: Table, draft: Table): number {
  const finished = draft.filter(isValid);
  const laid = without(bagOf(finished.flat()), bagOf(before.flat()));
  if (laid.size === 0 || laysEarlyJoker(rules, laid)) return 0;
  return counted(rules, before, finished, laid);
}

/** Whether a joker of the rack is laid where an opening may have none. */
export const laysEarlyJoker = (rules: OpeningRules, laid: Bag): boolean => rules.openingRackJoker === "forbidden" && countOf(laid, JOKER) > 0;

/** The sets that do not lie on the other table. Where nothing may be altered, they must lie exactly so. */
export const gone = (rules: OpeningRules, table: Table, other: Table): Meld[] => notIn(table, other, rules.openingTurn === "forbidden" && rules.referee > 2);

function counted(rules: OpeningRules, before: Table, after: Table, supply: Bag): number {
  const value = (meld: Meld): number => valueOf(meld, rules.openingJoker);
  if (rules.openingTurn === "forbidden") return together(rules, ownSets(rules, before, after, supply).map(value));
  if (rules.jokerSetSplit === "forbidden") return bestThatLies(rules, before, after, supply);
  const untouched = notIn(before, after).length === 0;
  const asLaid = untouched ? together(rules, notIn(after, before).map(value)) : 0;
  const allCounts = untouched && rules.openingSets === "one_or_more" && countOf(supply, JOKER) === 0;
  return asLaid >= rules.openingPoints || allCounts ? asLaid : best(rules, supply);
}

const together = (rules: OpeningRules, values: readonly number[]): number =>
  rules.openingSets === "one" ? Math.max(0, ...values) : values.reduce((sum, value) => sum + value, 0);

const best = (rules: OpeningRules, laid: Bag): number =>
  rules.openingSets === "one" ? bestSingle(laid, rules.openingJoker) : bestPoints(laid, rules.openingJoker);

/** The new sets that are made of own tiles alone. */
function ownSets(rules: OpeningRules, before: Table, after: Table, supply: Bag): Meld[] {
  let left = supply;
  return gone(rules, after, before).filter((meld) => {
    const own = isWithin(bagOf(meld), left);
    if (own) left = without(left, bagOf(meld));
    return own;
  });
}

/** Sets with a joker as far as they still lie on the table, and the best of the numbered rest. */
function bestThatLies(rules: OpeningRules, before: Table, after: Table, supply: Bag): number {
  const value = (meld: Meld): number => valueOf(meld, rules.openingJoker);
  const parts = jokerParts(before, after)
    .filter((part) => isWithin(bagOf(part), supply))
    .sort((one, other) => value(other) - value(one));
  let most = 0;
  const further = (first: number, sets: Table, left: Bag): void => {
    parts.slice(first).forEach((part, index) => {
      if (isWithin(bagOf(part), left)) further(first + index, [...sets, part], without(left, bagOf(part)));
    });
    const numbered = without(left, bagOf(Array<Kind>(countOf(left, JOKER)).fill(JOKER)));
    const laid = sets.map(value);
    if (together(rules, [sumOf(numbered), ...laid]) <= most) return;
    const points = together(rules, [best(rules, numbered), ...laid]);
    if (points > most && (sets.length === 0 || lieStill(sets, before, after))) most = points;
  };
  further(0, [], supply);
  return most;
}

const sumOf = (numbered: Bag): number => [...numbered].reduce((sum, [kind, count]) => sum + numberOf(kind) * count, 0);
