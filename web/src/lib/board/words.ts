// What the board says, in whatever language; whoever shows a board gives it these words.

import type { JokerValue } from "../draft/checker";
import type { Kind } from "../draft/tiles";

export interface BoardWords {
  readonly board: string;
  /** How the board is used by keys. */
  readonly how: string;
  readonly table: string;
  /** Back from near to the whole table. */
  readonly overview: string;
  rack(tiles: number): string;
  tile(kind: Kind, meaning?: readonly Kind[]): string;
  set(kinds: readonly Kind[], joker?: JokerValue): string;
  chosen(tiles: number): string;
  /** What is wrong with this set; pressing its mark asks for it. */
  fault(kinds: readonly Kind[]): string;
}
