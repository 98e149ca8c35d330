import { describe, expect, test } from "vitest";
import shipped from "../../../../src/openkub/analysis/puzzles.txt?raw";
import days from "../../../../tests/data/puzzle_days.json";
import { tableKinds } from "../draft/layout";
import { laidOut, replanned } from "../draft/merging";
import { readTable, writeTable } from "../draft/tiles";
import { framesOf } from "../game/replay.svelte";
import { dayOf, numberOfTheDay, PUZZLES } from "./collection";
import { hintsOf } from "./hints";
import { changedSets, isSolvedBy, type Puzzle, readPuzzle, solutionTiles } from "./puzzle";

const files = import.meta.glob<string>(["./data/*.txt", "!./data/list.txt"], { query: "?raw", import: "default", eager: true });
const all: Puzzle[] = PUZZLES.map(({ number }) => {
  const file = files[`./data/${Math.ceil(number / 100)}.txt`]!;
  return readPuzzle(number, file.split("\n")[(number - 1) % 100]!);
});

/** The solutions in the file that comes with the Python package. */
const proven = shipped
  .split("\n")
  .filter((line) => line.includes(" / "))
  .map((line) => readTable(line.split("/").at(-1)!.trim()));

/** The sets in some order; how a group lies does not matter. */
const inOrder = (table: Puzzle["table"]) => table.map((set) => [...set].sort().join(" ")).sort();

test("the puzzle of a day is the one that Python chooses", () => {
  for (const [day, number] of days as [string, number][]) expect(numberOfTheDay(dayOf(Date.parse(day))), day).toBe(number);
});

describe("every one of them", () => {
  test("stands in the list as what it is", () => {
    for (const puzzle of all) expect(PUZZLES[puzzle.number - 1]!.kind, `${puzzle.number}`).toBe(puzzle.kind);
    expect(all.length).toBeGreaterThanOrEqual(1000);
  });

  test("is solved by its solution, and not by its table, nor with a tile less", () => {
    for (const puzzle of all) {
      expect(isSolvedBy(puzzle, puzzle.solution), `${puzzle.number}`).toBe(true);
      expect(isSolvedBy(puzzle, puzzle.table), `${puzzle.number}`).toBe(false);
      expect(isSolvedBy({ ...puzzle, need: puzzle.need + 1 }, puzzle.solution), `${puzzle.number}`).toBe(false);
    }
  });

  test("has steps that lead to the solution that the package proves", () => {
    for (const puzzle of all) expect(inOrder(puzzle.solution), `${puzzle.number}`).toEqual(inOrder(proven[puzzle.number - 1]!));
  });

  test("is shown step by step (every fifth is walked)", () => {
    for (const puzzle of all.filter(({ number }) => number % 5 === 0)) {
      const base = laidOut(puzzle);
      const final = replanned(base, puzzle.solution)!;
      const play = { seat: 0, before: writeTable(puzzle.table), after: writeTable(puzzle.solution) };
      const last = framesOf(play, puzzle.steps, final).at(-2)!;
      expect(inOrder(tableKinds(last.layout)), `${puzzle.number}`).toEqual(inOrder(puzzle.solution));
    }
  });

  test("has three hints, each of another kind, the last of them its first step", () => {
    for (const puzzle of all) {
      const told = hintsOf(puzzle).map(({ tells }) => tells);
      expect(new Set(told).size, `${puzzle.number}`).toBe(3);
      expect(told[2]).toBe("step");
    }
  });
});

test("a set that is not finished solves nothing", () => {
  const puzzle = all.find(({ kind }) => kind === "out")!;
  expect(isSolvedBy(puzzle, [...puzzle.table, puzzle.rack])).toBe(false);
});

test("an opening must count 30", () => {
  const puzzle = readPuzzle(1, "open 3 / r1 r2 r3 k11 b11 r11 /  / lay 0,k11 r11 b11,");
  expect(isSolvedBy(puzzle, [["r1", "r2", "r3"]])).toBe(false);
  expect(isSolvedBy(puzzle, [["r1", "r2", "r3"], ["k11", "r11", "b11"]])).toBe(true);
});

test("what is laid and what changes", () => {
  const puzzle = readPuzzle(1, "lay 2 / r7 k1 k2 / r4 r5 r6 | b1 b2 b3 / add 0,r4 r5 r6 r7,r7");
  expect(solutionTiles(puzzle)).toEqual(["r7"]);
  expect(changedSets(puzzle)).toEqual([0]);
});
