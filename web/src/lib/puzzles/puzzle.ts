// A puzzle: a position, so many tiles to lay, and the play that does it. The files in data/ are written by
// scripts/puzzles.py from those that come with the Python package.

import { playProblem, type PlayRules } from "../draft/judge";
import { type Kind, readKinds, readTable } from "../draft/tiles";
import { tableRules } from "../game/rules";
import { tableAfter } from "../game/steps";
import type { Step } from "../game/wire";

export const KINDS = ["out", "lay", "open", "joker"] as const;
export type PuzzleKind = (typeof KINDS)[number];
type Table = readonly (readonly Kind[])[];

export interface Puzzle {
  readonly number: number;
  readonly kind: PuzzleKind;
  /** So many tiles are to be laid; of an opening, any number that opens. */
  readonly need: number;
  readonly rack: readonly Kind[];
  readonly table: Table;
  readonly solution: Table;
  readonly steps: readonly Step[];
}

/** What is to be done / the rack / the table / the steps of the solution. */
export function readPuzzle(number: number, line: string): Puzzle {
  const [task = "", rack = "", before = "", way = ""] = line.split("/").map((part) => part.trim());
  const [kind = "lay", need = "0"] = task.split(" ");
  const table = readTable(before);
  const steps = way.split(";").map(readStep);
  return {
    number,
    kind: kind as PuzzleKind,
    need: Number(need),
    rack: readKinds(rack),
    table,
    solution: tableAfter(table, steps),
    steps,
  };
}

function readStep(text: string): Step {
  const [head = "", result = "", more = ""] = text.split(",");
  const [kind, set] = head.trim().split(" ");
  const step: Step = { kind: kind as Step["kind"], set: Number(set), result, tiles: null, new: null, right: null, other: null };
  if (step.kind === "split") {
    const [fresh, ...right] = more.split(" ");
    return { ...step, new: Number(fresh), right: right.join(" ") };
  }
  return step.kind === "join" ? { ...step, other: Number(more) } : { ...step, tiles: more || null };
}

/** Puzzles are by the rules of this house. */
export const RULES: PlayRules = tableRules("default", []);

export const laidCount = (puzzle: Puzzle, table: Table): number => table.flat().length - puzzle.table.flat().length;

/** Whether this table lays enough and may be left so. */
export function isSolvedBy(puzzle: Puzzle, table: Table): boolean {
  const standing = { rules: RULES, table: puzzle.table, rack: puzzle.rack, opened: puzzle.kind !== "open" };
  return laidCount(puzzle, table) >= puzzle.need && playProblem(standing, table) === null;
}

/** The tiles of the rack that the solution lays. */
export function solutionTiles(puzzle: Puzzle): Kind[] {
  const left = puzzle.table.flat();
  return puzzle.solution.flat().filter((kind) => {
    const index = left.indexOf(kind);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** The sets of the table, counted from 0, that the solution does not leave as they are. */
export function changedSets(puzzle: Puzzle): number[] {
  const text = (set: readonly Kind[]): string => [...set].sort().join(" ");
  const after = puzzle.solution.map(text);
  return puzzle.table.flatMap((set, place) => {
    const index = after.indexOf(text(set));
    if (index >= 0) after.splice(index, 1);
    return index < 0 ? [place] : [];
  });
}
