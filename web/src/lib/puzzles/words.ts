// What a puzzle asks for and what its hints say, in the language of the page.

import { list, t } from "../../i18n/index.svelte";
import { tileName } from "../naming";
import type { Hint } from "./hints";
import { type Puzzle, RULES } from "./puzzle";

/** What is to be done, in words. */
export function goalText(puzzle: Pick<Puzzle, "kind" | "need">): string {
  return t(`puzzle.goal.${puzzle.kind}`, { n: puzzle.need, points: RULES.openingPoints });
}

export function hintText(hint: Hint): string {
  const named = (kinds: readonly string[]): string => list(kinds.map((kind) => tileName(kind)));
  if (hint.tells === "way") return t("puzzle.hint.way", { n: hint.steps, sets: t("puzzle.hint.changes", { n: hint.sets }) });
  if (hint.tells === "count") return t("puzzle.hint.count", { n: hint.tiles });
  if (hint.tells === "tiles") return t("puzzle.hint.tiles", { list: named(hint.tiles) });
  if (hint.tells === "sets") return t("puzzle.hint.sets", { n: hint.sets.length });
  return t(`hint.step.${hint.step.kind}`, { list: named(hint.tiles) });
}
