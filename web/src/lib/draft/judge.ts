// Whether a turn may end as the table lies, for pages that do without a server: exercises, puzzles, the coach. In a game
// the server decides alone. Its cases are those of Python: tests/data/vectors.json.

import { type Bag, bagOf, isWithin, without } from "./bag";
import { isValid } from "./checker";
import { type JokerProblem, jokerProblem, type JokerRules } from "./joker-law";
import { gone, laysEarlyJoker, type OpeningRules, openingPoints } from "./opening";
import { isJoker, JOKER, type Kind } from "./tiles";

type Table = readonly (readonly Kind[])[];

export interface PlayRules extends OpeningRules, JokerRules {}

export interface Standing {
  readonly rules: PlayRules;
  readonly table: Table;
  readonly rack: readonly Kind[];
  /** Whether the player has opened. */
  readonly opened: boolean;
}

export type PlayCode =
  | JokerProblem
  | "invalid_set"
  | "joker_kept"
  | "table_tile_taken"
  | "not_your_tile"
  | "nothing_played"
  | "opening_points"
  | "not_opened"
  | "opening_joker"
  | "opening_turn_manipulation";

export interface PlayProblem {
  readonly code: PlayCode;
  /** The set at fault, as it lies after the play. */
  readonly meld: number | null;
  readonly tile: Kind | null;
  readonly points: number | null;
}

const problem = (code: PlayCode, at: Partial<PlayProblem> = {}): PlayProblem => ({ code, meld: null, tile: null, points: null, ...at });

/** What is wrong with leaving the table like this; null if nothing is. */
export function playProblem(standing: Standing, after: Table): PlayProblem | null {
  const bad = after.findIndex((meld) => !isValid(meld));
  if (bad >= 0) return problem("invalid_set", { meld: bad });
  const before = bagOf(standing.table.flat());
  const now = bagOf(after.flat());
  const missing = [...without(before, now).keys()][0];
  const laid = without(now, before);
  const foreign = [...without(laid, bagOf(standing.rack)).keys()][0];
  if (foreign !== undefined) return problem("not_your_tile", { tile: foreign });
  if (missing !== undefined) return problem(isJoker(missing) ? "joker_kept" : "table_tile_taken", { tile: missing });
  if (isWithin(now, before)) return problem("nothing_played");
  return standingProblem(standing, after, laid);
}

/** What the opening and the joker rules have against a table that is valid in itself. */
export function standingProblem(standing: Standing, after: Table, laid: Bag): PlayProblem | null {
  const opening = standing.opened ? null : openingProblem(standing, after, laid);
  if (opening) return opening;
  const jokers = jokerProblem(standing.rules, standing.table, after, laid);
  return jokers && problem(jokers);
}

function openingProblem({ rules, table }: Standing, after: Table, laid: Bag): PlayProblem | null {
  if (laysEarlyJoker(rules, laid)) return problem("opening_joker", { tile: JOKER });
  const points = openingPoints(rules, table, after);
  const untouched = gone(rules, table, after).length === 0;
  if (points < rules.openingPoints) return problem(untouched ? "opening_points" : "not_opened", { points });
  return rules.openingTurn === "forbidden" && !untouched ? problem("opening_turn_manipulation") : null;
}
