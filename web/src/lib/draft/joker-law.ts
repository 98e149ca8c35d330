// The joker laws of an edition in which a set with a joker may not be split, or a freed joker not go anywhere. The turn
// is legal if a story can be told of it: every set that held a joker was only added to, or its joker was swapped for the
// right tile; and each joker that came free lies where it may.

import { type Bag, bagOf, isWithin, joined, without } from "./bag";
import { holdsJoker, jokersNotIn, swaps, takenOut } from "./joker-sets";
import { isJoker, type Kind } from "./tiles";

type Meld = readonly Kind[];
type Table = readonly Meld[];

export interface JokerRules {
  readonly jokerSetSplit: "allowed" | "forbidden";
  /** Where the tile must come from that replaces a joker. */
  readonly jokerSource: "any" | "rack";
  /** How many other rack tiles lie beside freed jokers in each new set; null where they may lie anywhere. */
  readonly jokerCompanions: 0 | 1 | 2 | null;
}

export type JokerProblem = "joker_source" | "joker_reuse" | "joker_new_set" | "joker_two_tiles" | "joker_set_split";

/** The code for a freed joker that lies elsewhere, by the number of companions. */
const REFUSED = ["joker_new_set", "joker_reuse", "joker_two_tiles"] as const;

interface Turn {
  readonly before: Table;
  readonly after: Table;
  readonly laid: Bag;
  readonly gone: Table;
  readonly come: Table;
}

/** What is left of the sets that came, which of them hold an old one, the tiles swapped in, the jokers freed. */
interface Story {
  readonly rest: readonly (readonly (Kind | null)[])[];
  readonly held: ReadonlySet<number>;
  readonly swapped: Bag;
  /** Those of them that went into sets without any joker left. */
  readonly swappedOut: Bag;
  readonly freed: number;
}

const areFree = (rules: JokerRules): boolean => rules.jokerSetSplit === "allowed" && rules.jokerCompanions === null;

/** What the joker laws have against this turn; `laid` are the tiles that came from the rack. */
export function jokerProblem(rules: JokerRules, before: Table, after: Table, laid: Bag): JokerProblem | null {
  if (areFree(rules)) return null;
  const turns = lookedAt(rules, before, after, laid);
  const anySource: JokerRules = { ...rules, jokerSource: "any" };
  const isLegal = (law: JokerRules): boolean => turns.some((turn) => isExplained(law, turn));
  if (isLegal(rules)) return null;
  if (isLegal(anySource)) return "joker_source";
  const isReuse = rules.jokerCompanions !== null && isLegal({ ...anySource, jokerCompanions: null });
  return isReuse ? REFUSED[rules.jokerCompanions] : "joker_set_split";
}

/** The turn with the joker sets that changed; then, where others may have lent a tile and got it back, with all. */
function lookedAt(rules: JokerRules, before: Table, after: Table, laid: Bag): readonly Turn[] {
  const turn: Turn = { before, after, laid, gone: jokersNotIn(before, after), come: jokersNotIn(after, before) };
  const all = before.filter(holdsJoker);
  const lends = rules.jokerSetSplit === "forbidden" && rules.jokerSource !== "rack";
  if (!lends || turn.gone.length === 0 || turn.gone.length === all.length) return [turn];
  return [turn, { ...turn, gone: all, come: after.filter(holdsJoker) }];
}

function isExplained(rules: JokerRules, turn: Turn): boolean {
  const start: Story = { rest: turn.come, held: new Set(), swapped: bagOf([]), swappedOut: bagOf([]), freed: 0 };
  for (const story of stories(rules, turn.gone, start)) if (endsWell(rules, turn, story)) return true;
  return false;
}

function* stories(rules: JokerRules, [meld, ...others]: Table, story: Story): Generator<Story> {
  if (!meld) yield story;
  else for (const step of steps(rules, meld, story)) yield* stories(rules, others, step);
}

function* steps(rules: JokerRules, meld: Meld, story: Story): Generator<Story> {
  for (const { swapped, tiles } of swaps(meld)) {
    const step = { ...story, swapped: joined(story.swapped, bagOf(tiles)), freed: story.freed + tiles.length };
    if (holdsJoker(swapped)) yield* heldIn(swapped, step);
    else yield { ...step, swappedOut: joined(story.swappedOut, bagOf(tiles)) };
  }
  if (rules.jokerSetSplit === "allowed") yield { ...story, freed: story.freed + meld.filter(isJoker).length };
}

function* heldIn(core: Meld, story: Story): Generator<Story> {
  for (const [place, rest] of story.rest.entries()) {
    for (const left of takenOut(core, rest)) yield { ...story, rest: story.rest.with(place, left), held: new Set([...story.held, place]) };
  }
}

function endsWell(rules: JokerRules, turn: Turn, story: Story): boolean {
  const rightSource = rules.jokerSource === "rack" ? isWithin(story.swapped, turn.laid) : isWithin(story.swappedOut, movable(turn, story));
  if (!rightSource || rules.jokerCompanions === null) return rightSource;
  const homes = turn.come.filter((home, place) => !story.held.has(place) && isNew(home, turn));
  return areHoused(story.freed, homes, without(turn.laid, given(rules, turn, story)), rules.jokerCompanions);
}

/** The rack tiles given for jokers: all that were swapped in, but for those that the table could give. */
function given(rules: JokerRules, turn: Turn, story: Story): Bag {
  if (rules.jokerSource === "rack") return story.swapped;
  return without(story.swapped, bagOf(turn.before.filter((meld) => !holdsJoker(meld)).flat()));
}

/** All tiles on the table but those that joker sets keep. */
function movable(turn: Turn, story: Story): Bag {
  const free = turn.after.filter((meld) => !holdsJoker(meld)).flat();
  return bagOf([...free, ...story.rest.flat().filter((kind) => kind !== null)]);
}

/** Whether every old set that lies in this one lies, as often as it did before, in others too. */
function isNew(home: Meld, turn: Turn): boolean {
  const within = (old: Meld, meld: Meld): boolean => isWithin(bagOf(old), bagOf(meld));
  const sorted = (meld: Meld): string => [...meld].sort().join();
  return turn.before.every((old) => {
    if (!within(old, home)) return true;
    const times = turn.after.filter((meld) => within(old, meld)).length - 1;
    return times >= turn.before.filter((other) => sorted(other) === sorted(old)).length;
  });
}

/** Whether that many freed jokers fit into these sets, each set with so many rack tiles of its own beside them. */
function areHoused(freed: number, [home, ...others]: Table, spare: Bag, companions: 0 | 1 | 2): boolean {
  if (freed <= 0) return true;
  if (!home) return false;
  if (areHoused(freed, others, spare, companions)) return true;
  const jokers = home.filter(isJoker).length;
  return choices(home, companions).some((own) => {
    const left = freed - jokers + own.filter(isJoker).length;
    return isWithin(bagOf(own), spare) && areHoused(left, others, without(spare, bagOf(own)), companions);
  });
}

/** Every choice of so many tiles of a set. */
function choices(meld: Meld, count: 0 | 1 | 2): Table {
  if (count === 0) return [[]];
  if (count === 1) return meld.map((kind) => [kind]);
  return meld.flatMap((kind, place) => meld.slice(place + 1).map((other) => [kind, other]));
}
