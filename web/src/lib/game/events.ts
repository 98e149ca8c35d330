// What an event does to the view of a game.

import type { GameEvent, GameView, LastPlay, PositionView, Talk } from "./wire";

/** The move that asks for a new deal. */
export const REDEAL = "redeal";

export function applied(view: GameView, event: GameEvent): GameView {
  switch (event.type) {
    case "seated":
      return { ...view, seats: event.seats, you: event.you, phase: event.phase };
    case "dealing":
      return { ...view, phase: "dealing", code: null };
    case "sealed":
      return { ...view, seals: event.seals };
    case "dealt":
      return {
        ...view,
        phase: "playing",
        seats: event.seats,
        nonces: event.nonces ?? view.nonces,
        position: event.position,
        start_draws: event.start_draws,
        clock: event.clock,
        last: null,
        draft: null,
      };
    case "moved":
      return {
        ...view,
        phase: event.phase,
        last: event.move === REDEAL ? null : (lastPlay(view, event) ?? view.last),
        position: event.position,
        clock: event.clock,
        sheet: event.sheet ?? view.sheet,
        secret: event.secret ?? view.secret,
        draft: event.position.has_drawn ? view.draft : null,
      };
    case "went_on":
      return { ...view, clock: event.clock };
    case "is_ready":
      return { ...view, seats: view.seats.map((seat, number) => (number === event.seat ? { ...seat, ready: true } : seat)) };
    case "closed":
      return { ...view, phase: "over", closed: event.reason, sheet: event.sheet, secret: event.secret, clock: null };
    case "rematch_open":
      return { ...view, rematch: event.game };
    case "hidden":
    case "rested":
      return view;
  }
}

/** Who begins has not had a turn yet: the racks are as they were dealt. */
export function isFresh({ table, passes, opened, counts, turn, starter }: PositionView): boolean {
  return table === "" && passes === 0 && turn === starter && !opened.includes(true) && new Set(counts).size === 1;
}

/** The turn, if it changed the table. */
export function lastPlay(view: GameView, event: GameEvent & { type: "moved" }): LastPlay | null {
  const before = view.position?.table ?? "";
  return before === event.position.table ? null : { seat: event.seat, before, after: event.position.table, n: event.n };
}

export function heard(view: GameView, talk: Talk): GameView {
  switch (talk.type) {
    case "presence":
      return { ...view, watching: talk.watching, seats: view.seats.map((seat, number) => ({ ...seat, here: talk.here[number] ?? seat.here })) };
    case "clock":
      return { ...view, clock: talk.clock };
    case "show_draft":
      return { ...view, draft: talk.table === null ? null : { seat: talk.seat, turns: talk.turns, table: talk.table } };
    default:
      return view;
  }
}
