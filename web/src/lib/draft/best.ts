// The most that sets made of some tiles count. The numbers are walked through from 1 to 13; what matters on the way is
// how long the runs are that go on, and how many jokers are left. No set counts more than if every tile lay in one and
// the jokers stood as high as they can: first only the ways that lose nothing of that are followed, then those that
// lose a little, then more, until one of them arrives.

import { type Bag, countOf } from "./bag";
import type { JokerValue } from "./checker";
import { COLOURS, HIGHEST, JOKER, kindOf, LOWEST } from "./tiles";

const SHORTEST = 3;
const LARGEST_GROUP = 4;

/** The tiles of each colour, by number. */
type Counts = readonly (readonly number[])[];

const countsOf = (laid: Bag): Counts => COLOURS.map((colour) => numbers().map((number) => countOf(laid, kindOf(colour, number))));
const numbers = (): number[] => Array.from({ length: HIGHEST + 1 }, (_, number) => number);

/** How many points may be lost on the way, in one attempt after the other. */
const LOSSES = [0, 4, 13, 40, 120, Infinity];

/** The most that any sets count which can be made of some of these tiles and nothing else. */
export function bestPoints(laid: Bag, joker: JokerValue): number {
  const tiles = new Tiles(laid, joker);
  for (const loss of LOSSES) {
    const found = walked(tiles, tiles.all - loss);
    if (found !== null) return found;
  }
  return 0;
}

/** What there is, and what it could count at best. */
class Tiles {
  readonly counts: Counts;
  readonly jokers: number;
  /** By number: what the tiles from there on count if all of them do. */
  readonly #rest: readonly number[];
  /** By the number of jokers that are left: what they count if they stand as high as they can. */
  readonly #high: readonly number[];

  constructor(laid: Bag, readonly joker: JokerValue) {
    this.counts = countsOf(laid);
    this.jokers = countOf(laid, JOKER);
    const values = numbers().map((number) => this.counts.reduce((sum, counted) => sum + counted[number]! * number, 0));
    this.#rest = [...values, 0].map((_, number) => values.slice(number).reduce((sum, value) => sum + value, 0));
    const highest = values.findLastIndex((value) => value > 0);
    const stands = Array.from({ length: this.jokers }, (_, place) => (joker === "face" ? Math.min(HIGHEST, highest + this.jokers - place) : 0));
    this.#high = [0, ...stands].map((_, left) => stands.slice(0, left).reduce((sum, value) => sum + value, 0));
  }

  get all(): number {
    return this.couldCount(LOWEST, this.jokers);
  }

  /** What the numbers from this one on and so many jokers could count. */
  couldCount(number: number, jokers: number): number {
    return this.#rest[number]! + this.#high[jokers]!;
  }
}

/** The best points of all ways, if they are `least` or more; ways that cannot count so much are left. */
function walked(tiles: Tiles, least: number): number | null {
  let ways: Ways = new Map([[tiles.jokers * ONE_JOKER, 0]]);
  for (let number = LOWEST; number <= HIGHEST; number++) {
    for (const colour of COLOURS.keys()) ways = withRuns(ways, number, colour, tiles, least);
    ways = withGroups(ways, number, tiles, least);
  }
  const most = [...ways].reduce((best, [place, points]) => (isEnded(place) ? Math.max(best, points) : best), 0);
  return most >= least ? most : null;
}

/** The best points with which each place is reached. */
type Ways = Map<Place, number>;

/**
 * Where one is on the way, as a number of 47 bits: the jokers left (3 bits), the tiles of this number that lie in no
 * run (2 bits a colour), the runs that go on (9 bits a colour).
 */
type Place = number;

const RUNS = 512;
const ALL_RUNS = RUNS ** COLOURS.length;
const ONE_JOKER = ALL_RUNS * 4 ** COLOURS.length;
const oneRun = COLOURS.map((_, colour) => RUNS ** colour);
const oneLeft = COLOURS.map((_, colour) => ALL_RUNS * 4 ** colour);

