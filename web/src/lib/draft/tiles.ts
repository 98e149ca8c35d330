// Tiles as the wire writes them: `r7`, `k13`, joker `*`; sets joined by ` | `.

export type Colour = "k" | "r" | "b" | "y";
export type Kind = string;

export const COLOURS: readonly Colour[] = ["k", "r", "b", "y"];
export const JOKER: Kind = "*";
export const LOWEST = 1;
export const HIGHEST = 13;

export const isJoker = (kind: Kind): boolean => kind === JOKER;
export const colourOf = (kind: Kind): Colour => kind[0] as Colour;
export const numberOf = (kind: Kind): number => (isJoker(kind) ? 0 : Number(kind.slice(1)));
export const kindOf = (colour: Colour, number: number): Kind => `${colour}${number}`;

export function readKinds(text: string): Kind[] {
  return text.split(" ").filter(Boolean);
}

/** Of how many kinds, jokers aside, there is more than one. */
export function pairsIn(kinds: readonly Kind[]): number {
  return new Set(kinds.filter((kind, place) => !isJoker(kind) && kinds.indexOf(kind) < place)).size;
}

export function readTable(text: string): Kind[][] {
  return text
    .split("|")
    .map(readKinds)
    .filter((meld) => meld.length > 0);
}

export function writeTable(melds: readonly (readonly Kind[])[]): string {
  return melds.map((meld) => meld.join(" ")).join(" | ");
}
