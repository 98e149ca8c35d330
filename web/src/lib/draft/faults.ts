// Why tiles side by side are no set yet, as one would say it to a beginner.

import { isValid } from "./checker";
import { type Colour, colourOf, HIGHEST, isJoker, type Kind, numberOf } from "./tiles";

export type Fault =
  | { readonly why: "short" }
  /** A colour that is there twice among equal numbers. */
  | { readonly why: "colour_twice"; readonly colour: Colour }
  /** A number that is there twice in one colour. */
  | { readonly why: "number_twice"; readonly number: number }
  /** Numbers that a run lacks. */
  | { readonly why: "gap"; readonly number: number }
  | { readonly why: "too_long" }
  | { readonly why: "mixed" };

export function faultOf(kinds: readonly Kind[]): Fault | null {
  if (isValid(kinds)) return null;
  const numbered = kinds.filter((kind) => !isJoker(kind));
  const jokers = kinds.length - numbered.length;
  const numbers = numbered.map(numberOf).sort((a, b) => a - b);
  const colours = numbered.map(colourOf);
  if (new Set(numbers).size <= 1) return numbers.length > 1 ? ofGroup(colours, kinds.length) : { why: "short" };
  if (new Set(colours).size > 1) return { why: "mixed" };
  return ofRun(numbers, jokers, kinds.length);
}

function ofGroup(colours: readonly Colour[], length: number): Fault {
  const twice = colours.find((colour, place) => colours.indexOf(colour) < place);
  if (twice) return { why: "colour_twice", colour: twice };
  return length < 3 ? { why: "short" } : { why: "too_long" };
}

function ofRun(numbers: readonly number[], jokers: number, length: number): Fault {
  const twice = numbers.find((number, place) => numbers.indexOf(number) < place);
  if (twice !== undefined) return { why: "number_twice", number: twice };
  const missing = Array.from({ length: numbers.at(-1)! - numbers[0]! }, (_, step) => numbers[0]! + step).filter((n) => !numbers.includes(n));
  if (missing.length > jokers) return { why: "gap", number: missing[0]! };
  return length > HIGHEST ? { why: "too_long" } : { why: "short" };
}
