// How large a tile is. The whole table is always in sight: on a wide screen all tiles of the kit have room at once, so
// that the size never changes in the middle of a round; where there is less room, tiles shrink with what lies there.

import { rowsNeeded } from "./places";

export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Size {
  /** Width of a tile's cell in pixels. */
  readonly unit: number;
  /** Half tiles side by side. */
  readonly halves: number;
  /** Rows of sets that are in sight. */
  readonly rows: number;
}

export const TALL = 1.34;
/** What a finger needs, for buttons and for the rack. */
export const FINGER = 44;
/** Sideways a rack gets a little slimmer before it takes a second shelf. */
const SLIM = 38;
/** The smallest tile of a table that is in sight as a whole. */
export const SMALLEST = 24;
const NORMAL = 58;
const ON_PHONE = 46;
export const PHONE = 640;
const LOW = 320;
/** Before the page is measured, and in a window too narrow for anything. */
const LEAST = 200;
/** Gaps between sets and ends of rows take about a third on top of the tiles themselves. */
const SPARE = 1.36;
/** Room that stays for one more set. */
const NEXT_SET = 3;

export const rowHeight = (unit: number): number => Math.round(unit * TALL) + rowGap(unit);
export const rowGap = (unit: number): number => Math.round(unit < 36 ? unit * 0.17 : unit * 0.32);

/** The size for these sets in this room; `tiles` are all that the kit has. */
export function tableSize(measured: Room, tiles: number, scale: number, lengths: readonly number[] = []): Size {
  const room = { width: Math.max(LEAST, measured.width), height: measured.height };
  const phone = room.width < PHONE || room.height < LOW;
  const largest = phone ? Math.round(ON_PHONE * scale) : largestForKit(room, tiles, scale);
  return fitting(room, [...lengths, NEXT_SET], largest) ?? fitting(room, lengths, largest) ?? sized(room, narrowest(room, lengths));
}

/** The largest unit at which every tile of the kit has room, whatever sets they make. */
function largestForKit(room: Room, tiles: number, scale: number): number {
  const most = Math.round(NORMAL * scale);
  for (let unit = most; unit > SMALLEST; unit--) {
    const { halves, rows } = sized(room, unit);
    if ((halves * rows) / 2 >= tiles * SPARE) return unit;
  }
  return SMALLEST;
}

function fitting(room: Room, lengths: readonly number[], largest: number): Size | null {
  for (let unit = largest; unit >= SMALLEST; unit--) {
    const size = sized(room, unit);
    if (rowsNeeded(lengths, size.halves) <= size.rows) return size;
  }
  return null;
}

/** A run never breaks: in a window narrower than it, tiles get smaller still. */
function narrowest(room: Room, lengths: readonly number[]): number {
  return Math.min(SMALLEST, room.width / Math.max(1, ...lengths));
}

function sized(room: Room, unit: number): Size {
  return {
    unit,
    halves: Math.max(6, Math.floor((2 * room.width + 0.5) / unit)),
    rows: Math.max(1, Math.floor((room.height + rowGap(unit)) / rowHeight(unit))),
  };
}

export interface RackSize {
  readonly unit: number;
  readonly columns: number;
}

/** The rack: as wide as it may be on a phone, on one shelf if that is possible; two shelves of fourteen on a desk. */
export function rackSize(measured: number, count: number, low: boolean, scale: number): RackSize {
  const width = Math.max(LEAST, measured);
  if (width >= PHONE && !low) return onDesk(width, count, scale);
  const wished = Math.max(FINGER, FINGER * scale);
  const fit = Math.max(4, Math.floor((width + 0.5) / wished));
  const stretched = Math.min(width / fit, scale < 1 ? wished : wished * 1.12);
  const oneShelf = low && count > fit && Math.floor(width / count) >= SLIM;
  return oneShelf ? { unit: Math.floor(width / count), columns: count } : { unit: stretched, columns: fit };
}

function onDesk(width: number, count: number, scale: number): RackSize {
  const unit = Math.round(56 * scale);
  const fit = Math.max(4, Math.floor((width + 0.5) / unit));
  return { unit, columns: Math.min(fit, Math.max(14, Math.ceil(count / 2))) };
}
