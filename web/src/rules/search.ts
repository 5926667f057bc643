// Full-text search in the rules: chapters, pieces, cards, terms and rulings as one list of entries.

import type { TranslatedGlossary } from "../lib/glossary.svelte";
import type { Rulebook } from "../lib/wire";

export interface RulesEntry {
  id: string;
  kind: string;
  name: string;
  /** Shown beside the name, such as a card's numbers. */
  note: string;
  text: string[];
}

export const KINDS = ["chapter", "race", "power", "overlord", "henchman", "mercenary", "relic", "term", "piece", "marker", "terrain", "symbol", "move", "ruling"];

/** Kinds of entries in the order of their display: the usual ones, then others in the order in which they come. */
export const kindsOf = (all: RulesEntry[]): string[] => [...new Set([...KINDS, ...all.map((entry) => entry.kind)])];

/** Name of a kind that only the game knows, as a heading. */
export const kindHeading = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("_", " ");

/** Text without accents and capitals, for comparison. */
export const plain = (text: string): string => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

/** All entries of the rules of a game. */
export function entries(book: Rulebook, terms: TranslatedGlossary, note: (id: string) => string, ruling: (id: string, text: string) => string): RulesEntry[] {
  const chapters = book.chapters.map(({ id, name, text }): RulesEntry => ({ id: `chapter.${id}`, kind: "chapter", name, note: "", text }));
  const pieces = Object.keys(terms.glossary).map((id): RulesEntry => {
    const entry = terms.entry(id);
    return { id, kind: entry.kind, name: entry.name, note: note(id), text: [entry.text] };
  });
  const rulings = Object.entries(book.rulings).map(([id, text]): RulesEntry => ({ id: `ruling.${id}`, kind: "ruling", name: id.replaceAll("_", " "), note: "", text: [ruling(id, text)] }));
  return [...chapters, ...pieces.sort((a, b) => a.name.localeCompare(b.name)), ...rulings];
}

/** Entries that contain every word: names that begin with the first word come first, then other names, then texts. */
export function search(all: RulesEntry[], wanted: string): RulesEntry[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  const rated = all.flatMap((entry): [number, number, RulesEntry][] => {
    const name = plain(entry.name);
    const whole = `${name} ${plain(entry.note)} ${plain(entry.text.join(" "))}`;
    if (!words.every((word) => whole.includes(word))) return [];
    const rank = name.startsWith(words[0]) ? 0 : words.every((word) => name.includes(word)) ? 1 : 2;
    return [[rank, KINDS.indexOf(entry.kind), entry]];
  });
  return rated.sort(([a, ak], [b, bk]) => a - b || ak - bk).map(([, , entry]) => entry);
}

/** A text split at the searched words: every second part is a match. */
export function marked(text: string, wanted: string): string[] {
  const words = wanted.trim().split(/\s+/).filter((word) => word.length > 1).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return words.length > 0 ? text.split(new RegExp(`(${words.join("|")})`, "gi")) : [text];
}
