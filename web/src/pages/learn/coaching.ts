// The first game: against the weakest bot, one round, with a coach.

import { letCoach } from "../../lib/coach/coached";
import { openGame } from "../../lib/opening";
import { quickSetup } from "../../lib/setup";

export async function playCoached(): Promise<void> {
  await openGame(quickSetup(["novice"]), (id) => letCoach(id, true));
}
