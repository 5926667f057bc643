// Check: outside the games' own folders only the registry names a game.

import { expect, it } from "vitest";

const sources = import.meta.glob<string>("./**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const FOLDERS = ["smallworld", "covil"];
/** Names and titles of games, the example of one from another package included. */
const NAMES = [...FOLDERS, "small world", "small_world", "small-world", "marches"];

/** Files outside the games' folders, tests and the registry that name a game. */
function namingGames(files: Record<string, string>): string[] {
  const own = (path: string): boolean => path === "./games.ts" || path.endsWith(".test.ts") || FOLDERS.some((game) => path.startsWith(`./${game}/`));
  return Object.keys(files).filter((path) => !own(path) && NAMES.some((game) => files[path].toLowerCase().includes(game)));
}

it("only the registry names games", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(80);
  expect(namingGames(sources)).toEqual([]);
});

it("the check finds a name", () => {
  expect(namingGames({ "./pages/X.svelte": 'if (game === "covil")', "./covil/a.ts": "covil", "./games.ts": "covil" })).toEqual(["./pages/X.svelte"]);
  expect(namingGames({ "./lib/a.ts": "// as in Small World", "./lib/b.ts": "marchesMap", "./lib/c.ts": "a small map" })).toEqual(["./lib/a.ts", "./lib/b.ts"]);
});
