// The deal of a game that is over, dealt again by this browser.

import { readKinds } from "../draft/tiles";
import { deal, isSame } from "../game/dealing";
import { type Kept, sealOf } from "../game/fair";
import type { Review } from "../wire";

export interface Verified {
  /** Whether the secret is the one that was promised: before the game, where this browser saw it. */
  readonly secret: boolean;
  /** Whether the own share is in the shuffle; null for who gave none. */
  readonly share: boolean | null;
  /** The rounds whose tiles follow from secret and shares, and those whose tiles do not. */
  readonly right: number[];
  readonly wrong: number[];
}

/** Every round dealt again from the secret and everybody's shares; null where the deal came from a seed. */
export function verified(review: Review, kept: Kept | null): Verified | null {
  const { promise } = review;
  if (!promise) return null;
  const promised = kept?.commitment ?? promise.commitment;
  const numbers = review.rounds.map((_, place) => place + 1);
  return {
    secret: sealOf(promise.secret) === promised,
    share: kept ? promise.nonces.includes(kept.nonce) : null,
    right: numbers.filter((round) => isDealt(review, round)),
    wrong: numbers.filter((round) => !isDealt(review, round)),
  };
}

function isDealt(review: Review, round: number): boolean {
  const { secret, nonces } = review.promise!;
  const made = deal(secret, nonces, round, review.rules, review.seats.length);
  const past = review.rounds[round - 1]!;
  const drawn = past.start_draws.every(({ seat, tile }, place) => made.draws[place]?.seat === seat && made.draws[place]?.tile === tile);
  return drawn && past.racks.every((rack, seat) => isSame(readKinds(rack), made.racks[seat] ?? []));
}
