import { expect, test } from "vitest";
import { PAGES } from "../pages";
import paths from "./paths.json";
import { placeOf } from "./router.svelte";

test("the list of paths that the server reads leads to every page", () => {
  const led = new Set<string>([...Object.values(paths.simple), ...Object.values(paths.deep)]);
  expect([...led, "unknown"].sort()).toEqual(Object.keys(PAGES).sort());
});

test("every page has its path", () => {
  const pages = ["/", "/new", "/join", "/learn", "/rules", "/timer", "/scores", "/legal", "/settings"].map((path) => placeOf(path).page);
  expect(pages).toEqual(["home", "new", "join", "learn", "rules", "timer", "scores", "legal", "settings"]);
});

test("a game is found by its id", () => {
  expect(placeOf("/g/DD5rFn2gjotCitJGx-rj6Q")).toMatchObject({ page: "game", id: "DD5rFn2gjotCitJGx-rj6Q" });
});

test("a code may stand in the path of the join page", () => {
  expect(placeOf("/join/KUBXY7")).toMatchObject({ page: "join", id: "KUBXY7" });
});

test("a lesson is found by its name", () => {
  expect(placeOf("/learn/jokers")).toMatchObject({ page: "learn", id: "jokers" });
});

test("a slash at the end does not matter", () => {
  expect(placeOf("/rules/").page).toBe("rules");
});

test.each(["/nowhere", "/g/", "/g/a/b", "/g/<script>", "/api/games"])("%s is no page", (path) => {
  expect(placeOf(path)).toMatchObject({ page: "unknown", id: null });
});

test("the query is kept as it is", () => {
  expect(placeOf("/new", "?seats=hh").query).toBe("?seats=hh");
});
