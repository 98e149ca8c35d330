// The numerals and signs of the tiles, drawn for this game: round lines of one width.

import type { Colour } from "../draft/tiles";

/** Each digit as a line in a box of 20 × 28. */
const DIGITS: readonly string[] = [
  "M10 2C15 2 18 7 18 14S15 26 10 26S2 21 2 14S5 2 10 2Z",
  "M3.5 7.5L10 2V26",
  "M2.6 8.4C2.6 4.6 5.8 2 10 2C14.4 2 17.4 4.7 17.4 8.6C17.4 13.2 12.6 16.4 3 26H18",
  "M3 5.2C4.6 3.2 7 2 10 2C14.2 2 17 4.4 17 7.9C17 11.4 14.2 13.4 10 13.4C14.8 13.4 18 15.8 18 19.6C18 23.4 14.6 26 10 26C6.6 26 4 24.8 2.4 22.6",
  "M14 26V2L2 19.4H18.6",
  "M16.4 2H5L4 12.6C5.6 11.2 7.6 10.4 10 10.4C14.8 10.4 18 13.6 18 18.1C18 22.8 14.6 26 10 26C6.6 26 4 24.8 2.4 22.6",
  "M15.4 2.2C8 4 2.2 10 2.2 17.8C2.2 22.8 5.6 26 10.1 26C14.6 26 18 22.9 18 18.4C18 14 14.8 11 10.4 11C6.8 11 3.8 13 2.7 16.2",
  "M2 2H18L8.4 26",
  "M10 13C6 13 3.2 10.8 3.2 7.5S6 2 10 2S16.8 4.2 16.8 7.5S14 13 10 13C5.4 13 2 15.6 2 19.5S5.4 26 10 26S18 23.4 18 19.5S14.6 13 10 13Z",
  "M4.6 25.8C12 24 17.8 18 17.8 10.2C17.8 5.2 14.4 2 9.9 2C5.4 2 2 5.1 2 9.6C2 14 5.2 17 9.6 17C13.2 17 16.2 15 17.3 11.8",
];

const WIDTHS: readonly number[] = [20, 12, 20, 20, 20, 20, 20, 20, 20, 20];
const GAP = 5.5;

export interface Numeral {
  /** Its digits as one line, set from left to right. */
  readonly line: string;
  readonly width: number;
}

/** The same line further to the right. */
function shifted(path: string, by: number): string {
  return path.replace(/([MLCSH])([^A-Z]+)/g, (_, letter: string, numbers: string) => {
    const moved = numbers.split(" ").map((text, place) => (letter === "H" || place % 2 === 0 ? Number(text) + by : text));
    return letter + moved.join(" ");
  });
}

function drawn(value: number): Numeral {
  let [line, x] = ["", 0];
  for (const digit of String(value)) {
    line += shifted(DIGITS[Number(digit)]!, x);
    x += WIDTHS[Number(digit)]! + GAP;
  }
  return { line, width: x - GAP };
}

const known = new Map<number, Numeral>();

export function numeral(value: number): Numeral {
  const numeral = known.get(value) ?? drawn(value);
  known.set(value, numeral);
  return numeral;
}

/** A sign for every colour, in a box of 16 × 16: nobody has to tell the colours apart. */
export const SIGNS: Readonly<Record<Colour, string>> = {
  k: "M8 1.4A6.6 6.6 0 1 1 8 14.6A6.6 6.6 0 1 1 8 1.4Z",
  r: "M8 0.4L15.4 8L8 15.6L0.6 8Z",
  b: "M3.2 1.6H12.8A1.6 1.6 0 0 1 14.4 3.2V12.8A1.6 1.6 0 0 1 12.8 14.4H3.2A1.6 1.6 0 0 1 1.6 12.8V3.2A1.6 1.6 0 0 1 3.2 1.6Z",
  y: "M8 1L15.6 14.6H0.4Z",
};

/** The joker's cap with its three bells, in a box of 44 × 36. */
export const CAP = "M9 31C8.4 22 6.6 16.4 2.6 11.6C9.6 11 14.2 14 16.4 19.4C16.6 12.6 18.6 7.6 22 3.6C25.4 7.6 27.4 12.6 27.6 19.4C29.8 14 34.4 11 41.4 11.6C37.4 16.4 35.6 22 35 31Z";
export const BELLS: readonly { x: number; y: number }[] = [
  { x: 3, y: 10.6 },
  { x: 22, y: 3.4 },
  { x: 41, y: 10.6 },
];
