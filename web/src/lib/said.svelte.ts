// What the rules say, in the reader's language: the server names the sentence and gives its words and numbers, and
// i18n/said/GAME.LANGUAGE.json has it. What is missing there, such as users' own rules, is said in the server's English.

import { fill, type Values } from "./i18n/fill";
import { has, t } from "./i18n/index.svelte";
import type { Lore } from "./lore.svelte";
import { prefs, type Language } from "./prefs.svelte";
import type { Part, Sentence } from "./wire";

type Sentences = Record<string, string>;

const files = import.meta.glob<{ default: Sentences }>("./i18n/said/*.json");
let known = $state.raw<Record<string, Sentences>>({});

export async function loadSaid(game: string, language: Language): Promise<void> {
  const load = files[`./i18n/said/${game}.${language}.json`];
  const found = load ? (await load()).default : {};
  if (language === prefs.language) known = { ...known, [game]: found };
}

/** Who knows the names at a table. */
export interface Speaker {
  lore: Lore;
  who(seat: number): string;
  /** The words for what stands in a gap of a sentence, such as the troop `0b`; undefined where it is a name like any other. */
  inGap?(gap: string, word: string): string | undefined;
}

/** A message of the server: its English, and the sentence behind it where it has one. */
export interface Message {
  message: string;
  said?: Sentence | null;
}

/** What the server says beside any table. */
export function sayPlain(told: Message): string {
  const text = told.said ? known.server?.[told.said.key] : undefined;
  return text === undefined ? told.message : whole(fill(text, plainValues(told.said!)), told);
}

function plainValues({ data = {} }: Sentence): Values {
  return Object.fromEntries(Object.entries(data).flatMap(([key, value]) => (typeof value === "number" || typeof value === "string" ? [[key, value]] : [])));
}

/** A sentence with a gap that nothing fills is no sentence: the server's English always is one. */
function whole(text: string, told: Message): string {
  return /\{\w+/.test(text) ? told.message : text;
}

export function say(told: Message, speaker: Speaker): string {
  const sentences = { ...known.server, ...known[speaker.lore.game] };
  const text = told.said ? sentences[told.said.key] : undefined;
  return text === undefined ? told.message : whole(fill(text, valuesOf(told.said!, speaker, sentences)), told);
}

function valuesOf({ data = {}, cost }: Sentence, speaker: Speaker, sentences: Sentences): Values {
  const found: Values = {};
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === "number") found[key] = key === "seat" ? speaker.who(value) : value;
    else if (typeof value === "string") found[key] = speaker.inGap?.(key, value) ?? value.split(", ").map((word) => wordOf(word, speaker, sentences)).join(", ");
  }
  if (typeof data.race === "string" && "who" in data) found.who = combo(String(data.race), data.power as string | undefined, speaker.lore);
  if (cost) {
    const bill = cost.parts.length > 1 ? `${sum(cost.parts, speaker.lore)} = ${cost.total}` : String(cost.total);
    Object.assign(found, { cost: cost.total, have: cost.have, short: cost.total - cost.have, bill });
  }
  return found;
}

function wordOf(word: string, { lore }: Speaker, sentences: Sentences): string {
  const id = lore.find(word);
  return sentences[`word.${word}`] ?? sentences[`word.${word.toLowerCase()}`] ?? (id ? lore.name(id) : word);
}

function combo(race: string, power: string | undefined, lore: Lore): string {
  const name = (english: string): string => lore.name(lore.find(english) ?? english);
  return power ? t("sw.combo", { race: name(race), power: name(power) }) : name(race);
}

/** 2 + 1 mountain + 2 Trolls − 1 Commando */
export function sum(parts: Part[], lore: Lore): string {
  return parts
    .map(({ amount, source, name }, k) => {
      const word = source === "region" ? "" : ` ${partName(source, name, Math.abs(amount), lore)}`;
      return `${k === 0 ? (amount < 0 ? "−" : "") : amount < 0 ? " − " : " + "}${Math.abs(amount)}${word}`;
    })
    .join("");
}

/** What asks for tokens or saves them; pieces of one's own have the name that their maker gave them. */
export function partName(source: string, name: string, n: number, lore: Lore): string {
  const key = `part.${source}`;
  if (has(key)) return t(key, { n });
  if (!lore.glossary[source]) return name;
  const entry = lore.entry(source);
  return n === 1 && typeof entry.one === "string" ? entry.one : entry.name;
}
