// Options of a game as the server declares them: which apply, what they are until somebody chooses, and how data is typed in.

import type { OptionInfo } from "../lib/wire";

type Options = Record<string, unknown>;

/** Data as somebody types it: the text, whether it takes the place of a choice, and what is wrong with it. */
export interface Draft {
  text: string;
  own: boolean;
  fault: string;
}

/** The value of an option that counts: the chosen one while the option applies, else the default. */
export function valueOf(schema: OptionInfo[], options: Options, name: string, applied: Options = {}): unknown {
  if (name in applied) return applied[name];
  const option = schema.find((one) => one.name === name);
  const chosen = option && !applies(schema, options, option, applied) ? undefined : options[name];
  return chosen === undefined ? option?.default : chosen;
}

/** Whether an option may be set: what it needs has the value that it needs. */
export function applies(schema: OptionInfo[], options: Options, option: OptionInfo, applied: Options = {}): boolean {
  // An option that needs itself, by way of others, is judged by its default.
  return Object.entries(option.needs ?? {}).every(([name, value]) => same(valueOf(schema, options, name, { ...applied, [option.name]: option.default }), value));
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The options that a form shows; the number of players is chosen elsewhere, and among the options. */
export const shownOptions = (schema: OptionInfo[], options: Options): OptionInfo[] => schema.filter((option) => option.name !== "players" && applies(schema, options, option));

/** The options without those that do not apply: what was chosen for these is kept in the form, and not sent. */
export function sentOptions(schema: OptionInfo[], options: Options): Options {
  const hidden = new Set(schema.filter((option) => !applies(schema, options, option)).map((option) => option.name));
  return Object.fromEntries(Object.entries(options).filter(([name]) => !hidden.has(name)));
}

/** The first option that is shown and whose data cannot be read; undefined where there is none. */
export const faultyOption = (schema: OptionInfo[], options: Options, drafts: Record<string, Draft>): string | undefined => shownOptions(schema, options).find((option) => drafts[option.name]?.fault)?.name;

/** JSON data, or a sentence that says why it is none; undefined stands for nothing typed. */
export function readData(text: string): { value?: unknown; problem?: string } {
  if (!text.trim()) return {};
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (problem) {
    return { problem: (problem as Error).message };
  }
}

const MOST_LETTERS = 30;

/** Names of the people at a new table, by seat; null for others. Who has typed none is called by the seat; no two are called alike. */
export function seatNames(seats: { kind: string; name: string }[], me: string, unnamed: (seat: number) => string): (string | null)[] {
  const taken = new Set<string>();
  return seats.map(({ kind, name }, k) => {
    if (kind !== "me" && kind !== "here") return null;
    const wanted = (kind === "me" ? me : name).trim() || unnamed(k);
    let distinct = wanted;
    for (let n = 2; taken.has(distinct.toLowerCase()); n++) distinct = `${wanted.slice(0, MOST_LETTERS - 1 - String(n).length)} ${n}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}
