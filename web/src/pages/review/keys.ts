// The keys of a game that is looked back at, in lichess's manner.

import type { Player } from "../../lib/review/player.svelte";

const FIELDS = "input:not([type=range]), textarea, select, [role=tablist]";

/** What a key does here; null if it is somebody else's. */
export function keyOf(event: KeyboardEvent, player: Player): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(FIELDS)) return null;
  const single = event.shiftKey;
  switch (event.key) {
    case "ArrowRight":
      return () => (single ? player.one(1) : player.turn(1));
    case "ArrowLeft":
      return () => (single ? player.one(-1) : player.turn(-1));
    case ".":
      return () => player.one(1);
    case ",":
      return () => player.one(-1);
    case "Home":
    case "ArrowUp":
      return () => player.go(0);
    case "End":
    case "ArrowDown":
      return () => player.go(player.last);
    case " ":
      return target?.closest("button, a, summary") && !target.closest("[data-piece]") ? null : () => player.toggle();
  }
  return null;
}
