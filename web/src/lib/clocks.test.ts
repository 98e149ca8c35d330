import { expect, test } from "vitest";
import { clockText, ownClock, presetClock, readClock } from "./clocks";
import { readRules } from "./rules/text";

test.each([
  ["60", { kind: "turn", seconds: 60 }],
  ["300+5", { kind: "bank", seconds: 300, increment: 5 }],
  ["600d10", { kind: "delay", seconds: 600, delay: 10 }],
  ["4", null],
  ["3601", null],
  ["600+121", null],
  ["600d4", null],
  ["600-10", null],
  ["", null],
])("the clock %j is %j", (text, clock) => {
  const read = readClock(text);
  expect(read).toEqual(clock);
  if (read) expect(clockText(read)).toBe(text);
});

test.each([
  ["default", { kind: "turn", seconds: 60 }],
  ["sabra6", { kind: "turn", seconds: 120 }],
  ["sabra_xxl", { kind: "turn", seconds: 120 }],
  ["original_fr", { kind: "turn", seconds: 60 }],
  ["jumbo_de", null],
  ["tournament", { kind: "delay", seconds: 600, delay: 10 }],
])("the clock of %s is %j", (edition, clock) => {
  expect(ownClock(readRules(edition))).toEqual(clock);
});

test("every kind of clock begins with the edition's seconds", () => {
  expect(presetClock("turn", readRules("sabra6"))).toEqual({ kind: "turn", seconds: 120 });
  expect(presetClock("delay", readRules("tournament"))).toEqual({ kind: "delay", seconds: 600, delay: 10 });
  expect(presetClock("turn", readRules("tournament"))).toEqual({ kind: "turn", seconds: 60 });
  expect(presetClock("bank", readRules("jumbo_de"))).toEqual({ kind: "bank", seconds: 600, increment: 10 });
});
