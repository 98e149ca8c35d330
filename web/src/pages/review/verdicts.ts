// What an analysis says of a turn, in plain words.

import { t } from "../../i18n/index.svelte";
import { percent } from "../../lib/review/looking.svelte";
import type { JudgedTurn } from "../../lib/wire";

export type Badge = "best" | "good" | "missed";

/** The mark that is shown: who waited rightly has done nothing that needs praise. */
export const badgeOf = (turn: JudgedTurn): Badge | null => turn.mark;

/** Whether the best play is the one that was made. */
export const wasBest = (turn: JudgedTurn): boolean => turn.best !== null && turn.laid !== "" && turn.laid.split(" ").length >= turn.best.tiles;

/** Sentences about a turn, the most telling first. */
export function sentences(turn: JudgedTurn): string[] {
  if (!turn.best) return [t("say.nothing")];
  const said: string[] = [];
  if (turn.missed_going_out) said.push(t("say.out"));
  if (turn.mark === "missed" && turn.loss) said.push(t("say.missed", { n: percent(turn.loss) }));
  else if (turn.opening === "delayed") said.push(t("say.delayed"));
  else if (turn.waiting_was_right && turn.mark) said.push(t("say.waited"));
  else if (turn.mark === "good" && !(turn.better === "wait" && turn.laid !== "")) said.push(t("say.good"));
  else if (turn.mark === "best" && turn.laid !== "" && !wasBest(turn)) said.push(t("say.best"));
  if (turn.opening === "missed") said.push(t("say.unopened"));
  if (turn.opening === "opened") said.push(t("say.opened"));
  if (turn.better === "wait" && turn.laid !== "") said.push(t("say.wait"));
  if (turn.jokers_wasted > 0) said.push(t("say.joker", { n: turn.jokers_wasted }));
  return said;
}

/** "Best play: 5 tiles, 34 points". */
export function bestText(turn: JudgedTurn): string | null {
  if (!turn.best) return null;
  const { tiles, points, proven } = turn.best;
  const params = { count: t("best.tiles", { n: tiles }), points: t("look.points", { n: points }) };
  if (wasBest(turn)) return t("best.same", params);
  return t(proven ? "best.play" : "best.found", params);
}
