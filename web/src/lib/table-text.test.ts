import { expect, test } from "vitest";
import { rackText, setsIn, strangers, tableText, withNewSet, withoutLast, withTile } from "./table-text";

test("what people type becomes notation", () => {
  expect(tableText("R5, * r7\nK9 b9 Y9 |")).toBe("r5 * r7 | k9 b9 y9");
  expect(rackText("r5 r6 | b1")).toBe("r5 r6 b1");
});

test("words that are no tiles are named and left out", () => {
  expect(strangers("r5 r14 x1 r07 *")).toEqual(["r14", "x1", "r07"]);
  expect(setsIn("r5 r14")).toEqual(["r5"]);
});

test("tiles are picked one by one, set by set", () => {
  let text = withTile("", "r5");
  text = withTile(text, "r6");
  text = withNewSet(withNewSet(text));
  text = withTile(text, "k1");
  expect(text).toBe("r5 r6 | k1");
  expect(withoutLast(text)).toBe("r5 r6 |");
  expect(withoutLast("r5")).toBe("");
});

test("the first set needs no stroke before it", () => {
  expect(withNewSet("")).toBe("");
});