const jokersAt = (place: Place): number => Math.floor(place / ONE_JOKER);
const runsAt = (place: Place, colour: number): number => Math.floor(place / oneRun[colour]!) % RUNS;
const leftAt = (place: Place): number[] => oneLeft.map((one) => Math.floor(place / one) % 4);

/** The runs of a colour that go on, as a number of 9 bits: how many have one tile, two, and three or more. */
const ONE = 64;
const TWO = 8;
const runsOf = (one: number, two: number, more: number): number => one * ONE + two * TWO + more;
const isEnded = (place: Place): boolean => COLOURS.every((_, colour) => runsAt(place, colour) < TWO);
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function reach(ways: Ways, place: Place, points: number): void {
  if ((ways.get(place) ?? -1) < points) ways.set(place, points);
}

/** Every choice of runs that go on, begin and end at this number in this colour. */
function withRuns(ways: Ways, number: number, colour: number, tiles: Tiles, least: number): Ways {
  const next: Ways = new Map();
  const have = tiles.counts[colour]![number]!;
  const later = sumOf(tiles.counts.slice(colour + 1).map((counted) => counted[number]!));
  const known = new Map<number, readonly Choice[]>();
  for (const [place, points] of ways) {
    const [runs, jokers] = [runsAt(place, colour), jokersAt(place)];
    const asked = runs * TWO + jokers;
    const found = known.get(asked) ?? choices(runs, jokers, have, number, tiles.joker);
    known.set(asked, found);
    const loose = later + sumOf(leftAt(place));
    for (const choice of found) {
      const counted = points + choice.points;
      if (counted + (loose + choice.left) * number + tiles.couldCount(number + 1, jokers - choice.jokers) < least) continue;
      reach(next, place + (choice.runs - runs) * oneRun[colour]! + choice.left * oneLeft[colour]! - choice.jokers * ONE_JOKER, counted);
    }
  }
  return next;
}

/** What may happen in a colour at a number: which runs there are then, what that takes, counts, and leaves over. */
interface Choice {
  readonly runs: number;
  readonly jokers: number;
  readonly points: number;
  readonly left: number;
}

function choices(runs: number, jokers: number, have: number, number: number, joker: JokerValue): Choice[] {
  const found: Choice[] = [];
  const [one, two, more] = [Math.floor(runs / ONE), Math.floor(runs / TWO) % TWO, runs % TWO];
  for (const begin of beginnings(number, have, jokers, joker)) {
    if (!canEnd(begin.one, one + begin.two, number)) continue;
    for (let kept = more; kept >= 0; kept--) {
      if (kept < more && begin.one > 0) break; // the run that ended could as well have gone on
      const onward = one + two + kept;
      const tiles = have - begin.tiles;
      for (let used = Math.max(0, onward - tiles); used <= Math.min(onward, jokers - begin.jokers); used++) {
        const points = begin.points + number * (joker === "face" ? onward : onward - used);
        const then = runsOf(begin.one, one + begin.two, two + kept + begin.more);
        found.push({ runs: then, jokers: begin.jokers + used, points, left: tiles - onward + used });
      }
    }
  }
  return found;
}

/** Whether runs that are too short still find enough numbers above this one. */
const canEnd = (one: number, two: number, number: number): boolean => number + (one > 0 ? 2 : two > 0 ? 1 : 0) <= HIGHEST;

/** Runs that begin at a number: what that takes and counts, and how many have one tile then, two, and three or more. */
interface Beginning {
  readonly tiles: number;
  readonly jokers: number;
  readonly points: number;
  readonly one: number;
  readonly two: number;
  readonly more: number;
}

