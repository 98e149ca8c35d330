// How large a tile is. On a wide screen all tiles of the kit fit on the table at once, whatever lies there now, so that
// the size never changes in the middle of a round; on a phone a tile is as large as a finger and the table scrolls.

export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Size {
  /** Width of a tile's cell in pixels. */
  readonly unit: number;
  /** Tiles side by side. */
  readonly across: number;
  /** Rows of sets that are visible without scrolling. */
  readonly rows: number;
}

export const TALL = 1.34;
export const FINGER = 44;
const SMALLEST = 32;
const NORMAL = 58;
export const PHONE = 640;
const LOW = 260;
/** Before the page is measured, and in a window too narrow for anything. */
const LEAST = 200;
/** Gaps between sets and ends of rows take about a third on top of the tiles themselves. */
const SPARE = 1.36;

export const rowHeight = (unit: number): number => Math.round(unit * TALL) + rowGap(unit);
export const rowGap = (unit: number): number => Math.round(unit * 0.32);

export function tableSize(measured: Room, tiles: number, scale: number): Size {
  const room = { width: Math.max(LEAST, measured.width), height: measured.height };
  if (room.width < PHONE || room.height < LOW) return sized(room, fingerUnit(room, scale));
  for (let unit = Math.round(NORMAL * scale); unit > SMALLEST; unit--) {
    const size = sized(room, unit);
    if (size.across * size.rows >= tiles * SPARE) return size;
  }
  return sized(room, SMALLEST);
}

/** Eight fingers fit side by side on the smallest phone; a larger setting means fewer. */
function fingerUnit(room: Room, scale: number): number {
  const wished = Math.max(FINGER, FINGER * scale);
  const across = Math.max(4, Math.floor(room.width / wished));
  return Math.min(room.width / across, wished * 1.12);
}

function sized(room: Room, unit: number): Size {
  return {
    unit,
    across: Math.max(3, Math.floor((room.width + 0.5) / unit)),
    rows: Math.max(1, Math.floor((room.height + rowGap(unit)) / rowHeight(unit))),
  };
}

/** The rack: at least two rows; wider, not only higher, when many tiles stand there. */
export function rackSize(measured: number, slots: number, low: boolean, scale: number): { unit: number; columns: number; rows: number } {
  const width = Math.max(LEAST, measured);
  const phone = width < PHONE || low;
  const wished = phone ? Math.max(FINGER, FINGER * scale) : Math.round(56 * scale);
  const fit = Math.max(4, Math.floor((width + 0.5) / wished));
  const columns = phone ? fit : Math.min(fit, Math.max(14, Math.ceil(slots / 2)));
  const unit = phone ? Math.min(width / fit, wished * 1.12) : wished;
  return { unit, columns, rows: Math.max(2, Math.ceil(slots / columns)) };
}
