// Help for hands: in which order several tiles are laid, where in a set they belong, and into which sets they fall. A
// wrong guess costs nothing: the tiles can be moved on.

import { isValid } from "./checker";
import { COLOURS, colourOf, HIGHEST, isJoker, type Kind, kindOf, numberOf } from "./tiles";
import { kindsOf, type Piece } from "./layout";

const SHORTEST = 3;

/** The pieces in an order in which they are a set, as they are if they are one already; null if no order is one. */
export function fitted(pieces: readonly Piece[]): readonly Piece[] | null {
  if (isValid(kindsOf(pieces))) return pieces;
  const ordered = ascendingWithJokers(pieces);
  return isValid(kindsOf(ordered)) ? ordered : null;
}

/** The sets into which the pieces fall, each in its order; null if there is no such way. */
export function fittedSets(pieces: readonly Piece[]): (readonly Piece[])[] | null {
  const whole = fitted(pieces);
  if (whole) return [whole];
  return setsInARow(pieces) ?? runsOf(pieces);
}

/** The fewest parts of the row, as it lies, that are sets. */
function setsInARow(pieces: readonly Piece[]): (readonly Piece[])[] | null {
  if (isValid(kindsOf(pieces))) return [pieces];
  for (let cut = SHORTEST; cut <= pieces.length - SHORTEST; cut++) {
    const rest = isValid(kindsOf(pieces.slice(0, cut))) ? setsInARow(pieces.slice(cut)) : null;
    if (rest) return [pieces.slice(0, cut), ...rest];
  }
  return null;
}

/** One colour, some numbers twice: each number goes on with the shortest run that it can. */
function runsOf(pieces: readonly Piece[]): Piece[][] | null {
  if (pieces.some((piece) => isJoker(piece.kind) || colourOf(piece.kind) !== colourOf(pieces[0]!.kind))) return null;
  const runs: Piece[][] = [];
  for (const piece of [...pieces].sort((a, b) => byNumber(a.kind, b.kind))) {
    const open = runs.filter((run) => numberOf(run.at(-1)!.kind) === numberOf(piece.kind) - 1);
    const shortest = open.sort((a, b) => a.length - b.length)[0];
    if (shortest) shortest.push(piece);
    else runs.push([piece]);
  }
  return runs.every((run) => run.length >= SHORTEST) ? runs : null;
}

/** The pieces in the order in which they make a set; as they are if they make none. */
export function inOrder(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.length < 2 || isValid(kindsOf(pieces)) ? pieces : ascendingWithJokers(pieces);
}

function ascendingWithJokers(pieces: readonly Piece[]): readonly Piece[] {
  const numbered = pieces.filter((piece) => !isJoker(piece.kind)).sort((a, b) => byNumber(a.kind, b.kind));
  const jokers = pieces.filter((piece) => isJoker(piece.kind));
  if (numbered.length === 0) return pieces;
  const oneNumber = numbered.every((piece) => numberOf(piece.kind) === numberOf(numbered[0]!.kind));
  return oneNumber ? [...numbered, ...jokers] : withJokersInGaps(numbered, jokers);
}

function withJokersInGaps(numbered: readonly Piece[], jokers: readonly Piece[]): Piece[] {
  const left = [...jokers];
  const result: Piece[] = [];
  numbered.forEach((piece, place) => {
    const last = place > 0 ? numberOf(numbered[place - 1]!.kind) : numberOf(piece.kind) - 1;
    for (let missing = numberOf(piece.kind) - last - 1; missing > 0 && left.length > 0; missing--) result.push(left.shift()!);
    result.push(piece);
  });
  const atEnd = Math.min(left.length, HIGHEST - numberOf(numbered.at(-1)!.kind));
  return [...left.slice(atEnd), ...result, ...left.slice(0, atEnd)];
}

function byNumber(one: Kind, other: Kind): number {
  return numberOf(one) - numberOf(other) || COLOURS.indexOf(colourOf(one)) - COLOURS.indexOf(colourOf(other));
}

/** The most of these pieces that make one set with the first of them. */
export function longestSetWith(piece: Piece, others: readonly Piece[]): readonly Piece[] {
  if (isJoker(piece.kind)) return [piece];
  const kinds = new Map(others.filter((other) => !isJoker(other.kind)).map((other) => [other.kind, other]));
  kinds.set(piece.kind, piece);
  const group = COLOURS.flatMap((colour) => kinds.get(kindOf(colour, numberOf(piece.kind))) ?? []);
  const run = [piece];
  const next = (by: number) => kinds.get(kindOf(colourOf(piece.kind), numberOf((by > 0 ? run.at(-1)! : run[0]!).kind) + by));
  for (let found = next(-1); found; found = next(-1)) run.unshift(found);
  for (let found = next(1); found; found = next(1)) run.push(found);
  const best = run.length >= group.length ? run : group;
  const joker = best.length === SHORTEST - 1 ? others.find((other) => isJoker(other.kind)) : undefined;
  return joker ? [...best, joker] : best.length >= SHORTEST ? best : [piece];
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
