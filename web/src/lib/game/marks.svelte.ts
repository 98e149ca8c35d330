// What is pointed at: the place of a refusal, the tiles of a hint, what was laid since the own last turn.

import type { Mark } from "../board/TileButton.svelte";
import type { Layout } from "../draft/layout";
import { allPieces, rackPieces } from "../draft/layout";
import { type Kind, readKinds } from "../draft/tiles";
import type { HintView, ProblemView } from "./wire";

/** Problems whose set is counted on the table before the move. */
const OF_TABLE_BEFORE = new Set(["joker_set_split", "joker_source"]);

export class Marks {
  tiles = $state.raw<ReadonlyMap<number, Mark>>(new Map());
  melds = $state.raw<ReadonlyMap<number, "fault" | "hint">>(new Map());
  /** Who laid which piece since the player's own last turn. */
  since = $state.raw<ReadonlyMap<number, number>>(new Map());

  clear(): void {
    if (this.tiles.size > 0) this.tiles = new Map();
    if (this.melds.size > 0) this.melds = new Map();
  }

  /** These pieces were laid by this player; they are known until the own turn is over. */
  laid(seat: number, pieces: readonly number[]): void {
    this.since = new Map([...this.since, ...pieces.map((id) => [id, seat] as const)]);
  }

  forgetTurns(): void {
    this.since = new Map();
  }

  /** Point at what a refusal names: `sent` are the sets of the refused move, `base` the table before it. */
  refuse(problem: ProblemView, sent: readonly number[], base: Layout, now: Layout): void {
    this.clear();
    const meld = problem.meld === null ? undefined : OF_TABLE_BEFORE.has(problem.code) ? base.table[problem.meld]?.id : sent[problem.meld];
    if (meld !== undefined) this.melds = new Map([[meld, "fault"]]);
    const among = now.table.find((other) => other.id === meld)?.pieces ?? allPieces(now);
    const piece = problem.tile === null ? undefined : among.find((other) => other.kind === problem.tile);
    if (piece) this.tiles = new Map([[piece.id, "fault"]]);
  }

  /** Point at sets that are none. */
  point(melds: readonly number[]): void {
    this.clear();
    this.melds = new Map(melds.map((id) => [id, "fault"]));
  }

  /** Point at the tiles and sets that a hint names: on the rack, or where they lie. */
  hint(hint: HintView, base: Layout, now: Layout): void {
    this.clear();
    const ids = matching([...rackPieces(now), ...now.table.flatMap((meld) => meld.pieces)], readKinds(hint.tiles ?? ""));
    this.tiles = new Map(ids.map((id) => [id, "hint"]));
    const melds = (hint.sets ?? []).map((index) => base.table[index]?.id).filter((id) => id !== undefined);
    this.melds = new Map(melds.map((id) => [id, "hint"]));
  }
}

function matching(pieces: readonly { id: number; kind: Kind }[], kinds: readonly Kind[]): number[] {
  const left = [...kinds];
  return pieces.flatMap((piece) => {
    const index = left.indexOf(piece.kind);
    if (index < 0) return [];
    left.splice(index, 1);
    return [piece.id];
  });
}
