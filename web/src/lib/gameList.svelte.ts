// Games of the server: loaded once, their names for people, and how many may play.

import { api } from "./api";
import { maybe } from "./i18n/index.svelte";
import type { GameInfo, GameList } from "./wire";

let known = $state.raw<GameInfo[]>([]);
let loading: Promise<GameList> | null = null;

/** The list of games and levels; a failed request is repeated at the next call. */
export function loadGames(): Promise<GameList> {
  loading ??= api.games().then(
    (list) => {
      known = list.games;
      return list;
    },
    (problem) => {
      loading = null;
      throw problem;
    },
  );
  return loading;
}

/** Name of a game in the reader's language, else its own name. */
export function gameName(name: string): string {
  return maybe(`game.${name}`, known.find((game) => game.name === name)?.title || name);
}

/** What a game is about: the page's words in the reader's language, else the game's own; empty where nobody has any. */
export function gameAbout(name: string): string {
  return maybe(`home.play.${name}`, known.find((game) => game.name === name)?.about ?? "");
}

/** How many players are proposed for a game: what it proposes, else its default. */
export function usualPlayers(game: GameInfo | undefined): number {
  const players = game?.schema?.find((option) => option.name === "players");
  return [players?.proposed, players?.default].find((value): value is number => typeof value === "number") ?? seatRange(game)[0];
}

/** Fewest and most seats of a game in a mode. */
export function seatRange(game: GameInfo | undefined, mode = "standard"): [number, number] {
  const byMode = (game?.choices?.modes as Record<string, [number, number]> | undefined)?.[mode];
  const players = game?.schema?.find((option) => option.name === "players");
  return byMode ?? [players?.least ?? 2, players?.most ?? 4];
}

/** Numbers from the first to the last. */
export const range = (first: number, last: number): number[] => Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => first + k);

/** Options as the server takes them: a name with a dot is a key within an option that is an object. */
export function nestedOptions(options: Record<string, unknown>): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    const dot = name.indexOf(".");
    if (dot < 0) nested[name] = value;
    else nested[name.slice(0, dot)] = { ...((nested[name.slice(0, dot)] as object | undefined) ?? {}), [name.slice(dot + 1)]: value };
  }
  return nested;
}
