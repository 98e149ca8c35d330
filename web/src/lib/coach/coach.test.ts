import { describe, expect, test } from "vitest";
import { bagOf, isWithin } from "../draft/bag";
import { isValid } from "../draft/checker";
import { playProblem, type Standing } from "../draft/judge";
import { COLOURS, type Kind, kindOf, readKinds, readTable } from "../draft/tiles";
import { tableRules } from "../game/rules";
import { EDITIONS } from "../rules/editions";
import { adviceAnswered, adviceAtFirst, adviceOnDraft } from "./advice";
import { setsOf } from "./finding";

const standing = (table: string, rack: string, opened = true, rules = "default"): Standing => ({
  rules: tableRules(rules, EDITIONS),
  table: readTable(table),
  rack: readKinds(rack),
  opened,
});

/** The same numbers every time: a small generator, and tiles shuffled by it. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return state / 2 ** 32;
  };
}

const KIT: readonly Kind[] = [...COLOURS.flatMap((colour) => Array.from({ length: 26 }, (_, place) => kindOf(colour, 1 + (place % 13)))), "*", "*"];

/** Some sets on the table, some tiles on the rack, out of one box. */
function dealt(seed: number): { table: Kind[][]; rack: Kind[] } {
  const next = chance(seed);
  const box = [...KIT].map((kind) => [next(), kind] as const).sort(([a], [b]) => a - b).map(([, kind]) => kind);
  const rack = box.splice(0, 4 + Math.floor(next() * 18));
  const table: Kind[][] = [];
  for (let wanted = Math.floor(next() * 9); wanted > 0; wanted--) {
    const sets = setsOf(bagOf(box));
    const meld = sets[Math.floor(next() * sets.length)];
    if (!meld) break;
    for (const kind of meld) box.splice(box.indexOf(kind), 1);
    table.push([...meld]);
  }
  return { table, rack };
}

describe("the coach never lies", () => {
  test.each(EDITIONS.map(({ name }) => name))("what can be laid can be laid, in %s", { timeout: 60_000 }, (edition) => {
    const said = new Set<string>();
    for (let seed = 1; seed <= 150; seed++) {
      const where: Standing = { rules: tableRules(edition, EDITIONS), ...dealt(seed), opened: seed % 2 === 0 };
      const advice = adviceAtFirst(where, 20);
      said.add(advice.says);
      if (!("table" in advice)) continue;
      expect(playProblem(where, advice.table), `${seed} ${advice.says}`).toBeNull();
      const named = advice.says === "add" ? [advice.what] : advice.tiles;
      const laid = bagOf(advice.table.flat());
      expect(isWithin(bagOf([...where.table.flat(), ...named]), laid), `${seed}`).toBe(true);
      expect(advice.table.flat()).toHaveLength(where.table.flat().length + named.length);
    }
    expect([...said].sort()).toEqual(expect.arrayContaining(["add", "ask", "lay", "no_set", "open", "open_short"]));
  });

  test("what it calls a fault is none of the sets, and what it calls complete may be left so", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const where: Standing = { rules: tableRules("default", EDITIONS), ...dealt(seed), opened: true };
      const draft = [...where.table, where.rack.slice(0, 3)];
      const advice = adviceOnDraft(where, draft, where.rack.length - 3);
      if (advice.says === "fault") expect(isValid(advice.tiles)).toBe(false);
      else expect([advice.says, playProblem(where, draft)]).toEqual(["end", null]);
    }
  });
});

test.each([
  ["", "r9 r10 r11 b1", false, "open"],
  ["", "r8 r9 r10 b1", false, "open_short"],
  ["", "r8 k9 b10 b1", false, "no_set"],
  ["b1 b2 b3", "r9 r10 r11 k4", true, "lay"],
  ["b1 b2 b3", "b4 k9", true, "add"],
  ["b1 b2 b3", "b4 r9 r10 r11", true, "out"],
  ["r4 r5 r6 r7 r8", "r6", true, "ask"],
] as const)("on %s with %s (opened: %s) it says %s", (table, rack, opened, says) => {
  expect(adviceAtFirst(standing(table, rack, opened), 20).says).toBe(says);
});

test.each([
  ["r9 r10", 4, "fault"],
  ["r8 r9 r10", 3, "more"],
  ["r9 r10 r11", 3, "end"],
  ["r9 r10 r11", 0, "win"],
])("of %s laid with %i left it says %s", (draft, left, says) => {
  expect(adviceOnDraft(standing("", "r8 r9 r10 r11 k1", false), readTable(draft), left).says).toBe(says);
});

test("where nothing is left to draw nobody is told to", () => {
  expect(adviceAtFirst(standing("", "r8 r9 r10 b1", false), 0).says).toBe("none_pass");
});

test("whoever has not opened is told to leave the table alone", () => {
  const advice = adviceOnDraft(standing("b1 b2 b3", "b4 k1", false), readTable("b1 b2 b3 b4"), 1);
  expect(advice).toMatchObject({ says: "problem", problem: { code: "not_opened" } });
});

test("what the solver says is told as it is, and silence as silence", () => {
  expect(adviceAnswered(["r6"], 10)).toEqual({ says: "rearrange", tiles: ["r6"] });
  expect([adviceAnswered(null, 10).says, adviceAnswered(null, 0).says, adviceAnswered(undefined, 10).says]).toEqual(["none", "none_pass", "unsure"]);
});
