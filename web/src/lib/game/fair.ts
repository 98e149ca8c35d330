// The proof of a fair deal: what this browser saw before the tiles were dealt is kept, and compared when all is told.

import { readKinds } from "../draft/tiles";
import { readRules, valueOf } from "../rules/text";
import { recall, remember } from "../storage";
import { bytesOf, deal, isSame } from "./dealing";
import { isFresh } from "./events";
import { sha256 } from "./hashing";
import { hex } from "./socket.svelte";
import type { GameView } from "./wire";

/** What was seen of a game while nobody could know what it would be good for. */
export interface Kept {
  id: string;
  /** What the house promised before this browser gave anything. */
  commitment: string;
  /** The own share of the shuffle. */
  nonce: string;
  /** Everybody's seals, as they were before any share was told. */
  seals: readonly (string | null)[] | null;
  /** The own rack as it was dealt, by round. */
  racks: Readonly<Record<number, string>>;
}

const MOST = 12;
let atHand: Kept[] = [];

const all = (): Kept[] => {
  const kept = recall<unknown>("fair", atHand);
  return Array.isArray(kept) ? (kept as Kept[]).filter((one) => typeof one?.id === "string") : atHand;
};

export const keptOf = (id: string): Kept | null => all().find((one) => one.id === id) ?? null;

function keep(kept: Kept): Kept {
  atHand = [kept, ...all().filter((one) => one.id !== kept.id)].slice(0, MOST);
  remember("fair", atHand);
  return kept;
}

export const sealOf = (nonce: string): string => hex(sha256(bytesOf(nonce)));

/** The own share in the shuffle of this game; made once, when the house has given its promise. */
export function ownShare(view: GameView): Kept {
  const known = keptOf(view.id);
  if (known?.commitment === view.commitment) return known;
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  return keep({ id: view.id, commitment: view.commitment, nonce, seals: null, racks: {} });
}

/** Keep what this view tells for the first time: the seals before the shares, the racks before the first turn. */
export function watch(view: GameView): void {
  const known = view.you === null ? null : keptOf(view.id);
  if (!known) return;
  if (view.seals && view.phase === "dealing" && !known.seals) keep({ ...known, seals: view.seals });
  const { position } = view;
  if (!position?.rack || position.round in known.racks || !isFresh(position) || view.played_on) return;
  const rules = readRules(view.settings.rules);
  if (valueOf(rules, "redeal_doubles") === null && position.counts[0] === valueOf(rules, "deal_size")) {
    keep({ ...known, racks: { ...known.racks, [position.round]: position.rack } });
  }
}

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
