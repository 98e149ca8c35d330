import { expect, test } from "vitest";
import { newGame, readClock, readSetup, setupQuery, standardSetup, withEdition, type Setup } from "./setup";

const everything: Setup = {
  rules: { edition: "jumbo_de", changes: { joker_penalty: 25, rounds: null, voluntary_draw: false } },
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
  expect(rules).toBe("jumbo_de voluntary_draw=False joker_penalty=25 rounds=none");
});

test("a damaged link gives what can be read, and the standard for the rest", () => {
  const setup = readSetup("?rules=nonsense joker_penalty=9999 deal_size=x evil=1&seats=zz&clock=5&start=now");
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
});

test("another edition drops changed options but keeps the rounds", () => {
  const setup = withEdition(everything, "sabra6");
  expect(setup.rules).toEqual({ edition: "sabra6", changes: { rounds: null } });
});

test.each([
  ["60", { kind: "turn", seconds: 60 }],
  ["300+5", { kind: "bank", seconds: 300, increment: 5 }],
  ["14", null],
  ["301", null],
  ["600+121", null],
  ["", null],
])("the clock %j is %j", (text, clock) => {
  expect(readClock(text)).toEqual(clock);
});

test("the request names the bots and counts the one who opens the game", () => {
  expect(newGame(everything, "Ada")).toEqual({
    name: "Ada",
    settings: {
      rules: "jumbo_de voluntary_draw=False joker_penalty=25 rounds=none",
      seats: 4,
      clock: { kind: "bank", seconds: 600, increment: 10 },
      listed: true,
      hints: false,
      start: "host",
    },
    bots: ["expert", "sharp"],
  });
});
