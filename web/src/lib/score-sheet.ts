/** A score sheet for a real table: names, rounds, and whether each round adds up to zero. */

export interface ScoreSheet {
  names: string[];
  /** One list a round, one number a player; null where nothing is written yet. */
  rounds: (number | null)[][];
}

export const MOST_PLAYERS = 6;

export function emptySheet(names: string[]): ScoreSheet {
  return { names, rounds: [names.map(() => null)] };
}

export function totals(sheet: ScoreSheet): number[] {
  return sheet.names.map((_, seat) => sheet.rounds.reduce((sum, round) => sum + (round[seat] ?? 0), 0));
}

/** What is missing to zero; null while the round is not written down completely. */
export function imbalance(round: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const score of round) {
    if (score === null) return null;
    sum += score;
  }
  return sum;
}

export function isBlank(round: readonly (number | null)[]): boolean {
  return round.every((score) => score === null);
}

/** The one empty place of a round gets what makes it zero. */
export function completed(round: readonly (number | null)[]): (number | null)[] {
  const empty = round.flatMap((score, seat) => (score === null ? [seat] : []));
  if (empty.length !== 1) return [...round];
  const sum = round.reduce<number>((all, score) => all + (score ?? 0), 0);
  return round.map((score) => (score === null ? (sum === 0 ? 0 : -sum) : score));
}

/** What a player still holds: tapped tiles, written points, or a penalty instead. */
export interface RackLeft {
  /** Numbers; a joker is JOKER. */
  tiles: number[];
  written: number | null;
  /** How many tiles these are, where only the points are written and it matters. */
  held: number | null;
  opened: "yes" | "no" | "able";
}

export const JOKER = 0;

/** What jokers and a rack that never opened cost. */
export interface Prices {
  joker: number;
  /** Instead of the rack; null where an edition knows no such penalty. */
  unopened: number | null;
  able: number | null;
}

export function uncounted(): RackLeft {
  return { tiles: [], written: null, held: null, opened: "yes" };
}

export function rackPoints(rack: RackLeft, prices: Prices): number {
  if (prices.unopened !== null && rack.opened === "no") return prices.unopened;
  if (prices.unopened !== null && rack.opened === "able") return prices.able ?? prices.unopened;
  return rack.written ?? rack.tiles.reduce((sum, tile) => sum + (tile === JOKER ? prices.joker : tile), 0);
}

/** Whether the tiles of a rack were tapped; otherwise only its points are known. */
export function isTapped(rack: RackLeft, prices: Prices): boolean {
  return rack.written === null && (prices.unopened === null || rack.opened === "yes");
}

/** Losers write what is left as minus and the winners share the sum. An odd point goes to the winner who is first on the sheet. */
export function fromRacks(winners: readonly number[], left: readonly number[]): number[] {
  const sum = left.reduce((all, points, seat) => (winners.includes(seat) ? all : all + points), 0);
  const share = Math.floor(sum / winners.length);
  const odd = sum % winners.length;
  return left.map((points, seat) => {
    const place = winners.indexOf(seat);
    return place < 0 ? 0 - points : share + (place < odd ? 1 : 0);
  });
}

export type WinnerGets = "sum_of_others" | "difference";

export interface Dry {
  winners: number[];
  scores: number[];
  /** The seats with the fewest points. */
  lowest: number[];
}

/** The pool is empty: the lowest rack wins, of equal ones that with fewer tiles. If these are equal or unknown, they share. */
export function ranDry(left: readonly number[], tiles: readonly (number | null)[], gets: WinnerGets): Dry {
  const best = Math.min(...left);
  const lowest = left.flatMap((points, seat) => (points === best ? [seat] : []));
  const counts = lowest.map((seat) => tiles[seat] ?? null);
  const known = counts.every((count) => count !== null);
  const winners = known ? lowest.filter((seat) => tiles[seat] === Math.min(...counts)) : lowest;
  const spared = gets === "difference" ? best : 0;
  return { winners, lowest, scores: fromRacks(winners, left.map((points) => points - spared)) };
}

/** The best total so far, with every seat that has it; nobody leads a sheet without a complete round. */
export function leaders(sheet: ScoreSheet): number[] {
  if (!sheet.rounds.some((round) => imbalance(round) !== null)) return [];
  const sums = totals(sheet);
  const best = Math.max(...sums);
  return sums.flatMap((sum, seat) => (sum === best ? [seat] : []));
}

export function withPlayer(sheet: ScoreSheet, name: string): ScoreSheet {
  if (sheet.names.length >= MOST_PLAYERS) return sheet;
  return { names: [...sheet.names, name], rounds: sheet.rounds.map((round) => [...round, isBlank(round) ? null : 0]) };
}

export function withoutPlayer(sheet: ScoreSheet, seat: number): ScoreSheet {
  const others = (_: unknown, index: number) => index !== seat;
  return { names: sheet.names.filter(others), rounds: sheet.rounds.map((round) => round.filter(others)) };
}

export function isSheet(stored: unknown): stored is ScoreSheet {
  const sheet = stored as ScoreSheet | null;
  return (
    Array.isArray(sheet?.names) &&
    Array.isArray(sheet.rounds) &&
    sheet.names.every((name) => typeof name === "string") &&
    sheet.rounds.every(
      (round) =>
        Array.isArray(round) &&
        round.length === sheet.names.length &&
        round.every((score) => score === null || Number.isInteger(score)),
    )
  );
}
