// Check: outside the games' own folders only the registry names a game.

import { expect, it } from "vitest";

const sources = import.meta.glob<string>("./**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const FOLDERS = ["smallworld", "covil"];

/** Files outside the games' folders, tests and the registry that name a game. */
function namingGames(files: Record<string, string>): string[] {
  const own = (path: string): boolean => path === "./games.ts" || path.endsWith(".test.ts") || FOLDERS.some((game) => path.startsWith(`./${game}/`));
  return Object.keys(files).filter((path) => !own(path) && FOLDERS.some((game) => files[path].toLowerCase().includes(game)));
}

it("only the registry names games", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(80);
  expect(namingGames(sources)).toEqual([]);
});

it("the check finds a name", () => {
  expect(namingGames({ "./pages/X.svelte": 'if (game === "covil")', "./covil/a.ts": "covil", "./games.ts": "covil" })).toEqual(["./pages/X.svelte"]);
});
