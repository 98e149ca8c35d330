// Tiles without their order, as often as they occur.

import type { Kind } from "./tiles";

export type Bag = ReadonlyMap<Kind, number>;

export function bagOf(kinds: Iterable<Kind>): Bag {
  const bag = new Map<Kind, number>();
  for (const kind of kinds) bag.set(kind, (bag.get(kind) ?? 0) + 1);
  return bag;
}

export const countOf = (bag: Bag, kind: Kind): number => bag.get(kind) ?? 0;

/** Whether the other bag holds all of this one. */
export function isWithin(bag: Bag, other: Bag): boolean {
  for (const [kind, count] of bag) if (count > countOf(other, kind)) return false;
  return true;
}

export function joined(one: Bag, other: Bag): Bag {
  const bag = new Map(one);
  for (const [kind, count] of other) bag.set(kind, countOf(one, kind) + count);
  return bag;
}

/** What is left of a bag without the other's tiles, as far as they are in it. */
export function without(bag: Bag, other: Bag): Bag {
  const left = new Map<Kind, number>();
  for (const [kind, count] of bag) if (count > countOf(other, kind)) left.set(kind, count - countOf(other, kind));
  return left;
}
