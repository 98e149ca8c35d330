// The tiny checker behind the draft's hints. It says what a set means and counts; whether a turn is legal is the
// server's business alone. Its cases are the file that Python's meld tests read: tests/data/melds.json.

import { COLOURS, type Colour, HIGHEST, isJoker, type Kind, kindOf, LOWEST, colourOf, numberOf } from "./tiles";

export interface Run {
  readonly as: "run";
  readonly colour: Colour;
  readonly first: number;
  readonly length: number;
}

export interface Group {
  readonly as: "group";
  readonly number: number;
  readonly missing: readonly Colour[];
  readonly length: number;
}

export type Reading = Run | Group;
export type JokerValue = "face" | "zero";

const SHORTEST = 3;
const LARGEST_GROUP = 4;

/** All that a set may mean: at most one run and one group, nothing if it is not valid. */
export function readings(meld: readonly Kind[]): Reading[] {
  if (meld.length < SHORTEST || meld.every(isJoker)) return [];
  return [asRun(meld), asGroup(meld)].filter((reading) => reading !== null);
}

export const isValid = (meld: readonly Kind[]): boolean => readings(meld).length > 0;

function asRun(meld: readonly Kind[]): Run | null {
  const place = meld.findIndex((kind) => !isJoker(kind));
  const colour = colourOf(meld[place]!);
  const first = numberOf(meld[place]!) - place;
  const fits = meld.every((kind, index) => isJoker(kind) || kind === kindOf(colour, first + index));
  const inside = first >= LOWEST && first + meld.length - 1 <= HIGHEST;
  return fits && inside ? { as: "run", colour, first, length: meld.length } : null;
}

function asGroup(meld: readonly Kind[]): Group | null {
  const numbered = meld.filter((kind) => !isJoker(kind));
  const number = numberOf(numbered[0]!);
  const colours = new Set(numbered.map(colourOf));
  const oneNumber = numbered.every((kind) => numberOf(kind) === number);
  if (meld.length > LARGEST_GROUP || colours.size < numbered.length || !oneNumber) return null;
  return { as: "group", number, missing: COLOURS.filter((colour) => !colours.has(colour)), length: meld.length };
}

/** What the tile at this place may mean: itself, or for a joker every tile that a reading gives it. */
export function standsFor(meld: readonly Kind[], index: number): Kind[] {
  if (!isJoker(meld[index]!)) return [meld[index]!];
  return readings(meld).flatMap((reading) =>
    reading.as === "run"
      ? [kindOf(reading.colour, reading.first + index)]
      : reading.missing.map((colour) => kindOf(colour, reading.number)),
  );
}

/** What a set counts in the opening; nothing while it is not valid. */
export function valueOf(meld: readonly Kind[], joker: JokerValue = "face"): number {
  const found = readings(meld);
  if (found.length === 0) return 0;
  if (joker === "zero") return meld.reduce((sum, kind) => sum + numberOf(kind), 0);
  return Math.max(...found.map(readingValue));
}

function readingValue(reading: Reading): number {
  if (reading.as === "group") return reading.length * reading.number;
  return (reading.length * (2 * reading.first + reading.length - 1)) / 2;
}
