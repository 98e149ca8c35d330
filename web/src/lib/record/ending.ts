// How a round ends and what it is worth.

import { isJoker, type Kind, numberOf } from "../draft/tiles";
import { type Rules, valueOf } from "../rules/text";
import type { OutcomeView } from "../wire";

export interface Held {
  readonly racks: readonly (readonly Kind[])[];
  readonly opened: readonly boolean[];
  readonly pool: number;
  readonly passes: number;
  readonly starter: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The end of the round, if it has come. `open` says what is not known here: what who has not opened must pay. */
export function endOf(rules: Rules, held: Held): { outcome: OutcomeView; open: boolean } | null {
  const out = held.racks.findIndex((rack) => rack.length === 0);
  const dry = held.pool === 0 && (valueOf(rules, "pool_empty_rule") === "immediate_lowest" || held.passes >= held.racks.length);
  if (out < 0 && !dry) return null;
  const losses = lossesOf(rules, held);
  const open = valueOf(rules, "unopened_able_penalty") !== null && valueOf(rules, "unopened_penalty") !== null && held.opened.some((opened) => !opened);
  if (out >= 0) return { outcome: { ended: "rack_empty", winners: [out], scores: settled(losses, [out]) }, open };
  return { outcome: ranDry(rules, held, losses), open };
}

function lossesOf(rules: Rules, { racks, opened }: Held): number[] {
  const [fixed, joker] = [valueOf(rules, "unopened_penalty"), Number(valueOf(rules, "joker_penalty"))];
  return racks.map((rack, seat) => (fixed !== null && !opened[seat] ? Number(fixed) : sum(rack.map((kind) => (isJoker(kind) ? joker : numberOf(kind))))));
}

function ranDry(rules: Rules, { racks, starter }: Held, losses: readonly number[]): OutcomeView {
  const least = Math.min(...losses);
  const fewest = Math.min(...racks.filter((_, seat) => losses[seat] === least).map((rack) => rack.length));
  const order = racks.map((_, place) => (starter + place) % racks.length);
  const winners = order.filter((seat) => losses[seat] === least && racks[seat]!.length === fewest);
  const spared = valueOf(rules, "pool_empty_winner_plus") === "difference" ? least : 0;
  const scores = settled(losses.map((loss) => loss - spared), winners);
  return { ended: "pool_empty", winners: [...winners].sort((a, b) => a - b), scores };
}

/** Losers lose, winners share the sum; a point that cannot be shared goes to the earlier in turn order. */
function settled(losses: readonly number[], winners: readonly number[]): number[] {
  const scores = losses.map((loss, seat) => (winners.includes(seat) ? 0 : loss === 0 ? 0 : -loss));
  const all = -sum(scores);
  const share = Math.floor(all / winners.length);
  for (const [place, seat] of winners.entries()) scores[seat] = share + (place < all - share * winners.length ? 1 : 0);
  return scores;
}

/** Every seat's sum. */
export const totalsOf = (ends: readonly OutcomeView[], seats: number): number[] => Array.from({ length: seats }, (_, seat) => sum(ends.map((end) => end.scores[seat]!)));

/** The seats from best to worst, by totals or first by rounds won; who is equal shares a place. */
export function rankingOf(rules: Rules, totals: readonly number[], ends: readonly OutcomeView[]): number[][] {
  const byWins = valueOf(rules, "match_winner") === "rounds_won";
  const wins = totals.map((_, seat) => (byWins ? ends.filter((end) => end.winners.includes(seat)).length : 0));
  const order = [...totals.keys()].sort((one, other) => wins[other]! - wins[one]! || totals[other]! - totals[one]!);
  const places: number[][] = [];
  for (const seat of order) {
    const last = places.at(-1)?.[0];
    if (last !== undefined && wins[last] === wins[seat] && totals[last] === totals[seat]) places.at(-1)!.push(seat);
    else places.push([seat]);
  }
  return places;
}

/** Whether no further round is played: after the agreed number, or with the agreed total. */
export function isOver(rules: Rules, seats: number, ends: readonly OutcomeView[]): boolean {
  const [rounds, points] = [valueOf(rules, "rounds"), valueOf(rules, "match_points")];
  if (rounds !== null && ends.length >= Number(rounds)) return true;
  return points !== null && Math.max(...totalsOf(ends, seats)) >= Number(points);
}

/** `end rack_empty, won by 2, scores -24 24`. */
export const endText = ({ ended, winners, scores }: OutcomeView): string => `end ${ended}, won by ${winners.map((seat) => seat + 1).join(" ")}, scores ${scores.join(" ")}`;

/** The same, read; null if it says no end. */
export function readEnd(text: string, seats: number): OutcomeView | null {
  const found = /^end (rack_empty|pool_empty), won by ([1-6](?: [1-6])*), scores (-?\d{1,5}(?: -?\d{1,5}){1,5})$/.exec(text);
  if (!found) return null;
  const scores = found[3]!.split(" ").map(Number);
  const winners = found[2]!.split(" ").map((seat) => Number(seat) - 1);
  return scores.length === seats ? { ended: found[1] as OutcomeView["ended"], winners, scores } : null;
}
