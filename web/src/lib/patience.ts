// When the server wants to be left alone: what `Retry-After` said at one door, or, from a busy server, at all of them.

/** The statuses with which nothing was done. */
const BUSY = 503;
const TOO_FAST = 429;
const EVERYWHERE = "*";

/** Milliseconds from now, of a number of seconds or a date; null where nothing of the kind was said. */
export function readRetryAfter(text: string | null, now: number): number | null {
  if (text === null || text.trim() === "") return null;
  const seconds = Number(text);
  const wait = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

export class Patience {
  #until = new Map<string, number>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Take in what an answer at this door says; how long it wants to be left alone, null if it does not say so. */
  heard(door: string, answer: Response): number | null {
    const busy = answer.status === BUSY;
    const wait = busy || answer.status === TOO_FAST ? readRetryAfter(answer.headers.get("retry-after"), this.now()) : null;
    if (wait !== null) this.#until.set(busy ? EVERYWHERE : door, this.now() + wait);
    return wait;
  }

  /** Milliseconds until this door may be knocked at again. */
  left(door: string): number {
    const until = Math.max(this.#until.get(door) ?? 0, this.#until.get(EVERYWHERE) ?? 0);
    return Math.max(0, until - this.now());
  }
}
