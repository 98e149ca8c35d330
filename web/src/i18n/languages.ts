/** The languages of the house, each under its own name. */
export const LANGUAGES = {
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  nl: "Nederlands",
  pt: "Português",
} as const;

export type Language = keyof typeof LANGUAGES;

/** What plurals, numbers, lists and dates follow. A bare "pt" would be Brazil's, which says "0 pedra"; a bare "en" America's. */
export function localeOf(language: Language): string {
  return { de: "de", en: "en-GB", es: "es", fr: "fr", nl: "nl", pt: "pt-PT" }[language];
}

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

/** The first wish that we speak; English when there is none. */
export function bestLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const language = wish.toLowerCase().split("-")[0] ?? "";
    if (isLanguage(language)) return language;
  }
  return "en";
}
