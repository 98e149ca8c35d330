// What a reload must not lose: the draft of this tab.

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

/** The rack as text, a dot for a gap. */
export const writeOrder = (kinds: readonly (string | null)[]): string => kinds.map((kind) => kind ?? ".").join(" ");

export function readOrder(text: string | null): (string | null)[] {
  return (text ?? "")
    .split(" ")
    .filter(Boolean)
    .map((kind) => (kind === "." ? null : kind));
}
