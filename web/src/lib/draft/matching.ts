// The server speaks of kinds; the eye follows tiles. When a table arrives, every set is recognised as one that lay there
// before if it can be, and every tile as one of those that lay there.

import { kindsOf, type Meld, type Piece } from "./layout";
import type { Kind } from "./tiles";

export interface Fresh {
  piece: number;
  meld: number;
}

/** The table `target`, made of the known sets and pieces as far as they go, and of new ones beyond. */
export function recognised(target: readonly (readonly Kind[])[], known: readonly Meld[], pool: readonly Piece[], fresh: Fresh): Meld[] {
  const matches = matchMelds(target, known);
  const left = new Map<number, Piece>(pool.map((piece) => [piece.id, { ...piece, own: false }]));
  const chosen = target.map((kinds, place) => kinds.map((kind) => takenFrom(matches[place]?.pieces ?? [], kind, left)));
  return target.map((kinds, place) => ({
    id: matches[place]?.id ?? fresh.meld++,
    pieces: kinds.map(
      (kind, index) =>
        chosen[place]![index] ?? takenFrom([...left.values()], kind, left) ?? { id: fresh.piece++, kind, own: false },
    ),
  }));
}

function takenFrom(pieces: readonly Piece[], kind: Kind, left: Map<number, Piece>): Piece | undefined {
  const found = pieces.find((piece) => piece.kind === kind && left.has(piece.id));
  if (!found) return undefined;
  const piece = left.get(found.id);
  left.delete(found.id);
  return piece;
}

/** For every set of the target the known one that it was: first equal ones, then those that share most. */
export function matchMelds(target: readonly (readonly Kind[])[], known: readonly Meld[]): (Meld | null)[] {
  const result: (Meld | null)[] = target.map(() => null);
  const free = new Map(known.map((meld) => [meld, text(kindsOf(meld.pieces))]));
  const claim = (place: number, meld: Meld) => {
    result[place] = meld;
    for (const other of free.keys()) if (other.id === meld.id) free.delete(other);
  };
  target.forEach((kinds, place) => {
    const equal = [...free].find(([, written]) => written === text(kinds));
    if (equal) claim(place, equal[0]);
  });
  const pairs = target.flatMap((kinds, place) =>
    result[place] ? [] : [...free.keys()].map((meld) => ({ place, meld, shared: shared(kinds, kindsOf(meld.pieces)) })),
  );
  for (const { place, meld, shared } of pairs.sort((a, b) => b.shared - a.shared)) {
    if (shared > 0 && !result[place] && free.has(meld)) claim(place, meld);
  }
  return result;
}

const text = (kinds: readonly Kind[]): string => kinds.join(" ");

function shared(one: readonly Kind[], other: readonly Kind[]): number {
  const left = [...other];
  return one.filter((kind) => {
    const index = left.indexOf(kind);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  }).length;
}
