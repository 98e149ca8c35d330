// Where the sets lie on the table. A set keeps its place; when it grows, its row makes room for it, and only if the row
// is full it moves to the nearest free place. Columns are counted in half tiles, and between two sets one stays free.

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

type Lay = Map<number, Lying>;

/** How many rows the sets take, the longest laid first. */
export function rowsNeeded(lengths: readonly number[], halves: number): number {
  const ends: number[] = [];
  for (const length of [...lengths].sort((a, b) => b - a)) {
    if (2 * length > halves) return Infinity;
    const row = ends.findIndex((end) => end + 1 + 2 * length <= halves);
    if (row < 0) ends.push(2 * length);
    else ends[row]! += 1 + 2 * length;
  }
  return ends.length;
}

export class Places {
  #remembered: Lay = new Map();
  #halves = 0;

  /** The places of all sets; `rows` are in sight, `wish` is where the next new set should lie. */
  arrange(melds: readonly Spread[], halves: number, rows: number, wish: Cell | null = null): Map<number, Cell> {
    if (halves !== this.#halves) this.#reflow(halves);
    const calm = this.#calmly(melds, wish);
    const packed = rowsUsed(calm) > rows ? this.#packed(melds) : calm;
    const result = rowsUsed(packed) < rowsUsed(calm) ? packed : calm;
    for (const [id, lying] of result) this.#remembered.set(id, lying);
    return result;
  }

  /** Lay a set elsewhere; if it does not fit there, as near as it can. */
  move(id: number, length: number, to: Cell): void {
    this.#remembered.set(id, { ...to, length: -length });
  }

  /** Lay them all as they lay before. */
  restore(places: ReadonlyMap<number, Cell>, melds: readonly Spread[]): void {
    for (const { id, length } of melds) {
      const place = places.get(id);
      if (place) this.#remembered.set(id, { ...place, length });
    }
  }

  /** Nothing has lain anywhere yet on a table of this width. */
  begin(halves: number): void {
    this.#halves = halves;
    this.#remembered = new Map();
  }

  /** Forget how the sets lie: they come in this order, row by row. */
  tidy(melds: readonly Spread[]): void {
    this.#remembered = this.#inRows(melds);
  }

  /** The table is wider or narrower now: the sets follow each other as before. */
  #reflow(halves: number): void {
    this.#halves = halves;
    const inOrder = [...this.#remembered].sort(([, a], [, b]) => a.row - b.row || a.column - b.column);
    this.#remembered = this.#inRows(inOrder.map(([id, { length }]) => ({ id, length: Math.abs(length) })));
  }

  #calmly(melds: readonly Spread[], wish: Cell | null): Lay {
    const lying: Lay = new Map();
    const old = (meld: Spread) => this.#remembered.get(meld.id);
    const waiting = melds.filter((meld) => {
      const place = old(meld);
      const stays = place !== undefined && place.length > 0 && place.length >= meld.length && this.#isFree(lying, place, meld.length);
      if (stays) lying.set(meld.id, { ...place, length: meld.length });
      return !stays;
    });
    for (const meld of waiting.filter(old)) {
      const place = old(meld)!;
      const room = place.length > 0 && this.#madeRoom(lying, meld, place);
      if (!room) lying.set(meld.id, this.#nearest(lying, meld.length, place));
    }
    for (const meld of waiting.filter((other) => !old(other))) {
      lying.set(meld.id, this.#nearest(lying, meld.length, wish ?? { row: 0, column: 0 }, wish === null));
    }
    return lying;
  }

  /** The others of its row move aside, as little as they must; false if the row has no room. */
  #madeRoom(lying: Lay, meld: Spread, at: Lying): boolean {
    const row = [...lying].filter(([, place]) => place.row === at.row).map(([id, place]) => ({ id, ...place }));
    const all = [...row, { id: meld.id, row: at.row, column: at.column, length: meld.length }].sort((a, b) => a.column - b.column || b.id - a.id);
    if (all.reduce((sum, { length }) => sum + 2 * length + 1, -1) > this.#halves) return false;
    const columns = all.map(({ column }) => column);
    for (let place = 1; place < all.length; place++) columns[place] = Math.max(columns[place]!, columns[place - 1]! + 2 * all[place - 1]!.length + 1);
    let end = this.#halves;
    for (let place = all.length - 1; place >= 0; place--) {
      columns[place] = Math.min(columns[place]!, end - 2 * all[place]!.length);
      end = columns[place]! - 1;
    }
    all.forEach(({ id, length }, place) => lying.set(id, { row: at.row, column: columns[place]!, length }));
    return true;
  }

  #packed(melds: readonly Spread[]): Lay {
    return this.#inRows([...melds].sort((a, b) => b.length - a.length));
  }

  /** Each set in the first row that has room behind its last one. */
  #inRows(melds: readonly Spread[]): Lay {
    const lying: Lay = new Map();
    const ends: number[] = [];
    for (const { id, length } of melds) {
      const found = ends.findIndex((end) => end + 1 + 2 * length <= this.#halves);
      const row = found < 0 ? ends.length : found;
      const column = found < 0 ? 0 : ends[row]! + 1;
      lying.set(id, { row, column, length });
      ends[row] = column + 2 * length;
    }
    return lying;
  }

  /** The free place nearest to the wish, or with `first` the first in reading order. */
  #nearest(lying: ReadonlyMap<number, Lying>, length: number, wish: Cell, first = false): Lying {
    let best: Lying | null = null;
    let cost = Infinity;
    const bottom = rowsUsed(lying);
    for (let row = 0; row <= Math.max(bottom, wish.row); row++) {
      for (let column = 0; column <= this.#halves - 2 * length; column++) {
        const distance = first ? row * 1000 + column : Math.abs(row - wish.row) * 5 + Math.abs(column - wish.column);
        if (distance >= cost || !this.#isFree(lying, { row, column }, length)) continue;
        best = { row, column, length };
        cost = distance;
      }
    }
    return best ?? { row: bottom, column: 0, length };
  }

  #isFree(lying: ReadonlyMap<number, Lying>, at: Cell, length: number): boolean {
    if (at.column + 2 * length > this.#halves) return false;
    for (const other of lying.values()) {
      const apart = at.row !== other.row || at.column + 2 * length < other.column || other.column + 2 * other.length < at.column;
      if (!apart) return false;
    }
    return true;
  }
}

export function rowsUsed(lying: ReadonlyMap<number, Cell>): number {
  return Math.max(0, ...[...lying.values()].map((place) => place.row + 1));
}
