/** A message is a text, or one text for each plural form of the number `n`. `{name}` is filled in. */
export type Message = string | PluralForms;
export type PluralForms = { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string };
export type Params = Readonly<Record<string, string | number>>;

/** What every other language must offer: the same keys, whatever the forms. */
export type Same<English> = { readonly [Key in keyof English]: Message };

/** What writes numbers, plurals and lists takes long to make and is asked for with every tile: one for each language is kept. */
export function kept<Maker>(make: (language: string) => Maker): (language: string) => Maker {
  const made = new Map<string, Maker>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

const pluralsOf = kept((language) => new Intl.PluralRules(language));
const numbersOf = kept((language) => new Intl.NumberFormat(language));

function text(message: Message, params: Params, language: string): string {
  if (typeof message === "string") return message;
  const form = pluralsOf(language).select(Number(params.n ?? 0));
  return message[form] ?? message.other;
}

/** The spaces that nobody types: French sets its high marks apart, and no line begins with them or with an ellipsis. */
function typeset(text: string, language: string): string {
  const french = language === "fr" ? text.replace(/ (?=[:;!?])/g, "\u202f") : text;
  return french.replace(/ …/g, "\u00a0…");
}

/** `{Sets}` is `{sets}` at the beginning of a sentence; `params` come before the words of the house. */
export function fill(message: Message, params: Params, language: string, words: Params = {}): string {
  const found = (name: string) => params[name] ?? words[name];
  return typeset(text(message, params, language), language).replace(/\{(\w)(\w*)\}/g, (whole, first: string, rest: string) => {
    const value = found(first + rest);
    if (value !== undefined) return typeof value === "number" ? numbersOf(language).format(value) : value;
    const word = found(first.toLowerCase() + rest);
    return typeof word === "string" ? word.charAt(0).toLocaleUpperCase(language) + word.slice(1) : whole;
  });
}
