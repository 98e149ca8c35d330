import { describe, expect, test } from "vitest";
import { bestPlace, inOrder, longestSetWith } from "./arranging";
import { faultOf } from "./faults";
import { done, redone, started, undone } from "./history";
import { homeOf, inserted, kindsOf, type Layout, piecesOf, rackPieces, tableKinds, toJokersPlace, toMeld, toNewMeld, toRack } from "./layout";
import { laidOut, merged, replanned, resetTo } from "./merging";
import { inTidyOrder, sorted } from "./sorting";
import { readKinds, readTable, writeTable } from "./tiles";

const at = (table: string, rack: string): Layout => laidOut({ table: readTable(table), rack: readKinds(rack) });
const tableOf = (layout: Layout): string => writeTable(tableKinds(layout));
const rackOf = (layout: Layout): string => layout.rack.map((piece) => piece?.kind ?? ".").join(" ");

/** Pieces by their kinds: the rack is asked first. */
function pick(layout: Layout, kinds: string) {
  const found: number[] = [];
  for (const kind of readKinds(kinds)) {
    const all = [...rackPieces(layout), ...layout.table.flatMap((meld) => meld.pieces)];
    found.push(all.find((piece) => piece.kind === kind && !found.includes(piece.id))!.id);
  }
  return found.map((id) => piecesOf(layout, [id])[0]!);
}

describe("moving tiles", () => {
  test("tiles of the rack become a new set and leave a gap where they stood", () => {
    const before = at("", "r5 k1 r6 r7 b2");
    const after = toNewMeld(before, pick(before, "r5 r6 r7"));
    expect([tableOf(after), rackOf(after)]).toEqual(["r5 r6 r7", ". k1 . . b2"]);
  });

  test("a tile goes to its place in a set", () => {
    const before = at("r5 r6 r7", "r8 r4");
    const longer = toMeld(before, pick(before, "r8"), 1, 3);
    expect(tableOf(toMeld(longer, pick(longer, "r4"), 1, 0))).toBe("r4 r5 r6 r7 r8");
  });

  test("a second 6 in the middle of a run parts it in two", () => {
    const before = at("r4 r5 r6 r7 r8", "r6");
    expect(tableOf(toMeld(before, pick(before, "r6"), 1, 2))).toBe("r4 r5 r6 | r6 r7 r8");
  });

  test("a tile pulled out of the middle of a long run leaves two runs", () => {
    const before = at("r1 r2 r3 r4 r5 r6 r7", "k4 b4");
    expect(tableOf(toNewMeld(before, pick(before, "r4")))).toBe("r1 r2 r3 | r5 r6 r7 | r4");
  });

  test("what is left over without making sets stays together", () => {
    const before = at("r3 r4 r5 r6", "");
    expect(tableOf(toNewMeld(before, pick(before, "r4")))).toBe("r3 r5 r6 | r4");
  });

  test("a tile moved inside its own set is not counted twice", () => {
    const before = at("r7 r5 r6", "");
    expect(tableOf(toMeld(before, pick(before, "r7"), 1, 3))).toBe("r5 r6 r7");
  });

  test("the last tile taken, the set is gone; all of a set joins another", () => {
    const before = at("r5 r6 r7 | r8 r9 r10", "");
    expect(tableOf(toMeld(before, pick(before, "r8 r9 r10"), 1, 3))).toBe("r5 r6 r7 r8 r9 r10");
  });

  test("a tile in the joker's place sets the joker free", () => {
    const before = at("r5 * r7", "r6");
    expect(tableOf(toJokersPlace(before, pick(before, "r6")[0]!, 1, 1))).toBe("r5 r6 r7 | *");
  });

  test("own tiles may come back to the rack, tiles of the table may not", () => {
    const before = at("r5 r6 r7", "r8 k1");
    const played = toMeld(before, pick(before, "r8"), 1, 3);
    expect(rackOf(toRack(played, pick(played, "r8"), 3)!)).toBe(". k1 . r8");
    expect(toRack(played, pick(played, "r5"), 0)).toBeNull();
    expect(toRack(played, pick(played, "r8 r5"), 0)).toBeNull();
  });

  test("tiles put between others push them as far as the next gap", () => {
    const { rack } = at("", "r1 r2 r3 r4");
    const gap = rack.map((piece, slot) => (slot === 2 ? null : piece));
    const pushed = inserted(gap, [rack[2]!], 0);
    expect(pushed.map((piece) => piece?.kind)).toEqual(["r3", "r1", "r2", "r4"]);
  });

  test("a piece is found where it lies", () => {
    const layout = at("r5 r6 r7", "k1");
    expect(homeOf(layout, pick(layout, "r6")[0]!.id)).toEqual({ on: "meld", meld: 1, index: 1 });
    expect(homeOf(layout, pick(layout, "k1")[0]!.id)).toEqual({ on: "rack", slot: 0 });
    expect(homeOf(layout, 99)).toBeNull();
  });
});

