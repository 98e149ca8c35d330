// The players and turns of a game that is over, in words.

import { t } from "../../i18n/index.svelte";
import { tilesText } from "../../lib/board-words";
import { readKinds } from "../../lib/draft/tiles";
import { shownName } from "../../lib/player-name";
import type { Moment } from "../../lib/review/moments";
import type { PastTurn, Review } from "../../lib/wire";
import { turnText } from "../game/turns";

export const nameOf = (review: Review, seat: number): string => {
  const { name, bot } = review.seats[seat]!;
  return bot ? shownName(name) : name;
};

/** "Anna: laid …; 4 tiles left", "Bruno drew red 9": now everybody may know what. */
export function momentText(review: Review, moment: Moment): string {
  const { turn, round } = moment;
  if (!turn) return t("look.dealt", { n: round + 1, who: nameOf(review, review.rounds[round]!.starter) });
  const who = nameOf(review, turn.seat);
  if (turn.did === "redeal") return t("said.redeal", { who });
  const list = tilesText(readKinds(turn.drawn));
  if (turn.did === "draw" && list) return t("look.drew", { who, list });
  if (turn.did === "timeout" && list) return t("look.late", { who, list });
  return turnText(asLogged(moment, turn), who);
}

function asLogged(moment: Moment, turn: PastTurn): Parameters<typeof turnText>[0] {
  return {
    n: moment.number,
    round: moment.round,
    seat: turn.seat,
    did: turn.laid ? "play" : turn.did === "pass" ? "pass" : "draw",
    drawn: readKinds(turn.drawn).length,
    late: turn.did === "timeout",
    before: moment.before,
    after: moment.table,
    laid: turn.laid,
    left: readKinds(turn.racks[turn.seat]!).length,
    steps: turn.steps,
  };
}
