import { describe, expect, test } from "vitest";
import rows from "../../../../tests/data/melds.json";
import { isValid, type Reading, readings, standsFor, valueOf } from "./checker";
import { readKinds } from "./tiles";

interface Row {
  tiles: string;
  valid: boolean;
  readings?: string[];
  value_face?: number;
  value_zero?: number;
}

function written(reading: Reading): string {
  if (reading.as === "run") return `${reading.colour}${reading.first}-${reading.colour}${reading.first + reading.length - 1}`;
  return `${reading.number}s` + (reading.missing.length > 0 ? ` without ${reading.missing.join(" ")}` : "");
}

describe("the file that Python's meld tests read", () => {
  test.each(rows as Row[])("$tiles", (row) => {
    const meld = readKinds(row.tiles);
    expect(isValid(meld)).toBe(row.valid);
    expect(readings(meld).map(written)).toEqual(row.readings ?? []);
    expect(valueOf(meld, "face")).toBe(row.value_face ?? 0);
    expect(valueOf(meld, "zero")).toBe(row.value_zero ?? 0);
  });
});

test("a joker in a run stands for the tile of its place, in a group for any missing colour", () => {
  expect(standsFor(readKinds("r5 * r7"), 1)).toEqual(["r6"]);
  expect(standsFor(readKinds("b3 r3 *"), 2)).toEqual(["k3", "y3"]);
  expect(standsFor(readKinds("* * r5"), 0)).toEqual(["r3", "k5", "b5", "y5"]);
  expect(standsFor(readKinds("r5 * r6"), 1)).toEqual([]);
  expect(standsFor(readKinds("r5 * r6"), 0)).toEqual(["r5"]);
});
