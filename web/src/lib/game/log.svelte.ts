// What happened at the table, turn by turn, as far as this page was there; a reload does not lose it.

import type { Step } from "./wire";

export interface Turn {
  /** The number of the event. */
  readonly n: number;
  readonly round: number;
  readonly seat: number;
  readonly did: "play" | "draw" | "pass";
  readonly drawn: number;
  /** Whether the clock ended the turn. */
  readonly late: boolean;
  readonly before: string;
  readonly after: string;
  /** The tiles that were laid from the rack. */
  readonly laid: string;
  /** How many tiles the player has left. */
  readonly left: number;
  /** How the play was done; null while nobody has said so. */
  readonly steps: readonly Step[] | null;
}

const MOST = 400;
const name = (game: string): string => `openkub.log.${game}`;

export class GameLog {
  turns = $state.raw<readonly Turn[]>([]);
  #waiting = new Map<number, (steps: readonly Step[] | null) => void>();
  /** How the last play was done, which may have been before this page was there. */
  #last: { n: number; steps: readonly Step[] | null } | null = null;

  constructor(private readonly game: string) {
    try {
      this.turns = JSON.parse(sessionStorage.getItem(name(game)) ?? "[]") as Turn[];
    } catch {
      // a browser that keeps nothing begins anew
    }
  }

  add(turn: Turn): void {
    if (this.turns.some((other) => other.n === turn.n)) return;
    this.#keep([...this.turns, turn].slice(-MOST));
  }

  /** The server says how the play of this event was done. */
  explain(n: number, steps: readonly Step[] | null): void {
    if (n >= (this.#last?.n ?? 0)) this.#last = { n, steps };
    this.#keep(this.turns.map((turn) => (turn.n === n ? { ...turn, steps } : turn)));
    this.#waiting.get(n)?.(steps);
    this.#waiting.delete(n);
  }

  /** How the play of this event was done, once it is said; null if it is not within this time. */
  stepsOf(n: number, patienceMs: number): Promise<readonly Step[] | null> {
    const known = this.turns.find((turn) => turn.n === n)?.steps ?? (this.#last?.n === n ? this.#last.steps : null);
    if (known || n <= (this.#last?.n ?? -1)) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.#waiting.set(n, resolve);
      setTimeout(() => resolve(null), patienceMs);
    });
  }

  #keep(turns: readonly Turn[]): void {
    this.turns = turns;
    try {
      sessionStorage.setItem(name(this.game), JSON.stringify(turns));
    } catch {
      // then a reload begins anew
    }
  }
}
