import { describe, expect, test } from "vitest";
import rows from "../../../../tests/data/openings.json";
import { tableRules } from "../game/rules";
import { EDITIONS } from "../rules/editions";
import { bagOf } from "./bag";
import { bestPoints } from "./best";
import { openingPoints } from "./opening";
import { readTable } from "./tiles";

interface Row {
  rules: string;
  table: string;
  draft: string;
  points: number;
  why: string;
}

describe("the file that Python's tests of the opening read", () => {
  const laws = [...new Set((rows as Row[]).map((row) => row.rules))];

  test.each(laws)("%s", (rules) => {
    const counted = tableRules(rules, EDITIONS);
    for (const { table, draft, points, why } of (rows as Row[]).filter((row) => row.rules === rules)) {
      expect(openingPoints(counted, readTable(table), readTable(draft)), `${table} → ${draft} (${why})`).toBe(points);
    }
  });

  test("it knows every edition", () => {
    expect(laws).toEqual(expect.arrayContaining(EDITIONS.map(({ name }) => name)));
  });
});

test.each([
  ["k1 k1 r1 r1 b1 b1 y1 y1 k2 k2 r2 r2 b2 b2 y2 y2 k3 k3 r3 r3 b3 b3 y3 y3 k4 r4 * * * *", 82],
  ["k9 k9 r9 r9 b9 b9 y9 k10 k10 r10 r10 b10 y10 y10 k11 k11 r11 b11 b11 y11 k12 r12 r12 b12 y12 y12 * * * *", 322],
  ["k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 * * * *", 234],
  ["k1 k3 k5 k7 k9 k11 k13 r2 r4 r6 r8 r10 r12 b1 b3 b5 b7 b9 b11 b13 y2 y4 y6 y8 y10 y12 * * * *", 138],
  ["k1 k1 k4 k4 k7 k7 k10 k10 r2 r2 r5 r5 r8 r8 r11 r11 b3 b3 b6 b6 b9 b9 b12 b12 y1 y4 y7 y10 * *", 51],
  ["k1 k2 k4 k5 k7 k8 k10 k11 r1 r2 r4 r5 r7 r8 r10 r11 b2 b3 b5 b6 b8 b9 y2 y3 y6 y9 * * * *", 161],
  ["k1 k2 k4 k5 k5 k7 k8 k10 k11 r1 r2 r4 r5 r5 r7 r8 r8 r10 r11 b2 b3 b5 b6 b8 b9 y2 * * * *", 166],
])("thirty tiles are counted at once: %s", (tiles, points) => {
  const began = performance.now();
  expect(bestPoints(bagOf(tiles.split(" ")), "face")).toBe(points);
  expect(performance.now() - began).toBeLessThan(1000);
});
