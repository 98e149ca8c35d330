// How tiles and sets are read aloud.

import { list, t } from "../i18n/index.svelte";
import { isValid, type JokerValue, type Reading, readings, valueOf } from "./draft/checker";
import { type Colour, colourOf, isJoker, type Kind, numberOf } from "./draft/tiles";

export function colourName(colour: Colour): string {
  return t(`colour.${colour}`);
}

export function tileName(kind: Kind, meaning: readonly Kind[] = []): string {
  if (!isJoker(kind)) return t(`tile.${colourOf(kind)}`, { n: numberOf(kind) });
  if (meaning.length === 0) return t("tile.joker");
  return t("board.joker_as", { tile: list(meaning.map((other) => tileName(other)), "disjunction") });
}

/** "Run red 5 to 7, valid, 18 points", "group of 5s: black, red and blue, valid, 15 points". */
export function meldName(meld: readonly Kind[], joker: JokerValue = "face"): string {
  const first = readings(meld)[0];
  if (!first || !isValid(meld)) return t("board.loose", { list: list(meld.map((kind) => tileName(kind))) });
  return t("board.valid_set", { set: readingName(first, meld), points: t("board.points", { n: valueOf(meld, joker) }) });
}

/** "run red 5 to 7": what lies there, without a judgement. */
export function plainName(meld: readonly Kind[]): string {
  const first = readings(meld)[0];
  return first ? readingName(first, meld) : list(meld.map((kind) => tileName(kind)));
}

function readingName(reading: Reading, meld: readonly Kind[]): string {
  if (reading.as === "run") {
    return t("board.run", { colour: colourName(reading.colour), first: reading.first, last: reading.first + reading.length - 1 });
  }
  const colours = meld.map((kind) => (isJoker(kind) ? t("tile.joker") : colourName(colourOf(kind))));
  return t("board.group", { number: reading.number, list: list(colours) });
}
