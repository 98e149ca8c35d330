// The two classic orders of a rack: 777 puts equal numbers side by side, 789 puts the colours in sequence.

import { isValid, readings } from "./checker";
import type { Layout, Meld, Piece } from "./layout";
import { kindsOf, rackPieces } from "./layout";
import { COLOURS, colourOf, isJoker, type Kind, numberOf } from "./tiles";

export type Sorting = "777" | "789";

/** Sorted, with a gap where another colour begins, or around tiles of one number. */
export function sorted(layout: Layout, way: Sorting): Layout {
  const compare = way === "777" ? byNumber : byColour;
  const pieces = rackPieces(layout).sort((a, b) => compare(a, b));
  const group = (piece: Piece) => (isJoker(piece.kind) ? "*" : way === "777" ? numberOf(piece.kind) : colourOf(piece.kind));
  const several = (piece: Piece) => way === "789" || pieces.filter((other) => group(other) === group(piece)).length > 1;
  const rack = pieces.flatMap((piece, place) => {
    const before = pieces[place - 1];
    const begins = before !== undefined && group(before) !== group(piece) && (several(before) || several(piece));
    return begins ? [null, piece] : [piece];
  });
  return { ...layout, rack };
}

/** Runs by colour and number, then groups by number, then what is no set yet. */
export function inTidyOrder(table: readonly Meld[]): Meld[] {
  const rank = (meld: Meld): number => {
    const kinds = kindsOf(meld.pieces);
    const first = readings(kinds)[0];
    if (!first || !isValid(kinds)) return 1000;
    return first.as === "run" ? COLOURS.indexOf(first.colour) * 20 + first.first : 100 + first.number;
  };
  return [...table].sort((one, other) => rank(one) - rank(other));
}

const colourRank = (kind: Kind): number => COLOURS.indexOf(colourOf(kind));
const jokersLast = (one: Piece, other: Piece): number => Number(isJoker(one.kind)) - Number(isJoker(other.kind));

function byNumber(one: Piece, other: Piece): number {
  return jokersLast(one, other) || numberOf(one.kind) - numberOf(other.kind) || colourRank(one.kind) - colourRank(other.kind);
}

function byColour(one: Piece, other: Piece): number {
  return jokersLast(one, other) || colourRank(one.kind) - colourRank(other.kind) || numberOf(one.kind) - numberOf(other.kind);
}
