// Label of a source of coins in the reader's language; the rules name races and powers by their English names.

import { maybe, t } from "./i18n/index.svelte";
import { TranslatedGlossary } from "./glossary.svelte";
import type { TableStore } from "./table.svelte";

export function incomeLabel(store: TableStore, label: string, n = 2): string {
  const terms = new TranslatedGlossary(store.info!.game, store.glossary);
  const word = (name: string): string => {
    const id = terms.find(name);
    return id ? terms.name(id) : name;
  };
  const declined = /^declined (.+)$|^(.+) in decline$/.exec(label);
  if (declined) return t(declined[1] ? "income.declined" : "income.bonus", { race: word(declined[1] ?? declined[2]) });
  return maybe(`income.${label.toLowerCase().replaceAll(" ", "_")}`, word(label), { n });
}
