// The first game: against the weakest bot, one round, with a coach.

import { letCoach } from "../../lib/coach/coached";
import { openGame } from "../../lib/opening";
import { standardSetup } from "../../lib/setup";

export async function playCoached(): Promise<void> {
  const rules = { edition: "default" as const, changes: { rounds: 1 } };
  await openGame({ ...standardSetup(), rules, others: ["novice"] }, (id) => letCoach(id, true));
}
