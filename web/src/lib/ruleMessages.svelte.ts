// Translation of messages of the rules and the server (prices, reasons why a move is illegal): the server sends a key with data, and
// i18n/messages/GAME.LANGUAGE.json has the template. Without a template, as for custom rules, the server's English text is shown.

import { fill, isSingular, type Values } from "./i18n/fill";
import { has, t } from "./i18n/index.svelte";
import type { TranslatedGlossary } from "./glossary.svelte";
import { prefs, type Language } from "./prefs.svelte";
import type { Part, Sentence, Thing } from "./wire";

type Templates = Record<string, string>;
/** What is filled into a message. */
export type Data = NonNullable<Sentence["data"]>;

const files = import.meta.glob<{ default: Templates }>("./i18n/messages/*.json");
let known = $state.raw<Record<string, Templates>>({});

/** Load the message templates of a game, or of the server. */
export async function loadMessages(game: string, language: Language): Promise<void> {
  const load = files[`./i18n/messages/${game}.${language}.json`];
  const loaded = load ? (await load()).default : {};
  if (language === prefs.language) known = { ...known, [game]: loaded };
}

/** What a message of a table needs to be translated: names of pieces and players. */
export interface MessageContext {
  terms: TranslatedGlossary;
  who(seat: number): string;
  /** The name of a region, troop or fortress; undefined where the game has no such thing. */
  thing?(thing: Thing): string | undefined;
  /** The text for a placeholder that a game makes of several values of a message; undefined for all others. */
  placeholderText?(placeholder: string, data: Data): string | undefined;
}

/** A message of the server: its English text, and key and data for a translation. */
export interface Message {
  message: string;
  said?: Sentence | null;
}

/** Translate a message of the server outside tables. */
export function translateServerMessage({ message, said }: Message): string {
  const template = said ? known.server?.[said.key] : undefined;
  return template === undefined ? message : complete(fill(template, plainValues(said!)), message);
}

function plainValues({ data = {} }: Sentence): Values {
  const values: Values = {};
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === "number" || typeof value === "string") values[key] = value;
    else if (!Array.isArray(value) && value.kind === "word") values[key] = known.server?.[`word.${value.id}`] ?? value.name;
  }
  return values;
}

/** The translation, or the server's English text if a placeholder was not filled. */
function complete(text: string, english: string): string {
  return /\{\w+/.test(text) ? english : text;
}

/** Translate a message of the rules or the server at a table. */
export function translateMessage({ message, said }: Message, context: MessageContext): string {
  const templates = { ...known.server, ...known[context.terms.game] };
  const template = said ? templates[said.key] : undefined;
  return template === undefined ? message : complete(fill(template, valuesOf(said!, context, templates)), message);
}

function valuesOf({ data = {}, cost }: Sentence, context: MessageContext, templates: Templates): Values {
  const values: Values = {};
  for (const [key, value] of Object.entries(data)) {
    const things = Array.isArray(value) ? value : typeof value === "object" ? [value] : [];
    if (typeof value === "number") values[key] = key === "seat" ? context.who(value) : value;
    else if (typeof value === "string") values[key] = value;
    else values[key] = context.placeholderText?.(key, data) ?? things.map((thing) => nameOf(thing, context, templates)).join(", ");
  }
  if (cost) {
    const bill = cost.parts.length > 1 ? `${sum(cost.parts, context.terms)} = ${cost.total}` : String(cost.total);
    Object.assign(values, { cost: cost.total, have: cost.have, short: cost.total - cost.have, bill });
  }
  return values;
}

/** What a message names: by its id, or in English where nothing is known of it. */
function nameOf(thing: Thing, context: MessageContext, templates: Templates): string {
  if (thing.kind === "piece") return context.terms.glossary[thing.id] ? context.terms.name(thing.id) : thing.name;
  if (thing.kind === "word") return templates[`word.${thing.id}`] ?? thing.name;
  return context.thing?.(thing) ?? thing.name;
}

/** A price as a sum, such as `2 + 1 mountain + 2 Trolls − 1 Commando`. */
export function sum(parts: Part[], terms: TranslatedGlossary): string {
  return parts
    .map(({ amount, source, name }, k) => {
      const word = source === "region" ? "" : ` ${partName(source, name, Math.abs(amount), terms)}`;
      return `${k === 0 ? (amount < 0 ? "−" : "") : amount < 0 ? " − " : " + "}${Math.abs(amount)}${word}`;
    })
    .join("");
}

/** Name of a part of a price; custom pieces keep the name from their definition. */
export function partName(source: string, name: string, n: number, terms: TranslatedGlossary): string {
  const key = `part.${source}`;
  if (has(key)) return t(key, { n });
  if (!terms.glossary[source]) return name;
  const entry = terms.entry(source);
  return entry.one !== undefined && isSingular(n) ? entry.one : entry.name;
}
