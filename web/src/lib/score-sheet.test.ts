import { expect, test } from "vitest";
import {
  completed,
  emptySheet,
  fromRacks,
  imbalance,
  isSheet,
  JOKER,
  leaders,
  ranDry,
  rackPoints,
  totals,
  uncounted,
  withoutPlayer,
  withPlayer,
  type ScoreSheet,
} from "./score-sheet";

// the example of the French leaflet: 001, lines 190 to 196
const example: ScoreSheet = {
  names: ["A", "B", "C", "D"],
  rounds: [
    [24, -5, -16, -3],
    [-6, -11, 22, -5],
    [-32, -13, -2, 47],
  ],
};

test("the French leaflet's example comes out as printed", () => {
  expect(totals(example)).toEqual([-14, -29, 4, 39]);
  expect(leaders(example)).toEqual([3]);
  expect(example.rounds.map(imbalance)).toEqual([0, 0, 0]);
});

test("a round with a wrong sign is noticed", () => {
  expect(imbalance([24, -5, 16, -3])).toBe(32);
});

test("a round that is not complete is not judged", () => {
  expect(imbalance([24, null, -16, -3])).toBeNull();
});

test("the last empty place gets what makes the round zero", () => {
  expect(completed([null, -5, -16, -3])).toEqual([24, -5, -16, -3]);
  expect(completed([null, null, -16, -3])).toEqual([null, null, -16, -3]);
});

test("racks become scores: the losers' minus is the winner's plus", () => {
  expect(fromRacks([2], [6, 11, 0, 5])).toEqual([-6, -11, 22, -5]);
});

// The browser test of the score sheet compares such rounds with `law.score.ran_dry`.
test("an empty pool: the lowest rack wins all that the others hold, or the difference", () => {
  expect(ranDry([24, 3, 7], [2, 1, 1], "sum_of_others")).toMatchObject({ winners: [1], scores: [-24, 31, -7] });
  expect(ranDry([24, 3, 7], [2, 1, 1], "difference")).toMatchObject({ winners: [1], scores: [-21, 25, -4] });
});

test("an empty pool: of equal racks that with fewer tiles wins", () => {
  expect(ranDry([13, 13, 20], [3, 1, 2], "sum_of_others")).toMatchObject({ winners: [1], lowest: [0, 1], scores: [-13, 33, -20] });
  expect(ranDry([13, 13, 20], [3, 1, 2], "difference").scores).toEqual([0, 7, -7]);
});

test("an empty pool: equal racks of equally many tiles share, and the odd point goes to the first", () => {
  const dry = ranDry([13, 20, 13, 5, 5], [1, 2, 1, 1, 1], "sum_of_others");
  expect(dry).toMatchObject({ winners: [3, 4], scores: [-13, -20, -13, 23, 23] });
  expect(ranDry([5, 20, 5, 1, 1], [1, 2, 1, 1, 1], "difference").scores).toEqual([-4, -19, -4, 14, 13]);
});

test("an empty pool: equal racks whose tiles are not known share until they are", () => {
  expect(ranDry([13, 13], [null, 1], "sum_of_others")).toMatchObject({ winners: [0, 1], lowest: [0, 1], scores: [0, 0] });
  expect(ranDry([13, 14], [null, null], "sum_of_others").winners).toEqual([0]);
});

const usual = { joker: 30, unopened: null, able: null };
const tournament = { joker: 50, unopened: 100, able: 200 };

test("tapped tiles are added up, the joker as the edition has it", () => {
  const rack = { ...uncounted(), tiles: [13, JOKER, 1] };
  expect(rackPoints(uncounted(), usual)).toBe(0);
  expect(rackPoints(rack, usual)).toBe(44);
  expect(rackPoints(rack, { ...usual, joker: 25 })).toBe(39);
});

test("points that are written by hand stand instead of tiles", () => {
  expect(rackPoints({ ...uncounted(), tiles: [13], written: 7 }, usual)).toBe(7);
});

test("who has not opened pays the penalty instead of the rack, where there is one", () => {
  const rack = { ...uncounted(), tiles: [13], opened: "no" as const };
  expect(rackPoints(rack, usual)).toBe(13);
  expect(rackPoints(rack, tournament)).toBe(100);
  expect(rackPoints({ ...rack, opened: "able" }, tournament)).toBe(200);
  expect(rackPoints({ ...rack, opened: "able" }, { ...tournament, able: null })).toBe(100);
});

test("nobody leads an empty sheet, and equals lead together", () => {
  expect(leaders(emptySheet(["A", "B"]))).toEqual([]);
  expect(leaders({ names: ["A", "B"], rounds: [[0, 0]] })).toEqual([0, 1]);
});

test("a player who comes late has nothing in the rounds before", () => {
  const sheet = withPlayer({ names: ["A", "B"], rounds: [[5, -5], [null, null]] }, "C");
  expect(sheet.rounds).toEqual([
    [5, -5, 0],
    [null, null, null],
  ]);
});

test("a player who goes takes the column along", () => {
  expect(withoutPlayer(example, 1).rounds[0]).toEqual([24, -16, -3]);
});

test("what another version stored is not taken for a sheet", () => {
  expect(isSheet(example)).toBe(true);
  for (const odd of [null, {}, { names: ["A"], rounds: [[1, 2]] }, { names: [1], rounds: [] }]) expect(isSheet(odd)).toBe(false);
});
