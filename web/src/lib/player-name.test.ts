import { expect, test } from "vitest";
import { calledName, levelOf } from "./player-name";
import { LEVELS } from "./setup";

test("a bot has a name of its own, and equals have others", () => {
  expect([calledName("casual"), calledName("casual 2")]).toEqual(["Kim", "Jo"]);
  const all = LEVELS.flatMap((level) => [level, ...[2, 3, 4, 5].map((n) => `${level} ${n}`)]);
  expect(new Set(all.map(calledName)).size).toBe(25);
});

test("people keep theirs", () => {
  expect([calledName("Anna"), levelOf("Anna"), levelOf("expert 2")]).toEqual(["Anna", null, "expert"]);
});
