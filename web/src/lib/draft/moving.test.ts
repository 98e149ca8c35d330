import { beforeEach, describe, expect, test } from "vitest";
import { Draft } from "./draft.svelte";
import { rackPieces } from "./layout";
import { readKinds, readTable } from "./tiles";

describe("a draft in the hands of a player", () => {
  let draft: Draft;
  const id = (kind: string): number => {
    const all = [...rackPieces(draft.now), ...draft.now.table.flatMap((meld) => meld.pieces)];
    return all.find((piece) => piece.kind === kind)!.id;
  };

  beforeEach(() => {
    draft = new Draft();
    draft.begin({ table: readTable("r5 * r7 | k9 b9 y9"), rack: readKinds("r6 r8 k1 k2 k3") });
  });

  test("what is chosen is laid in order, and nothing is chosen afterwards", () => {
    for (const kind of ["k3", "k1", "k2"]) draft.toggle(id(kind));
    expect(draft.place(draft.selected, { to: "new" })).toBe(true);
    expect([draft.tableText, draft.laid, draft.selected]).toEqual(["r5 * r7 | k9 b9 y9 | k1 k2 k3", 3, []]);
  });

  test("a tap on the joker with its tile in the hand swaps them, and the joker is in the hand", () => {
    draft.toggle(id("r6"));
    const target = draft.targetAt(id("*"))!;
    expect(target.to).toBe("joker");
    draft.place(draft.selected, target);
    expect(draft.tableText).toBe("r5 r6 r7 | k9 b9 y9 | *");
    expect(draft.selected).toEqual([id("*")]);
  });

  test("a tap on a set puts the tile where it fits", () => {
    draft.toggle(id("r8"));
    draft.place(draft.selected, draft.targetAt(id("r5"))!);
    expect(draft.tableText).toBe("r5 * r7 r8 | k9 b9 y9");
  });

  test("undo, redo and reset", () => {
    draft.place([id("r8")], { to: "meld", meld: 1, index: 3 });
    draft.undo();
    expect([draft.touched, draft.canRedo]).toEqual([false, true]);
    draft.redo();
    expect(draft.touched).toBe(true);
    draft.reset();
    expect([draft.touched, draft.canUndo]).toEqual([false, true]);
  });

  test("a tile of the table is refused by the rack and stays where it is", () => {
    expect(draft.accepts([id("k9")], { to: "rack", slot: 0 })).toBe(false);
    expect(draft.place([id("k9")], { to: "rack", slot: 0 })).toBe(false);
    expect(draft.touched).toBe(false);
  });

  test("a whole set is known as such", () => {
    draft.selectMeldOf(id("b9"));
    expect(draft.wholeMeld(draft.selected)?.id).toBe(2);
    expect(draft.wholeMeld(draft.selected.slice(1))).toBeNull();
    expect(draft.wholeMeld([id("k1")])).toBeNull();
  });

  test("news from the server that change nothing leave undo alone", () => {
    draft.place([id("r8")], { to: "meld", meld: 1, index: 3 });
    draft.follow({ table: readTable("r5 * r7 | k9 b9 y9"), rack: readKinds("r6 r8 k1 k2 k3") });
    expect([draft.tableText, draft.canUndo]).toEqual(["r5 * r7 r8 | k9 b9 y9", true]);
  });

  test("a drawn tile is known as new", () => {
    draft.follow({ table: readTable("r5 * r7 | k9 b9 y9"), rack: readKinds("r6 r8 k1 k2 k3 y1") });
    expect(draft.drawn).toEqual([id("y1")]);
  });

  const rack = (): string => draft.now.rack.map((piece) => piece?.kind ?? ".").join(" ");

  test("a drawn tile is known as new until the player has had another turn", () => {
    const table = readTable("r5 * r7 | k9 b9 y9");
    draft.follow({ table, rack: readKinds("r6 r8 k1 k2 k3 y1") });
    draft.follow({ table: [...table, readKinds("r1 r2 r3")], rack: readKinds("r6 r8 k1 k2 k3 y1") });
    expect(draft.drawn).toEqual([id("y1")]);
    draft.follow({ table: [...table, readKinds("r1 r2 r3"), readKinds("k1 k2 k3")], rack: readKinds("r6 r8 y1") });
    expect(draft.drawn).toEqual([]);
  });

  test("a chosen sorting is kept through draws, until tiles are put in order by hand", () => {
    draft.sort("777");
    draft.follow({ table: readTable("r5 * r7 | k9 b9 y9"), rack: readKinds("r6 r8 k1 k2 k3 b3") });
    expect(rack()).toBe("k1 k2 . k3 b3 . r6 r8");
    draft.place([id("r8")], { to: "rack", slot: 0 });
    draft.follow({ table: readTable("r5 * r7 | k9 b9 y9"), rack: readKinds("r6 r8 k1 k2 k3 b3 k1") });
    expect(rack().endsWith("k1")).toBe(true);
  });

  test("put everything back: every tile stands where it stood", () => {
    draft.sort("789");
    const before = rack();
    draft.place([id("k1"), id("k2"), id("k3")], { to: "new" });
    draft.place([id("r8")], { to: "meld", meld: 1, index: 3 });
    draft.reset();
    expect(rack()).toBe(before);
  });

  test("another tab's order of the rack is taken over", () => {
    draft.arrange(["k1", null, "r6"]);
    expect(draft.now.rack.map((piece) => piece?.kind ?? null)).toEqual(["k1", null, "r6", "r8", "k2", "k3"]);
  });
});
