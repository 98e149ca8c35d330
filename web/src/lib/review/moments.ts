// A game that is over as a line of moments: every deal, and the table behind every turn.

import type { Layout } from "../draft/layout";
import { recognised } from "../draft/matching";
import { isJoker, type Kind, numberOf, readKinds, readTable } from "../draft/tiles";
import type { PastTurn, Review } from "../wire";

export interface Moment {
  /** The round, from 0 on. */
  readonly round: number;
  /** The turn that led here; null where tiles were just dealt. */
  readonly turn: PastTurn | null;
  /** Turns of the whole game up to here. */
  readonly number: number;
  readonly before: string;
  readonly table: string;
  readonly racks: readonly string[];
  readonly opened: readonly boolean[];
  readonly pool: number;
  readonly layout: Layout;
}

/** All moments; tiles and sets keep their identity from one to the next, so that the eye can follow them. */
export function momentsOf(review: Review): Moment[] {
  const fresh = { piece: 1, meld: 1 };
  const found: Moment[] = [];
  let number = 0;
  for (const [round, past] of review.rounds.entries()) {
    const lying = recognised(readTable(past.table), [], [], fresh);
    let layout: Layout = { rack: [], table: lying, next: fresh.meld };
    let before = past.table;
    found.push({ round, turn: null, number, before, table: before, racks: past.racks, opened: past.opened, pool: past.pool, layout });
    for (const turn of past.turns) {
      number += 1;
      const pool = layout.table.flatMap((meld) => meld.pieces);
      const table = recognised(readTable(turn.table), layout.table, pool, fresh);
      layout = { rack: [], table, next: fresh.meld };
      found.push({ round, turn, number, before, table: turn.table, racks: turn.racks, opened: turn.opened, pool: turn.pool, layout });
      before = turn.table;
    }
  }
  return found;
}

/** What the tiles of a rack cost who is left with them. */
export function pointsOf(kinds: readonly Kind[], joker: number): number {
  return kinds.reduce((sum, kind) => sum + (isJoker(kind) ? joker : numberOf(kind)), 0);
}

export function without(kinds: readonly Kind[], gone: readonly Kind[]): Kind[] {
  const left = [...gone];
  return kinds.filter((kind) => {
    const index = left.indexOf(kind);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** The racks while a turn is half done: what lies on the table already is gone from the rack. */
export function racksOn(previous: Moment, turn: PastTurn, lying: readonly Kind[]): string[] {
  const laid = without(lying, readTable(previous.table).flat());
  return previous.racks.map((rack, seat) => (seat === turn.seat ? without(readKinds(rack), laid).join(" ") : rack));
}

/** Every seat's line in a graph: tiles on the rack, or what they cost. */
export function lineOf(moments: readonly Moment[], seat: number, what: "tiles" | "points", joker: number): number[] {
  return moments.map(({ racks }) => {
    const kinds = readKinds(racks[seat] ?? "");
    return what === "tiles" ? kinds.length : pointsOf(kinds, joker);
  });
}
