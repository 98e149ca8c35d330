import { describe, expect, test } from "vitest";
import { laidOut } from "../draft/merging";
import { readKinds, readTable } from "../draft/tiles";
import { numeral } from "./glyphs";
import { pressOf } from "./keys";
import { Places, rowsNeeded } from "./places";
import { shelved } from "./shelves";
import { rackSize, rowHeight, SMALLEST, tableSize } from "./sizing";
import { aimAtRack, aimAtTable } from "./targets";
import { step } from "./walking";

describe("the size of tiles", () => {
  /** Sets of these tiles, from threes to whole runs. */
  const sets = (tiles: number, ...lengths: number[]) => {
    const found: number[] = [];
    for (let left = tiles, place = 0; left > 2; place++) {
      const length = Math.min(left, lengths[place % lengths.length]!);
      found.push(left - length < 3 ? left : length);
      left -= found.at(-1)!;
    }
    return found;
  };

  test.each([
    { width: 352, height: 307 },
    { width: 382, height: 500 },
    { width: 786, height: 259 },
    { width: 512, height: 232 },
  ])("90 tiles lie in $width × $height at once, whatever sets they make", (room) => {
    for (const lengths of [[3], [3, 4], [3, 4, 5, 3, 7], [13, 3], [6]]) {
      const size = tableSize(room, 106, 1, sets(90, ...lengths));
      expect(size.unit).toBeGreaterThanOrEqual(SMALLEST);
      expect(rowsNeeded(sets(90, ...lengths), size.halves)).toBeLessThanOrEqual(size.rows);
    }
  });

  test("121 tiles of six players lie on a phone at once", () => {
    const room = { width: 382, height: 450 };
    const lengths = sets(121, 3, 4, 3, 5);
    const size = tableSize(room, 160, 1, lengths);
    expect(rowsNeeded(lengths, size.halves)).toBeLessThanOrEqual(size.rows);
  });

  test("few tiles on a phone are as large as the setting says", () => {
    const room = { width: 382, height: 500 };
    const units = [0.85, 1, 1.2, 1.45].map((scale) => tableSize(room, 106, scale, [3, 3]).unit);
    expect(units).toEqual([39, 46, 55, 67]);
  });

  test("a run never breaks, even in a window narrower than it", () => {
    expect(tableSize({ width: 200, height: 300 }, 106, 1, [13]).unit).toBeLessThanOrEqual(200 / 13);
  });

  test("a large screen has room for all tiles of the kit at once, and a larger setting does not shrink them", () => {
    const size = tableSize({ width: 1380, height: 480 }, 106, 1);
    expect((size.halves / 2) * size.rows).toBeGreaterThan(106 * 1.3);
    expect(tableSize({ width: 3800, height: 1800 }, 106, 1.45).unit).toBeGreaterThan(tableSize({ width: 3800, height: 1800 }, 106, 1).unit);
  });

  test("the tiles of a rack are finger-wide on a phone, on one shelf sideways", () => {
    expect(rackSize(1020, 40, false, 1).columns).toBeGreaterThan(13);
    expect(rackSize(352, 14, false, 1)).toEqual({ columns: 8, unit: 44 });
    expect(rackSize(382, 14, false, 1).unit).toBeGreaterThan(rackSize(382, 14, false, 0.85).unit);
    expect(rackSize(632, 14, true, 1)).toMatchObject({ columns: 14 });
    expect(rackSize(560, 14, true, 1)).toEqual({ columns: 14, unit: 40 });
    expect(rackSize(-8, 0, false, 1).columns).toBeGreaterThan(0);
  });
});

describe("the shelves of a rack", () => {
  const rack = (text: string) => [...text].map((sign) => sign === "x");
  const last = (text: string, columns: number, rows: number, wide = false) => {
    const { spots, rows: needed } = shelved(rack(text), columns, rows, wide);
    return { shelf: spots.at(-1)!.shelf, x: Number(spots.at(-1)!.x.toFixed(2)), rows: needed };
  };

  test("on a desk a gap is as wide as a tile, on a phone a third", () => {
    expect(last("xx.x", 14, 2, true)).toEqual({ shelf: 0, x: 3, rows: 2 });
    expect(last("xx.x", 8, 1)).toEqual({ shelf: 0, x: 2.34, rows: 1 });
  });

  test("gaps close before they cost a shelf", () => {
    expect(last("xxxx.xxxx", 8, 1)).toEqual({ shelf: 0, x: 7, rows: 1 });
    expect(last("xxxx.xxx.xxx.xxxx", 8, 2)).toMatchObject({ shelf: 1, rows: 2 });
  });
});

describe("where a hand would drop", () => {
  const layout = laidOut({ table: readTable("r5 * r7 | k9 b9 y9"), rack: readKinds("k1 k2") });
  const places = new Places().arrange([{ id: 1, length: 3 }, { id: 2, length: 3 }], 24, 5);
  const shape = { unit: 40, halves: 24, places };
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
    const slot = (x: number) => aimAtRack({ x, y: 10 }, layout, { unit: 40, columns: 8, ...shelved([true, true], 8, 2, true) }).target;
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

test("a two-digit number is one line, its digits side by side", () => {
  expect(numeral(11)).toEqual({ line: "M3.5 7.5L10 2V26M21 7.5L27.5 2V26", width: 29.5 });
});
