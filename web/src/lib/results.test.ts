import { expect, test } from "vitest";
import { endOf, type Result, statistics, winnersOf, withResults } from "./results";

const result = (id: string, at: number, players: string[], totals: number[], closed = false): Result => ({
  id,
  at,
  rules: "default",
  players,
  you: 0,
  totals,
  rounds: 1,
  closed,
  played_on: false,
  winners: null,
});

test("a match may be won by rounds and not by the total; older results name no winner", () => {
  const [old, now] = [result("a", 1, ["Anna", "Bruno"], [10, -10]), { ...result("b", 2, ["Anna", "Bruno"], [10, -10]), winners: [1] }];
  expect([winnersOf(old), endOf(old), winnersOf(now), endOf(now)]).toEqual([[0], "won", [1], "lost"]);
});

test("results stand newest first, each once", () => {
  const known = [result("a", 5, ["Anna", "casual"], [3, -3])];
  const more = [result("b", 9, ["Anna", "casual"], [1, -1]), result("a", 7, ["Anna", "casual"], [3, -3])];
  expect(withResults(known, more).map(({ id, at }) => [id, at])).toEqual([["b", 9], ["a", 5]]);
});

test("a game that was stopped is won by who led after its last round, and not lost by the others", () => {
  expect(endOf(result("a", 1, ["Anna", "casual"], [10, -10], true))).toBe("won");
  expect(endOf(result("b", 1, ["Anna", "casual"], [-10, 10], true))).toBe("stopped");
  expect(endOf(result("c", 1, ["Anna", "casual"], [-10, 10]))).toBe("lost");
  expect(endOf({ ...result("d", 1, ["Anna", "casual"], [0, 0], true), rounds: 0 })).toBe("stopped");
});

test("wins are counted by bot and by how many play; a game that was stopped without a win, or played on, counts nowhere", () => {
  const { all, bots, players } = statistics([
    result("a", 1, ["Anna", "casual"], [10, -10]),
    result("b", 2, ["Anna", "casual", "casual 2"], [-5, 10, -5]),
    result("c", 3, ["Anna", "Bruno", "expert"], [5, 5, -10]),
    result("d", 4, ["Anna", "casual"], [10, -10], true),
    result("f", 4, ["Anna", "casual"], [-10, 10], true),
    { ...result("e", 5, ["Anna", "casual"], [10, -10]), played_on: true },
  ]);
  expect(all).toEqual({ games: 4, won: 3 });
  expect([...bots]).toEqual([["casual", { games: 3, won: 2 }], ["expert", { games: 1, won: 1 }]]);
  expect([...players]).toEqual([[2, { games: 2, won: 2 }], [3, { games: 2, won: 1 }]]);
});
