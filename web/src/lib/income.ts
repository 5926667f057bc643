// What brought coins, in the reader's words: the rules name races and powers by their English names.

import { maybe, t } from "./i18n/index.svelte";
import { Lore } from "./lore.svelte";
import type { TableStore } from "./table.svelte";

export function income(store: TableStore, label: string, n = 2): string {
  const lore = new Lore(store.info!.game, store.glossary);
  const word = (name: string): string => {
    const id = lore.find(name);
    return id ? lore.name(id) : name;
  };
  const faded = /^declined (.+)$|^(.+) in decline$/.exec(label);
  if (faded) return t(faded[1] ? "income.declined" : "income.bonus", { race: word(faded[1] ?? faded[2]) });
  return maybe(`income.${label.toLowerCase().replaceAll(" ", "_")}`, word(label), { n });
}
