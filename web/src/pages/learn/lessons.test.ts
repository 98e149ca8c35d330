import { expect, test } from "vitest";
import { readTable } from "../../lib/draft/tiles";
import { Exercise } from "../../lib/exercise/exercise.svelte";
import { FIRST, lessonAfter, lessonNamed, LESSONS, startOf } from "./lessons";

const positions = LESSONS.flatMap((lesson) => lesson.positions);

test.each(positions.map((position) => [position.name, position] as const))("%s is solved by its solution, and by nothing less", (_, { task }) => {
  const exercise = new Exercise(task);
  exercise.end();
  if (task.solution === null) exercise.wish("reset");
  else expect(exercise.solved).toBe(false);
  if (task.solution === null) exercise.draw();
  else {
    exercise.draft.reset();
    exercise.draft.replan(readTable(task.solution));
    exercise.end();
  }
  expect(exercise.solved).toBe(true);
});

test.each([
  ["jumbo.bound", "r5 * r7 | k4 r4 b4"],
  ["opening.alone", "k9 r9 b9 y9 | k10 k11 k12"],
  ["opening.zero", "r9 * r11"],
  ["scoring.joker", "k5 k6 k7 | r1 r2 *"],
  ["strategy.fourth", "y4 y5 y6 | k7 r7 b7 y7"],
  ["strategy.wait", "b3 b4 b5 b6 b7 | k3 r3 y3"],
])("%s is not solved by %s", (name, table) => {
  const exercise = new Exercise(positions.find((position) => position.name === name)!.task);
  exercise.draft.replan(readTable(table));
  exercise.end();
  expect([exercise.draft.tableText, exercise.solved]).toEqual([table, false]);
});

test("a lesson goes on at the first position that is not solved, and one lesson follows the other", () => {
  const first = lessonNamed(FIRST)!;
  expect(startOf(first, new Set(["first.run", "first.group"]))).toBe(2);
  expect(startOf(first, new Set(first.positions.map(({ name }) => name)))).toBe(0);
  expect(lessonAfter(first)?.id).toBe("adding");
  expect(lessonAfter(LESSONS.at(-1)!)).toBeUndefined();
});
