import { describe, expect, test } from "vitest";
import { laidOut } from "../draft/merging";
import { readKinds, readTable } from "../draft/tiles";
import { numeral } from "./glyphs";
import { pressOf } from "./keys";
import { Places } from "./places";
import { FINGER, rackSize, rowHeight, tableSize } from "./sizing";
import { aimAtRack, aimAtTable } from "./targets";
import { step } from "./walking";

describe("the size of tiles", () => {
  test("a finger fits on every tile of the smallest phone, eight side by side", () => {
    const size = tableSize({ width: 352, height: 300 }, 106, 1);
    expect(size.unit).toBeGreaterThanOrEqual(FINGER);
    expect(size.across).toBe(8);
  });

  test("a large screen has room for all tiles of the kit at once, and a larger setting does not shrink them", () => {
    const size = tableSize({ width: 1380, height: 480 }, 106, 1);
    expect(size.across * size.rows).toBeGreaterThan(106 * 1.3);
    expect(tableSize({ width: 3800, height: 1800 }, 106, 1.45).unit).toBeGreaterThan(tableSize({ width: 3800, height: 1800 }, 106, 1).unit);
  });

  test("a rack of forty tiles stands in few rows on a desk and in finger-wide columns on a phone", () => {
    expect(rackSize(1020, 40, false, 1).rows).toBeLessThanOrEqual(3);
    expect(rackSize(352, 14, false, 1)).toMatchObject({ columns: 8, rows: 2 });
    expect(rackSize(-8, 0, false, 1).columns).toBeGreaterThan(0);
  });
});

describe("where a hand would drop", () => {
  const layout = laidOut({ table: readTable("r5 * r7 | k9 b9 y9"), rack: readKinds("k1 k2") });
  const places = new Places().arrange([{ id: 1, length: 3 }, { id: 2, length: 3 }], 12, 5);
  const shape = { unit: 40, across: 12, places };
  const never = () => false;

  test("between two tiles of a set, before its first and behind its last", () => {
    const index = (x: number) => aimAtTable({ x, y: 20 }, layout, shape, never).target;
    expect(index(-8)).toEqual({ to: "meld", meld: 1, index: 0 });
    expect(index(45)).toEqual({ to: "meld", meld: 1, index: 1 });
    expect(index(125)).toEqual({ to: "meld", meld: 1, index: 3 });
  });

  test("on a joker, if the tile is the one that it stands for", () => {
    expect(aimAtTable({ x: 60, y: 20 }, layout, shape, (meld, place) => meld === 1 && place === 1).target).toEqual({ to: "joker", meld: 1, index: 1 });
    expect(aimAtTable({ x: 60, y: 20 }, layout, shape, never).target.to).toBe("meld");
  });

  test("on the free table, as a new set in that cell", () => {
    const aim = aimAtTable({ x: 200, y: 2.5 * rowHeight(40) }, layout, shape, never);
    expect(aim).toEqual({ target: { to: "new" }, cell: { row: 2, column: 9 } });
  });

  test("in a gap of the rack, or before or behind a tile there", () => {
    const slot = (x: number) => aimAtRack({ x, y: 10 }, layout, { unit: 40, columns: 8, rows: 2 }).target;
    expect(slot(10)).toEqual({ to: "rack", slot: 0 });
    expect(slot(30)).toEqual({ to: "rack", slot: 1 });
    expect(slot(170)).toEqual({ to: "rack", slot: 4 });
  });
});

describe("keys", () => {
  const key = (name: string, more: Partial<KeyboardEvent> = {}) => pressOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more } as KeyboardEvent);

  test("letters are wishes, arrows walk, what the browser needs is left alone", () => {
    expect(key("e")).toEqual({ does: "wish", wish: "end" });
    expect(key("E", { shiftKey: true })).toEqual({ does: "wish", wish: "end" });
    expect(key("ArrowUp")).toEqual({ does: "walk", direction: "up" });
    expect(key("Enter", { shiftKey: true })).toEqual({ does: "place_before" });
    expect(key("z", { ctrlKey: true })).toEqual({ does: "wish", wish: "undo" });
    expect(key("z", { metaKey: true, shiftKey: true })).toEqual({ does: "wish", wish: "redo" });
    expect(key("r", { ctrlKey: true })).toBeNull();
    expect(key("Tab")).toBeNull();
  });

  test("arrows go to the nearest tile that way", () => {
    const box = (x: number, y: number) => ({ x, y, width: 40, height: 54 });
    const boxes = [box(0, 0), box(40, 0), box(300, 0), box(40, 70), box(0, 400)];
    expect(step(boxes[0]!, boxes, "right")).toBe(1);
    expect(step(boxes[1]!, boxes, "right")).toBe(2);
    expect(step(boxes[1]!, boxes, "down")).toBe(3);
    expect(step(boxes[3]!, boxes, "down")).toBe(4);
    expect(step(boxes[0]!, boxes, "up")).toBe(-1);
  });
});

test("a two-digit number has two strokes side by side", () => {
  expect(numeral(7).strokes).toHaveLength(1);
  expect(numeral(13).strokes.map((stroke) => stroke.x)).toEqual([0, 17.5]);
});
