// The deal of a game that is over, dealt again by this browser.

import { readKinds } from "../draft/tiles";
import { deal, fairKey, isSame, mixed, roundKey } from "../game/dealing";
import { type Kept, sealOf } from "../game/fair";
import { readRules } from "../rules/text";
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

/** Whether what was drawn in a game that began in the middle was drawn from the pool that was promised. */
function isDrawn(review: Review): boolean {
  const { secret, nonces } = review.promise!;
  const past = review.rounds[0]!;
  const lying = [...past.racks, ...past.table.split("|")].flatMap((text) => readKinds(text));
  let pool = mixed(roundKey(fairKey(secret, nonces), 1), readRules(review.rules), review.seats.length, lying);
  return past.turns.every((turn) => {
    if (turn.did === "redeal") pool = [];
    const drawn = readKinds(turn.drawn);
    const next = pool.splice(0, drawn.length);
    return next.length === 0 || isSame(drawn, next);
  });
}

function isDealt(review: Review, round: number): boolean {
  if (review.played_on && round === 1) return isDrawn(review);
  const { secret, nonces } = review.promise!;
  const made = deal(secret, nonces, round, review.rules, review.seats.length);
  const past = review.rounds[round - 1]!;
  const drawn = past.start_draws.every(({ seat, tile }, place) => made.draws[place]?.seat === seat && made.draws[place]?.tile === tile);
  return drawn && past.racks.every((rack, seat) => isSame(readKinds(rack), made.racks[seat] ?? []));
}
