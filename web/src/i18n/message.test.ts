import { expect, test } from "vitest";
import { bestLanguage, localeOf } from "./languages";
import { fill } from "./message";

test("numbers are written as the language writes them", () => {
  expect(fill("{n}", { n: 12345 }, "de")).toBe("12.345");
  expect(fill("{n}", { n: 12345 }, "en")).toBe("12,345");
});

test("the plural form follows the language: nothing is singular in French and plural in German", () => {
  const message = { one: "{n} one", other: "{n} other" };
  expect(fill(message, { n: 0 }, "fr")).toBe("0 one");
  expect(fill(message, { n: 0 }, "de")).toBe("0 other");
  expect(fill(message, { n: 1 }, "de")).toBe("1 one");
});

test("Portuguese is Europe's, where nothing is plural", () => {
  expect(fill({ one: "{n} pedra", other: "{n} pedras" }, { n: 0 }, localeOf("pt"))).toBe("0 pedras");
});

test("a language form that a message lacks falls back to the other form", () => {
  expect(fill({ one: "one", other: "other" }, { n: 1_000_000 }, "es")).toBe("other");
});

test("a capital name asks for a word at the beginning of a sentence", () => {
  expect(fill("{Sets} with a {joker}", { sets: "séries", joker: "joker" }, "fr")).toBe("Séries with a joker");
});

test("French sets its high marks apart with a narrow space, and no line begins with a mark", () => {
  expect(fill("À toi : joue !", {}, "fr")).toBe("À toi\u202f: joue\u202f!");
  expect(fill("{who} : {n}", { who: "Ça va ?", n: 1 }, "fr")).toBe("Ça va ?\u202f: 1");
  expect(fill("Hm …", {}, "de")).toBe("Hm\u00a0…");
});

test("a name that nobody fills stays to be seen", () => {
  expect(fill("Hello {who}", {}, "en")).toBe("Hello {who}");
});

test("the first language that we speak is taken, whatever its country", () => {
  expect(bestLanguage(["ja", "pt-BR", "en"])).toBe("pt");
  expect(bestLanguage(["ja", "zh-CN"])).toBe("en");
});
