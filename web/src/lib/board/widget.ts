// The board as a widget: one state in, events out. It knows neither settings nor languages nor a server.

import type { JokerValue } from "../draft/checker";
import type { Draft } from "../draft/draft.svelte";
import type { Layout } from "../draft/layout";
import type { KeptPlaces } from "./ground.svelte";
import type { Wish } from "./keys";
import type { Mark } from "./TileButton.svelte";
import type { BoardWords } from "./words";

export interface BoardState {
  readonly draft: Draft;
  readonly words: BoardWords;
  /** Something else to look at than the own draft: a replay, another player's draft; its rack too, if it has one. */
  readonly shown?: Layout | null;
  /** What the table is compared with, to show what changed. */
  readonly base?: Layout;
  /** Tiles of the kit, for which the table has room. */
  readonly tiles: number;
  /** Whether there is a rack: spectators have none. */
  readonly seated: boolean;
  /** What a joker counts in the opening. */
  readonly joker?: JokerValue;
  readonly marks?: ReadonlyMap<number, Mark>;
  readonly meldMarks?: ReadonlyMap<number, "fault" | "hint">;
  /** Whether it matters what a set counts: while the player has not opened. */
  readonly counts?: boolean;
  /** What the size of tiles is multiplied by. */
  readonly scale?: number;
  /** How the sets lay before a reload, as `arranged` told it. */
  readonly places?: KeptPlaces | null;
  /** How long a tile glides, in milliseconds; 0 where nothing shall move. */
  readonly glideMs?: number;
}

export interface BoardEvents {
  wish(wish: Wish): void;
  /** Something was moved by the player. */
  moved(): void;
  /** A tile of the table was to go to the rack. */
  refused(): void;
  /** The mark of a set was pressed. */
  asked?(meld: number): void;
  /** Somebody wants to touch the board while something else is shown on it. */
  touched?(): void;
  /** The sets lie so now; whoever gives it back after a reload finds them there. */
  arranged?(places: KeptPlaces): void;
  /** Something that a screen reader shall say. */
  said?(text: string): void;
}
