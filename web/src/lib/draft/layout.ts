// A layout is how everything lies on this page: the rack with its gaps, the sets on the table. Tiles have an identity
// here (so that the eye can follow them) which the wire does not know. All functions give a new layout.

import { fittedSets } from "./arranging";
import type { Kind } from "./tiles";

export interface Piece {
  readonly id: number;
  readonly kind: Kind;
  /** It was on the own rack when the turn began, so it may go back there. */
  readonly own: boolean;
}

export interface Meld {
  readonly id: number;
  readonly pieces: readonly Piece[];
}

export interface Layout {
  /** Places of the rack in reading order; null is a gap that the player left. */
  readonly rack: readonly (Piece | null)[];
  readonly table: readonly Meld[];
  /** The number that the next new set will get. */
  readonly next: number;
}

export type Home = { readonly on: "rack"; readonly slot: number } | { readonly on: "meld"; readonly meld: number; readonly index: number };

export const isOwn = (piece: Piece): boolean => piece.own;
export const kindsOf = (pieces: readonly Piece[]): Kind[] => pieces.map((piece) => piece.kind);
export const tableKinds = (layout: Layout): Kind[][] => layout.table.map((meld) => kindsOf(meld.pieces));
export const rackPieces = (layout: Layout): Piece[] => layout.rack.filter((piece) => piece !== null);
export const meldOf = (layout: Layout, id: number): Meld | undefined => layout.table.find((meld) => meld.id === id);

export function allPieces(layout: Layout): Piece[] {
  return [...rackPieces(layout), ...layout.table.flatMap((meld) => meld.pieces)];
}

export function homeOf(layout: Layout, piece: number): Home | null {
  const slot = layout.rack.findIndex((other) => other?.id === piece);
  if (slot >= 0) return { on: "rack", slot };
  for (const meld of layout.table) {
    const index = meld.pieces.findIndex((other) => other.id === piece);
    if (index >= 0) return { on: "meld", meld: meld.id, index };
  }
  return null;
}

/** The pieces with these numbers, in the order in which they lie: the rack first, then set by set. */
export function piecesOf(layout: Layout, ids: Iterable<number>): Piece[] {
  const wanted = new Set(ids);
  return allPieces(layout).filter((piece) => wanted.has(piece.id));
}

export function sameArrangement(one: Layout, other: Layout): boolean {
  const text = (layout: Layout) =>
    [layout.rack.map((piece) => piece?.id ?? "").join(), ...layout.table.map((meld) => meld.pieces.map((p) => p.id).join())].join("|");
  return text(one) === text(other);
}

export function toNewMeld(layout: Layout, pieces: readonly Piece[]): Layout {
  const left = without(layout, pieces);
  return tidied({ ...left, table: [...left.table, { id: left.next, pieces }], next: left.next + 1 }, pieces, layout);
}

/** `index` counts the places of the set as it lies before anything is moved. */
export function toMeld(layout: Layout, pieces: readonly Piece[], meld: number, index: number): Layout {
  const target = meldOf(layout, meld);
  if (!target) return layout;
  const moved = new Set(pieces.map((piece) => piece.id));
  const before = target.pieces.slice(0, index).filter((piece) => !moved.has(piece.id));
  const after = target.pieces.slice(index).filter((piece) => !moved.has(piece.id));
  const left = without(layout, pieces, meld);
  const table = left.table.map((other) => (other.id === meld ? { id: meld, pieces: [...before, ...pieces, ...after] } : other));
  return tidied({ ...left, table }, pieces, layout);
}

/** Put one piece where a joker lies; the joker becomes a set of its own, to be laid elsewhere. */
export function toJokersPlace(layout: Layout, piece: Piece, meld: number, index: number): Layout {
  const joker = meldOf(layout, meld)?.pieces[index];
  if (!joker || joker.id === piece.id) return layout;
  const left = without(layout, [piece]);
  const table = left.table.map((other) =>
    other.id === meld ? { id: meld, pieces: other.pieces.map((p) => (p.id === joker.id ? piece : p)) } : other,
  );
  return { ...left, table: [...table, { id: left.next, pieces: [joker] }], next: left.next + 1 };
}

/** Null if a piece of the table is among them: what lay on the table stays on the table. */
export function toRack(layout: Layout, pieces: readonly Piece[], slot: number): Layout | null {
  if (pieces.some((piece) => !piece.own)) return null;
  const left = without(layout, pieces);
  return tidied({ ...left, rack: inserted(left.rack, pieces, slot) }, pieces, layout);
}

/** Two rows on a phone: a rack that reaches further fills its gaps first. */
const SHORT = 16;

/** Where the next piece that comes to the rack is put: behind the last one, or in a gap when the rack is long. */
export function endOfRack(rack: Layout["rack"]): number {
  const end = rack.findLastIndex((piece) => piece !== null) + 1;
  const gap = rack.findIndex((piece) => piece === null);
  return end >= SHORT && gap >= 0 && gap < end ? gap : end;
}

/** The pieces stand from `slot` on; what stood there moves to the right as far as the next gaps. */
export function inserted(rack: Layout["rack"], pieces: readonly Piece[], slot: number): (Piece | null)[] {
  const result: (Piece | null)[] = [...rack];
  while (result.length < slot) result.push(null);
  const pushed: Piece[] = [...pieces];
  let place = slot;
  while (pushed.length > 0) {
    const stood = result[place] ?? null;
    result[place] = pushed.shift()!;
    if (stood) pushed.push(stood);
    place += 1;
  }
  return trimmed(result);
}

function trimmed(rack: (Piece | null)[]): (Piece | null)[] {
  return rack.slice(0, rack.findLastIndex((piece) => piece !== null) + 1);
}

/** The layout with these pieces in the hand; a set that becomes empty is gone, except `kept`. */
function without(layout: Layout, pieces: readonly Piece[], kept: number | null = null): Layout {
  const gone = new Set(pieces.map((piece) => piece.id));
  const table = layout.table
    .map((meld) => ({ id: meld.id, pieces: meld.pieces.filter((piece) => !gone.has(piece.id)) }))
    .filter((meld) => meld.pieces.length > 0 || meld.id === kept);
  const rack = layout.rack.map((piece) => (piece && gone.has(piece.id) ? null : piece));
  return { ...layout, rack: trimmed(rack), table };
}

/** What was touched is put in order if any order is a set, and parted where it falls into sets: 4 5 6 6 7 8 is two runs. */
function tidied(layout: Layout, moved: readonly Piece[], before: Layout): Layout {
  const touched = new Set(moved.map((piece) => piece.id));
  const was = new Map(before.table.map((meld) => [meld.id, meld.pieces.length]));
  let next = layout.next;
  const table = layout.table.flatMap((meld) => {
    const changed = was.get(meld.id) !== meld.pieces.length || meld.pieces.some((piece) => touched.has(piece.id));
    const parts = changed ? fittedSets(meld.pieces) : null;
    return parts?.map((pieces, index) => ({ id: index === 0 ? meld.id : next++, pieces })) ?? [meld];
  });
  return { ...layout, table, next };
}
