// A turn in words: "Clara: took red 9, laid red 9, black 9 and blue 9; 4 tiles left".

import { t } from "../../i18n/index.svelte";
import { tilesText } from "../../lib/board-words";
import { readKinds } from "../../lib/draft/tiles";
import type { Turn } from "../../lib/game/log.svelte";
import type { Step } from "../../lib/game/wire";

export function turnText(turn: Turn, who: string): string {
  if (turn.late) return t("said.timeout", { who, n: turn.drawn });
  if (turn.did !== "play") return t(turn.did === "draw" ? "said.drew" : "said.passed", { who, n: turn.drawn });
  const done = turn.steps?.length ? turn.steps.map(stepText) : [t("log.laid", { list: tilesText(readKinds(turn.laid)) })];
  return t("log.play", { who, done: done.join(", "), left: t("log.left", { n: turn.left }) });
}

function stepText(step: Step): string {
  const tiles = readKinds(step.kind === "lay" ? step.result : (step.tiles ?? ""));
  return t(`log.${step.kind === "lay" ? "laid" : step.kind}`, { list: tilesText(tiles) });
}
