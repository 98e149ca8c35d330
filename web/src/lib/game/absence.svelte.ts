// Players who are gone, and when a bot may play for them: the house waits a while for those whose line is broken.

import type { GameView } from "./wire";

const TICK_MS = 1000;

export class Absence {
  /** When a bot may sit in, by seat, in milliseconds since 1970. */
  #from = $state.raw<ReadonlyMap<number, number>>(new Map());
  #now = $state(Date.now());
  #timer: ReturnType<typeof setInterval> | undefined;

  /** The view has changed: who has just gone is waited for; of who was gone before, only the house knows since when. */
  follow(view: GameView, before: GameView | null): void {
    const from = new Map<number, number>();
    view.seats.forEach((seat, place) => {
      if (seat.here || !seat.human || seat.bot !== null) return;
      const just = before?.seats[place]?.here ?? false;
      from.set(place, this.#from.get(place) ?? (just ? Date.now() + view.bot_after : 0));
    });
    this.#keep(from);
  }

  /** The house has said that it is too early. */
  tooEarly(seat: number, view: GameView): void {
    this.#keep(new Map([...this.#from, [seat, Date.now() + view.bot_after]]));
  }

  /** In how many seconds a bot may sit in. */
  left(seat: number): number {
    return Math.max(0, Math.ceil(((this.#from.get(seat) ?? 0) - this.#now) / 1000));
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #keep(from: ReadonlyMap<number, number>): void {
    if (from.size > 0 || this.#from.size > 0) this.#from = from;
    this.#tick();
    if (this.#timer === undefined && [...from.values()].some((when) => when > this.#now)) this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    this.#now = Date.now();
    if (![...this.#from.values()].some((when) => when > this.#now)) this.stop();
  }
}