/** Every way to begin runs with a tile of this number, and jokers before it. */
function beginnings(number: number, have: number, jokers: number, joker: JokerValue): Beginning[] {
  const none: Beginning = { tiles: 0, jokers: 0, points: 0, one: 0, two: 0, more: 0 };
  const further = (before: Beginning, least: number): Beginning[] => {
    const leads = numbers().slice(least, Math.min(jokers - before.jokers, number - LOWEST) + 1);
    return [before, ...(before.tiles === have ? [] : leads.flatMap((lead) => further(begun(before, number, lead, joker), lead)))];
  };
  return further(none, 0);
}

function begun(before: Beginning, number: number, lead: number, joker: JokerValue): Beginning {
  const counted = joker === "face" ? lead * number - (lead * (lead + 1)) / 2 : 0;
  return {
    tiles: before.tiles + 1,
    jokers: before.jokers + lead,
    points: before.points + number + counted,
    one: before.one + Number(lead === 0),
    two: before.two + Number(lead === 1),
    more: before.more + Number(lead > 1),
  };
}

/** The tiles that lie in no run may lie in groups; each joker more must be of use. */
function withGroups(ways: Ways, number: number, tiles: Tiles, least: number): Ways {
  const next: Ways = new Map();
  for (const [place, points] of ways) {
    const jokers = jokersAt(place);
    const left = leftAt(place).sort((a, b) => b - a);
    let most = -1;
    for (let used = 0; used <= jokers; used++) {
      const grouped = inGroups(left, used, tiles.joker);
      if (grouped <= most) continue;
      most = grouped;
      const counted = points + grouped * number;
      if (counted + tiles.couldCount(number + 1, jokers - used) < least) continue;
      reach(next, (place % ALL_RUNS) + (jokers - used) * ONE_JOKER, counted);
    }
  }
  return next;
}

const remembered = new Map<string, number>();

/** How many tiles at most count in groups of one number: `left` tiles of the colours, and at most so many jokers. */
function inGroups(left: readonly number[], jokers: number, joker: JokerValue): number {
  const key = `${left.join("")} ${jokers} ${joker}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  let most = 0;
  for (let chosen = 1; chosen < 1 << left.length; chosen++) {
    const rest = left.map((count, colour) => count - ((chosen >> colour) & 1));
    if (rest.some((count) => count < 0)) continue;
    const tiles = sumOf(left) - sumOf(rest);
    for (let used = Math.max(0, SHORTEST - tiles); used <= Math.min(jokers, LARGEST_GROUP - tiles); used++) {
      const counted = joker === "face" ? tiles + used : tiles;
      most = Math.max(most, counted + inGroups([...rest].sort((a, b) => b - a), jokers - used, joker));
    }
  }
  remembered.set(key, most);
  return most;
}

/** The most that one set of these tiles counts. */
export function bestSingle(laid: Bag, joker: JokerValue): number {
  const counts = countsOf(laid);
  const jokers = countOf(laid, JOKER);
  return Math.max(0, ...runValues(counts, jokers, joker), ...groupValues(counts, jokers, joker));
}

function* runValues(counts: Counts, jokers: number, joker: JokerValue): Iterable<number> {
  for (const counted of counts) {
    for (let first = LOWEST; first <= HIGHEST; first++) {
      let [there, missing, value] = [0, 0, 0];
      for (let last = first; last <= HIGHEST; last++) {
        const has = counted[last]! > 0;
        there += Number(has);
        missing += Number(!has);
        if (has || joker === "face") value += last;
        if (missing > jokers) break;
        if (there > 0 && there + missing >= SHORTEST) yield value;
      }
    }
  }
}

function* groupValues(counts: Counts, jokers: number, joker: JokerValue): Iterable<number> {
  for (let number = LOWEST; number <= HIGHEST; number++) {
    const there = counts.filter((counted) => counted[number]! > 0).length;
    const size = Math.min(LARGEST_GROUP, there + jokers);
    if (there > 0 && size >= SHORTEST) yield number * (joker === "face" ? size : there);
  }
}
