// Registry: what the page has of its own for each game. This is the only module outside the games' own folders that names them; a
// game that is not listed here gets the generic table, and its options as the server declares them.

import type { Component } from "svelte";
import type { Lesson } from "./learn/lesson";
import SmallWorldCover from "./smallworld/Cover.svelte";
import CovilCover from "./covil/Cover.svelte";

export interface OwnPages {
  /** The page of a table. */
  table: () => Promise<{ default: Component<any> }>;
  /** Background of the game's card on the home page. */
  cover: Component;
  /** CSS background of its cards. */
  background: string;
  lesson: () => Promise<{ lesson: Lesson }>;
  /** Opponents at the quick start. */
  opponents: number;
}

export const OWN_PAGES: Record<string, OwnPages> = {
  smallworld: {
    table: () => import("./smallworld/Table.svelte"),
    cover: SmallWorldCover,
    background: "radial-gradient(circle at 85% 15%, #7d9a4c 0 18%, transparent 42%), linear-gradient(130deg, #35512b, #567138)",
    lesson: () => import("./smallworld/lesson"),
    opponents: 2,
  },
  covil: {
    table: () => import("./covil/Table.svelte"),
    cover: CovilCover,
    background: "radial-gradient(circle at 85% 15%, #8a4a6f 0 16%, transparent 42%), linear-gradient(130deg, #35203f, #5b2f57)",
    lesson: () => import("./covil/lesson"),
    opponents: 1,
  },
};

/** Background of the card of a game without pages of its own. */
export const OTHER_BACKGROUND = "radial-gradient(circle at 85% 15%, #4a7a8a 0 16%, transparent 42%), linear-gradient(130deg, #20323f, #2f4d5b)";
export const GENERIC_TABLE = () => import("./generic/Table.svelte");
