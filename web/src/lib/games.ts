/** The games this browser sits at, newest first, so that they can be continued. */
import { recall, remember } from "./storage";

export interface RememberedGame {
  id: string;
  /** When it was last looked at, in milliseconds. */
  seen: number;
  /** Who sits there, for the eye. */
  players: string[];
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

/** Keep a game in mind; the game page calls this whenever the players change. */
export function rememberGame(id: string, players: string[]): void {
  remember("games", withGame(rememberedGames(), { id, players, seen: Date.now() }));
}

/** A game that is over, or gone. */
export function forgetGame(id: string): void {
  remember(
    "games",
    rememberedGames().filter((game) => game.id !== id),
  );
}
