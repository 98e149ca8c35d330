// Where a hand over the board would put its tiles: plain arithmetic on what was measured when the drag began.

import type { Target } from "../draft/draft.svelte";
import type { Layout, Meld } from "../draft/layout";
import type { Cell } from "./places";
import type { Spot } from "./shelves";
import { rowGap, rowHeight, TALL } from "./sizing";

export interface TableShape {
  readonly unit: number;
  /** Half tiles side by side. */
  readonly halves: number;
  readonly places: ReadonlyMap<number, Cell>;
}

export interface RackShape {
  readonly unit: number;
  readonly columns: number;
  readonly rows: number;
  readonly spots: readonly Spot[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Aim {
  readonly target: Target;
  /** Where on the table a new set would lie. */
  readonly cell: Cell | null;
}

/** However small the tiles are, so near to a set is at the set. */
const NEAR_PX = 16;

/** `fitsJoker` tells whether the hand holds just the tile that a joker at that place stands for. */
export function aimAtTable(at: Point, layout: Layout, shape: TableShape, fitsJoker: (meld: number, index: number) => boolean): Aim {
  const meld = nearestMeld(at, layout, shape);
  if (!meld) return { target: { to: "new" }, cell: cellAt(at, shape) };
  const x = Math.max(0, at.x / shape.unit - shape.places.get(meld.id)!.column / 2);
  const over = Math.floor(x);
  const middle = Math.abs(x - over - 0.5) < 0.36;
  if (middle && over < meld.pieces.length && fitsJoker(meld.id, over)) {
    return { target: { to: "joker", meld: meld.id, index: over }, cell: null };
  }
  return { target: { to: "meld", meld: meld.id, index: Math.min(meld.pieces.length, Math.round(x)) }, cell: null };
}

/** The set under the hand, or so near to it that half a tile of air is all between them. */
function nearestMeld(at: Point, layout: Layout, shape: TableShape): Meld | null {
  let best: Meld | null = null;
  let least = Math.max(NEAR_PX, shape.unit * 0.5);
  for (const meld of layout.table) {
    const place = shape.places.get(meld.id);
    if (!place) continue;
    const left = (place.column * shape.unit) / 2;
    const top = place.row * rowHeight(shape.unit);
    const dx = Math.max(left - at.x, 0, at.x - left - meld.pieces.length * shape.unit);
    const dy = Math.max(top - at.y, 0, at.y - top - shape.unit * TALL);
    const distance = Math.max(dx, dy * 1.6);
    if (distance < least) {
      best = meld;
      least = distance;
    }
  }
  return best;
}

function cellAt(at: Point, shape: TableShape): Cell {
  const column = Math.round((2 * at.x) / shape.unit) - 1;
  return { row: Math.max(0, Math.floor(at.y / rowHeight(shape.unit))), column: Math.max(0, column) };
}

export function aimAtRack(at: Point, layout: Layout, shape: RackShape): Aim {
  const shelf = Math.max(0, Math.min(shape.rows - 1, Math.floor(at.y / (shape.unit * TALL + rackGap(shape.unit)))));
  const x = Math.max(0, at.x / shape.unit);
  const there = shape.spots.filter((spot) => spot.shelf === shelf);
  const over = there.find((spot) => x < spot.x + spot.width);
  if (!over) return { target: { to: "rack", slot: behind(x, shelf, shape, there) }, cell: null };
  const after = layout.rack[over.slot] && x - over.x > 0.5;
  return { target: { to: "rack", slot: after ? over.slot + 1 : over.slot }, cell: null };
}

/** The slot at a place of a shelf behind its last tile; on a desk every tile may stand anywhere. */
function behind(x: number, shelf: number, shape: RackShape, there: readonly Spot[]): number {
  const grid = shape.spots.every((spot) => spot.width === 1 && spot.slot === spot.shelf * shape.columns + spot.x);
  if (grid) return shelf * shape.columns + Math.floor(Math.min(x, shape.columns - 0.01));
  return (there.at(-1)?.slot ?? shape.spots.length - 1) + 1;
}

export const rackGap = (unit: number): number => Math.round(rowGap(unit) * 0.6);
