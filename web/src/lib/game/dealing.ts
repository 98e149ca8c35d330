// The deal of a round, made again from the secret and everybody's shares: docs/notation.md, byte by byte.

import { COLOURS, HIGHEST, isJoker, JOKER, kindOf, LOWEST, numberOf, type Kind } from "../draft/tiles";
import { readRules, type Rules, valueOf } from "../rules/text";
import { bytesOf, sha256, shake256 } from "./hashing";

export interface Deal {
  /** Who drew what to see who begins, in order. */
  draws: { seat: number; tile: Kind }[];
  /** Who begins by that. */
  first: number;
  racks: Kind[][];
  /** The next tile first. */
  pool: Kind[];
}

interface Box {
  copies: number;
  jokers: number;
}

const BOXES: Record<number, Box> = { 106: { copies: 2, jokers: 2 }, 108: { copies: 2, jokers: 4 }, 160: { copies: 3, jokers: 4 } };
const MOST_BYTES = 2048;

const joined = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

/** The key of a match: of the house's secret and everybody's shares, or of a seed. */
export const fairKey = (secret: string, nonces: readonly string[]): Uint8Array => sha256(joined(bytesOf(secret), ...nonces.map(bytesOf)));
export const seedKey = (seed: string): Uint8Array => sha256(new TextEncoder().encode(seed));

/** The key of a new deal within a round, from the tiles of the pool by their numbers. */
export const redealKey = (pool: readonly number[]): Uint8Array => sha256(joined(new TextEncoder().encode("redeal"), Uint8Array.from(pool)));

/** The key of a round, counted from 1. */
export function roundKey(match: Uint8Array, round: number): Uint8Array {
  return sha256(joined(match, Uint8Array.of(round >>> 24, round >>> 16, round >>> 8, round)));
}

/** Numbers below a limit, from a stream of bytes that is read once. */
function chance(key: Uint8Array): (limit: number) => number {
  const stream = shake256(key, MOST_BYTES).values();
  return (limit) => {
    for (const byte of stream) if (byte < 256 - (256 % limit)) return byte % limit;
    throw new RangeError("a deal takes fewer bytes");
  };
}

function shuffled(tiles: readonly Kind[], below: (limit: number) => number): Kind[] {
  const deck = [...tiles];
  for (let last = deck.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [deck[last], deck[other]] = [deck[other]!, deck[last]!];
  }
  return deck;
}

function tilesOf({ copies, jokers }: Box): Kind[] {
  const tiles: Kind[] = [];
  for (let number = LOWEST; number <= HIGHEST; number++) {
    for (const colour of COLOURS) tiles.push(...Array.from({ length: copies }, () => kindOf(colour, number)));
  }
  return [...tiles, ...Array.from({ length: jokers }, () => JOKER)];
}

/** Everybody draws; the highest number begins, and only who ties draws again. */
function drawnForStart(heap: Iterator<Kind>, seats: number, redraw: boolean): Pick<Deal, "draws" | "first"> {
  const draws: Deal["draws"] = [];
  let drawing = Array.from({ length: seats }, (_, seat) => seat);
  while (drawing.length > 1) {
    const numbers = drawing.map((seat) => {
      let tile: Kind;
      do draws.push({ seat, tile: (tile = heap.next().value as Kind) });
      while (redraw && isJoker(tile));
      return numberOf(tile);
    });
    drawing = drawing.filter((_, place) => numbers[place] === Math.max(...numbers));
  }
  return { draws, first: drawing[0]! };
}

const boxOf = (rules: Rules, seats: number): Box => BOXES[seats > 4 ? 160 : Number(valueOf(rules, "tile_set"))]!;

/** A round as it must have been dealt; racks are sorted as the wire writes them, so compare them as heaps. */
export function deal(secret: string, nonces: readonly string[], round: number, rulesText: string, seats: number): Deal {
  return dealt(roundKey(fairKey(secret, nonces), round), readRules(rulesText), seats);
}

/** The same from the key of the round. */
export function dealt(key: Uint8Array, rules: Rules, seats: number): Deal {
  const below = chance(key);
  const drawn = drawnForStart(shuffled(boxFor(rules, seats), below).values(), seats, valueOf(rules, "start_joker") === "redraw");
  return { ...drawn, ...handedOut(below, rules, seats) };
}

/** All tiles mixed and dealt once more, within a round. */
export const dealtAnew = (key: Uint8Array, rules: Rules, seats: number): Pick<Deal, "racks" | "pool"> => handedOut(chance(key), rules, seats);

function handedOut(below: (limit: number) => number, rules: Rules, seats: number): Pick<Deal, "racks" | "pool"> {
  const [box, given] = [boxOf(rules, seats), Number(valueOf(rules, "deal_jokers") ?? 0)];
  const deck = shuffled(tilesOf({ ...box, jokers: box.jokers - given * seats }), below);
  const size = Number(valueOf(rules, "deal_size")) - given;
  const own = Array.from({ length: given }, () => JOKER);
  const racks = Array.from({ length: seats }, (_, seat) => [...own, ...deck.slice(size * seat, size * (seat + 1))]);
  return { racks, pool: deck.slice(size * seats) };
}

/** The pool of a game that began in the middle: what lay nowhere else, in an order that follows from the secret. */
export function mixed(key: Uint8Array, rules: Rules, seats: number, lying: readonly Kind[]): Kind[] {
  const left = [...lying];
  const rest = boxFor(rules, seats).filter((kind) => {
    const index = left.indexOf(kind);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return shuffled(rest, chance(key));
}

/** All tiles that are played with. */
export const boxFor = (rules: Rules, seats: number): Kind[] => tilesOf(boxOf(rules, seats));

/** Whether two heaps hold the same tiles. */
export const isSame = (one: readonly Kind[], other: readonly Kind[]): boolean => [...one].sort().join() === [...other].sort().join();
