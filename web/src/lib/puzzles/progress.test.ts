import { expect, test } from "vitest";
import { PUZZLES } from "./collection";
import { nearest, nextPuzzle, NOTHING, streakOf, validProgress, withScore, withSolution } from "./progress";
import { rated } from "./rating";

const easy = PUZZLES.find(({ grade }) => grade === 1)!;
const hard = PUZZLES.find(({ grade }) => grade === 5)!;

test("Glicko-2 gives the numbers of the paper's example", () => {
  const player = { value: 1500, deviation: 200, volatility: 0.06 };
  const after = rated(player, [
    { value: 1400, deviation: 30, score: 1 },
    { value: 1550, deviation: 100, score: 0 },
    { value: 1700, deviation: 300, score: 0 },
  ]);
  expect(after.value).toBeCloseTo(1464.06, 1);
  expect(after.deviation).toBeCloseTo(151.52, 1);
  expect(after.volatility).toBeCloseTo(0.05999, 4);
});

test("a surprise makes a rating more volatile, and the search for it ends", () => {
  const sure = { value: 1500, deviation: 50, volatility: 0.06 };
  expect(rated(sure, [{ value: 3000, deviation: 30, score: 1 }]).volatility).toBeGreaterThan(0.06);
});

test("a hard one brings more than an easy one, hints bring less, the solution costs", () => {
  const after = (puzzle: typeof easy, hints: number) => withSolution(NOTHING, puzzle, hints, null).rating.value;
  expect(after(hard, 0)).toBeGreaterThan(after(easy, 0));
  expect(after(hard, 1)).toBeLessThan(after(hard, 0));
  expect(withScore(NOTHING, easy, 0).rating.value).toBeLessThan(NOTHING.rating.value);
});

test("only the first try counts", () => {
  const looked = withScore(NOTHING, easy, 0);
  const again = withSolution(looked, easy, 0, 5);
  expect(again.rating).toEqual(looked.rating);
  expect([again.solved, again.days]).toEqual([[easy.number], []]);
});

test("a streak counts days in a row, and today has time until midnight", () => {
  expect(streakOf([3, 4, 5], 5)).toBe(3);
  expect(streakOf([3, 4, 5], 6)).toBe(3);
  expect(streakOf([3, 4, 5], 7)).toBe(0);
  expect(streakOf([1, 3, 4], 4)).toBe(2);
});

test("the next puzzle is new and about as hard as the player is strong", () => {
  const strong = { ...NOTHING, rating: { ...NOTHING.rating, value: 1900 } };
  expect(nextPuzzle(PUZZLES, NOTHING, () => 0.99)!.grade).toBeLessThanOrEqual(3);
  expect(nextPuzzle(PUZZLES, strong, () => 0)!.grade).toBe(5);
  const first = nextPuzzle(PUZZLES, NOTHING, () => 0)!;
  expect(nearest(PUZZLES, withScore(NOTHING, first, 1)).map(({ number }) => number)).not.toContain(first.number);
  expect(nextPuzzle([], NOTHING)).toBeNull();
});

test("what another page has written is taken as far as it makes sense", () => {
  expect(validProgress(null)).toEqual(NOTHING);
  const odd = { rating: { value: "x" }, scores: { 3: 1, 4: 7 }, solved: [3, "a"], days: "no" };
  expect(validProgress(odd)).toEqual({ ...NOTHING, scores: { 3: 1 }, solved: [3] });
});
