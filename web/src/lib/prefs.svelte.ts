// Preferences of the visitor (language, theme, sound, pace), kept in localStorage.

import { GUARD_TIME } from "./clickGuard";

export type Theme = "system" | "light" | "dark";
/** Codes of the languages. Types are derived from it, so that the compiler asks for the texts of each. */
const CODES = ["en", "de", "es"] as const;
export type Language = (typeof CODES)[number];

const defaults = {
  name: "",
  language: CODES.find((code) => navigator.language.toLowerCase().startsWith(code)) ?? "en",
  theme: "system" as Theme,
  sound: true,
  notice: false,
  /** Whether the screen is covered between players who share it (HotSeatCover.svelte). */
  curtain: true,
  pace: 2,
  motion: true,
  names: true,
  /** Milliseconds for which the second click of a double-click is ignored (clickGuard.ts). */
  patience: GUARD_TIME,
  level: "normal",
  learnt: [] as string[],
};
type Prefs = typeof defaults;
const KEY = "hordes";

function stored(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const prefs: Prefs = $state({ ...defaults, ...stored() });

/** Change a preference and store it. */
export function setPref<K extends keyof Prefs>(key: K, value: Prefs[K]): void {
  prefs[key] = value;
  localStorage.setItem(KEY, JSON.stringify(prefs));
  applyPrefs();
}

/** Milliseconds for which a move of somebody else is shown before the next one, by `prefs.pace`. */
export const PACES = [1800, 1100, 600, 250, 0];

const reducedMotionQuery = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether animations are to be avoided. */
export function reducedMotion(): boolean {
  return reducedMotionQuery.matches || !prefs.motion;
}

/** Set theme, motion and language as attributes of the document, for the style sheet. */
export function applyPrefs(): void {
  const root = document.documentElement;
  if (prefs.theme === "system") root.removeAttribute("data-theme");
  else root.dataset.theme = prefs.theme;
  root.dataset.motion = prefs.motion ? "full" : "none";
  root.lang = prefs.language;
}

/** The preferred bot level if the server has it, else a default. */
export function preferredLevel(levels: string[]): string {
  return levels.includes(prefs.level) ? prefs.level : (levels.find((level) => level === "normal") ?? levels[0] ?? "random");
}
