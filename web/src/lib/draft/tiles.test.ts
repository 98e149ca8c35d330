import { expect, test } from "vitest";
import { pairsIn, readKinds } from "./tiles";

test.each([
  ["r7 r7 r7 k1 k1 * *", 2],
  ["r7 k7 b7", 0],
  ["", 0],
])("%j has %d pairs", (tiles, pairs) => {
  expect(pairsIn(readKinds(tiles))).toBe(pairs);
});
