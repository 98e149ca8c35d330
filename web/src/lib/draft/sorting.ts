// The two classic orders of a rack: 777 puts equal numbers side by side, 789 puts the colours in sequence.

import type { Layout, Piece } from "./layout";
import { rackPieces } from "./layout";
import { COLOURS, colourOf, isJoker, type Kind, numberOf } from "./tiles";

export type Sorting = "777" | "789";

export function sorted(layout: Layout, way: Sorting): Layout {
  const compare = way === "777" ? byNumber : byColour;
  return { ...layout, rack: rackPieces(layout).sort((a, b) => compare(a, b)) };
}

const colourRank = (kind: Kind): number => COLOURS.indexOf(colourOf(kind));
const jokersLast = (one: Piece, other: Piece): number => Number(isJoker(one.kind)) - Number(isJoker(other.kind));

function byNumber(one: Piece, other: Piece): number {
  return jokersLast(one, other) || numberOf(one.kind) - numberOf(other.kind) || colourRank(one.kind) - colourRank(other.kind);
}

function byColour(one: Piece, other: Piece): number {
  return jokersLast(one, other) || colourRank(one.kind) - colourRank(other.kind) || numberOf(one.kind) - numberOf(other.kind);
}
