// What the players of a table are called.

import type { SeatView } from "../../lib/game/wire";
import { calledName, shownName } from "../../lib/player-name";

/** A bot says what it is and how strong, in the player's language. */
export const seatName = (seat: SeatView): string => (isBot(seat) ? shownName(seat.name) : seat.name);

/** Where a picture says already that it is a bot. */
export const shortName = (seat: SeatView): string => (isBot(seat) ? calledName(seat.name) : seat.name);

const isBot = (seat: SeatView): boolean => !seat.human && seat.bot !== null;
