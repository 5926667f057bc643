// Names and texts of a game's pieces in the reader's language. The server's glossary (English, always complete, with
// users' own pieces) is the source; lore/GAME.LANGUAGE.json translates what is known.

import type { Entry, Glossary } from "./api";
import { prefs, type Language } from "./prefs.svelte";

type Translated = Record<string, Partial<Record<"name" | "one" | "text", string>>>;

const files = import.meta.glob<{ default: Translated }>("./i18n/lore/*.json");
let translated = $state.raw<Record<string, Translated>>({});

export async function loadLore(game: string, language: Language): Promise<void> {
  const load = files[`./i18n/lore/${game}.${language}.json`];
  const found = load ? (await load()).default : {};
  if (language === prefs.language) translated = { ...translated, [game]: found };
}

export class Lore {
  private readonly byName = new Map<string, string>();

  constructor(
    readonly game: string,
    readonly glossary: Glossary,
  ) {
    for (const [id, entry] of Object.entries(glossary)) {
      this.byName.set(entry.name, id);
      if (typeof entry.one === "string") this.byName.set(entry.one, id);
    }
  }

  entry(id: string): Entry {
    const known = this.glossary[id] ?? { kind: "", name: id.replaceAll("_", " "), text: "" };
    return { ...known, ...(translated[this.game]?.[id] ?? {}) };
  }

  name(id: string): string {
    return this.entry(id).name;
  }

  text(id: string): string {
    return this.entry(id).text;
  }

  /** The id behind an English name, as the rules' sentences use it. */
  find(name: string): string | undefined {
    return this.byName.get(name);
  }
}
