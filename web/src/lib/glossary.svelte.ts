// Names and texts of a game's pieces in the reader's language. The source is the server's glossary (English, always complete, with
// custom pieces); i18n/glossary/GAME.LANGUAGE.json has the translations.

import type { Entry, Glossary } from "./api";
import { prefs, type Language } from "./prefs.svelte";

type Translated = Record<string, Partial<Record<"name" | "one" | "text", string>>>;

const files = import.meta.glob<{ default: Translated }>("./i18n/glossary/*.json");
let translated = $state.raw<Record<string, Translated>>({});

/** Load the translations of a game's pieces. */
export async function loadGlossary(game: string, language: Language): Promise<void> {
  const load = files[`./i18n/glossary/${game}.${language}.json`];
  const loaded = load ? (await load()).default : {};
  if (language === prefs.language) translated = { ...translated, [game]: loaded };
}

/** The glossary of a table with translations; unknown ids get a name made from the id. */
export class TranslatedGlossary {
  constructor(
    readonly game: string,
    readonly glossary: Glossary,
  ) {}

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
}
