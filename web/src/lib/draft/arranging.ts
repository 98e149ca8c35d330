// Help for tapping fingers: in which order several tiles are laid, and where in a set they belong. A wrong guess costs
// nothing: the tiles can be moved on.

import { isValid } from "./checker";
import { COLOURS, colourOf, HIGHEST, isJoker, type Kind, numberOf } from "./tiles";
import { kindsOf, type Piece } from "./layout";

/** The pieces in the order in which they make a set; as they are if they make none. */
export function inOrder(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length < 2 || isValid(kindsOf(pieces))) return pieces;
  const numbered = pieces.filter((piece) => !isJoker(piece.kind)).sort((a, b) => byNumber(a.kind, b.kind));
  const jokers = pieces.filter((piece) => isJoker(piece.kind));
  if (numbered.length === 0) return pieces;
  const oneNumber = numbered.every((piece) => numberOf(piece.kind) === numberOf(numbered[0]!.kind));
  return oneNumber ? [...numbered, ...jokers] : withJokersInGaps(numbered, jokers);
}

function withJokersInGaps(numbered: readonly Piece[], jokers: readonly Piece[]): Piece[] {
  const left = [...jokers];
  const result: Piece[] = [];
  for (const piece of numbered) {
    const last = result.length > 0 ? numberOf(result[result.length - 1]!.kind) : 0;
    if (last > 0 && numberOf(piece.kind) === last + 2 && left.length > 0) result.push(left.shift()!);
    result.push(piece);
  }
  const atEnd = numberOf(result[result.length - 1]!.kind) + left.length <= HIGHEST;
  return atEnd ? [...result, ...left] : [...left, ...result];
}

function byNumber(one: Kind, other: Kind): number {
  return numberOf(one) - numberOf(other) || COLOURS.indexOf(colourOf(one)) - COLOURS.indexOf(colourOf(other));
}

/** The place in `meld` at which `pieces` make it valid, the nearest to `wish`; otherwise where the numbers ascend. */
export function bestPlace(meld: readonly Piece[], pieces: readonly Piece[], wish: number): number {
  const places = [...Array(meld.length + 1).keys()].sort((a, b) => Math.abs(a - wish) - Math.abs(b - wish));
  const laid = (place: number) => kindsOf([...meld.slice(0, place), ...pieces, ...meld.slice(place)]);
  return places.find((place) => isValid(laid(place))) ?? places.find((place) => partsAreValid(laid(place))) ?? ascending(meld, pieces, wish);
}

function partsAreValid(kinds: readonly Kind[]): boolean {
  for (let cut = 3; cut <= kinds.length - 3; cut++) {
    if (isValid(kinds.slice(0, cut)) && isValid(kinds.slice(cut))) return true;
  }
  return false;
}

function ascending(meld: readonly Piece[], pieces: readonly Piece[], wish: number): number {
  const first = pieces.find((piece) => !isJoker(piece.kind));
  if (!first) return wish;
  const higher = meld.findIndex((piece) => !isJoker(piece.kind) && numberOf(piece.kind) > numberOf(first.kind));
  return higher < 0 ? meld.length : higher;
}
