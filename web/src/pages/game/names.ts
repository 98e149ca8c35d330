// What the players of a table are called.

import { t } from "../../i18n/index.svelte";
import type { SeatView } from "../../lib/game/wire";

/** A bot is named after its strength, in the player's language; a second one of the kind carries a number. */
export function seatName(seat: SeatView): string {
  return isBot(seat) ? t("play.bot", { level: shortName(seat) }) : seat.name;
}

/** Where a picture says already that it is a bot. */
export function shortName(seat: SeatView): string {
  if (!isBot(seat)) return seat.name;
  const number = /\d+$/.exec(seat.name)?.[0];
  return t(`level.${seat.bot}`) + (number ? ` ${number}` : "");
}

const isBot = (seat: SeatView): seat is SeatView & { bot: NonNullable<SeatView["bot"]> } => !seat.human && seat.bot !== null;
