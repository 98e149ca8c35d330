// What the server says, taken into the draft: the rack keeps its order, plans made out of turn stay if nobody touched the
// sets they are built on.

import { endOfRack, inserted, type Layout, type Meld, type Piece, rackPieces, sameArrangement } from "./layout";
import { type Fresh, recognised } from "./matching";
import type { Kind } from "./tiles";

export interface Position {
  readonly table: readonly (readonly Kind[])[];
  readonly rack: readonly Kind[];
}

/** `base` is what the server knows, `now` how the player has it. */
export interface Merged {
  readonly base: Layout;
  readonly now: Layout;
  /** Pieces that came to the rack. */
  readonly drawn: readonly number[];
}

/** A position seen for the first time; `order` is the rack as the player last had it. */
export function laidOut(position: Position, order: readonly (Kind | null)[] = []): Layout {
  const fresh: Fresh = { piece: 1, meld: 1 };
  const table = recognised(position.table, [], [], fresh);
  return { rack: orderedRack(position.rack, order, fresh), table, next: fresh.meld };
}

function orderedRack(kinds: readonly Kind[], order: readonly (Kind | null)[], fresh: Fresh): (Piece | null)[] {
  const left = [...kinds];
  const rack: (Piece | null)[] = order.map((kind) => {
    const index = kind === null ? -1 : left.indexOf(kind);
    return index < 0 ? null : { id: fresh.piece++, kind: left.splice(index, 1)[0]!, own: true };
  });
  const rest = left.map((kind) => ({ id: fresh.piece++, kind, own: true }));
  return inserted(rack, rest, endOfRack(rack));
}

/** A new position taken into the draft. */
export function merged(base: Layout, now: Layout, position: Position): Merged {
  const fresh: Fresh = { piece: highestPiece(base, now) + 1, meld: Math.max(base.next, now.next) };
  const { kept, laid, drawn } = ownTiles(now, position.rack, fresh);
  const keptIds = new Set(kept.map((piece) => piece.id));
  const mine = now.table.filter((meld) => meld.pieces.some((piece) => piece.own) && !meld.pieces.some((piece) => keptIds.has(piece.id)));
  const pool = [...base.table.flatMap((meld) => meld.pieces), ...laid];
  const table = recognised(position.table, [...mine, ...base.table], pool, fresh);
  const planned = survivingPlan(base, now, table, keptIds);
  const used = new Set(planned.melds.flatMap((meld) => meld.pieces.map((piece) => piece.id)));
  const stays = table.filter((meld) => !planned.replaced.has(meld.id));
  const rack = rackAfter(now, base, kept.filter((piece) => !used.has(piece.id)), drawn);
  const newBase = { rack: rackAfter(base, base, kept, drawn), table, next: fresh.meld };
  return { base: newBase, now: { rack, table: [...stays, ...planned.melds], next: fresh.meld }, drawn: drawn.map((piece) => piece.id) };
}

/** Which own pieces are still on the rack (those that stand there first), which are laid, which are new. */
function ownTiles(now: Layout, rack: readonly Kind[], fresh: Fresh): { kept: Piece[]; laid: Piece[]; drawn: Piece[] } {
  const needed = [...rack];
  const planned = now.table.flatMap((meld) => meld.pieces.filter((piece) => piece.own));
  const kept: Piece[] = [];
  const laid: Piece[] = [];
  for (const piece of [...rackPieces(now), ...planned]) {
    const index = needed.indexOf(piece.kind);
    if (index >= 0) needed.splice(index, 1);
    (index >= 0 ? kept : laid).push(piece);
  }
  return { kept, laid, drawn: needed.map((kind) => ({ id: fresh.piece++, kind, own: true })) };
}

