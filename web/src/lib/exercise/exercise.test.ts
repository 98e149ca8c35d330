import { expect, test } from "vitest";
import { rackPieces } from "../draft/layout";
import { readKinds, readTable } from "../draft/tiles";
import { tableRules } from "../game/rules";
import { EDITIONS } from "../rules/editions";
import { Exercise, type Task } from "./exercise.svelte";
import { type Goal, judged } from "./goals";

const task: Task = { rules: "default", table: "r4 r5 r6 r7 r8", rack: "r6 k1", opened: true, goal: { kind: "lay", n: 1 }, solution: "r4 r5 r6 | r6 r7 r8" };
const rules = tableRules("default", EDITIONS);

function verdict(goal: Goal, rack: string, after: string, table = "r4 r5 r6"): string {
  const found = judged({ rules, table: readTable(table), rack: readKinds(rack), opened: true }, goal, 30, readTable(after));
  return found.is === "lacking" ? found.lack.lacks : found.is === "illegal" ? found.problem.code : found.is;
}

test("a goal is reached, or it is said what is missing", () => {
  expect(verdict({ kind: "lay", n: 1 }, "r7 k1", "r4 r5 r6 r7")).toBe("solved");
  expect(verdict({ kind: "out" }, "r7 k1", "r4 r5 r6 r7")).toBe("tiles");
  expect(verdict({ kind: "out" }, "r7", "r4 r5 r6 r7")).toBe("solved");
  expect(verdict({ kind: "draw" }, "r7", "r4 r5 r6 r7")).toBe("draw");
  expect(verdict({ kind: "lay", n: 1 }, "r7", "r4 r5 r6 | r7")).toBe("invalid_set");
});

test("what is to be kept must not be laid", () => {
  const goal: Goal = { kind: "keep", n: 3, tiles: "y9" };
  expect(verdict(goal, "k9 r9 b9 y9", "r4 r5 r6 | k9 r9 b9 y9")).toBe("kept");
  expect(verdict(goal, "k9 r9 b9 y9", "r4 r5 r6 | k9 r9 b9")).toBe("solved");
});

test("points on the rack count as they do at the end, a joker what the leaflet says", () => {
  expect(verdict({ kind: "left", points: 2 }, "r7 * k2", "r4 r5 r6 r7")).toBe("points");
  expect(verdict({ kind: "left", points: 2 }, "r7 * k2", "r4 r5 r6 r7 *")).toBe("solved");
});

test("an exercise is solved by moving tiles, as soon as they lie right", () => {
  let solved = 0;
  const exercise = new Exercise(task, () => solved++);
  const [six] = rackPieces(exercise.draft.now);
  exercise.end();
  expect(exercise.notice).not.toBeNull();
  exercise.draft.place([six!.id], { to: "meld", meld: exercise.draft.now.table[0]!.id, index: 2 });
  exercise.moved();
  expect([exercise.solved, solved, exercise.draft.tableText]).toEqual([true, 1, "r4 r5 r6 | r6 r7 r8"]);
});

test("the strongest hint lays the solution, the others only point at it", () => {
  const exercise = new Exercise(task);
  exercise.hint(1);
  expect([exercise.marks.tiles.size, exercise.marks.melds.size]).toEqual([1, 0]);
  exercise.hint(2);
  expect(exercise.marks.melds.size).toBe(1);
  exercise.hint(3);
  expect([exercise.solved, exercise.hinted]).toEqual([true, 3]);
});

test("where drawing is right, nothing may lie otherwise than before", () => {
  const exercise = new Exercise({ ...task, goal: { kind: "draw" }, draft: "r4 r5 r6 | r7 r8 | r6", solution: null });
  exercise.draw();
  expect(exercise.solved).toBe(false);
  exercise.wish("reset");
  exercise.draw();
  expect(exercise.solved).toBe(true);
});
