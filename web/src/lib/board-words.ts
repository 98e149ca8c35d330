// The words of the board in the language of the page.

import { list, t } from "../i18n/index.svelte";
import type { BoardWords } from "./board/words";
import { faultOf } from "./draft/faults";
import type { Kind } from "./draft/tiles";
import { colourName, meldName, tileName } from "./naming";

export const WORDS: BoardWords = {
  get board() {
    return t("board.board");
  },
  get how() {
    return t("board.how");
  },
  get table() {
    return t("board.table");
  },
  get overview() {
    return t("board.overview");
  },
  rack: (n) => t("board.rack", { n }),
  tile: tileName,
  set: meldName,
  chosen: (n) => t("board.said.selected", { n }),
  fault: faultText,
};

/** "black twice", "needs a 6 or a joker". */
export function faultText(kinds: readonly Kind[]): string {
  const fault = faultOf(kinds);
  if (!fault) return "";
  if (fault.why === "colour_twice") return t("fault.colour_twice", { colour: colourName(fault.colour) });
  if (fault.why === "number_twice" || fault.why === "gap") return t(`fault.${fault.why}`, { number: fault.number });
  return t(`fault.${fault.why}`);
}

/** The tiles of a set in words. */
export const tilesText = (kinds: readonly Kind[]): string => list(kinds.map((kind) => tileName(kind)));
