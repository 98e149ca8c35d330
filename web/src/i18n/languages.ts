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
