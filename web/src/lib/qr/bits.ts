/** The bytes of a text as a QR code carries them: byte mode, correction level L, versions 1 to 9. */
import { checkBytes } from "./correction";

/** Per version: number of blocks, data bytes and check bytes of each block. Up to version 9 level L has equal blocks. */
const SIZES = [
  [1, 19, 7],
  [1, 34, 10],
  [1, 55, 15],
  [1, 80, 20],
  [1, 108, 26],
  [2, 68, 18],
  [2, 78, 20],
  [2, 97, 24],
  [2, 116, 30],
] as const;

/** Mode and length take 12 bits of the room. */
const HEADER_BYTES = 2;
const BYTE_MODE = 4;
const PADS = [0xec, 0x11];

export interface Payload {
  version: number;
  bytes: Uint8Array;
}

function dataBytes(text: Uint8Array, room: number): Uint8Array {
  const data = new Uint8Array(room);
  data[0] = (BYTE_MODE << 4) | (text.length >> 4);
  data[1] = (text.length & 15) << 4;
  text.forEach((byte, i) => {
    data[i + 1] = data[i + 1]! | (byte >> 4);
    data[i + 2] = (byte & 15) << 4;
  });
  for (let i = text.length + HEADER_BYTES, pad = 0; i < room; i++) data[i] = PADS[pad++ % 2]!;
  return data;
}

function interleaved(parts: Uint8Array[]): number[] {
  return Array.from(parts[0]!, (_, i) => parts.map((part) => part[i]!)).flat();
}

/** Null for a text that is too long for these versions. */
export function payload(text: string): Payload | null {
  const raw = new TextEncoder().encode(text);
  const index = SIZES.findIndex(([blocks, size]) => blocks * size >= raw.length + HEADER_BYTES);
  const found = SIZES[index];
  if (!found) return null;
  const [blocks, size, checks] = found;
  const data = dataBytes(raw, blocks * size);
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * size, (i + 1) * size));
  const bytes = [...interleaved(parts), ...interleaved(parts.map((part) => checkBytes(part, checks)))];
  return { version: index + 1, bytes: Uint8Array.from(bytes) };
}
