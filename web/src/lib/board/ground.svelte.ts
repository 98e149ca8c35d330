// The ground of the board: how much room there is, how large tiles are on it, where the sets lie.

import type { Layout, Meld } from "../draft/layout";
import { inTidyOrder } from "../draft/sorting";
import { type Cell, Places, type Spread } from "./places";
import { shelved } from "./shelves";
import { FINGER, PHONE, rackSize, rowGap, rowHeight, type Size, tableSize, TALL } from "./sizing";
import { rackGap, type RackShape, type TableShape } from "./targets";

/** Below this width the tools stand under the rack; above it they take so much room beside it. */
const NARROW = 944;
const BESIDE = 470;
/** A phone on its side: the tools stand right of the table. */
const LOW = 400;
const EDGES = 8;
/** Draw and End turn, where they stand beside the rack of such a phone. */
const ACTIONS = 212;
/** The same in a tight place, how high they are there, and how many tools stand beside the table. */
const TIGHT = 120;
const END_HEIGHT = 68;
const TOOLS = 6;
const PADS = 13;
/** So much larger tiles must be able to be before they grow again. */
const GROWTH = 1.2;

export interface Lying {
  /** What lies there. */
  layout(): Layout;
  /** The own rack, with its gaps. */
  rack(): Layout["rack"];
  /** How many tiles the player holds while none is laid. */
  held(): number;
  /** Tiles of the kit. */
  tiles(): number;
  /** What tiles are multiplied by. */
  scale(): number;
  /** How the sets lay before a reload. */
  kept(): KeptPlaces | null;
}

/** Where sets lay, known by their tiles: what a reload must not change. */
export interface KeptPlaces {
  readonly halves: number;
  readonly cells: Readonly<Record<string, Cell>>;
}

export interface Zoom {
  readonly by: number;
  readonly x: number;
  readonly y: number;
}

export const OVERVIEW: Zoom = { by: 1, x: 0, y: 0 };
const CLOSEST = 3;

export class Ground {
  private readonly lying: Lying;
  boardWidth = $state(0);
  boardHeight = $state(0);
  /** The part of the table that is seen; below 0 it is not known yet. */
  roomWidth = $state(-1);
  roomHeight = $state(-1);
  /** How near the table is looked at. */
  zoom = $state.raw<Zoom>(OVERVIEW);
  #wish = $state.raw<Cell | null>(null);
  /** How often a set was laid elsewhere by hand. */
  #shifts = $state(0);
  readonly #memory = new Places();
  /** Where the sets of a layout lay: whoever undoes finds them there again. */
  readonly #known = new WeakMap<Layout, { halves: number; places: ReadonlyMap<number, Cell> }>();
  /** Whether the places from before a reload are taken over, or lost. */
  #restored = false;
  #first: Layout["table"] | null = null;
  #last: { key: string; size: Size } | null = null;

  constructor(lying: Lying) {
    this.lying = lying;
  }

