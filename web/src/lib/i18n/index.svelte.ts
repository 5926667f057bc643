// Every word on the page. en.json is the measure; de.json and es.json have the same keys and are loaded when chosen.
//
//   t("player.coins", { n: 3 })      "{n} {n:coin|coins}"  ->  "3 coins"

import { prefs, type Language } from "../prefs.svelte";
import en from "./en.json";
import { fill, type Values } from "./fill";

export type Key = keyof typeof en;
type Messages = Record<string, string>;

export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch", es: "Español" };

const loaders: Record<Exclude<Language, "en">, () => Promise<{ default: Messages }>> = {
  de: () => import("./de.json"),
  es: () => import("./es.json"),
};

let messages = $state.raw<Messages>(en);

export async function speak(language: Language): Promise<void> {
  const found = language === "en" ? en : (await loaders[language]()).default;
  if (prefs.language === language) messages = found;
}

/** The messages in use: another object when the language has changed. */
export function spoken(): unknown {
  return messages;
}

export function t(key: Key, values?: Values): string {
  return fill(messages[key] ?? en[key] ?? key, values);
}

/** Is there such a message? For keys that come from data, such as the phases and events of a game. */
export function has(key: string): key is Key {
  return key in en;
}

/** A message whose key comes from data, or words made of the data itself. */
export function maybe(key: string, fallback: string, values?: Values): string {
  return has(key) ? t(key, values) : fallback;
}
