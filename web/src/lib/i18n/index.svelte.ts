// Messages of the page in the reader's language. en.json is the reference; de.json and es.json have the same keys and are loaded when needed.
//
//   t("player.coins", { n: 3 })      "{n} {n:coin|coins}"  ->  "3 coins"

import { prefs, type Language } from "../prefs.svelte";
import en from "./en.json";
import { fill, setPluralLanguage, type Values } from "./fill";

export type Key = keyof typeof en;
type Messages = Record<string, string>;

export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch", es: "Español" };

const loaders: Record<Exclude<Language, "en">, () => Promise<{ default: Messages }>> = {
  de: () => import("./de.json"),
  es: () => import("./es.json"),
};

let messages = $state.raw<Messages>(en);

/** Load and use the messages of a language. */
export async function loadLanguage(language: Language): Promise<void> {
  const loaded = language === "en" ? en : (await loaders[language]()).default;
  if (prefs.language !== language) return;
  setPluralLanguage(language);
  messages = loaded;
}

/** The messages in use, for comparison: another object when the language has changed. */
export function currentMessages(): unknown {
  return messages;
}

/** The message of a key, with its placeholders filled. */
export function t(key: Key, values?: Values): string {
  return fill(messages[key] ?? en[key] ?? key, values);
}

/** Whether there is a message; for keys made from data, such as the phases and events of a game. */
export function has(key: string): key is Key {
  return key in en;
}

/** The message of a key made from data, else the fallback. */
export function maybe(key: string, fallback: string, values?: Values): string {
  return has(key) ? t(key, values) : fallback;
}
