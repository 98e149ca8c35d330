// The keys of the board. Letters work wherever the focus is; arrows, Space and Enter where no button needs them.

import type { Direction } from "./walking";

export type Wish = "undo" | "redo" | "reset" | "777" | "789" | "end" | "draw" | "hint" | "replay" | "log" | "tidy" | "help";
export type Press =
  | { readonly does: "walk"; readonly direction: Direction }
  | { readonly does: "select" | "place" | "place_before" | "new_set" | "whole_set" | "take_back" | "let_go" }
  | { readonly does: "wish"; readonly wish: Wish };

const ARROWS: Readonly<Record<string, Direction>> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

export const LETTERS: Readonly<Record<string, Wish>> = {
  u: "undo",
  y: "redo",
  r: "reset",
  "7": "777",
  "8": "789",
  e: "end",
  d: "draw",
  h: "hint",
  l: "replay",
  g: "log",
  t: "tidy",
  "?": "help",
};

const MOVES: Readonly<Record<string, "new_set" | "whole_set" | "take_back" | "let_go" | "select">> = {
  " ": "select",
  n: "new_set",
  m: "whole_set",
  b: "take_back",
  escape: "let_go",
};

export function pressOf(event: KeyboardEvent): Press | null {
  const key = event.key.toLowerCase();
  const command = event.ctrlKey || event.metaKey;
  if (command) return key === "z" ? { does: "wish", wish: event.shiftKey ? "redo" : "undo" } : key === "y" ? { does: "wish", wish: "redo" } : null;
  if (event.altKey) return null;
  const direction = ARROWS[event.key];
  if (direction) return { does: "walk", direction };
  if (key === "enter") return { does: event.shiftKey ? "place_before" : "place" };
  const move = MOVES[key];
  if (move) return { does: move };
  const wish = LETTERS[key];
  return wish ? { does: "wish", wish } : null;
}
