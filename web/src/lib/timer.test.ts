import { expect, test } from "vitest";
import { EDITIONS } from "./rules/editions";
import { startingTimer, timerOf } from "./timer";

test("the timer starts with the seconds and the penalty of the edition", () => {
  expect(timerOf("sabra6")).toEqual({ edition: "sabra6", seconds: 120, penalty: 3 });
  expect(timerOf("original_fr").seconds).toBe(60);
  for (const { name, options } of EDITIONS) {
    expect(timerOf(name).seconds, name).toBe(options.time_limit_s ?? 60);
    expect(timerOf(name).penalty, name).toBe(options.timeout_penalty);
  }
});

test("what was set by hand stays until another edition is chosen", () => {
  const kept = { edition: "sabra6" as const, seconds: 45, penalty: 1 };
  expect(startingTimer(kept, "sabra6")).toEqual(kept);
  expect(startingTimer(kept, "original_fr")).toEqual(timerOf("original_fr"));
});

test("settings of an earlier version name no edition and give way to it", () => {
  expect(startingTimer({ seconds: 60, penalty: 3 }, "sabra_xxl").seconds).toBe(120);
  expect(startingTimer(null, "default")).toEqual(timerOf("default"));
});
