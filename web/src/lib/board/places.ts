// Where the sets lie on the table. A set keeps its place until it no longer fits there; then it alone moves, to the
// nearest free place. Columns are counted in half tiles, and between two sets half a tile stays free.

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface Spread {
  readonly id: number;
  readonly length: number;
}

interface Lying extends Cell {
  readonly length: number;
}

/** How many lines and half tiles a set needs where `across` tiles stand side by side. */
export function footprint(length: number, across: number): { lines: number; halves: number } {
  return { lines: Math.max(1, Math.ceil(length / across)), halves: 2 * Math.min(length, across) };
}

export class Places {
  #remembered = new Map<number, Lying>();
  #across = 0;

  /** The places of all sets; `rows` are visible without scrolling, `wish` is where the next new set should lie. */
  arrange(melds: readonly Spread[], across: number, rows: number, wish: Cell | null = null): Map<number, Cell> {
    if (across !== this.#across) this.#remembered.clear();
    this.#across = across;
    const calm = this.#calmly(melds, wish);
    const packed = rowsUsed(calm, across) > rows ? this.#packed(melds) : calm;
    const result = rowsUsed(packed, across) < rowsUsed(calm, across) ? packed : calm;
    for (const [id, lying] of result) this.#remembered.set(id, lying);
    return result;
  }

  /** Lay a set elsewhere; if it does not fit there, as near as it can. */
  move(id: number, length: number, to: Cell): void {
    this.#remembered.set(id, { ...to, length: -length });
  }

  #calmly(melds: readonly Spread[], wish: Cell | null): Map<number, Lying> {
    const lying = new Map<number, Lying>();
    const old = (meld: Spread) => this.#remembered.get(meld.id);
    const waiting = melds.filter((meld) => {
      const place = old(meld);
      const stays = place !== undefined && place.length === meld.length && this.#isFree(lying, place, meld.length);
      if (stays) lying.set(meld.id, place);
      return !stays;
    });
    for (const meld of waiting.filter(old)) lying.set(meld.id, this.#nearest(lying, meld.length, old(meld)!));
    for (const meld of waiting.filter((other) => !old(other))) {
      lying.set(meld.id, this.#nearest(lying, meld.length, wish ?? { row: 0, column: 0 }, wish === null));
    }
    return lying;
  }

  #packed(melds: readonly Spread[]): Map<number, Lying> {
    const lying = new Map<number, Lying>();
    const longestFirst = [...melds].sort((a, b) => b.length - a.length);
    for (const meld of longestFirst) lying.set(meld.id, this.#nearest(lying, meld.length, { row: 0, column: 0 }, true));
    return lying;
  }

  /** The free place nearest to the wish, or with `first` the first in reading order. */
  #nearest(lying: ReadonlyMap<number, Lying>, length: number, wish: Cell, first = false): Lying {
    const { halves } = footprint(length, this.#across);
    let best: Lying | null = null;
    let cost = Infinity;
    const bottom = rowsUsed(lying, this.#across);
    for (let row = 0; row <= Math.max(bottom, wish.row); row++) {
      for (let column = 0; column <= 2 * this.#across - halves; column++) {
        const distance = first ? row * 1000 + column : Math.abs(row - wish.row) * 5 + Math.abs(column - wish.column);
        if (distance >= cost || !this.#isFree(lying, { row, column }, length)) continue;
        best = { row, column, length };
        cost = distance;
      }
    }
    return best ?? { row: bottom, column: 0, length };
  }

  #isFree(lying: ReadonlyMap<number, Lying>, at: Cell, length: number): boolean {
    const { lines, halves } = footprint(length, this.#across);
    if (at.column + halves > 2 * this.#across) return false;
    for (const other of lying.values()) {
      const its = footprint(other.length, this.#across);
      const apart =
        at.row + lines <= other.row ||
        other.row + its.lines <= at.row ||
        at.column + halves < other.column ||
        other.column + its.halves < at.column;
      if (!apart) return false;
    }
    return true;
  }
}

export function rowsUsed(lying: ReadonlyMap<number, Cell & { length?: number }>, across: number): number {
  return Math.max(0, ...[...lying.values()].map((place) => place.row + footprint(place.length ?? 1, across).lines));
}
