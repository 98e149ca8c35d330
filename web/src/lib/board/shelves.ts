// Where the tiles of a rack stand on its shelves. On a desk a gap is as wide as a tile; where there is less room it is
// a narrow one, and it closes before it would cost a shelf.

export interface Spot {
  readonly slot: number;
  /** In tiles from the left. */
  readonly x: number;
  readonly shelf: number;
  /** 1 for a tile. */
  readonly width: number;
}

export interface Shelves {
  readonly spots: readonly Spot[];
  readonly rows: number;
}

const NARROW_GAP = 0.34;

/** `stood` tells which slots have a tile; `rows` are as many shelves as there are in any case. */
export function shelved(stood: readonly boolean[], columns: number, rows: number, wideGaps: boolean): Shelves {
  const needed = Math.max(rows, Math.ceil(stood.filter(Boolean).length / columns));
  for (const gap of wideGaps ? [1, NARROW_GAP] : [NARROW_GAP]) {
    const found = gap === 1 ? inGrid(stood, columns) : flowing(stood, columns, gap);
    if (found.rows <= needed) return { spots: found.spots, rows: needed };
  }
  const closed = flowing(stood, columns, 0);
  return { spots: closed.spots, rows: Math.max(needed, closed.rows) };
}

function inGrid(stood: readonly boolean[], columns: number): Shelves {
  const spots = stood.map((_, slot) => ({ slot, x: slot % columns, shelf: Math.floor(slot / columns), width: 1 }));
  return { spots, rows: Math.ceil(stood.length / columns) };
}

function flowing(stood: readonly boolean[], columns: number, gap: number): Shelves {
  let x = 0;
  let shelf = 0;
  const spots = stood.map((tile, slot) => {
    const width = tile ? 1 : x === 0 ? 0 : Math.min(gap, Math.max(0, columns - x));
    if (tile && x + width > columns + 0.001) {
      shelf += 1;
      x = 0;
    }
    const spot = { slot, x, shelf, width };
    x += width;
    return spot;
  });
  return { spots, rows: shelf + 1 };
}
