// The ground of the board: how much room there is, how large tiles are on it, where the sets lie.

import type { Layout, Meld } from "../draft/layout";
import { settings, TILE_SCALES } from "../settings.svelte";
import { type Cell, Places, rowsUsed } from "./places";
import { PHONE, rackSize, rowGap, rowHeight, tableSize, TALL } from "./sizing";
import { rackGap, type RackShape, type TableShape } from "./targets";

/** Below this width the tools stand under the rack; above it they take so much room beside it. */
const NARROW = 944;
const BESIDE = 470;
/** A phone on its side: tools and actions stand right of everything. */
const LOW = 400;
const SIDE = 200;
const EDGES = 8;

export interface Lying {
  /** What lies there. */
  layout(): Layout;
  /** Places of the rack that are in use. */
  slots(): number;
  /** Tiles of the kit. */
  tiles(): number;
}

export class Ground {
  boardWidth = $state(0);
  boardHeight = $state(0);
  /** The part of the table that is seen. */
  roomWidth = $state(0);
  roomHeight = $state(0);
  /** The part of the rack that is seen. */
  rackHeight = $state(0);
  #wish = $state.raw<Cell | null>(null);
  /** How often a set was laid elsewhere by hand. */
  #shifts = $state(0);
  readonly #memory = new Places();

  constructor(private readonly lying: Lying) {}

  readonly #scale = $derived(TILE_SCALES[settings.tileSize]);
  readonly low = $derived(this.boardHeight > 0 && this.boardHeight < LOW && this.boardWidth > this.boardHeight);
  readonly narrow = $derived(this.boardWidth < NARROW && !this.low);
  readonly phone = $derived(this.roomWidth < PHONE || this.low);
  readonly #size = $derived.by(() => tableSize({ width: this.roomWidth, height: this.roomHeight }, this.lying.tiles(), this.#scale));
  readonly #places = $derived.by(() => {
    void this.#shifts;
    const melds = this.lying.layout().table.map((meld) => ({ id: meld.id, length: meld.pieces.length }));
    return this.#memory.arrange(melds, this.#size.across, this.phone ? Infinity : this.#size.rows, this.#wish);
  });
  readonly table: TableShape = $derived({ unit: this.#size.unit, across: this.#size.across, places: this.#places });
  readonly rack: RackShape = $derived.by(() => {
    const beside = this.low ? SIDE : this.narrow ? EDGES : BESIDE;
    return rackSize(this.boardWidth - beside, this.lying.slots(), this.low, this.#scale);
  });

  /** A finger scrolls only what can be scrolled; elsewhere it drags at once. */
  readonly tableScrolls = $derived.by(() => {
    const lengths = new Map(this.lying.layout().table.map((meld) => [meld.id, meld.pieces.length]));
    const lying = new Map([...this.#places].map(([id, cell]) => [id, { ...cell, length: lengths.get(id) ?? 1 }]));
    return rowsUsed(lying, this.#size.across) * rowHeight(this.#size.unit) - rowGap(this.#size.unit) > this.roomHeight;
  });
  readonly rackScrolls = $derived.by(() => {
    const gap = rackGap(this.rack.unit);
    return this.rackHeight > 0 && this.rack.rows * (this.rack.unit * TALL + gap) - gap > this.rackHeight + 1;
  });

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
    this.#memory.move(meld.id, meld.pieces.length, to);
    this.#shifts += 1;
  }
}
