// What a visitor has chosen on this device: language, looks, sound, pace. Kept in the browser.

import { PATIENCE } from "./guard";

export type Theme = "system" | "light" | "dark";
export type Language = "en" | "de" | "es";

const defaults = {
  name: "",
  language: (["de", "es"].find((code) => navigator.language.toLowerCase().startsWith(code)) ?? "en") as Language,
  theme: "system" as Theme,
  sound: true,
  notice: false,
  curtain: true,
  pace: 2,
  motion: true,
  names: true,
  /** Milliseconds after a click for which what has just come under the pointer takes none (guard.ts). */
  patience: PATIENCE,
  level: "normal",
  learnt: [] as string[],
};
type Chosen = typeof defaults;
const KEY = "hordes";

function stored(): Partial<Chosen> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const prefs: Chosen = $state({ ...defaults, ...stored() });

export function keep<K extends keyof Chosen>(key: K, value: Chosen[K]): void {
  prefs[key] = value;
  localStorage.setItem(KEY, JSON.stringify(prefs));
  dress();
}

/** Milliseconds for which a move of somebody else is shown before the next: from a walk to at once. */
export const PACES = [1800, 1100, 600, 250, 0];

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function still(): boolean {
  return calm.matches || !prefs.motion;
}

/** Tell the style sheet about theme, motion and language. */
export function dress(): void {
  const root = document.documentElement;
  if (prefs.theme === "system") root.removeAttribute("data-theme");
  else root.dataset.theme = prefs.theme;
  root.dataset.motion = prefs.motion ? "full" : "none";
  root.lang = prefs.language;
}

/** The level one likes, where the server has it. */
export function liked(levels: string[]): string {
  return levels.includes(prefs.level) ? prefs.level : (levels.find((level) => level === "normal") ?? levels[0] ?? "random");
}
