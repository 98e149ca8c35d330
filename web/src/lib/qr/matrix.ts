/** Lays the bytes of a QR code out as dark and light modules. */
import type { Payload } from "./bits";

export type Matrix = boolean[][];

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The bits of level L in the format information. */
const LEVEL_L = 1;

function remainder(value: number, bits: number, polynomial: number): number {
  let rest = value;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * polynomial);
  return rest;
}

class Sheet {
  readonly size: number;
  readonly dark: Matrix;
  /** Modules that carry no data. */
  readonly fixed: Matrix;
  private readonly version: number;

  constructor(version: number) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = this.blank();
    this.fixed = this.blank();
    this.timing();
    this.finders();
    this.alignments();
    this.writeFormat(0);
    this.writeVersion();
  }

  private blank(): Matrix {
    return Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
  }

  private set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y]![x] = dark;
    this.fixed[y]![x] = true;
  }

  private timing(): void {
    for (let i = 0; i < this.size; i++) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
  }

  private finders(): void {
    const far = this.size - 4;
    for (const [cx, cy] of [[3, 3], [far, 3], [3, far]] as const) {
      for (let dy = -4; dy <= 4; dy++) {
        for (let dx = -4; dx <= 4; dx++) {
          const ring = Math.max(Math.abs(dx), Math.abs(dy));
          this.set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
        }
      }
    }
  }

  private alignments(): void {
    if (this.version === 1) return;
    const last = this.size - 7;
    const places = this.version < 7 ? [6, last] : [6, (6 + last) / 2, last];
    for (const cx of places) {
      for (const cy of places) {
        const onFinder = (cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6);
        if (!onFinder) this.alignment(cx, cy);
      }
    }
  }

  private alignment(cx: number, cy: number): void {
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) this.set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }

  writeFormat(mask: number): void {
    const data = (LEVEL_L << 3) | mask;
    const bits = ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412;
    const bit = (i: number) => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 15; i++) {
      const near = i < 6 ? i : i < 8 ? i + 1 : this.size - 15 + i;
      const along = i < 8 ? this.size - 1 - i : i < 9 ? 7 : 14 - i;
      this.set(8, near, bit(i));
      this.set(along, 8, bit(i));
    }
    this.set(8, this.size - 8, true);
  }

  private writeVersion(): void {
    if (this.version < 7) return;
    const bits = (this.version << 12) | remainder(this.version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1;
      const far = this.size - 11 + (i % 3);
      const near = Math.floor(i / 3);
      this.set(far, near, dark);
      this.set(near, far, dark);
    }
  }

  /** Data runs in double columns from the right, up and down in turn, past the upright timing line. */
  writeData(bytes: Uint8Array): void {
    let i = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const upwards = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step++) {
        const y = upwards ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y]![x]) continue;
          this.dark[y]![x] = ((bytes[i >> 3] ?? 0) >> (7 - (i & 7))) % 2 === 1;
          i++;
        }
      }
    }
  }

  masked(mask: number): Matrix {
    this.writeFormat(mask);
    const flips = MASKS[mask]!;
    return this.dark.map((row, y) => row.map((dark, x) => dark !== (!this.fixed[y]![x] && flips(x, y))));
  }
}

function runsPenalty(line: boolean[]): number {
  let penalty = 0;
  let length = 0;
  line.forEach((dark, i) => {
    length = i > 0 && dark === line[i - 1] ? length + 1 : 1;
    if (length === 5) penalty += 3;
    else if (length > 5) penalty++;
  });
  return penalty;
}

/** How hard a code is to scan: long lines, blocks, and too much of one shade. */
function penalty(matrix: Matrix): number {
  const size = matrix.length;
  let sum = 0;
  let dark = 0;
  for (let i = 0; i < size; i++) sum += runsPenalty(matrix[i]!) + runsPenalty(matrix.map((row) => row[i]!));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const here = matrix[y]![x];
      if (here) dark++;
      if (x && y && here === matrix[y - 1]![x] && here === matrix[y]![x - 1] && here === matrix[y - 1]![x - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

export function matrixOf({ version, bytes }: Payload): Matrix {
  const sheet = new Sheet(version);
  sheet.writeData(bytes);
  const all = MASKS.map((_, mask) => sheet.masked(mask));
  return all.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}
