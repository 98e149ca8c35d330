/** The leaflets' names of things. The same word names different things in different editions, so each keeps its own. */
export type EditionName = "default" | "sabra6" | "original_fr" | "jumbo_de" | "sabra_xxl" | "original_es" | "tournament";

/** Nouns as sentences need them; `thePool` and the like carry the article or preposition that the noun asks for. */
export interface Words {
  readonly run: string;
  readonly runs: string;
  readonly aRun: string;
  readonly group: string;
  readonly groups: string;
  readonly aGroup: string;
  readonly set: string;
  readonly sets: string;
  readonly aSet: string;
  readonly pool: string;
  readonly thePool: string;
  readonly fromPool: string;
  readonly rack: string;
  readonly theRack: string;
  readonly onRack: string;
  readonly toRack: string;
  readonly fromRack: string;
  readonly tile: string;
  readonly tiles: string;
  readonly joker: string;
  readonly jokers: string;
  readonly opening: string;
  readonly rearrange: string;
  /** The three ways to change the table, as the leaflet heads its examples. */
  readonly adding: string;
  readonly taking: string;
  readonly splitting: string;
  /** The fourth colour, which some leaflets call yellow and others orange. */
  readonly yellow: string;
  /** The same before or after the number of a tile, where a language bends it. */
  readonly yellowTile: string;
}

export interface WordBook {
  readonly standard: Words;
  readonly editions: Partial<Record<EditionName, Partial<Words>>>;
}

/** Rules without a leaflet call the fourth colour what it looks like here: orange, in the words of one that does. */
const PAINTED: readonly EditionName[] = ["default", "tournament"];
const ORANGE: EditionName = "original_es";

export function wordsOf(book: WordBook, edition: EditionName): Record<keyof Words, string> {
  const { yellow, yellowTile } = { ...book.standard, ...book.editions[PAINTED.includes(edition) ? ORANGE : edition] };
  return { ...book.standard, ...book.editions[edition], yellow, yellowTile };
}
