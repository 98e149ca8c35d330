// What a beginner could see: sets of the own rack, and tiles that go on with a set of the table. Whatever is found can
// be laid; that nothing is found does not mean that nothing can.

import { bagOf, countOf, isWithin, without, type Bag } from "../draft/bag";
import { isValid, type JokerValue, valueOf } from "../draft/checker";
import { COLOURS, HIGHEST, isJoker, JOKER, type Kind, kindOf, LOWEST } from "../draft/tiles";

type Meld = readonly Kind[];
type Table = readonly Meld[];

const SHORTEST = 3;
const MOST_TRIES = 4_000;

/** Every set that can be made of these tiles; a joker only where a tile is missing. */
export function setsOf(rack: Bag): Meld[] {
  const jokers = countOf(rack, JOKER);
  return [...runsOf(rack, jokers), ...groupsOf(rack, jokers)];
}

function* runsOf(rack: Bag, jokers: number): Generator<Meld> {
  for (const colour of COLOURS) {
    for (let first = LOWEST; first <= HIGHEST; first++) {
      const run: Kind[] = [];
      for (let number = first; number <= HIGHEST; number++) {
        const kind = kindOf(colour, number);
        run.push(countOf(rack, kind) > 0 ? kind : JOKER);
        if (run.filter(isJoker).length > jokers) break;
        if (run.length >= SHORTEST && isValid(run)) yield [...run];
      }
    }
  }
}

function* groupsOf(rack: Bag, jokers: number): Generator<Meld> {
  for (let number = LOWEST; number <= HIGHEST; number++) {
    const there = COLOURS.map((colour) => kindOf(colour, number)).filter((kind) => countOf(rack, kind) > 0);
    if (there.length >= SHORTEST) yield there;
    if (there.length > SHORTEST) yield* there.map((left) => there.filter((kind) => kind !== left));
    if (there.length === SHORTEST - 1 && jokers > 0) yield [...there, JOKER];
  }
}

/** The sets of the rack that are worth most together, by points or by tiles. */
export function bestSets(rack: readonly Kind[], worth: (meld: Meld) => number): Table {
  const sets = setsOf(bagOf(rack)).sort((one, other) => worth(other) - worth(one));
  let best: { sets: Table; worth: number } = { sets: [], worth: 0 };
  let tries = 0;
  const further = (first: number, chosen: Table, left: Bag, sum: number): void => {
    if (sum > best.worth) best = { sets: chosen, worth: sum };
    for (let place = first; place < sets.length && tries < MOST_TRIES; place++) {
      const meld = sets[place]!;
      tries++;
      if (isWithin(bagOf(meld), left)) further(place, [...chosen, meld], without(left, bagOf(meld)), sum + worth(meld));
    }
  };
  further(0, [], bagOf(rack), 0);
  return best.sets;
}

export const byPoints = (joker: JokerValue) => (meld: Meld): number => valueOf(meld, joker);
/** Jokers are kept as long as they can be. */
export const byTiles = (meld: Meld): number => meld.length - 3 * meld.filter(isJoker).length;

export interface Addition {
  readonly what: Kind;
  /** The set of the table, by its place. */
  readonly meld: number;
  readonly result: Meld;
}

/** A tile of the rack that goes on with a set as it lies. */
export function additionTo(table: Table, rack: readonly Kind[]): Addition | null {
  for (const what of rack.filter((kind) => !isJoker(kind))) {
    for (const [meld, tiles] of table.entries()) {
      const result = [[...tiles, what], [what, ...tiles]].find(isValid);
      if (result) return { what, meld, result };
    }
  }
  return null;
}

/** The table with every set and tile on it that can simply be laid, and what is left. */
export function simplyLaid(table: Table, rack: readonly Kind[]): { table: Table; left: readonly Kind[] } {
  const sets = bestSets(rack, (meld) => meld.length);
  let [now, left]: [Table, readonly Kind[]] = [[...table, ...sets], minus(rack, sets.flat())];
  for (let more = additionTo(now, left); more; more = additionTo(now, left)) {
    now = now.with(more.meld, more.result);
    left = minus(left, [more.what]);
  }
  return { table: now, left };
}

function minus(kinds: readonly Kind[], others: readonly Kind[]): Kind[] {
  const gone = [...others];
  return kinds.filter((kind) => {
    const place = gone.indexOf(kind);
    if (place >= 0) gone.splice(place, 1);
    return place < 0;
  });
}
