// Looking things up: chapters, pieces, cards, terms and rulings as one list that words are searched in.

import type { Lore } from "../lib/lore.svelte";
import type { Rulebook } from "../lib/wire";

export interface Found {
  id: string;
  kind: string;
  name: string;
  /** What stands beside the name, such as a card's numbers. */
  note: string;
  text: string[];
}

export const KINDS = ["chapter", "race", "power", "overlord", "henchman", "mercenary", "relic", "term", "piece", "marker", "terrain", "symbol", "move", "ruling"];

/** Without accents and capitals, as people type. */
export const plain = (text: string): string => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

export function entries(book: Rulebook, lore: Lore, note: (id: string) => string, ruling: (id: string, text: string) => string): Found[] {
  const chapters = book.chapters.map(({ id, name, text }): Found => ({ id: `chapter.${id}`, kind: "chapter", name, note: "", text }));
  const pieces = Object.keys(lore.glossary).map((id): Found => {
    const entry = lore.entry(id);
    return { id, kind: entry.kind, name: entry.name, note: note(id), text: [entry.text] };
  });
  const rulings = Object.entries(book.rulings).map(([id, text]): Found => ({ id: `ruling.${id}`, kind: "ruling", name: id.replaceAll("_", " "), note: "", text: [ruling(id, text)] }));
  return [...chapters, ...pieces.sort((a, b) => a.name.localeCompare(b.name)), ...rulings];
}

/** Every word must occur; a name that begins with it comes first, then names, then texts. */
export function search(all: Found[], wanted: string): Found[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  const rated = all.flatMap((found): [number, number, Found][] => {
    const name = plain(found.name);
    const whole = `${name} ${plain(found.note)} ${plain(found.text.join(" "))}`;
    if (!words.every((word) => whole.includes(word))) return [];
    const rank = name.startsWith(words[0]) ? 0 : words.every((word) => name.includes(word)) ? 1 : 2;
    return [[rank, KINDS.indexOf(found.kind), found]];
  });
  return rated.sort(([a, ak], [b, bk]) => a - b || ak - bk).map(([, , found]) => found);
}

/** A text cut where a searched word begins and ends: every second part is a hit. */
export function marked(text: string, wanted: string): string[] {
  const words = wanted.trim().split(/\s+/).filter((word) => word.length > 1).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return words.length > 0 ? text.split(new RegExp(`(${words.join("|")})`, "gi")) : [text];
}
