import { describe, expect, test } from "vitest";
import { type Cell, Places, rowsNeeded } from "./places";

const spread = (...lengths: number[]) => lengths.map((length, index) => ({ id: index + 1, length }));
const at = (places: Map<number, Cell>, id: number) => ({ row: places.get(id)!.row, column: places.get(id)!.column });

function overlaps(places: Map<number, Cell>, melds: { id: number; length: number }[]): boolean {
  const taken = new Set<string>();
  for (const meld of melds) {
    const { row, column } = places.get(meld.id)!;
    for (let half = column; half < column + 2 * meld.length; half++) {
      if (taken.has(`${row} ${half}`)) return true;
      taken.add(`${row} ${half}`);
    }
  }
  return false;
}

describe("where sets lie", () => {
  test("they lie in reading order with half a tile between them", () => {
    const places = new Places().arrange(spread(3, 3, 4), 16, 9);
    expect([1, 2, 3].map((id) => at(places, id))).toEqual([
      { row: 0, column: 0 },
      { row: 0, column: 7 },
      { row: 1, column: 0 },
    ]);
  });

  test("a set that goes leaves the others where they are, and a new one takes its place", () => {
    const table = new Places();
    table.arrange(spread(3, 3, 3), 24, 9);
    const left = table.arrange([{ id: 1, length: 3 }, { id: 3, length: 3 }], 24, 9);
    expect(at(left, 3)).toEqual({ row: 0, column: 14 });
    expect(at(table.arrange([{ id: 1, length: 3 }, { id: 3, length: 3 }, { id: 4, length: 3 }], 24, 9), 4)).toEqual({ row: 0, column: 7 });
  });

  test("a set that grows keeps its place, and its row makes room", () => {
    const table = new Places();
    table.arrange(spread(3, 3, 3), 24, 9);
    const after = table.arrange(spread(4, 3, 3), 24, 9);
    expect([1, 2, 3].map((id) => at(after, id))).toEqual([
      { row: 0, column: 0 },
      { row: 0, column: 9 },
      { row: 0, column: 16 },
    ]);
  });

  test("a set that grows in a full row is the only one that moves", () => {
    const table = new Places();
    const before = table.arrange(spread(3, 3, 3), 20, 9);
    const after = table.arrange(spread(4, 3, 3), 20, 9);
    expect([at(after, 2), at(after, 3)]).toEqual([at(before, 2), at(before, 3)]);
    expect(at(after, 1).row).toBe(1);
  });

  test("on a narrower table the sets follow each other as before", () => {
    const table = new Places();
    table.arrange(spread(3, 3, 4), 24, 9);
    expect([1, 2, 3].map((id) => at(table.arrange(spread(3, 3, 4), 16, 9), id))).toEqual([
      { row: 0, column: 0 },
      { row: 0, column: 7 },
      { row: 1, column: 0 },
    ]);
  });

  test("a new set lies where it was dropped, or as near as it can", () => {
    const table = new Places();
    table.arrange(spread(3), 24, 9);
    expect(at(table.arrange(spread(3, 3), 24, 9, { row: 2, column: 9 }), 2)).toEqual({ row: 2, column: 9 });
    expect(at(table.arrange(spread(3, 3, 3), 24, 9, { row: 0, column: 3 }), 3)).toEqual({ row: 0, column: 7 });
  });

  test("a set can be laid elsewhere by hand", () => {
    const table = new Places();
    table.arrange(spread(3, 3), 24, 9);
    table.move(1, 3, { row: 3, column: 4 });
    expect(at(table.arrange(spread(3, 3), 24, 9), 1)).toEqual({ row: 3, column: 4 });
  });

  test("rows are counted as they are packed", () => {
    expect(rowsNeeded([3, 3, 3], 13)).toBe(2);
    expect(rowsNeeded([13], 26)).toBe(1);
    expect(rowsNeeded([13], 25)).toBe(Infinity);
  });

  test("all 106 tiles in any sets never overlap, and are packed anew when they no longer fit", () => {
    const table = new Places();
    let melds: { id: number; length: number }[] = [];
    for (let turn = 1; turn <= 200; turn++) {
      const grown = melds.map((meld) => ((meld.id * turn) % 7 === 0 && meld.length < 13 ? { ...meld, length: meld.length + 1 } : meld));
      const kept = grown.filter((meld) => (meld.id + turn) % 31 !== 0);
      const tiles = kept.reduce((sum, meld) => sum + meld.length, 0);
      melds = tiles <= 103 ? [...kept, { id: 1000 + turn, length: 3 }] : kept.slice(3);
      expect(overlaps(table.arrange(melds, 54, 6), melds)).toBe(false);
    }
  });
});
