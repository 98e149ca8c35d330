/** A message is a text, or one text for each plural form of the number `n`. `{name}` is filled in. */
export type Message = string | PluralForms;
export type PluralForms = { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string };
export type Params = Readonly<Record<string, string | number>>;

/** What every other language must offer: the same keys, whatever the forms. */
export type Same<English> = { readonly [Key in keyof English]: Message };

function text(message: Message, params: Params, language: string): string {
  if (typeof message === "string") return message;
  const form = new Intl.PluralRules(language).select(Number(params.n ?? 0));
  return message[form] ?? message.other;
}

/** `{Sets}` is `{sets}` at the beginning of a sentence. */
function capitalised(params: Params, name: string, language: string): string | undefined {
  const value = params[name.charAt(0).toLowerCase() + name.slice(1)];
  return typeof value === "string" ? value.charAt(0).toLocaleUpperCase(language) + value.slice(1) : undefined;
}

/** The spaces that nobody types: French sets its high marks apart, and no line begins with them or with an ellipsis. */
function typeset(text: string, language: string): string {
  const french = language === "fr" ? text.replace(/ (?=[:;!?])/g, "\u202f") : text;
  return french.replace(/ …/g, "\u00a0…");
}

export function fill(message: Message, params: Params, language: string): string {
  return typeset(text(message, params, language), language).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? capitalised(params, name, language);
    return typeof value === "number" ? new Intl.NumberFormat(language).format(value) : (value ?? whole);
  });
}
