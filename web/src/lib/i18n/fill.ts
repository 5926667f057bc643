// Placeholders of messages.

export type Values = Record<string, string | number>;

let plurals = new Intl.PluralRules("en");

/** Use the plural rules of a language. */
export function setPluralLanguage(language: string): void {
  plurals = new Intl.PluralRules(language);
}

/** Whether a number takes the singular in the reader's language. */
export const isSingular = (n: number): boolean => plurals.select(n) === "one";

/** The form for a number: `one|other`, or for other categories by their names, `one=…|few=…|other=…`. */
function pluralForm(forms: string[], n: number): string {
  const category = plurals.select(n);
  const named = new Map(forms.filter((form) => form.includes("=")).map((form): [string, string] => [form.slice(0, form.indexOf("=")), form.slice(form.indexOf("=") + 1)]));
  if (named.size > 0) return named.get(category) ?? named.get("other") ?? "";
  return category === "one" ? forms[0] : forms[forms.length - 1];
}

/** Fill the placeholders of a message: `{name}`, and `{n:one|other}` for a word that depends on a number. */
export function fill(message: string, values: Values = {}): string {
  return message.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, key, forms) => {
    if (!(key in values)) return whole;
    return forms === undefined ? String(values[key]) : pluralForm(forms.split("|"), Number(values[key]));
  });
}
