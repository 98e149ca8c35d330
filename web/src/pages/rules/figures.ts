/** The pictures of the rules, edition by edition as the leaflets have them. */
import type { Key } from "../../i18n/index.svelte";
import type { EditionName } from "../../i18n/words";

export interface Figure {
  title: Key;
  text: Key;
  /** What the text names by number. */
  numbers?: Record<string, number>;
  before: string;
  own: string;
  after: string;
  /** A joker comes free and must be laid elsewhere. */
  free?: boolean;
}

const add: Figure = {
  title: "rules.ex.add",
  text: "rules.fig.add",
  before: "b4 b5 b6 | k8 r8 y8",
  own: "b3 b8",
  after: "b3 b4 b5 b6 | k8 r8 b8 y8",
};
const addEnds: Figure = {
  title: "rules.ex.add",
  text: "rules.fig.ends",
  before: "r8 r9 r10",
  own: "r7 r11",
  after: "r7 r8 r9 r10 r11",
};
const spare: Figure = {
  title: "rules.ex.take",
  text: "rules.fig.spare",
  before: "k4 r4 b4 y4",
  own: "b3 b5 b6",
  after: "k4 r4 y4 | b3 b4 b5 b6",
};
const spareSeven: Figure = { ...spare, before: "k7 r7 b7 y7", own: "r5 r6 r8", after: "k7 b7 y7 | r5 r6 r7 r8" };
const swap: Figure = {
  title: "rules.ex.take",
  text: "rules.fig.swap",
  numbers: { added: 11, taken: 8 },
  before: "b8 b9 b10",
  own: "b11 k8 y8",
  after: "b9 b10 b11 | k8 b8 y8",
};
const swapThree: Figure = {
  ...swap,
  numbers: { added: 6, taken: 3 },
  before: "r3 r4 r5",
  own: "r6 k3 y3",
  after: "r4 r5 r6 | k3 r3 y3",
};
const split: Figure = {
  title: "rules.ex.split",
  text: "rules.fig.split",
  before: "r4 r5 r6 r7 r8",
  own: "r6",
  after: "r4 r5 r6 | r6 r7 r8",
};
const both: Figure = {
  title: "rules.ex.both",
  text: "rules.fig.both",
  numbers: { number: 1 },
  before: "y1 y2 y3 y4 | k1 r1 b1 y1",
  own: "b1",
  after: "y2 y3 y4 | k1 b1 y1 | r1 b1 y1",
};
const bothSpanish: Figure = {
  ...both,
  before: "r1 r2 r3 r4 | k1 r1 b1 y1",
  after: "r2 r3 r4 | k1 r1 b1 | r1 b1 y1",
};
const bothFive: Figure = {
  ...both,
  numbers: { number: 5 },
  before: "b5 b6 b7 b8 | k5 r5 b5 y5",
  own: "r5",
  after: "b6 b7 b8 | k5 r5 b5 | r5 b5 y5",
};
const all: Figure = {
  title: "rules.ex.all",
  text: "rules.fig.all",
  before: "y5 y6 y7 | r5 r6 r7 | k5 k6 k7 k8 k9",
  own: "k10 b5",
  after: "k5 r5 b5 y5 | k6 r6 y6 | k7 r7 y7 | k8 k9 k10",
};
const allTwo: Figure = {
  ...all,
  before: "k2 k3 k4 | y2 y3 y4 | r2 r3 r4 r5 r6",
  own: "r7 b2",
  after: "k2 r2 b2 y2 | k3 r3 y3 | k4 r4 y4 | r5 r6 r7",
};

const sabra = [add, swap, split, all];
const usual = [add, spare, swap, split, both, all];

/** How the table may be changed: 000 and 003 A to D, 001 examples 1 to 6, 002 A to F, 004. */
export const TABLE_FIGURES: Record<EditionName, Figure[]> = {
  default: usual,
  sabra6: sabra,
  original_fr: usual,
  jumbo_de: [addEnds, spareSeven, swapThree, split, bothFive, allTwo],
  sabra_xxl: sabra,
  original_es: [add, spare, swap, split, bothSpanish, all],
  tournament: usual,
};

