// The draw for the start, seat by seat.

import { list, t } from "../../i18n/index.svelte";
import { tileName } from "../../lib/naming";
import type { Kind } from "../../lib/draft/tiles";
import type { GameView } from "../../lib/game/wire";

export interface Drawn {
  readonly seat: number;
  /** More than one, if a joker or an equal number was drawn again for. */
  readonly tiles: readonly Kind[];
}

export function drawsOf({ seats, start_draws: draws }: GameView): Drawn[] {
  return seats.map((_, seat) => ({ seat, tiles: draws.filter((draw) => draw.seat === seat).map((draw) => draw.tile) }));
}

export function beginsText(view: GameView, name: (seat: number) => string): string {
  const starter = view.position?.starter ?? 0;
  return starter === view.you ? t("start.begins_you") : t("start.begins", { who: name(starter) });
}

/** "Draw for the start: You: red 9, Bruno: blue 12. Bruno begins." */
export function startText(view: GameView, name: (seat: number) => string): string {
  const draws = drawsOf(view).map(({ seat, tiles }) => `${name(seat)}: ${list(tiles.map((kind) => tileName(kind)))}`);
  return `${t("start.title")}. ${draws.join(". ")}. ${beginsText(view, name)}.`;
}
