// What is drawn next: from one pool, or, as in the arena, by every seat from a pile of its own.

import type { Kind } from "../draft/tiles";

export class Pool {
  #piles: Kind[][];

  /** With `seats`, the pool is dealt out to them in turn. */
  constructor(tiles: readonly Kind[], seats = 1) {
    this.#piles = Array.from({ length: seats }, (_, seat) => tiles.filter((_, place) => place % seats === seat));
  }

  get size(): number {
    return this.#piles.reduce((sum, pile) => sum + pile.length, 0);
  }

  /** All tiles as this seat would draw them. */
  before(seat: number): Kind[] {
    const own = seat % this.#piles.length;
    return [this.#piles[own]!, ...this.#piles.filter((_, other) => other !== own)].flat();
  }

  /** So many tiles for this seat, which may need as many as `need`; what its pile lacks comes from the end of the longest other. */
  draw(seat: number, count: number, need: number): Kind[] {
    const own = this.#piles[seat % this.#piles.length]!;
    while (own.length < need && this.size > own.length) {
      const others = this.#piles.filter((pile) => pile !== own);
      const longest = Math.max(...others.map((pile) => pile.length));
      own.push(others.find((pile) => pile.length === longest)!.pop()!);
    }
    return own.splice(0, count);
  }
}
