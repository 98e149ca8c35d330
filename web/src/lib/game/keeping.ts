// What a reload must not lose: the draft of this tab.

import type { KeptPlaces } from "../board/ground.svelte";

export interface KeptDraft {
  round: number;
  /** The table that the plan was built on. */
  base: string;
  table: string;
}

const name = (game: string): string => `openkub.draft.${game}`;

export function keepDraft(game: string, draft: KeptDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(name(game), JSON.stringify(draft));
    else sessionStorage.removeItem(name(game));
  } catch {
    // a browser that keeps nothing has the server's copy of the draft
  }
}

export function keptDraft(game: string): KeptDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(name(game)) ?? "null") as KeptDraft | null;
  } catch {
    return null;
  }
}

const placesName = (game: string): string => `openkub.places.${game}`;

/** Where the sets lay on this tab's table. */
export function keepPlaces(game: string, places: KeptPlaces): void {
  try {
    sessionStorage.setItem(placesName(game), JSON.stringify(places));
  } catch {
    // then they lie in the order of the table
  }
}

export function keptPlaces(game: string): KeptPlaces | null {
  try {
    return JSON.parse(sessionStorage.getItem(placesName(game)) ?? "null") as KeptPlaces | null;
  } catch {
    return null;
  }
}

/** The rack as text, a dot for a gap. */
export const writeOrder = (kinds: readonly (string | null)[]): string => kinds.map((kind) => kind ?? ".").join(" ");

export function readOrder(text: string | null): (string | null)[] {
  return (text ?? "")
    .split(" ")
    .filter(Boolean)
    .map((kind) => (kind === "." ? null : kind));
}
