// Where a hand over the board would put its tiles: plain arithmetic on what was measured when the drag began.

import type { Target } from "../draft/draft.svelte";
import type { Layout, Meld } from "../draft/layout";
import { type Cell, footprint } from "./places";
import { rowGap, rowHeight, TALL } from "./sizing";

export interface TableShape {
  readonly unit: number;
  readonly across: number;
  readonly places: ReadonlyMap<number, Cell>;
}

export interface RackShape {
  readonly unit: number;
  readonly columns: number;
  readonly rows: number;
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

/** `fitsJoker` tells whether the hand holds just the tile that a joker at that place stands for. */
export function aimAtTable(at: Point, layout: Layout, shape: TableShape, fitsJoker: (meld: number, index: number) => boolean): Aim {
  const meld = nearestMeld(at, layout, shape);
  if (!meld) return { target: { to: "new" }, cell: cellAt(at, shape) };
  const { x, line } = within(at, meld, shape);
  const start = line * shape.across;
  const over = start + Math.floor(x);
  const middle = Math.abs(x - Math.floor(x) - 0.5) < 0.36;
  if (middle && over < meld.pieces.length && fitsJoker(meld.id, over)) {
    return { target: { to: "joker", meld: meld.id, index: over }, cell: null };
  }
  const end = Math.min(meld.pieces.length, start + shape.across);
  return { target: { to: "meld", meld: meld.id, index: Math.max(start, Math.min(end, start + Math.round(x))) }, cell: null };
}

function within(at: Point, meld: Meld, shape: TableShape): { x: number; line: number } {
  const place = shape.places.get(meld.id)!;
  const { lines } = footprint(meld.pieces.length, shape.across);
  const line = Math.floor(at.y / rowHeight(shape.unit)) - place.row;
  return { x: Math.max(0, at.x / shape.unit - place.column / 2), line: Math.max(0, Math.min(lines - 1, line)) };
}

/** The set under the hand, or so near to it that half a tile of air is all between them. */
function nearestMeld(at: Point, layout: Layout, shape: TableShape): Meld | null {
  const reach = shape.unit * 0.5;
  let best: Meld | null = null;
  let least = reach;
  for (const meld of layout.table) {
    const place = shape.places.get(meld.id);
    if (!place) continue;
    const { lines, halves } = footprint(meld.pieces.length, shape.across);
    const left = (place.column * shape.unit) / 2;
    const top = place.row * rowHeight(shape.unit);
    const bottom = top + (lines - 1) * rowHeight(shape.unit) + shape.unit * TALL;
    const dx = Math.max(left - at.x, 0, at.x - left - (halves * shape.unit) / 2);
    const dy = Math.max(top - at.y, 0, at.y - bottom);
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
  const row = Math.max(0, Math.min(shape.rows - 1, Math.floor(at.y / (shape.unit * TALL + rackGap(shape.unit)))));
  const x = Math.max(0, Math.min(shape.columns - 0.01, at.x / shape.unit));
  const slot = row * shape.columns + Math.floor(x);
  const after = layout.rack[slot] && x - Math.floor(x) > 0.5;
  return { target: { to: "rack", slot: after ? slot + 1 : slot }, cell: null };
}

export const rackGap = (unit: number): number => Math.round(rowGap(unit) * 0.6);
