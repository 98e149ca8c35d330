import { expect, test } from "vitest";
import { withGame } from "./games";
import { gameInLink, tidyCode } from "./opening";

const day = 24 * 3600 * 1000;
const game = (id: string, seen: number) => ({ id, seen, players: [] });

test("the game last looked at comes first, and only once", () => {
  const games = withGame([game("a", 1), game("b", 2)], game("b", 3));
  expect(games.map(({ id }) => id)).toEqual(["b", "a"]);
});

test("games of last month are forgotten, and so is the ninth", () => {
  expect(withGame([game("old", 0)], game("new", 31 * day))).toHaveLength(1);
  const many = Array.from({ length: 8 }, (_, i) => game(`g${i}`, i));
  expect(withGame(many, game("new", 9))).toHaveLength(8);
});

test("a code may be said with blanks and in small letters", () => {
  expect(tidyCode(" kub-xy 7 ")).toBe("KUBXY7");
});

test("a pasted link leads to its game", () => {
  expect(gameInLink("https://example.org/g/DD5rFn2gjotCitJGx-rj6Q?x=1")).toBe("DD5rFn2gjotCitJGx-rj6Q");
  expect(gameInLink("KUBXY7")).toBeNull();
});
