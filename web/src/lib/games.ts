/** The games this browser sits at, newest first, so that they can be continued; and those that are over. */
import { keepResult, resultOf } from "./results";
import { recall, remember } from "./storage";
import type { GameView } from "./wire";

/** How a game stood when it was last looked at. */
export interface Standing {
  phase: GameView["phase"];
  you: number | null;
  turn: number | null;
  round: number | null;
  /** Points so far; empty before the first round is over. */
  totals: number[];
  rules: string;
}

export interface RememberedGame {
  id: string;
  /** When it was last looked at, in milliseconds. */
  seen: number;
  /** Who sits there, for the eye. */
  players: string[];
  standing?: Standing;
}

const MOST = 8;
const DAYS = 30 * 24 * 3600 * 1000;

export function withGame(games: readonly RememberedGame[], game: RememberedGame): RememberedGame[] {
  const others = games.filter((other) => other.id !== game.id && game.seen - other.seen < DAYS);
  return [game, ...others].slice(0, MOST);
}

export function rememberedGames(): RememberedGame[] {
  const games = recall<unknown>("games", []);
  return Array.isArray(games) ? (games as RememberedGame[]).filter((game) => typeof game?.id === "string") : [];
}

export function standingOf(view: GameView): Standing {
  const { phase, you, position, sheet, settings } = view;
  const totals = sheet.rounds.length > 0 ? sheet.totals : [];
  return { phase, you, turn: position?.turn ?? null, round: position?.round ?? null, totals, rules: settings.rules };
}

/** Keep a game in mind as it stands; one that is over is kept as a result. */
export function rememberGame(view: GameView): void {
  if (view.phase === "over") {
    forgetGame(view.id);
    const result = resultOf(view, Date.now());
    if (result) keepResult(result);
    return;
  }
  const players = view.seats.map((seat) => seat.name);
  remember("games", withGame(rememberedGames(), { id: view.id, players, seen: Date.now(), standing: standingOf(view) }));
}

/** What was learnt of a game without looking at it: its place in the list stays. */
export function updateGame(view: GameView): void {
  if (view.phase === "over") return rememberGame(view);
  const standing = standingOf(view);
  remember("games", rememberedGames().map((game) => (game.id === view.id ? { ...game, players: view.seats.map((seat) => seat.name), standing } : game)));
}

/** A game that is over, or gone. */
export function forgetGame(id: string): void {
  remember(
    "games",
    rememberedGames().filter((game) => game.id !== id),
  );
}
