// Where sets with a joker stay together: which of them the opening may have laid, and whether the table as it lies now
// can have come from there, sets being added to at most and jokers swapped for the tiles that they stand for.

import { type Bag, bagOf, isWithin, joined, without } from "./bag";
import { isValid, readings, standsFor } from "./checker";
import { isJoker, JOKER, type Kind } from "./tiles";

type Meld = readonly Kind[];
type Table = readonly Meld[];

const SHORTEST = 3;
export const holdsJoker = (meld: Meld): boolean => meld.includes(JOKER);
const readsAs = (kind: "run" | "group", meld: Meld): boolean => readings(meld).some((reading) => reading.as === kind);

/** Equal for sets that are the same to a player: the order of a group is free, that of a run is not. */
const textOf = (meld: Meld): string => (readsAs("group", meld) ? [...meld].sort() : meld).join(" ");

/** A set that reads as a run as well grows otherwise the other way round. */
const orderOf = (meld: Meld): string => (readsAs("run", meld) ? meld.join(" ") : textOf(meld));

/** The same, but one number beside jokers keeps its order: in another order it may read as another run. */
const exactTextOf = (meld: Meld): string => (meld.filter(isJoker).length >= meld.length - 1 ? meld.join(" ") : textOf(meld));

/** The sets that do not lie on the other table just so, as often as here. */
export const notIn = (table: Table, other: Table, exactly = false): Meld[] => lacking(table, other, exactly ? exactTextOf : textOf);

/** The same of the sets with a joker. */
export const jokersNotIn = (table: Table, other: Table): Meld[] => lacking(table.filter(holdsJoker), other.filter(holdsJoker), orderOf);

function lacking(table: Table, other: Table, kindOf: (meld: Meld) => string): Meld[] {
  const there = bagOf(other.map(kindOf));
  const seen = new Map<string, number>();
  return table.filter((meld) => {
    const text = kindOf(meld);
    seen.set(text, (seen.get(text) ?? 0) + 1);
    return seen.get(text)! > (there.get(text) ?? 0);
  });
}

/** Every set with a joker that lies, whole or as a part, in a set that the table before does not have. */
export function jokerParts(before: Table, after: Table): Meld[] {
  const parts = notIn(after, before)
    .filter(holdsJoker)
    .flatMap((meld) => (readsAs("run", meld) ? spans(meld) : choices(meld)))
    .filter((part) => part.length >= SHORTEST && holdsJoker(part) && isValid(part));
  return [...new Map(parts.map((part) => [part.join(" "), part])).values()];
}

function spans(meld: Meld): Meld[] {
  return meld.flatMap((_, start) => meld.slice(start).map((_, more) => meld.slice(start, start + more + 1)));
}

function choices(meld: Meld): Meld[] {
  return meld.reduce<Meld[]>((found, kind) => [...found, ...found.map((part) => [...part, kind])], [[]]);
}

/** An account so far: what is left of the joker sets that came, and the tiles that made sets lose their last joker. */
interface Account {
  readonly rest: readonly (readonly (Kind | null)[])[];
  readonly given: Bag;
}

/** Whether these sets, laid first, can still lie in the table, and every joker set of the table before too. */
export function lieStill(sets: Table, before: Table, after: Table): boolean {
  const gone = jokersNotIn(before, after);
  const free = after.filter((meld) => !holdsJoker(meld)).flat();
  const start: Account = { rest: jokersNotIn(after, before), given: bagOf([]) };
  for (const held of allHeld(sets, start)) {
    for (const account of accounts(gone, held)) {
      const movable = [...free, ...account.rest.flat().filter((kind) => kind !== null)];
      if (isWithin(account.given, bagOf(movable))) return true;
    }
  }
  return false;
}

function* allHeld([first, ...others]: Table, account: Account): Generator<Account> {
  if (!first) yield account;
  else for (const step of held(first, account)) yield* allHeld(others, step);
}

/** Every way to account for joker sets that are gone, one after the other. */
function* accounts([meld, ...others]: Table, account: Account): Generator<Account> {
  if (!meld) {
    yield account;
    return;
  }
  for (const { swapped, tiles } of swaps(meld)) {
    const steps = holdsJoker(swapped) ? held(swapped, account) : [{ ...account, given: joined(account.given, bagOf(tiles)) }];
    for (const step of steps) yield* accounts(others, step);
  }
}

/** Every place among the sets that came in which this one still lies. */
function* held(core: Meld, account: Account): Generator<Account> {
  for (const [place, rest] of account.rest.entries()) {
    for (const left of takenOut(core, rest)) yield { ...account, rest: account.rest.with(place, left) };
  }
}

/** What is left of a set when one that was only added to is taken out of it, if it lies in there. */
export function* takenOut(core: Meld, rest: readonly (Kind | null)[]): Generator<readonly (Kind | null)[]> {
  const whole = rest.filter((kind) => kind !== null);
  const groups = whole.length === rest.length && readsAs("group", core) && readsAs("group", whole);
  if (groups && isWithin(bagOf(core), bagOf(whole))) yield kindsIn(without(bagOf(whole), bagOf(core)));
  if (!readsAs("run", core)) return;
  for (let start = 0; start + core.length <= rest.length; start++) {
    if (core.every((kind, index) => rest[start + index] === kind)) yield rest.toSpliced(start, core.length, ...core.map(() => null));
  }
}

const kindsIn = (bag: Bag): Kind[] => [...bag].flatMap(([kind, count]) => Array<Kind>(count).fill(kind));

export interface Swap {
  readonly swapped: Meld;
  /** The tiles that took the places of jokers. */
  readonly tiles: readonly Kind[];
}

/** The set with none, some or all of its jokers (from `start` on) swapped. */
export function* swaps(meld: Meld, start = 0): Generator<Swap> {
  yield { swapped: meld, tiles: [] };
  for (let place = start; place < meld.length; place++) {
    if (!isJoker(meld[place]!)) continue;
    for (const kind of standsFor(meld, place)) {
      for (const further of swaps(meld.with(place, kind), place + 1)) yield { ...further, tiles: [...further.tiles, kind] };
    }
  }
}
