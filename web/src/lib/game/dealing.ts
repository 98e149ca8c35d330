// The deal of a round, made again from the secret and everybody's shares: docs/notation.md, byte by byte.

import { COLOURS, HIGHEST, isJoker, JOKER, kindOf, LOWEST, numberOf, type Kind } from "../draft/tiles";
import { readRules, valueOf } from "../rules/text";
import { sha256, shake256 } from "./hashing";

export interface Deal {
  /** Who drew what to see who begins, in order. */
  draws: { seat: number; tile: Kind }[];
  racks: Kind[][];
}

interface Box {
  copies: number;
  jokers: number;
}

const BOXES: Record<number, Box> = { 106: { copies: 2, jokers: 2 }, 108: { copies: 2, jokers: 4 }, 160: { copies: 3, jokers: 4 } };
const MOST_BYTES = 2048;

export const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const joined = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

/** The key of a round, counted from 1. */
function roundKey(secret: string, nonces: readonly string[], round: number): Uint8Array {
  const match = sha256(joined(bytesOf(secret), ...nonces.map(bytesOf)));
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
function drawsForStart(heap: Iterator<Kind>, seats: number, redraw: boolean): Deal["draws"] {
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
  return draws;
}

/** A round as it must have been dealt; racks are sorted as the wire writes them, so compare them as heaps. */
export function deal(secret: string, nonces: readonly string[], round: number, rulesText: string, seats: number): Deal {
  const rules = readRules(rulesText);
  const option = (name: string): number => Number(valueOf(rules, name) ?? 0);
  const box = BOXES[seats > 4 ? 160 : option("tile_set")]!;
  const below = chance(roundKey(secret, nonces, round));
  const draws = drawsForStart(shuffled(tilesOf(box), below).values(), seats, valueOf(rules, "start_joker") === "redraw");
  const given = option("deal_jokers");
  const deck = shuffled(tilesOf({ ...box, jokers: box.jokers - given * seats }), below);
  const size = option("deal_size") - given;
  const own = Array.from({ length: given }, () => JOKER);
  return { draws, racks: Array.from({ length: seats }, (_, seat) => [...own, ...deck.slice(size * seat, size * (seat + 1))]) };
}

/** Whether two heaps hold the same tiles. */
export const isSame = (one: readonly Kind[], other: readonly Kind[]): boolean => [...one].sort().join() === [...other].sort().join();
