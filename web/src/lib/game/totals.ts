// Points over the rounds of a match.

import type { Sheet } from "./wire";

/** For every seat what it had before the first round and after each. */
export function runningTotals(sheet: Pick<Sheet, "rounds" | "totals">): number[][] {
  return sheet.totals.map((_, seat) => {
    let sum = 0;
    return [0, ...sheet.rounds.map((round) => (sum += round.scores[seat] ?? 0))];
  });
}
