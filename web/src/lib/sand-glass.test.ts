import { expect, test } from "vitest";
import { freshGlass, isOver, leftAt, pause, run, shown, turn } from "./sand-glass";

test("sand runs only while the glass stands upright", () => {
  const glass = freshGlass(60);
  expect(leftAt(glass, 5_000)).toBe(60_000);
  expect(leftAt(run(glass, 1_000), 11_000)).toBe(50_000);
});

test("a pause keeps what is left", () => {
  const stopped = pause(run(freshGlass(60), 0), 20_000);
  expect(leftAt(stopped, 99_000)).toBe(40_000);
  expect(leftAt(run(stopped, 100_000), 110_000)).toBe(30_000);
});

test("the next player gets a full glass that runs at once", () => {
  const glass = turn(run(freshGlass(60), 0), 59_000);
  expect(leftAt(glass, 60_000)).toBe(59_000);
});

test("an empty glass stays empty and does not run again", () => {
  const glass = pause(run(freshGlass(10), 0), 10_000);
  expect(isOver(glass, 10_000)).toBe(true);
  expect(run(glass, 11_000)).toBe(glass);
});

test("a second that has begun is shown, and zero only at the end", () => {
  expect([60_000, 59_001, 9_500, 1, 0].map(shown)).toEqual(["1:00", "1:00", "0:10", "0:01", "0:00"]);
});
