// A table as a picture, in the art of the board: the same strokes and signs, laid out in rows.

import { BELLS, CAP, numeral, SIGNS } from "../board/glyphs";
import { colourOf, isJoker, type Kind, numberOf } from "../draft/tiles";

const INK: Readonly<Record<string, string>> = { k: "#1d2126", r: "#b8141f", b: "#114fb0", y: "#bd6900", "*": "#9a2390" };
const WIDE = 60;
const TALL = 80;
const GAP = 34;
const LINE = 104;
const EDGE = 40;
const COLUMNS = 18;

export interface Picture {
  readonly table: readonly (readonly Kind[])[];
  readonly racks: readonly { readonly name: string; readonly kinds: readonly Kind[] }[];
  readonly title: string;
}

function tile(kind: Kind, x: number, y: number): string {
  const joker = isJoker(kind);
  const ink = INK[joker ? "*" : colourOf(kind)];
  return `<g transform="translate(${x} ${y})" color="${ink}"><rect x="1" y="2" width="58" height="77" rx="9" fill="#b7a77f"/><rect x="1" y="1" width="58" height="75" rx="9" fill="#fbf6e9" stroke="#d6c8a7"/>${joker ? cap() : face(kind)}</g>`;
}

function cap(): string {
  const bells = BELLS.map((bell) => `<circle cx="${bell.x}" cy="${bell.y}" r="3.4"/>`).join("");
  return `<g fill="currentColor" transform="translate(9 8) scale(0.955)"><path d="${CAP}"/><rect x="8.6" y="31" width="26.8" height="5" rx="2.5"/>${bells}</g><path d="M23 52.5V55M37 52.5V55M20.5 60.5C23.5 68.5 36.5 68.5 39.5 60.5" fill="none" stroke="currentColor" stroke-width="4.4" stroke-linecap="round"/>`;
}

function face(kind: Kind): string {
  const { line, width } = numeral(numberOf(kind));
  const wide = numberOf(kind) > 9 ? 1.12 : 1.24;
  return `<path d="${line}" fill="none" stroke="currentColor" stroke-width="5.1" stroke-linecap="round" stroke-linejoin="round" transform="translate(${30 - width * wide * 0.5} 11) scale(${wide} 1.24)"/><path d="${SIGNS[colourOf(kind)]}" fill="currentColor" transform="translate(22 55.5)"/>`;
}

const escaped = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Sets side by side, row by row; where the last row ends. */
function rows(table: Picture["table"], top: number): { art: string; bottom: number } {
  const width = COLUMNS * WIDE;
  let [x, y, art] = [0, top, ""];
  for (const meld of table) {
    if (x > 0 && x + meld.length * WIDE > width) [x, y] = [0, y + LINE];
    art += meld.map((kind, place) => tile(kind, EDGE + x + place * WIDE, y)).join("");
    x += meld.length * WIDE + GAP;
  }
  return { art, bottom: table.length > 0 ? y + LINE : top };
}

/** The picture as a text of SVG. */
export function drawn({ table, racks, title }: Picture): { svg: string; width: number; height: number } {
  const width = COLUMNS * WIDE + 2 * EDGE;
  const lying = rows(table, 96);
  let { bottom } = lying;
  bottom = Math.max(bottom, 96 + LINE) + 24;
  const felt = bottom;
  let hands = "";
  for (const { name, kinds } of racks) {
    const size = Math.min(0.62, (width - 2 * EDGE - 210) / (Math.max(1, kinds.length) * WIDE));
    const tiles = kinds.map((kind, place) => tile(kind, place * WIDE, 0)).join("");
    hands += `<text x="${EDGE}" y="${bottom + 50}" font-size="26">${escaped(name)}</text><g transform="translate(${EDGE + 210} ${bottom + 16}) scale(${size})">${tiles}</g>`;
    bottom += TALL * 0.62 + 20;
  }
  const height = bottom + 26;
  const words = `<text x="${EDGE}" y="62" font-size="32" font-weight="700">${escaped(title)}</text><text x="${width - EDGE}" y="62" font-size="26" text-anchor="end" fill="#4d5957">openkub</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" fill="#1c2726"><rect width="${width}" height="${height}" fill="#f6f2ea"/><rect x="16" y="84" width="${width - 32}" height="${felt - 84}" rx="22" fill="#d5e4da"/>${words}${lying.art}${hands}</svg>`;
  return { svg, width, height };
}

/** The same as a PNG, painted by the browser. */
export async function painted(picture: Picture): Promise<Blob> {
  const { svg, width, height } = drawn(picture);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/** Give a file to whoever sits before the page. */
export function handOver(blob: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
