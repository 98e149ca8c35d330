import { describe, expect, test } from "vitest";
import { laidOut } from "../draft/merging";
import { tableKinds } from "../draft/layout";
import { readTable, writeTable } from "../draft/tiles";
import { TurnClock } from "./clock.svelte";
import { applied, heard, isFresh } from "./events";
import { readOrder, writeOrder } from "./keeping";
import { Marks } from "./marks.svelte";
import { framesOf } from "./replay.svelte";
import { tableRules } from "./rules";
import { waitFor } from "./socket.svelte";
import { laidIn, otherDraft } from "./watching";
import type { GameEvent, GameView, PositionView, Step } from "./wire";

const position = (table: string, more: Partial<PositionView> = {}): PositionView => ({
  round: 1,
  table,
  rack: "k1",
  racks: null,
  counts: [1, 1],
  opened: [true, true],
  pool: 10,
  turn: 0,
  starter: 0,
  passes: 0,
  has_drawn: false,
  may_redeal: false,
  turns: 4,
  outcome: null,
  ...more,
});

const seat = (name: string) => ({ name, human: true, bot: null, host: false, here: true, ready: false });
const view = {
  id: "x",
  phase: "playing",
  seats: [seat("Ann"), seat("Ben")],
  you: 0,
  position: position("r5 r6 r7"),
  last: null,
  draft: { seat: 1, turns: 4, table: "r5 r6" },
  sheet: { rounds: [], totals: [0, 0], ranking: [] },
  watching: 0,
} as unknown as GameView;

const moved = (table: string): GameEvent & { type: "moved" } => ({
  type: "moved",
  n: 7,
  seat: 1,
  move: `play ${table}`,
  by: "player",
  drawn: 0,
  phase: "playing",
  position: position(table, { turns: 5 }),
  clock: null,
  sheet: null,
  secret: null,
});

const step = (kind: Step["kind"], set: number, result: string, more: Partial<Step> = {}): Step => ({
  kind,
  set,
  result,
  tiles: null,
  new: null,
  right: null,
  other: null,
  ...more,
});

describe("events", () => {
  test("a turn that changed the table is the last play; one that did not is none", () => {
    expect(applied(view, moved("r5 r6 r7 r8")).last).toEqual({ seat: 1, before: "r5 r6 r7", after: "r5 r6 r7 r8", n: 7 });
    expect(applied(view, moved("r5 r6 r7")).last).toBeNull();
    expect(applied(view, moved("r5 r6 r7")).draft).toBeNull();
  });

  test("a draw after which its player may play leaves the draft where it lies", () => {
    const drew = { ...moved("r5 r6 r7"), move: "draw", drawn: 1, position: position("r5 r6 r7", { turn: 1, has_drawn: true }) };
    expect(applied(view, drew).draft).toEqual(view.draft);
    expect(applied(view, { ...drew, position: position("r5 r6 r7") }).draft).toBeNull();
  });

  test("presence and drafts change what is seen and nothing else", () => {
    expect(heard(view, { type: "presence", here: [true, false], watching: 2 }).seats.map((one) => one.here)).toEqual([true, false]);
    expect(heard(view, { type: "show_draft", seat: 1, turns: 4, table: null }).draft).toBeNull();
  });

  test("the end of the game brings the secret", () => {
    const over = applied(view, { type: "closed", n: 9, reason: "stopped", sheet: view.sheet, secret: "ab" });
    expect([over.phase, over.closed, over.secret]).toEqual(["over", "stopped", "ab"]);
  });
});

describe("watching others", () => {
  test("their draft is shown in its turn only, and the own one never", () => {
    const base = laidOut({ table: readTable("r5 r6 r7"), rack: [] });
    expect(otherDraft(view, base)?.table[0]?.id).toBe(base.table[0]!.id);
    expect(otherDraft({ ...view, you: 1 }, base)).toBeNull();
    expect(otherDraft({ ...view, position: position("r5 r6 r7", { turns: 5 }) }, base)).toBeNull();
  });

  test("what was laid last are the tiles that the table did not have", () => {
    const base = laidOut({ table: readTable("r5 r6 r7 r8 | r5 k5 b5"), rack: [] });
    const laid = laidIn({ seat: 1, before: "r5 r6 r7 | r5 k5 b5", after: "r5 r6 r7 r8 | r5 k5 b5" }, base);
    expect(base.table.flatMap((meld) => meld.pieces.filter((piece) => laid.includes(piece.id)).map((piece) => piece.kind))).toEqual(["r8"]);
  });
});

