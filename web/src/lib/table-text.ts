/** Tables and racks as people type and pick them: forgiving to read, in the notation of the house when written. */

const TILE = /^(?:[krby](?:1[0-3]|[1-9])|\*)$/;

/** The words that are no tiles. */
export function strangers(text: string): string[] {
  return words(text).filter((word) => word !== "|" && !TILE.test(word));
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[,;]/g, " ")
    .replace(/[|\n/]/g, " | ")
    .split(/\s+/)
    .filter(Boolean);
}

export function setsIn(text: string): string[] {
  return words(text)
    .filter((word) => word === "|" || TILE.test(word))
    .join(" ")
    .split("|")
    .map((set) => set.trim())
    .filter(Boolean);
}

export function tableText(text: string): string {
  return setsIn(text).join(" | ");
}

export function rackText(text: string): string {
  return setsIn(text).join(" ");
}

export function withTile(text: string, tile: string): string {
  return text.trimEnd() ? `${text.trimEnd()} ${tile}` : tile;
}

/** The next tile begins another set. */
export function withNewSet(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed === "" || trimmed.endsWith("|") ? text : `${trimmed} | `;
}

export function withoutLast(text: string): string {
  return text.trimEnd().replace(/\s*\S+$/, "");
}
