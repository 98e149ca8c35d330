// What an exercise asks for, and whether a table that may be left so is what was asked.

import { bagOf, isWithin, without } from "../draft/bag";
import { playProblem, type PlayProblem, type Standing } from "../draft/judge";
import { isJoker, type Kind, numberOf, readKinds } from "../draft/tiles";

type Table = readonly (readonly Kind[])[];

export type Goal =
  /** So many tiles of the rack, or more. */
  | { readonly kind: "lay"; readonly n: number }
  /** All of them. */
  | { readonly kind: "out" }
  | { readonly kind: "open" }
  /** So many or more, but none of these. */
  | { readonly kind: "keep"; readonly n: number; readonly tiles: string }
  /** No more points than these stay on the rack. */
  | { readonly kind: "left"; readonly points: number }
  /** Lay nothing: draw. */
  | { readonly kind: "draw" };

/** What a legal play still lacks. */
export type Lack =
  | { readonly lacks: "tiles"; readonly n: number }
  | { readonly lacks: "kept"; readonly tiles: readonly Kind[] }
  | { readonly lacks: "points"; readonly points: number; readonly most: number }
  | { readonly lacks: "draw" };

export type Verdict = { readonly is: "solved" } | { readonly is: "illegal"; readonly problem: PlayProblem } | { readonly is: "lacking"; readonly lack: Lack };

/** What the tiles cost whoever holds them when another goes out. */
export const rackPoints = (kinds: readonly Kind[], jokerPenalty: number): number =>
  kinds.reduce((sum, kind) => sum + (isJoker(kind) ? jokerPenalty : numberOf(kind)), 0);

export function judged(standing: Standing, goal: Goal, jokerPenalty: number, after: Table): Verdict {
  const problem = playProblem(standing, after);
  if (problem) return { is: "illegal", problem };
  const lack = lackOf(standing, goal, jokerPenalty, after);
  return lack ? { is: "lacking", lack } : { is: "solved" };
}

function lackOf({ table, rack }: Standing, goal: Goal, jokerPenalty: number, after: Table): Lack | null {
  const laid = without(bagOf(after.flat()), bagOf(table.flat()));
  const count = [...laid.values()].reduce((sum, n) => sum + n, 0);
  const tooFew = (needed: number): Lack | null => (count < needed ? { lacks: "tiles", n: needed - count } : null);
  switch (goal.kind) {
    case "lay":
      return tooFew(goal.n);
    case "out":
      return tooFew(rack.length);
    case "open":
      return null;
    case "keep":
      return isWithin(laid, without(bagOf(rack), bagOf(readKinds(goal.tiles)))) ? tooFew(goal.n) : { lacks: "kept", tiles: readKinds(goal.tiles) };
    case "left": {
      const left = [...without(bagOf(rack), laid)].flatMap(([kind, n]) => Array<Kind>(n).fill(kind));
      const points = rackPoints(left, jokerPenalty);
      return points > goal.points ? { lacks: "points", points, most: goal.points } : null;
    }
    case "draw":
      return { lacks: "draw" };
  }
}
