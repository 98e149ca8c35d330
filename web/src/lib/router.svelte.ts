/** The address bar is the state: one place per page, found by its path. The server reads paths.json too: other paths are 404. */
import paths from "./paths.json";

export type PageName =
  | "home"
  | "new"
  | "join"
  | "game"
  | "learn"
  | "rules"
  | "timer"
  | "scores"
  | "legal"
  | "settings"
  | "puzzles"
  | "puzzle"
  | "games"
  | "unknown";

export interface Place {
  page: PageName;
  /** The id of a game, the code that a link to /join carries, the number of a puzzle, or the name of a lesson. */
  id: string | null;
  query: string;
}

const SIMPLE = paths.simple as Record<string, PageName>;
const DEEP = paths.deep as Record<string, PageName>;
const DEEP_PATH = new RegExp(`^/(${Object.keys(DEEP).join("|")})/(${paths.id})$`);

export function placeOf(path: string, query = ""): Place {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, "") : path;
  const simple = SIMPLE[trimmed];
  if (simple) return { page: simple, id: null, query };
  const [, folder, id] = DEEP_PATH.exec(trimmed) ?? [];
  if (folder && id) return { page: DEEP[folder]!, id, query };
  return { page: "unknown", id: null, query };
}

function here(): Place {
  return typeof location === "undefined" ? placeOf("/") : placeOf(location.pathname, location.search);
}

let current = $state.raw(here());

export const router = {
  get place(): Place {
    return current;
  },
};

/** Go to an address of this page. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  current = here();
  if (!replace) scrollTo(0, 0);
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || !isPlainClick(event)) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** Ordinary links and the back button move between pages without loading anything anew. */
export function followLinks(): void {
  document.addEventListener("click", followLink);
  addEventListener("popstate", () => (current = here()));
}