describe("a drop means fit", () => {
  const dropped = (table: string, kinds: string, index: number) => {
    const before = at(table, kinds);
    return tableOf(toMeld(before, pick(before, kinds), 1, index));
  };

  test("a tile joins the end where it fits, wherever it was dropped", () => {
    expect(dropped("y4 y5 y6 y7", "y3", 4)).toBe("y3 y4 y5 y6 y7");
    expect(dropped("y4 y5 y6 y7", "y8", 0)).toBe("y4 y5 y6 y7 y8");
    expect(dropped("y6 y7 y4", "*", 3)).toBe("y4 * y6 y7");
    expect(dropped("y12 y13", "*", 2)).toBe("* y12 y13");
    expect(dropped("y4 y7", "* *", 2)).toBe("y4 * * y7");
  });

  test("what falls into sets is parted", () => {
    expect(dropped("r4 r5 r6 r7 r8", "r6", 0)).toBe("r4 r5 r6 | r6 r7 r8");
    expect(dropped("r1 r2 r3 r4", "r2 r3", 4)).toBe("r1 r2 r3 | r2 r3 r4");
  });

  test("what is no set in any order stays as the hand laid it", () => {
    expect(dropped("r4 r5 r6", "k9", 1)).toBe("r4 k9 r5 r6");
    expect(dropped("r4 r5", "r9", 0)).toBe("r9 r4 r5");
  });

  test("the longest set that a tile of the rack is part of", () => {
    const longest = (rack: string) => {
      const layout = at("", rack);
      return kindsOf(longestSetWith(rackPieces(layout)[0]!, rackPieces(layout))).join(" ");
    };
    expect(longest("r5 r4 r6 r7 k5 b5 y9")).toBe("r4 r5 r6 r7");
    expect(longest("r5 r6 k5 b5 y5")).toBe("k5 r5 b5 y5");
    expect(longest("r5 r6 k9 *")).toBe("r5 r6 *");
    expect(longest("r5 r7 k9")).toBe("r5");
  });
});

describe("what is wrong with a set", () => {
  const why = (kinds: string) => faultOf(readKinds(kinds));

  test("is named", () => {
    expect(why("k12 b12 k12")).toEqual({ why: "colour_twice", colour: "k" });
    expect(why("r5 r7 r8")).toEqual({ why: "gap", number: 6 });
    expect(why("r5 r5 r6")).toEqual({ why: "number_twice", number: 5 });
    expect(why("r5 r6")).toEqual({ why: "short" });
    expect(why("r5")).toEqual({ why: "short" });
    expect(why("r5 k5")).toEqual({ why: "short" });
    expect(why("r5 k6 b7")).toEqual({ why: "mixed" });
    expect(why("k5 r5 b5 y5 *")).toEqual({ why: "too_long" });
    expect(why("r5 r6 r7")).toBeNull();
  });
});

describe("help for tapping fingers", () => {
  const order = (kinds: string) => kindsOf(inOrder(pick(at("", kinds), kinds))).join(" ");

  test("several tiles are laid in the order in which they make a set", () => {
    expect(order("r7 r5 r6")).toBe("r5 r6 r7");
    expect(order("y9 * k9")).toBe("y9 * k9");
    expect(order("r7 r5 *")).toBe("r5 * r7");
    expect(order("r5 r6 *")).toBe("r5 r6 *");
    expect(order("r13 r12 *")).toBe("* r12 r13");
    expect(order("r5")).toBe("r5");
  });

  test("a tile goes where it makes the set valid, else where the numbers ascend", () => {
    const layout = at("r5 r6 r7 | k3 k4", "r8 r4 b9 k1");
    const place = (kind: string, meld: number, wish: number) => bestPlace(layout.table[meld]!.pieces, pick(layout, kind), wish);
    expect(place("r8", 0, 0)).toBe(3);
    expect(place("r4", 0, 3)).toBe(0);
    expect(place("b9", 0, 1)).toBe(3);
    expect(place("k1", 1, 2)).toBe(0);
  });
});

test("777 puts numbers together, 789 colours, with gaps between them; jokers stand last", () => {
  const layout = at("", "* y7 r8 k7 r7 r9 b1");
  expect(rackOf(sorted(layout, "777"))).toBe("b1 . k7 r7 y7 . r8 r9 *");
  expect(rackOf(sorted(layout, "789"))).toBe("k7 . r7 r8 r9 . b1 . y7 . *");
});

test("tidy: runs by colour, groups by number, then what is no set", () => {
  const { table } = at("r1 r2 | b9 k9 y9 | k3 k4 k5 | r4 r5 r6 | k1 b1 y1", "");
  expect(writeTable(inTidyOrder(table).map((meld) => kindsOf(meld.pieces)))).toBe("k3 k4 k5 | r4 r5 r6 | k1 b1 y1 | b9 k9 y9 | r1 r2");
});