  readonly low = $derived(this.boardHeight > 0 && this.boardHeight < LOW && this.boardWidth > this.boardHeight);
  readonly narrow = $derived(this.boardWidth < NARROW && !this.low);
  /** Before the room is measured, the board tells: it must not be laid out for a phone and then anew. */
  readonly phone = $derived((this.roomWidth > 0 ? this.roomWidth : this.boardWidth) < PHONE || this.low);
  /** Whether tiles can be laid for good. */
  readonly measured = $derived(this.roomWidth > 0 && this.roomHeight >= 0);
  readonly #held = $derived.by(() => Math.max(1, this.lying.held()));
  readonly #besideRack = $derived(this.low && this.boardWidth - EDGES - ACTIONS >= Math.min(14, this.#held) * FINGER);
  /** Sideways without room beside the rack: Draw and End turn stand under the tools. */
  readonly tight = $derived(this.low && !this.#besideRack);
  /** Sideways: in how many columns the tools stand, and how wide their side is. */
  readonly toolColumns = $derived.by(() => {
    const left = this.boardHeight - this.rackHeight - PADS - (this.tight ? END_HEIGHT : 0);
    return Math.ceil(TOOLS / Math.max(1, Math.floor(left / (FINGER + 1))));
  });
  readonly side = $derived(Math.max(this.tight ? TIGHT : 0, this.toolColumns * (FINGER + 2) + 4));
  readonly actions = $derived(Math.max(ACTIONS, this.side));
  readonly #size = $derived.by(() => this.#steady());
  readonly #places = $derived.by(() => {
    void this.#shifts;
    return this.#laid(this.lying.layout());
  });
  readonly table: TableShape = $derived({ unit: this.#size.unit, halves: this.#size.halves, places: this.#places });
  readonly rack: RackShape = $derived.by(() => {
    const beside = this.low ? EDGES + (this.tight ? 0 : ACTIONS) : this.narrow ? EDGES : BESIDE;
    const size = rackSize(this.boardWidth - beside, this.#held, this.low, this.lying.scale());
    const wide = !this.narrow && !this.low;
    const rows = wide ? 2 : Math.ceil(this.#held / size.columns);
    return { ...size, ...shelved(this.lying.rack().map((piece) => piece !== null), size.columns, rows, wide) };
  });

  /** Nothing scrolls, unless a window is smaller than any phone. */
  readonly tableScrolls = $derived.by(() => {
    if (!this.measured) return false;
    const rows = Math.max(0, ...[...this.#places.values()].map((cell) => cell.row + 1));
    return rows * rowHeight(this.#size.unit) - rowGap(this.#size.unit) > this.roomHeight + 1;
  });
  readonly rackHeight = $derived(this.rack.rows * (this.rack.unit * TALL + rackGap(this.rack.unit)) - rackGap(this.rack.unit));

  /** Tiles shrink when they must, and grow again only when they can by much: a table that breathes cannot be read. */
  #steady(): Size {
    const room = { width: this.roomWidth, height: this.roomHeight };
    const lengths = this.lying.layout().table.map((meld) => meld.pieces.length);
    const fit = tableSize(room, this.lying.tiles(), this.lying.scale(), lengths);
    const key = [room.width, room.height, this.lying.tiles(), this.lying.scale()].join();
    const keeps = this.#last?.key === key && fit.unit > this.#last.size.unit && fit.unit < this.#last.size.unit * GROWTH;
    if (!keeps) this.#last = { key, size: fit };
    return this.#last!.size;
  }

  #laid(layout: Layout): ReadonlyMap<number, Cell> {
    const { halves, rows } = this.#size;
    const melds = spreadOf(layout);
    const known = this.#known.get(layout);
    if (known?.halves === halves) this.#memory.restore(known.places, melds);
    else if (!this.#restored) this.#restore(layout, melds);
    const places = this.#memory.arrange(melds, halves, rows, this.#wish);
    this.#known.set(layout, { halves, places });
    return places;
  }

  /** Once the table is as wide as it was, the sets go where they lay. */
  #restore(layout: Layout, melds: readonly Spread[]): void {
    this.#first ??= layout.table;
    this.#restored = layout.table !== this.#first;
    const kept = this.lying.kept();
    if (this.#restored || kept?.halves !== this.#size.halves) return;
    this.#restored = true;
    const places = namedSets(layout).flatMap(([name, id]) => (kept.cells[name] ? [[id, kept.cells[name]] as const] : []));
    this.#memory.begin(kept.halves);
    this.#memory.restore(new Map(places), melds);
  }

  /** How the sets lie now, for after a reload. */
  get places(): KeptPlaces {
    const found = namedSets(this.lying.layout()).flatMap(([name, id]) => {
      const cell = this.#places.get(id);
      return cell ? [[name, { row: cell.row, column: cell.column }] as const] : [];
    });
    return { halves: this.#size.halves, cells: Object.fromEntries(found) };
  }

  /** Do something that makes a new set, which shall lie there. */
  layAt<T>(cell: Cell | null, act: () => T): T {
    this.#wish = cell;
    const result = act();
    // what is new has its place from here on, so the wish is fulfilled
    void this.#places;
    this.#wish = null;
    return result;
  }

  /** Lay a whole set elsewhere. */
  shift(meld: Meld, to: Cell): void {
    this.#known.delete(this.lying.layout());
    this.#memory.move(meld.id, meld.pieces.length, to);
    this.#shifts += 1;
  }

  /** Lay the sets in order, row by row. */
  tidy(): void {
    const layout = this.lying.layout();
    this.#known.delete(layout);
    this.#memory.tidy(spreadOf({ ...layout, table: inTidyOrder(layout.table) }));
    this.#shifts += 1;
  }

  /** Look closer or from further away; what is at this point of the room stays there. */
  zoomTo(by: number, at: { x: number; y: number }, moved = { x: 0, y: 0 }): void {
    const old = this.zoom;
    const next = Math.min(CLOSEST, Math.max(1, by));
    const x = at.x - ((at.x - old.x) * next) / old.by + moved.x;
    const y = at.y - ((at.y - old.y) * next) / old.by + moved.y;
    const held = (value: number, size: number) => Math.min(0, Math.max(size * (1 - next), value));
    this.zoom = next < 1.04 ? OVERVIEW : { by: next, x: held(x, this.roomWidth), y: held(y, this.roomHeight) };
  }
}

/** Each set under the name of its tiles; a second one of the same tiles under its number too. */
function namedSets(layout: Layout): [name: string, id: number][] {
  const seen = new Map<string, number>();
  return layout.table.map(({ id, pieces }) => {
    const tiles = pieces.map((piece) => piece.kind).sort().join(" ");
    const count = (seen.get(tiles) ?? 0) + 1;
    seen.set(tiles, count);
    return [count > 1 ? `${tiles} ${count}` : tiles, id];
  });
}

const spreadOf = (layout: Layout): Spread[] => layout.table.map((meld) => ({ id: meld.id, length: meld.pieces.length }));
