// Three hints a puzzle, each stronger than the one before. What everybody sees already is none: of a rack that is laid
// whole nobody need be told the tiles, of an empty table not the sets.

import { type Kind, readKinds } from "../draft/tiles";
import type { Step } from "../game/wire";
import { changedSets, type Puzzle, solutionTiles } from "./puzzle";

export type Hint =
  /** How much there is to do. */
  | { readonly tells: "way"; readonly steps: number; readonly sets: number }
  /** How many tiles open. */
  | { readonly tells: "count"; readonly tiles: number }
  /** Which tiles of the rack are laid. */
  | { readonly tells: "tiles"; readonly tiles: readonly Kind[] }
  /** Which sets of the table change. */
  | { readonly tells: "sets"; readonly sets: readonly number[] }
  /** What is done first. */
  | { readonly tells: "step"; readonly step: Step; readonly tiles: readonly Kind[]; readonly sets: readonly number[] };

export const STRENGTHS = [1, 2, 3] as const;
export type Strength = (typeof STRENGTHS)[number];

export function hintsOf(puzzle: Puzzle): readonly [Hint, Hint, Hint] {
  const tiles = solutionTiles(puzzle);
  const sets = changedSets(puzzle);
  const named: Hint = { tells: "tiles", tiles };
  const way: Hint = { tells: "way", steps: puzzle.steps.length, sets: sets.length };
  const first: Hint = puzzle.kind === "open" ? { tells: "count", tiles: tiles.length } : puzzle.kind === "out" ? way : named;
  const second: Hint = sets.length === 0 ? (first === named ? way : named) : { tells: "sets", sets };
  return [first, second, firstStep(puzzle)];
}

function firstStep(puzzle: Puzzle): Hint {
  const step = puzzle.steps[0]!;
  const tiles = readKinds((step.kind === "lay" ? step.result : step.tiles) ?? "");
  return { tells: "step", step, tiles, sets: step.kind === "lay" ? [] : [step.set] };
}
