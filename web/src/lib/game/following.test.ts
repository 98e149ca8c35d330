import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { laidOut } from "../draft/merging";
import { readTable } from "../draft/tiles";
import { settings } from "../settings.svelte";
import { GameLog, type Turn } from "./log.svelte";
import { Replay, type Show, tableAfter } from "./replay.svelte";
import { runningTotals } from "./totals";

const turn = (n: number, more: Partial<Turn> = {}): Turn => ({
  n, round: 1, seat: 1, did: "play", drawn: 0, late: false, before: "", after: "r1 r2 r3", laid: "r1 r2 r3", left: 11, steps: null, ...more,
});
const STEP = { kind: "lay", set: 0, result: "r1 r2 r3", tiles: null, new: null, right: null, other: null } as const;

describe("the log of a game", () => {
  test("has every turn once, and how it was done as soon as that is said", async () => {
    const log = new GameLog("one");
    log.add(turn(4));
    log.add(turn(4));
    const steps = log.stepsOf(4, 60_000);
    log.explain(4, [STEP]);
    expect(await steps).toEqual([STEP]);
    expect(log.turns.map(({ n, steps: known }) => [n, known?.length])).toEqual([[4, 1]]);
  });
});

test("of the last play it is known how it was done, although this page was not there; of an older one it is not", async () => {
  const log = new GameLog("two");
  log.explain(4, [STEP]);
  expect(await log.stepsOf(4, 60_000)).toEqual([STEP]);
  expect(await log.stepsOf(3, 60_000)).toBeNull();
});

describe("plays in a queue", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    settings.pace = "normal";
  });
  afterEach(() => vi.useRealTimers());

  const show = (seat: number): Show => {
    const play = { seat, before: "", after: "r1 r2 r3" };
    return { play, final: tableAfter(play, laidOut({ table: readTable("r1 r2 r3"), rack: [] })), steps: () => Promise.resolve([STEP]) };
  };

  test("are shown one after the other, and then the table lies as it is", async () => {
    const replay = new Replay();
    replay.add(show(1));
    replay.add(show(2));
    await vi.advanceTimersByTimeAsync(10);
    expect([replay.play?.seat, replay.queue.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(3500);
    expect([replay.play?.seat, replay.queue.length]).toEqual([2, 0]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(replay.frame).toBeNull();
  });

  test("can be skipped one by one, and all end at a touch; what waits for the end is done then", async () => {
    const replay = new Replay();
    const done = vi.fn();
    for (const seat of [1, 2, 3]) replay.add(show(seat));
    replay.after(done);
    await vi.advanceTimersByTimeAsync(10);
    replay.skip();
    await vi.advanceTimersByTimeAsync(10);
    expect(replay.play?.seat).toBe(2);
    expect(done).not.toHaveBeenCalled();
    replay.close();
    expect([replay.frame, replay.queue.length, done.mock.calls.length]).toEqual([null, 0, 1]);
  });
});

test("totals over the rounds", () => {
  const rounds = [{ scores: [10, -10], winners: [0] }, { scores: [-4, 4], winners: [1] }];
  expect(runningTotals({ rounds, totals: [6, -6] } as never)).toEqual([[0, 10, 6], [0, -10, -6]]);
});
