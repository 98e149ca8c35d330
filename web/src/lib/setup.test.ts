import { expect, test } from "vitest";
import { changeRule } from "./rules/text";
import { newGame, readSetup, setupQuery, standardSetup, withClock, withEdition, withOption, type Setup } from "./setup";

const everything: Setup = {
  rules: { edition: "jumbo_de", changes: { joker_penalty: 25, rounds: null, time_limit_mode: "optional", voluntary_draw: false } },
  others: ["human", "expert", "sharp"],
  clock: { kind: "bank", seconds: 600, increment: 10 },
  listed: true,
  hints: false,
  start: "host",
};

test("settings survive the way through a link", () => {
  expect(readSetup(setupQuery(everything))).toEqual(everything);
  expect(readSetup(setupQuery(standardSetup()))).toEqual(standardSetup());
});

test("rules in a link are written as the server reads them", () => {
  const rules = new URLSearchParams(setupQuery(everything)).get("rules");
  expect(rules).toBe("jumbo_de voluntary_draw=False joker_penalty=25 time_limit_mode=optional rounds=none");
});

test("a damaged link gives what can be read, and the standard for the rest", () => {
  const setup = readSetup("?rules=nonsense joker_penalty=9999 deal_size=x evil=1&seats=zz&clock=4&start=now");
  expect(setup).toEqual(standardSetup());
});

test("a change that is as in the edition is no change", () => {
  expect(readSetup("?rules=sabra6 joker_penalty=25").rules.changes).toEqual({});
});

test("an edition for four does not seat six", () => {
  expect(readSetup("?rules=jumbo_de&seats=hhhhh").others).toHaveLength(3);
});

test("a time limit that always holds has its seconds", () => {
  expect(readSetup("?rules=jumbo_de time_limit_mode=mandatory").rules.changes).toMatchObject({ time_limit_s: 60 });
});

test("an edition that is always played by the clock brings its clock along", () => {
  expect(withEdition(standardSetup(), "original_fr").clock).toEqual({ kind: "turn", seconds: 60 });
  expect(withEdition(standardSetup(), "tournament").clock).toEqual({ kind: "delay", seconds: 600, delay: 10 });
  expect(readSetup("?rules=original_fr").clock).toEqual({ kind: "turn", seconds: 60 });
});

test("whoever plays by a clock plays by that of the edition chosen next", () => {
  const clocked = withClock(standardSetup(), { kind: "turn", seconds: 90 });
  expect(withEdition(clocked, "sabra6").clock).toEqual({ kind: "turn", seconds: 120 });
  expect(withEdition(clocked, "jumbo_de").clock).toBeNull();
  expect(withEdition(standardSetup(), "sabra6").clock).toBeNull();
});

test("another clock than the edition's is a changed rule, and so is none where it is always played by one", () => {
  const french = withEdition(standardSetup(), "original_fr");
  expect(french.rules.changes).toEqual({});
  expect(withClock(french, null).rules.changes).toEqual({ time_limit_mode: "none" });
  expect(withClock(withClock(french, null), french.clock).rules.changes).toEqual({});
  expect(withClock(french, { kind: "turn", seconds: 90 }).rules.changes).toEqual({ time_limit_s: 90 });
  expect(withClock(standardSetup(), null).rules.changes).toEqual({});
  const bank: Setup["clock"] = { kind: "bank", seconds: 600, increment: 5 };
  expect(withClock(french, bank).rules.changes).toEqual({ time_limit_s: null, time_limit_mode: "optional" });
});

test("an option of the time sets the clock", () => {
  const setup = withEdition(standardSetup(), "original_fr");
  changeRule(setup.rules, "time_limit_s", 45);
  expect(withOption(setup, "time_limit_s").clock).toEqual({ kind: "turn", seconds: 45 });
  changeRule(setup.rules, "time_limit_mode", "none");
  expect(withOption(setup, "time_limit_mode").clock).toBeNull();
});

test("another edition drops changed options but keeps the rounds", () => {
  const setup = withEdition(everything, "sabra6");
  expect(setup.rules).toEqual({ edition: "sabra6", changes: { rounds: null } });
});

test("the request names the bots and counts the one who opens the game", () => {
  expect(newGame(everything, "Ada")).toEqual({
    name: "Ada",
    settings: {
      rules: "jumbo_de voluntary_draw=False joker_penalty=25 time_limit_mode=optional rounds=none",
      seats: 4,
      clock: { kind: "bank", seconds: 600, increment: 10 },
      listed: true,
      hints: false,
      start: "host",
    },
    bots: ["expert", "sharp"],
  });
});
