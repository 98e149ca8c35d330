/** Games that are over, as far as this browser sat at them, and what they come to. */
import { levelOf } from "./player-name";
import type { Level } from "./setup";
import { recall, remember } from "./storage";
import type { GameView, MyGame } from "./wire";

export type Result = MyGame;

const MOST = 200;

/** What a finished game came to; null if nothing was played, or by others alone. */
export function resultOf(view: GameView, at: number): Result | null {
  const { id, you, seats, settings, sheet } = view;
  if (you === null || sheet.rounds.length === 0) return null;
  const players = seats.map((seat) => seat.name);
  const { closed, played_on } = view;
  return { id, at, rules: settings.rules, players, you, totals: sheet.totals, rounds: sheet.rounds.length, closed: closed !== null, played_on, winners: sheet.ranking[0] ?? [] };
}

/** Newest first, each once; the time that is known already stays. */
export function withResults(known: readonly Result[], more: readonly Result[]): Result[] {
  const all = new Map([...more, ...known].map((result) => [result.id, result]));
  return [...all.values()].sort((a, b) => b.at - a.at).slice(0, MOST);
}

export function keptResults(): Result[] {
  const results = recall<unknown>("results", []);
  return Array.isArray(results) ? (results as Result[]).filter((one) => typeof one?.id === "string" && Array.isArray(one.totals)) : [];
}

export function keepResult(...results: Result[]): void {
  remember("results", withResults(keptResults(), results));
}

/** The seats that won; older results do not name them, and were won by the best total. */
export const winnersOf = ({ totals, winners }: Result): readonly number[] => winners ?? [...totals.keys()].filter((seat) => totals[seat] === Math.max(...totals));

/** Whether the player has won: alone, or together with others. */
const isWon = (result: Result): boolean => result.you !== null && result.rounds > 0 && winnersOf(result).includes(result.you);

export type End = "won" | "lost" | "stopped";

/** How a game ended for the player. A match that was stopped is won by who led after its last finished round. */
export const endOf = (result: Result): End => (isWon(result) ? "won" : result.closed ? "stopped" : "lost");

export interface Tally {
  readonly games: number;
  readonly won: number;
}

export interface Statistics {
  readonly all: Tally;
  readonly bots: ReadonlyMap<Level, Tally>;
  readonly players: ReadonlyMap<number, Tally>;
}

/** How often the player has won: in all, at tables with each kind of bot, and by how many sat there. */
export function statistics(results: readonly Result[]): Statistics {
  const own = results.filter((result) => result.you !== null && !result.played_on && endOf(result) !== "stopped");
  const bots = new Map<Level, Tally>();
  const players = new Map<number, Tally>();
  const add = <Key>(tallies: Map<Key, Tally>, key: Key, won: boolean): void => {
    const { games, won: before } = tallies.get(key) ?? { games: 0, won: 0 };
    tallies.set(key, { games: games + 1, won: before + (won ? 1 : 0) });
  };
  for (const result of own) {
    const levels = new Set(result.players.map(levelOf).filter((level) => level !== null));
    for (const level of levels) add(bots, level, endOf(result) === "won");
    add(players, result.players.length, endOf(result) === "won");
  }
  return { all: { games: own.length, won: own.filter((result) => endOf(result) === "won").length }, bots, players };
}
