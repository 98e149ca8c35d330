// Whether a deal was fair: what is told when the game is over, compared with what this browser kept.

import { readKinds } from "../draft/tiles";
import { deal, isSame } from "./dealing";
import { type Kept, sealOf } from "./fair";
import type { GameView } from "./wire";

export interface Verdict {
  /** Whether the secret is the one that was promised. */
  secret: boolean;
  /** Whether all shares are those that were sealed; null where there are no seals. */
  seals: boolean | null;
  /** Whether the own share is among them; null for who gave none. */
  share: boolean | null;
  /** The rounds whose tiles, as far as they were seen here, follow from all that; and those whose tiles do not. */
  right: number[];
  wrong: number[];
}

/** What is to be said of the deal of a game that is over. */
export function verdict(view: GameView, kept: Kept | null): Verdict {
  const { secret, nonces } = { secret: view.secret ?? "", nonces: view.nonces ?? [] };
  const promised = kept?.commitment ?? view.commitment;
  const seals = kept?.seals ?? view.seals;
  const right: number[] = [];
  const wrong: number[] = [];
  for (const round of view.position ? seenRounds(view, kept) : []) {
    (isDealt(view, kept, round) ? right : wrong).push(round);
  }
  return {
    secret: view.commitment === promised && sealOf(secret) === promised,
    seals: seals && isOpened(seals, nonces),
    share: kept?.seals ? nonces.includes(kept.nonce) : null,
    right,
    wrong,
  };
}

/** Whether every share is that of one of the seals, in their order; a seal that was not opened is left out. */
function isOpened(seals: readonly (string | null)[], nonces: readonly string[]): boolean {
  const left = seals.values();
  return nonces.every((nonce) => {
    for (const seal of left) if (seal === sealOf(nonce)) return true;
    return false;
  });
}

/** The rounds of which this browser has seen anything: its own racks, and the draws for the start of the last. */
function seenRounds(view: GameView, kept: Kept | null): number[] {
  const drawn = view.start_draws.length > 0 && view.position ? [view.position.round] : [];
  return [...new Set([...Object.keys(kept?.racks ?? {}).map(Number), ...drawn])].sort((one, other) => one - other);
}

function isDealt(view: GameView, kept: Kept | null, round: number): boolean {
  const made = deal(view.secret ?? "", view.nonces ?? [], round, view.settings.rules, view.seats.length);
  const rack = kept?.racks[round];
  const drawn = round === view.position?.round ? view.start_draws : [];
  const same = drawn.length === 0 || (drawn.length === made.draws.length && drawn.every(({ seat, tile }, place) => made.draws[place]?.seat === seat && made.draws[place]?.tile === tile));
  return same && (rack === undefined || view.you === null || isSame(readKinds(rack), made.racks[view.you] ?? []));
}
