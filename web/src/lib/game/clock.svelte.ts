// The clock of the running turn. The server keeps the time; the page counts down between its messages.

import type { ClockView } from "./wire";

const TICK_MS = 200;

export class TurnClock {
  /** Milliseconds left, or null without a clock. */
  left = $state<number | null>(null);
  #end = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  set(view: ClockView | null): void {
    this.stop();
    this.left = view?.left ?? null;
    if (this.left === null) return;
    this.#end = performance.now() + this.left;
    this.#timer = setInterval(() => (this.left = Math.max(0, this.#end - performance.now())), TICK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