const replaceIt: Figure = {
  title: "rules.ex.joker.swap",
  text: "rules.fig.joker.either",
  before: "b3 r3 *",
  own: "y3",
  after: "b3 r3 y3",
  free: true,
};
const replaceByBoth: Figure = { ...replaceIt, text: "rules.fig.joker.both", own: "k3 y3", after: "k3 r3 b3 y3" };
const splitFree: Figure = {
  title: "rules.ex.joker.split",
  text: "rules.fig.joker.split",
  before: "r2 r3 * r5 r6",
  own: "r1 r7",
  after: "r1 r2 r3 | r5 r6 r7",
  free: true,
};
const slide: Figure = {
  title: "rules.ex.joker.slide",
  text: "rules.fig.joker.slide",
  before: "b6 b7 *",
  own: "b4",
  after: "b4 * b6 b7",
};
const doWithout: Figure = {
  title: "rules.ex.joker.end",
  text: "rules.fig.joker.end",
  before: "b6 b7 *",
  own: "b5",
  after: "b5 b6 b7",
  free: true,
};
const ofTheTable: Figure = {
  title: "rules.ex.joker.table",
  text: "rules.fig.joker.table",
  before: "k1 k2 * | r1 b1 y1 | r2 b2 y2",
  own: "",
  after: "k1 r1 b1 y1 | k2 r2 b2 y2",
  free: true,
};
const layAnew: Figure = {
  title: "rules.ex.joker.newset",
  text: "rules.fig.joker.newset",
  before: "b3 r3 *",
  own: "y3 k9 k10",
  after: "b3 r3 y3 | k9 k10 *",
};

const sabraJokers = [{ ...replaceIt, text: "rules.fig.joker.one" } satisfies Figure, splitFree, slide, ofTheTable];
const jokers = [replaceIt, splitFree, doWithout, ofTheTable];

/** How a joker comes free; in 002, where its set may not be split, by the swap alone. */
export const JOKER_FIGURES: Record<EditionName, Figure[]> = {
  default: [replaceIt, splitFree, slide, ofTheTable],
  sabra6: sabraJokers,
  original_fr: jokers,
  jumbo_de: [replaceIt, layAnew],
  sabra_xxl: sabraJokers,
  original_es: [replaceByBoth, splitFree, doWithout, ofTheTable],
  tournament: jokers,
};

const RUNS: Partial<Record<EditionName, string>> = { sabra6: "r8 r9 r10", sabra_xxl: "r8 r9 r10", original_fr: "b3 b4 b5 b6" };
const GROUPS: Partial<Record<EditionName, string>> = { sabra6: "y13 r13 b13", sabra_xxl: "y13 r13 b13", jumbo_de: "b5 r5 k5" };

export const runOf = (edition: EditionName): string => RUNS[edition] ?? "r3 r4 r5 r6";
export const groupOf = (edition: EditionName): string => GROUPS[edition] ?? "k7 r7 b7 y7";

export interface ScoreStory {
  /** One line a round, one number a player; the players are called A, B, C, D. */
  rounds: number[][];
  /** Who won two rounds and yet has not the best total. */
  other?: string;
}

const threeRounds: ScoreStory = {
  rounds: [
    [24, -5, -16, -3],
    [-6, -11, 22, -5],
    [-32, -13, -2, 47],
  ],
};
const twoRounds: ScoreStory = { rounds: threeRounds.rounds.slice(0, 2) };

/** The leaflets' score sheets. */
export const SCORES: Partial<Record<EditionName, ScoreStory>> = {
  default: threeRounds,
  sabra6: twoRounds,
  original_fr: threeRounds,
  jumbo_de: {
    rounds: [
      [-21, -5, 29, -3],
      [25, -15, -9, -1],
      [10, -1, -3, -6],
    ],
    other: "A",
  },
  sabra_xxl: twoRounds,
  original_es: threeRounds,
};
