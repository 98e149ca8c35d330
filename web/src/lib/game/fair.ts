// The proof of a fair deal: what this browser saw before the tiles were dealt is kept, to be compared when all is told.

import { readRules, valueOf } from "../rules/text";
import { recall, remember } from "../storage";
import { isFresh } from "./events";
import { bytesOf, sha256 } from "./hashing";
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
