// The types make sure that no key is missing; this makes sure that what stands behind it can be filled in.
import { expect, test } from "vitest";
import { EDITIONS, GROUPS, OPTIONS, written } from "../lib/rules/editions";
import { LANGUAGES } from "./languages";
import { fill, type Message } from "./message";
import { wordsOf, type EditionName, type WordBook } from "./words";

type Messages = Record<string, Message>;
const AREAS = ["shell", "rules", "guide", "board", "exercise", "puzzles", "learn", "coach", "review"];
const areas = import.meta.glob<Messages>(["./*/??.ts", "!./words/*.ts"], { import: "default", eager: true });
const books = import.meta.glob<WordBook>("./words/*.ts", { import: "default", eager: true });
const languages = Object.keys(LANGUAGES);
const texts = (message: Message) => (typeof message === "string" ? [message] : Object.values(message));
const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** The names in a message that are no words of the game. */
function params(message: Message, book: WordBook): string[] {
  const names = texts(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => lower(match[1]!)));
  return [...new Set(names.filter((name) => !(name in book.standard)))].sort();
}

test.each(languages)("%s asks for the same parameters as English", (language) => {
  for (const area of AREAS) {
    const english = areas[`./${area}/en.ts`]!;
    const other = areas[`./${area}/${language}.ts`]!;
    for (const [key, message] of Object.entries(other)) {
      const wanted = params(english[key]!, books["./words/en.ts"]!);
      expect(params(message, books[`./words/${language}.ts`]!), `${language} ${key}`).toEqual(wanted);
    }
  }
});

test.each(languages)("%s has a title and a sentence for every option, and a word for every choice", (language) => {
  const rules = areas[`./rules/${language}.ts`]!;
  for (const { name, choices } of OPTIONS) {
    expect(rules, name).toHaveProperty([`option.${name}`]);
    expect(rules, name).toHaveProperty([`option.${name}.text`]);
    const named = choices?.filter((choice) => typeof choice === "string") ?? [];
    for (const choice of named) {
      const found = rules[`value.${name}.${written(choice)}`] ?? rules[`value.${written(choice)}`];
      expect(found, `${name}=${choice}`).toBeDefined();
    }
  }
});

test.each(languages)("%s speaks every edition without a gap", (language) => {
  const book = books[`./words/${language}.ts`]!;
  for (const { name } of EDITIONS) {
    const words = wordsOf(book, name);
    const sentence = fill("{run} {group} {set} {pool} {rack} {tile} {joker} {opening} {yellow}", words, language);
    expect(sentence).not.toMatch(/[{}]/);
  }
});

const word = (language: string, edition: EditionName, name: "run" | "group" | "set" | "pool" | "rack") =>
  wordsOf(books[`./words/${language}.ts`]!, edition)[name];

test("the word trap: Serie and Reihe change places between the German leaflets", () => {
  expect([word("de", "sabra6", "run"), word("de", "sabra6", "group")]).toEqual(["Serie", "Reihe"]);
  expect([word("de", "jumbo_de", "run"), word("de", "jumbo_de", "group"), word("de", "jumbo_de", "set")]).toEqual([
    "Reihe",
    "Gruppe",
    "Serie",
  ]);
});

test("the word trap: série is a run in one French leaflet and a group in the other", () => {
  expect(word("fr", "sabra_xxl", "run")).toBe("série");
  expect(word("fr", "original_fr", "group")).toBe("série");
});

test("the word trap: Dutch and Portuguese keep their leaflets’ words to these leaflets", () => {
  expect([word("nl", "default", "run"), word("nl", "default", "group")]).toEqual(["straat", "groep"]);
  expect([word("nl", "sabra_xxl", "run"), word("nl", "sabra_xxl", "group")]).toEqual(["serie", "rij"]);
  expect([word("pt", "original_fr", "run"), word("pt", "original_fr", "group")]).toEqual(["sequência", "grupo"]);
  expect([word("pt", "sabra6", "run"), word("pt", "sabra6", "group")]).toEqual(["série", "linha"]);
});

test.each(languages)("%s never promises a tile that was just drawn", (language) => {
  const rules = areas[`./rules/${language}.ts`]!;
  const sources = Object.entries(rules).filter(([key]) => key.startsWith("value.joker_replacement_source."));
  for (const [, message] of sources) expect(message).not.toMatch(/just drawn|gezogen|robada|piochée|gepakt|tirar/);
});

test("every option stands in exactly one group of the set-up page", () => {
  const grouped = Object.values(GROUPS).flat();
  expect([...grouped].sort()).toEqual(OPTIONS.map(({ name }) => name).sort());
});

test.each(languages)("%s says where the first link of the lessons leads", (language) => {
  const learn = areas[`./learn/${language}.ts`]!;
  for (const key of ["learn.start", "learn.resume", "learn.again"]) expect(String(learn[key]).split(" ").length, key).toBeGreaterThan(2);
});
