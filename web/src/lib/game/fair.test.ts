import { beforeEach, describe, expect, test, vi } from "vitest";
import rows from "../../../../tests/data/deals.json";
import { readKinds } from "../draft/tiles";
import { deal, isSame } from "./dealing";
import { keptOf, ownShare, sealOf, watch, type Kept } from "./fair";
import { bytesOf, sha256, shake256 } from "./hashing";
import { hex } from "./socket.svelte";
import { verdict } from "./verdict";
import type { GameView } from "./wire";

const text = (letters: string): Uint8Array => new TextEncoder().encode(letters);

describe("hashes", () => {
  test("SHA-256 of the standard's examples, and of one that fills its block", () => {
    expect(hex(sha256(text("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(hex(sha256(text("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(hex(sha256(text("a".repeat(119))))).toBe("31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb");
  });

  test("SHAKE-256 over more than a block", () => {
    expect(hex(shake256(text(""), 8))).toBe("46b9dd2b0ba88d13");
    expect(hex(shake256(new Uint8Array(32), 300)).slice(-16)).toBe("e467f334aa864ac6");
  });
});

test.each(rows)("tiles are dealt as the referee deals them: $rules", ({ rules, seats, secret, nonces, draws, racks }) => {
  const made = deal(secret, nonces, 1, rules, seats);
  expect(made.draws).toEqual(draws);
  racks.forEach((rack, seat) => expect(isSame(readKinds(rack), made.racks[seat]!)).toBe(true));
});

describe("the proof", () => {
  const row = rows[0]!;
  const over = {
    id: "g",
    phase: "over",
    you: 1,
    settings: { rules: row.rules },
    seats: [{}, {}],
    commitment: sealOf(row.secret),
    seals: row.nonces.map(sealOf),
    nonces: row.nonces,
    secret: row.secret,
    start_draws: row.draws,
    position: { round: 1 },
  } as unknown as GameView;
  const kept: Kept = { id: "g", commitment: sealOf(row.secret), nonce: row.nonces[1]!, seals: row.nonces.map(sealOf), racks: { 1: row.racks[1]! } };

  test("holds where everything is as it was promised", () => {
    expect(verdict(over, kept)).toEqual({ secret: true, seals: true, share: true, right: [1], wrong: [] });
    expect(verdict(over, null)).toEqual({ secret: true, seals: true, share: null, right: [1], wrong: [] });
  });

  test("is broken by another promise, another seal, a missing share, another rack, another draw", () => {
    const other = sealOf("00".repeat(16));
    expect(verdict(over, { ...kept, commitment: other }).secret).toBe(false);
    expect(verdict({ ...over, secret: "00".repeat(32) }, kept).secret).toBe(false);
    expect(verdict(over, { ...kept, seals: [other, kept.seals![1]!] }).seals).toBe(false);
    expect(verdict(over, { ...kept, nonce: "00".repeat(16) }).share).toBe(false);
    expect(verdict(over, { ...kept, racks: { 1: row.racks[0]! } }).wrong).toEqual([1]);
    expect(verdict({ ...over, start_draws: [...row.draws].reverse() }, null).wrong).toEqual([1]);
  });

  test("a seal that was not opened is no lie", () => {
    const late = { ...over, nonces: row.nonces.slice(1) };
    expect(verdict(late, kept).seals).toBe(true);
    expect(verdict({ ...over, nonces: [...row.nonces].reverse() }, kept).seals).toBe(false);
  });
});

describe("what is kept", () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  });
  const waiting = { id: "h", phase: "waiting", you: 0, commitment: "aa", seals: null, position: null, settings: { rules: "default" } } as unknown as GameView;

  test("one share for a game, whichever tab asks; another promise is another game", () => {
    const share = ownShare(waiting);
    expect(bytesOf(share.nonce)).toHaveLength(16);
    expect(ownShare(waiting)).toEqual(share);
    expect(ownShare({ ...waiting, commitment: "bb" }).nonce).not.toBe(share.nonce);
  });

  test("seals as they were before the shares, the rack as it was dealt", () => {
    ownShare(waiting);
    watch({ ...waiting, phase: "dealing", seals: ["x", null] });
    watch({ ...waiting, phase: "dealing", seals: ["y", null] });
    const fresh = { round: 2, rack: "k1", table: "", passes: 0, opened: [false, false], counts: [14, 14], turn: 1, starter: 1 };
    watch({ ...waiting, phase: "playing", position: fresh } as unknown as GameView);
    watch({ ...waiting, phase: "playing", position: { ...fresh, round: 3, counts: [15, 15] } } as unknown as GameView);
    expect(keptOf("h")).toMatchObject({ seals: ["x", null], racks: { 2: "k1" } });
    expect(keptOf("h")!.racks).not.toHaveProperty("3");
  });
});
