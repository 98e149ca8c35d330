/** One `t()` for the whole page. Areas of messages are loaded when a page first needs them, in one language. */
import { settings } from "../lib/settings.svelte";
import type boardEnglish from "./board/en";
import type coachEnglish from "./coach/en";
import type exerciseEnglish from "./exercise/en";
import type guideEnglish from "./guide/en";
import { bestLanguage, isLanguage, localeOf, type Language } from "./languages";
import type learnEnglish from "./learn/en";
import { fill, kept, type Message, type Params } from "./message";
import type puzzlesEnglish from "./puzzles/en";
import type reviewEnglish from "./review/en";
import type rulesEnglish from "./rules/en";
import type shellEnglish from "./shell/en";
import { wordsOf, type EditionName, type WordBook } from "./words";

export type Area = "shell" | "rules" | "guide" | "board" | "exercise" | "puzzles" | "learn" | "coach" | "review";
export type Key =
  | keyof typeof shellEnglish
  | keyof typeof rulesEnglish
  | keyof typeof guideEnglish
  | keyof typeof boardEnglish
  | keyof typeof exerciseEnglish
  | keyof typeof puzzlesEnglish
  | keyof typeof learnEnglish
  | keyof typeof coachEnglish
  | keyof typeof reviewEnglish;
type Messages = Partial<Record<string, Message>>;

const files = import.meta.glob<Messages>(["./*/??.ts", "!./words/*.ts"], { import: "default" });
const books = import.meta.glob<WordBook>("./words/*.ts", { import: "default" });

let current = $state.raw<{ language: Language; messages: Messages; book: WordBook | null }>({
  language: "en",
  messages: {},
  book: null,
});
let edition = $state<EditionName>("default");
const wanted = new Set<Area>(["shell"]);

let target: Language = "en";
let latest: Promise<void> = Promise.resolve();

async function fetched(language: Language): Promise<Pick<typeof current, "messages" | "book">> {
  const areas = [...wanted].map((area) => files[`./${area}/${language}.ts`]?.());
  const [book, ...parts] = await Promise.all([books[`./words/${language}.ts`]?.(), ...areas]);
  return { messages: Object.assign({}, ...parts), book: book ?? null };
}

/** Of several calls under way only the latest is shown, since it wants all that the others wanted; all wait for it. */
function load(language: Language): Promise<void> {
  target = language;
  const mine: Promise<void> = fetched(language).then((words) => {
    if (latest !== mine) return latest;
    current = { language, ...words };
    document.documentElement.lang = language;
  });
  latest = mine;
  return mine;
}

/** The language chosen by hand, or else the browser's. */
function chosenLanguage(): Language {
  return isLanguage(settings.language) ? settings.language : bestLanguage(navigator.languages);
}

/** The first words, together with those of the page that is shown first. */
export function startLanguage(areas: readonly Area[] = []): Promise<void> {
  for (const area of areas) wanted.add(area);
  return load(chosenLanguage());
}

/** Speak another language from now on, and remember it. */
export async function speak(language: Language | null): Promise<void> {
  settings.language = language;
  await load(chosenLanguage());
}

/** Have the messages of these areas ready before a page that needs them is shown. */
export function ensure(...areas: Area[]): Promise<void> {
  if (areas.every((area) => wanted.has(area))) return latest;
  for (const area of areas) wanted.add(area);
  return load(target);
}

/** Speak in the words of an edition's leaflet: its names for run, group, pool and rack. */
export function speakOfEdition(name: EditionName): void {
  edition = name;
}

export const i18n = {
  get language(): Language {
    return current.language;
  },
  get locale(): string {
    return localeOf(current.language);
  },
  get edition(): EditionName {
    return edition;
  },
};

let spoken: { book: WordBook | null; edition: EditionName; words: Params } = { book: null, edition: "default", words: {} };

function words(): Params {
  const { book } = current;
  if (book && (spoken.book !== book || spoken.edition !== edition)) spoken = { book, edition, words: wordsOf(book, edition) };
  return book ? spoken.words : {};
}

/** The message of that key in the language of the page; the game's words are filled in unless params override them. */
export function t(key: Key, params: Params = {}): string {
  const { messages, language } = current;
  const message = messages[key];
  return message === undefined ? key : fill(message, params, localeOf(language), words());
}

/** A message whose key is put together at run time; null where there is none. */
export function maybe(key: string, params: Params = {}): string | null {
  const message = current.messages[key];
  return message === undefined ? null : fill(message, params, i18n.locale, words());
}

const numbersOf = kept((locale) => new Intl.NumberFormat(locale));
const listsOf = {
  conjunction: kept((locale) => new Intl.ListFormat(locale, { type: "conjunction" })),
  disjunction: kept((locale) => new Intl.ListFormat(locale, { type: "disjunction" })),
};

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return (options ? new Intl.NumberFormat(i18n.locale, options) : numbersOf(i18n.locale)).format(value);
}

/** Points with their sign, as a score sheet shows them. */
export function points(value: number): string {
  return number(value, { signDisplay: "exceptZero" }).replace("-", "−");
}

export function date(value: Date | number, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
  return new Intl.DateTimeFormat(i18n.locale, options).format(value);
}

export function list(items: readonly string[], type: keyof typeof listsOf = "conjunction"): string {
  return listsOf[type](i18n.locale).format(items);
}
