// The inks of the tiles, as tokens.css has them: two of them never look alike, and all are legible on ivory.
import { expect, test } from "vitest";
import TILE from "../lib/board/Tile.svelte?raw";
import { drawn } from "../lib/review/picture";
import { ciede2000, contrast, difference, type Lab } from "./colours";
import TOKENS from "./tokens.css?raw";

const INKS = ["k", "r", "b", "y", "joker"];
const IVORIES = ["", "-low"];
const LEAST_DIFFERENCE = 25;
const LEAST_CONTRAST = 3;

/** Every rule of tokens.css that names custom properties: its selector and their values. */
const rules = [...TOKENS.matchAll(/^(:root[^{]*?) \{(.*?)^\}/gms)].map(([, selector, body]) => ({
  selector: selector!,
  values: Object.fromEntries([...body!.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!])),
}));
const root = rules[0]!.values;
const attributes = (name: string) => [null, ...rules.flatMap(({ selector }) => [...selector.matchAll(new RegExp(`data-${name}="(\\w+)"`, "g"))].map((match) => match[1]!))];

/** The value of a token under these settings, in a light or a dark theme. */
function token(name: string, chosen: Record<string, string | null>, dark: boolean): string {
  const applies = (selector: string) => [...selector.matchAll(/data-(\w+)="(\w+)"/g)].every(([, key, value]) => chosen[key!] === value);
  const value = rules.filter(({ selector }) => applies(selector)).reduce((found, { values }) => values[name] ?? found, root[name]!);
  const [, day, night] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [value, value, value];
  return (dark ? night : day)!;
}

const settings = [...new Set(attributes("table"))].flatMap((table) =>
  [...new Set(attributes("contrast"))].flatMap((contrast) => [false, true].map((dark) => ({ table, contrast, dark }))),
);

test("all tables, contrasts and themes are looked at", () => {
  expect(settings.map(({ table, contrast }) => `${table} ${contrast}`)).toEqual(expect.arrayContaining(["null null", "night high", "linen null"]));
  expect(settings).toHaveLength(12);
});

test.each(settings)("inks differ and are legible: table $table, contrast $contrast, dark $dark", ({ dark, ...chosen }) => {
  const ink = (name: string) => token(`tile-${name}`, chosen, dark);
  const pairs = INKS.flatMap((one, place) => INKS.slice(place + 1).map((other) => [one, other] as const));
  const alike = pairs.map(([one, other]) => ({ one, other, apart: difference(ink(one), ink(other)) })).filter(({ apart }) => apart < LEAST_DIFFERENCE);
  expect(alike).toEqual([]);
  const grounds = [...IVORIES.map((ivory) => token(`tile${ivory}`, chosen, dark)), "#fffefa"];
  const pale = INKS.map((name) => ({ name, least: Math.min(...grounds.map((ground) => contrast(ink(name), ground))) })).filter(({ least }) => least < LEAST_CONTRAST);
  expect(pale).toEqual([]);
});

test("a picture to share has the inks of the page", () => {
  const { svg } = drawn({ table: [["k1", "r1", "b1", "y1", "*"]], racks: [], title: "" });
  expect([...svg.matchAll(/color="(#\w+)"/g)].map(([, ink]) => ink)).toEqual(INKS.map((name) => root[`tile-${name}`]));
});

test("a tile has no paint of its own: digits and sign have its ink, on the ivory of its gradient", () => {
  const style = TILE.slice(TILE.indexOf("<style>"));
  expect(new Set([...style.matchAll(/(?:fill|stroke): ([^;]+);/g)].map(([, paint]) => paint))).toEqual(new Set(["none", "currentColor"]));
  expect(style).toContain("linear-gradient(172deg, #fffefa 0%, var(--tile) 34%, var(--tile-low) 100%)");
});

test.each<[Lab, Lab, number]>([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
])("published CIEDE2000 test data: %j and %j are %d apart", (one, other, apart) => {
  expect(ciede2000(one, other)).toBeCloseTo(apart, 3);
});

test("white and black have a contrast of 21 and a difference of 100", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
  expect(difference("#ffffff", "#000000")).toBeCloseTo(100, 1);
});
