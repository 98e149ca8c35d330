import { expect, test } from "vitest";
import { isValid } from "../../lib/draft/checker";
import { readKinds, readTable } from "../../lib/draft/tiles";
import { totals } from "../../lib/score-sheet";
import { EDITIONS } from "../../lib/rules/editions";
import { groupOf, JOKER_FIGURES, runOf, SCORES, TABLE_FIGURES } from "./figures";

const names = EDITIONS.map(({ name }) => name);
const bag = (...texts: string[]) => texts.flatMap((text) => readTable(text).flat()).sort();
const sums = (edition: keyof typeof SCORES) => totals({ names: ["A", "B", "C", "D"], rounds: SCORES[edition]!.rounds });

test.each(names)("%s: nothing is lost in a picture, and only valid sets lie there", (name) => {
  for (const { before, own, after, free, title } of [...TABLE_FIGURES[name], ...JOKER_FIGURES[name]]) {
    expect(bag(before, own), title).toEqual(bag(after, free ? "*" : ""));
    for (const set of [...readTable(before), ...readTable(after)]) expect(isValid(set), set.join(" ")).toBe(true);
  }
});

test.each(names)("%s: the first pictures are a run and a group", (name) => {
  expect(isValid(readKinds(runOf(name)))).toBe(true);
  expect(isValid(readKinds(groupOf(name)))).toBe(true);
});

test("a set with a joker is not split where the edition forbids it", () => {
  for (const { name, options } of EDITIONS) {
    const splits = JOKER_FIGURES[name].some(({ title }) => title === "rules.ex.joker.split");
    expect(splits, name).toBe(options.joker_set_split === "allowed");
  }
});

test("the scores come out as the leaflets print them", () => {
  expect(sums("sabra6")).toEqual([18, -16, 6, -8]);
  expect(sums("original_fr")).toEqual([-14, -29, 4, 39]);
  expect(sums("original_es")).toEqual(sums("original_fr"));
  expect(sums("jumbo_de")).toEqual([14, -21, 17, -10]);
});
