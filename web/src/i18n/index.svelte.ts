/** One `t()` for the whole page. Areas of messages are loaded when a page first needs them, in one language. */
import { settings } from "../lib/settings.svelte";
import type boardEnglish from "./board/en";
import { bestLanguage, isLanguage, type Language } from "./languages";
import { fill, type Message, type Params } from "./message";
import type rulesEnglish from "./rules/en";
import type shellEnglish from "./shell/en";
import { wordsOf, type EditionName, type WordBook } from "./words";

export type Area = "shell" | "rules" | "board";
export type Key = keyof typeof shellEnglish | keyof typeof rulesEnglish | keyof typeof boardEnglish;
type Messages = Partial<Record<string, Message>>;

const files = import.meta.glob<Messages>(["./shell/*.ts", "./rules/*.ts", "./board/*.ts"], { import: "default" });
const books = import.meta.glob<WordBook>("./words/*.ts", { import: "default" });

let current = $state.raw<{ language: Language; messages: Messages; book: WordBook | null }>({
  language: "en",
  messages: {},
  book: null,
});
let edition = $state<EditionName>("default");
const wanted = new Set<Area>(["shell"]);

async function load(language: Language): Promise<void> {
  const areas = [...wanted];
  const texts = areas.map((area) => files[`./${area}/${language}.ts`]?.());
  const [book, ...parts] = await Promise.all([books[`./words/${language}.ts`]?.(), ...texts]);
  // two pages' areas may be on their way at once: whoever comes last has all of them
  if (areas.length < wanted.size) return load(language);
  current = { language, messages: Object.assign({}, ...parts), book: book ?? null };
  document.documentElement.lang = language;
}

/** The language chosen by hand, or else the browser's. */
export function chosenLanguage(): Language {
  return isLanguage(settings.language) ? settings.language : bestLanguage(navigator.languages);
}

export function startLanguage(): Promise<void> {
  return load(chosenLanguage());
}

/** Speak another language from now on, and remember it. */
export async function speak(language: Language | null): Promise<void> {
  settings.language = language;
  await load(chosenLanguage());
}

/** Have the messages of an area ready before a page that needs them is shown. */
export async function ensure(area: Area): Promise<void> {
  if (wanted.has(area)) return;
  wanted.add(area);
  await load(current.language);
}

/** Speak in the words of an edition's leaflet: its names for run, group, pool and rack. */
export function speakOfEdition(name: EditionName): void {
  edition = name;
}

export const i18n = {
  get language(): Language {
    return current.language;
  },
  get edition(): EditionName {
    return edition;
  },
};

/** The words of an edition other than the one that is spoken of. */
export function wordsFor(name: EditionName): Params {
  return current.book ? wordsOf(current.book, name) : {};
}

/** The message of that key in the language of the page; the game's words are filled in unless params override them. */
export function t(key: Key, params: Params = {}): string {
  const { messages, language } = current;
  const message = messages[key];
  return message === undefined ? key : fill(message, { ...wordsFor(edition), ...params }, language);
}

/** A message whose key is put together at run time; null where there is none. */
export function maybe(key: string, params: Params = {}): string | null {
  const message = current.messages[key];
  return message === undefined ? null : fill(message, { ...wordsFor(edition), ...params }, current.language);
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(current.language, options).format(value);
}

/** Points with their sign, as a score sheet shows them. */
export function points(value: number): string {
  return number(value, { signDisplay: "exceptZero" });
}

export function date(value: Date | number, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
  return new Intl.DateTimeFormat(current.language, options).format(value);
}

export function list(items: readonly string[], type: Intl.ListFormatType = "conjunction"): string {
  return new Intl.ListFormat(current.language, { type }).format(items);
}
