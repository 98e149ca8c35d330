/** The address bar is the state: one place per page, found by its path. */

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

const SIMPLE: Record<string, PageName> = {
  "/": "home",
  "/new": "new",
  "/join": "join",
  "/learn": "learn",
  "/rules": "rules",
  "/timer": "timer",
  "/scores": "scores",
  "/legal": "legal",
  "/settings": "settings",
  "/puzzles": "puzzles",
  "/games": "games",
};

const DEEP = { g: "game", join: "join", learn: "learn", puzzles: "puzzle" } as const;

export function placeOf(path: string, query = ""): Place {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, "") : path;
  const simple = SIMPLE[trimmed];
  if (simple) return { page: simple, id: null, query };
  const deep = /^\/(g|join|learn|puzzles)\/([\w-]{1,64})$/.exec(trimmed);
  if (deep) return { page: DEEP[deep[1] as keyof typeof DEEP], id: deep[2] ?? null, query };
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
