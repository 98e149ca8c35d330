/** Open a game, or sit down at one, and go there. */
import { t } from "../i18n/index.svelte";
import { ask } from "./api";
import { rememberGame } from "./games";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { newGame, type Setup } from "./setup";

export function playerName(): string {
  return settings.name.trim() || t("guest");
}

/** Open a game and go there; `opened` learns its id before anything of it is shown. */
export async function openGame(setup: Setup, opened: (id: string) => void = () => {}): Promise<void> {
  const game = await ask("POST /api/games", newGame(setup, playerName()));
  rememberGame(game);
  opened(game.id);
  go(`/g/${game.id}`);
}

/** Play on from before a turn of a record, and go there. */
export async function playOn(record: string, turn: number, seat: number | null): Promise<void> {
  const game = await ask("POST /api/play-on", { record, name: playerName(), turn, seat });
  rememberGame(game);
  go(`/g/${game.id}`);
}

/** A short code, as it is said across a table: blanks and small letters do not matter. */
export function tidyCode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** What people paste may be a whole link. */
export function gameInLink(text: string): string | null {
  return /\/g\/([\w-]{1,64})/.exec(text)?.[1] ?? null;
}

export async function goToCode(text: string): Promise<void> {
  const linked = gameInLink(text);
  if (linked) return go(`/g/${linked}`);
  const { id } = await ask("GET /api/codes/{code}", { code: tidyCode(text) });
  go(`/g/${id}`);
}
