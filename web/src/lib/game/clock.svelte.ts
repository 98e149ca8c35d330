// The clock of the running turn. The server keeps the time; the page counts down between its messages.

import type { ClockView, Settings } from "./wire";

const TICK_MS = 200;

/** What a ring shows: what is left of how much, in milliseconds. */
export interface Ring {
  readonly left: number;
  readonly whole: number;
  /** What is left in all, the reserve too. */
  readonly total: number;
}

export class TurnClock {
  /** Milliseconds left in all, or null without a clock. */
  left = $state<number | null>(null);
  /** What is left of the turn's own seconds, before the reserve runs; null where turns have none. */
  own = $state<number | null>(null);
  #banks = $state.raw<readonly number[] | null>(null);
  #end = 0;
  #ownEnd = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  set(view: ClockView | null): void {
    this.stop();
    this.left = view?.left ?? null;
    this.own = view?.delay ?? null;
    this.#banks = view?.banks ?? null;
    if (this.left === null) return;
    this.#end = performance.now() + this.left;
    this.#ownEnd = performance.now() + (this.own ?? 0);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    this.left = Math.max(0, this.#end - performance.now());
    if (this.own !== null) this.own = Math.max(0, this.#ownEnd - performance.now());
  }

  /** What this seat has in reserve now; null without reserves. */
  bank(seat: number, turn: number): number | null {
    const kept = this.#banks?.[seat] ?? null;
    return kept === null || seat !== turn || this.own ? kept : (this.left ?? kept);
  }

  /** The turn's own seconds first, then the reserve. */
  ring(agreed: Settings["clock"]): Ring | null {
    if (this.left === null || !agreed) return null;
    const total = this.left;
    if (agreed.kind === "delay" && this.own) return { left: this.own, whole: agreed.delay * 1000, total };
    return { left: total, whole: Math.max(agreed.seconds * 1000, agreed.kind === "turn" ? 0 : total), total };
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