/** The planned sets whose foundations lie as before, and the sets of the table that they stand in for. */
function survivingPlan(base: Layout, now: Layout, table: readonly Meld[], kept: ReadonlySet<number>): { melds: Meld[]; replaced: Set<number> } {
  const unchanged = new Set(table.filter((meld) => base.table.some((old) => old.id === meld.id && sameTiles(old, meld))).map((meld) => meld.id));
  const home = new Map(base.table.flatMap((meld) => meld.pieces.map((piece) => [piece.id, meld.id])));
  const melds: Meld[] = [];
  const replaced = new Set<number>();
  for (const part of connected(now.table, home)) {
    const foundations = part.flatMap((meld) => meld.pieces.map((piece) => home.get(piece.id))).filter((id) => id !== undefined);
    const own = part.flatMap((meld) => meld.pieces.filter((piece) => piece.own));
    const changed = part.length > 1 || !base.table.some((old) => old.id === part[0]!.id && sameTiles(old, part[0]!));
    if (!changed || !own.every((piece) => kept.has(piece.id)) || !foundations.every((id) => unchanged.has(id))) continue;
    melds.push(...part);
    for (const id of foundations) replaced.add(id);
  }
  return { melds, replaced };
}

const sameTiles = (one: Meld, other: Meld): boolean =>
  one.pieces.length === other.pieces.length && one.pieces.every((piece, index) => piece.id === other.pieces[index]!.id);

/** The sets of a draft in heaps: two belong together if they hold tiles of the same old set. */
function connected(table: readonly Meld[], home: ReadonlyMap<number, number>): Meld[][] {
  const heaps: { melds: Meld[]; homes: Set<number> }[] = [];
  for (const meld of table) {
    const heap = { melds: [meld], homes: new Set(meld.pieces.map((piece) => home.get(piece.id)).filter((id) => id !== undefined)) };
    for (const other of heaps.filter((candidate) => [...candidate.homes].some((id) => heap.homes.has(id)))) {
      heap.melds.unshift(...other.melds);
      for (const id of other.homes) heap.homes.add(id);
      heaps.splice(heaps.indexOf(other), 1);
    }
    heaps.push(heap);
  }
  return heaps.map((heap) => heap.melds);
}

/** Pieces stay where they stand; those that come back go to their old place if it is free; new ones to the end. */
function rackAfter(now: Layout, base: Layout, pieces: readonly Piece[], drawn: readonly Piece[]): (Piece | null)[] {
  const wanted = new Map(pieces.map((piece) => [piece.id, piece]));
  let rack: (Piece | null)[] = now.rack.map((piece) => {
    const stays = piece !== null && wanted.delete(piece.id);
    return stays ? piece : null;
  });
  for (const piece of wanted.values()) rack = broughtBack(rack, base, piece);
  return inserted(rack, drawn, endOfRack(rack));
}

function broughtBack(rack: readonly (Piece | null)[], base: Layout, piece: Piece): (Piece | null)[] {
  const old = base.rack.findIndex((other) => other?.id === piece.id);
  const free = old >= 0 && !rack[old];
  return inserted(rack, [piece], free ? old : endOfRack(rack));
}

function highestPiece(...layouts: Layout[]): number {
  return Math.max(0, ...layouts.flatMap((layout) => [...rackPieces(layout), ...layout.table.flatMap((meld) => meld.pieces)].map((piece) => piece.id)));
}

/** Everything back to how the turn began; the rack keeps the order that it has now. */
export function resetTo(base: Layout, now: Layout): Layout {
  const planned = now.table.flatMap((meld) => meld.pieces.filter((piece) => piece.own));
  const rack = rackAfter(now, base, [...rackPieces(now), ...planned], []);
  const layout = { rack, table: base.table, next: now.next };
  return sameArrangement(layout, now) ? now : layout;
}

/** A table that was planned before, on this base; null if its tiles are not there. */
export function replanned(base: Layout, table: readonly (readonly Kind[])[]): Layout | null {
  const fresh: Fresh = { piece: 0, meld: base.next };
  const pool = [...base.table.flatMap((meld) => meld.pieces), ...rackPieces(base)];
  const owned = new Set(rackPieces(base).map((piece) => piece.id));
  const made = recognised(table, base.table, pool, fresh);
  const melds = made.map((meld) => ({ id: meld.id, pieces: meld.pieces.map((piece) => ({ ...piece, own: owned.has(piece.id) })) }));
  const laid = new Set(melds.flatMap((meld) => meld.pieces.map((piece) => piece.id)));
  const complete = fresh.piece === 0 && base.table.every((meld) => meld.pieces.every((piece) => laid.has(piece.id)));
  if (!complete) return null;
  return { rack: base.rack.map((piece) => (piece && laid.has(piece.id) ? null : piece)), table: melds, next: fresh.meld };
}