describe("a replay", () => {
  test("goes step by step from the table before to the table after, tiles in the hand lying apart", () => {
    const play = { seat: 1, before: "r4 r5 r6 r7 | k9 b9 y9", after: "r5 r6 r7 | k9 b9 y9 | r4 k4 b4" };
    const final = laidOut({ table: readTable(play.after), rack: [] });
    const frames = framesOf(play, [step("take", 0, "r5 r6 r7", { tiles: "r4" }), step("lay", 2, "r4 k4 b4")], final);
    expect(frames.map((frame) => writeTable(tableKinds(frame.layout)))).toEqual([
      play.before,
      "r5 r6 r7 | k9 b9 y9 | r4",
      "r5 r6 r7 | k9 b9 y9 | r4 k4 b4",
      play.after,
    ]);
  });

  test("splits, joins and swaps are carried out", () => {
    const play = { seat: 0, before: "r1 r2 r3 r4 r5 r6 | b5 * b7", after: "r1 r2 r3 | r4 r5 r6 | b5 b6 b7 | k1 * k3" };
    const final = laidOut({ table: readTable(play.after), rack: [] });
    const steps = [step("split", 0, "r1 r2 r3", { new: 2, right: "r4 r5 r6" }), step("swap", 1, "b5 b6 b7", { tiles: "b6" }), step("lay", 3, "k1 * k3")];
    const tables = framesOf(play, steps, final).map((frame) => writeTable(tableKinds(frame.layout)));
    expect(tables[1]).toBe("r1 r2 r3 | b5 * b7 | r4 r5 r6");
    expect(tables[2]).toBe("r1 r2 r3 | b5 b6 b7 | r4 r5 r6 | *");
    expect(tables[3]).toBe("r1 r2 r3 | b5 b6 b7 | r4 r5 r6 | k1 * k3");
    const join = framesOf({ seat: 0, before: "r1 r2 r3 | r4 r5 r6", after: "r1 r2 r3 r4 r5 r6" }, [step("join", 0, "r1 r2 r3 r4 r5 r6", { other: 1 })], final);
    expect(writeTable(tableKinds(join[1]!.layout))).toBe("r1 r2 r3 r4 r5 r6");
  });

  test("a tile that is there in all frames is the same tile", () => {
    const play = { seat: 1, before: "r5 r6 r7", after: "r5 r6 r7 r8" };
    const final = laidOut({ table: readTable(play.after), rack: [] });
    const frames = framesOf(play, [step("add", 0, "r5 r6 r7 r8", { tiles: "r8" })], final);
    expect(new Set(frames.map((frame) => frame.layout.table[0]!.pieces[0]!.id)).size).toBe(1);
  });
});

describe("marks", () => {
  const base = laidOut({ table: readTable("r5 r6 r7 | k9 b9 y9"), rack: ["k1", "k2"] });

  test("a refusal points at the set of the move, or of the table before it", () => {
    const marks = new Marks();
    marks.refuse({ code: "invalid_set", meld: 1, tile: null, points: null }, [5, 1, 2], base, base);
    expect([...marks.melds]).toEqual([[1, "fault"]]);
    marks.refuse({ code: "joker_set_split", meld: 1, tile: null, points: null }, [5, 1, 2], base, base);
    expect([...marks.melds]).toEqual([[2, "fault"]]);
  });

  test("a hint points at tiles of the rack and at sets", () => {
    const marks = new Marks();
    marks.hint({ tiles: "k2", sets: [0], table: null, steps: null }, base, base);
    expect([[...marks.tiles.values()], [...marks.melds.keys()]]).toEqual([["hint"], [1]]);
    marks.clear();
    expect(marks.tiles.size + marks.melds.size).toBe(0);
  });
});

test("the rules of a table are the edition's and what was changed", () => {
  const presets = [{ name: "original_es", title: "", options: { opening_min_points: 30, opening_joker_value: "zero", joker_penalty: 30, tile_set: 106 } }];
  expect(tableRules("original_es joker_penalty=25", presets)).toMatchObject({ edition: "original_es", openingJoker: "zero", jokerPenalty: 25 });
  expect(tableRules("default opening_sets=one opening_min_points=40", [])).toMatchObject({ openingSets: "one", openingPoints: 40 });
});

test("the rack's order is written with its gaps", () => {
  expect(writeOrder(["r5", null, "*"])).toBe("r5 . *");
  expect(readOrder("r5 . *")).toEqual(["r5", null, "*"]);
  expect(readOrder(null)).toEqual([]);
});

test("the wait for the next try grows and has an end", () => {
  expect(waitFor(0, 0.5)).toBe(400);
  expect(waitFor(3, 0.5)).toBe(3200);
  expect(waitFor(30, 0.5)).toBe(15_000);
});

describe("a round that has just been dealt", () => {
  const dealt = position("", { counts: [14, 14], opened: [false, false] });

  test("is one until who begins has had a turn", () => {
    expect(isFresh(dealt)).toBe(true);
    expect(isFresh({ ...dealt, counts: [15, 14], turn: 1 })).toBe(false);
    expect(isFresh({ ...dealt, opened: [true, false], table: "r9 r10 r11", turn: 1 })).toBe(false);
    expect(isFresh({ ...dealt, passes: 1, turn: 1 })).toBe(false);
  });

  test("and dealt anew, nothing was played before", () => {
    const last = { seat: 0, before: "", after: "r5 r6 r7", n: 4 };
    const anew: GameEvent = { ...moved(""), move: "redeal", position: dealt };
    expect(applied({ ...view, last }, anew)).toMatchObject({ last: null, position: dealt });
  });
});

describe("a clock with seconds for the turn and a reserve", () => {
  const agreed = { kind: "delay", seconds: 600, delay: 10 } as const;

  test.each([
    [4000, { left: 4000, whole: 10_000, total: 604_000 }],
    [0, { left: 600_000, whole: 600_000, total: 600_000 }],
  ])("shows the turn's own first: %d", (delay, ring) => {
    const clock = new TurnClock();
    clock.set({ left: 600_000 + delay, banks: [600_000, 480_000], delay });
    clock.stop();
    expect(clock.ring(agreed)).toEqual(ring);
    expect([clock.bank(0, 0), clock.bank(1, 0)]).toEqual([600_000, 480_000]);
  });

  test("shows nothing where there is no clock", () => {
    expect(new TurnClock().ring(agreed)).toBeNull();
    expect(new TurnClock().bank(0, 0)).toBeNull();
  });
});