test("undo and redo walk the same way", () => {
  const history = done(done(started(1), 2), 3);
  expect([undone(history).now, redone(undone(history)).now, undone(undone(undone(history))).now]).toEqual([2, 3, 1]);
  expect(done(undone(history), 4)).toEqual({ past: [1, 2], now: 4, future: [] });
});

describe("what the server says", () => {
  const position = (table: string, rack: string) => ({ table: readTable(table), rack: readKinds(rack) });

  test("a drawn tile comes to the end of the rack, which keeps its order", () => {
    const base = at("", "r5 k1 b2");
    const mine = sorted(base, "789");
    const { now, drawn } = merged(base, mine, position("", "b2 k1 r5 y9"));
    expect([rackOf(now), drawn.length]).toEqual(["k1 . r5 . b2 y9", 1]);
  });

  test("an accepted play lies as the player laid it", () => {
    const base = at("r5 r6 r7", "r8 k1 k2 k3");
    const first = toMeld(base, pick(base, "r8"), 1, 3);
    const mine = toNewMeld(first, pick(first, "k1 k2 k3"));
    const { now, base: truth } = merged(base, mine, position("k1 k2 k3 | r5 r6 r7 r8", ""));
    expect(new Set(now.table.map((meld) => meld.id))).toEqual(new Set(mine.table.map((meld) => meld.id)));
    const ids = (layout: Layout) => layout.table.flatMap((meld) => meld.pieces.map((piece) => piece.id)).sort();
    expect(ids(now)).toEqual(ids(mine));
    expect(now.table.every((meld) => meld.pieces.every((piece) => !piece.own))).toBe(true);
    expect(tableOf(truth)).toBe("k1 k2 k3 | r5 r6 r7 r8");
  });

  test("a set that another player changed is still the same set", () => {
    const base = at("r5 r6 r7 | k9 b9 y9", "");
    const { now } = merged(base, base, position("k9 b9 y9 r9 | r4 r5 r6 r7", ""));
    expect(now.table.map((meld) => meld.id)).toEqual([2, 1]);
  });

  test("a plan of own tiles survives whatever the others do", () => {
    const base = at("r5 r6 r7", "k1 k2 k3");
    const plan = toNewMeld(base, pick(base, "k1 k2 k3"));
    const { now } = merged(base, plan, position("r5 r6 r7 r8", "k1 k2 k3"));
    expect(tableOf(now)).toBe("r5 r6 r7 r8 | k1 k2 k3");
    expect(rackOf(now)).toBe("");
  });

  test("a plan built on a set that nobody touched survives; one on a changed set goes back to the rack", () => {
    const base = at("r5 r6 r7 | k9 b9 y9", "r8 r9 k1");
    const some = toMeld(base, pick(base, "r8"), 1, 3);
    const plan = toMeld(some, pick(some, "r9"), 2, 3);
    const { now } = merged(base, plan, position("r4 r5 r6 r7 | k9 b9 y9", "r8 r9 k1"));
    expect(tableOf(now)).toBe("r4 r5 r6 r7 | k9 b9 y9 r9");
    expect(rackOf(now)).toBe("r8 . k1");
  });

  test("a plan that joins two sets stands or falls with both", () => {
    const base = at("r5 r6 r7 | r8 r9 r10", "k1");
    const plan = toMeld(base, pick(base, "r8 r9 r10"), 1, 3);
    expect(tableOf(merged(base, plan, position("r5 r6 r7 | r8 r9 r10 | b1 b2 b3", "k1")).now)).toBe("b1 b2 b3 | r5 r6 r7 r8 r9 r10");
    expect(tableOf(merged(base, plan, position("r5 r6 r7 | r8 r9 r10 r11", "k1")).now)).toBe("r5 r6 r7 | r8 r9 r10 r11");
  });

  test("reset brings everything back and leaves the order of the rack alone", () => {
    const base = at("r5 r6 r7", "r8 k1 b2");
    const turned = { ...base, rack: [...base.rack].reverse() };
    const played = toMeld(turned, pick(turned, "r8"), 1, 3);
    const back = resetTo(base, played);
    expect([tableOf(back), rackOf(back)]).toEqual(["r5 r6 r7", "b2 k1 r8"]);
    expect(resetTo(base, base)).toBe(base);
  });

  test("a draft from before a reload is laid again if its tiles are there", () => {
    const base = at("r5 r6 r7", "r8 k1");
    expect(tableOf(replanned(base, readTable("r5 r6 r7 r8"))!)).toBe("r5 r6 r7 r8");
    expect(rackOf(replanned(base, readTable("r5 r6 r7 r8"))!)).toBe(". k1");
    expect(replanned(base, readTable("r5 r6 r7 r9"))).toBeNull();
    expect(replanned(base, readTable("r5 r6 k1"))).toBeNull();
  });

  test("the rack comes back in the order that the player gave it, gaps included", () => {
    const order = readKinds("k1 . r8 y2").map((kind) => (kind === "." ? null : kind));
    expect(rackOf(laidOut(position("", "r8 k1 b3"), order))).toBe("k1 . r8 b3");
  });
});
