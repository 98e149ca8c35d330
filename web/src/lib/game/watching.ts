// What others do at the table, laid out for the eye.

import type { Layout } from "../draft/layout";
import { recognised } from "../draft/matching";
import { readTable } from "../draft/tiles";
import type { GameView, Play } from "./wire";

/** What only another player or a replay has laid is numbered far from what this player may lay. */
export const ELSEWHERE = 1_000_000;

/** The table as another player has it just now; null if nobody else moves anything. */
export function otherDraft(view: GameView, base: Layout): Layout | null {
  const { draft, position } = view;
  if (!draft || !position || draft.seat === view.you || draft.turns !== position.turns) return null;
  const fresh = { piece: ELSEWHERE, meld: ELSEWHERE };
  const pool = base.table.flatMap((meld) => meld.pieces);
  return { rack: [], table: recognised(readTable(draft.table), base.table, pool, fresh), next: base.next };
}

/** The pieces on the table that were not there before the last play. */
export function laidIn(play: Play, base: Layout): number[] {
  const left = readTable(play.before).flat();
  const old = new Set(readTable(play.before).map((meld) => meld.join(" ")));
  const changed = base.table.filter((meld) => !old.has(meld.pieces.map((piece) => piece.kind).join(" ")));
  const calm = base.table.filter((meld) => !changed.includes(meld));
  for (const meld of calm) for (const piece of meld.pieces) take(left, piece.kind);
  return changed.flatMap((meld) => meld.pieces.filter((piece) => !take(left, piece.kind)).map((piece) => piece.id));
}

function take(left: string[], kind: string): boolean {
  const index = left.indexOf(kind);
  if (index >= 0) left.splice(index, 1);
  return index >= 0;
}
