// Tutorial lessons as data: a table with a fixed seed, and steps with their texts, elements to point at, and conditions.

import type { Key } from "../lib/i18n/index.svelte";
import type { Event, TableStore } from "../lib/table.svelte";
import type { CreateTable } from "../lib/wire";

export interface Progress {
  store: TableStore;
  me: number;
  /** Events since the step began. */
  events: Event[];
  /** Whether an element that matches the selector is visible. */
  shows: (selector: string) => boolean;
}

export interface Step {
  text: Key;
  /** Selectors of elements to point at; the first visible one is used. */
  at: string[];
  /** The pane to be opened on a small screen. */
  pane?: string;
  /** Whether the step is done; without it the player clicks to continue. */
  done?: (progress: Progress) => boolean;
}

/** A text that replaces the step's own while its condition holds. */
export interface Aside extends Step {
  when: (progress: Progress) => boolean;
}

export interface Lesson {
  table: CreateTable;
  steps: Step[];
  asides?: Aside[];
}

const did = (type: string) => ({ events, me }: Progress): boolean => events.some((event) => event.type === type && (event.seat === me || String(event.troop ?? "").startsWith(String(me))));
const view = (progress: Progress): any => progress.store.shown?.view ?? {};
const asked = (progress: Progress, verb: string): boolean => progress.store.mine && progress.store.live!.legal.some((text) => text.split(" ")[0] === verb);
/** Whether the player is to move in a combat that his own troop has begun, or has not. */
const fighting = (progress: Progress, own: boolean): boolean => progress.store.mine && !!view(progress).combat && !progress.shows("[data-guide='night']") && !!view(progress).combat.attacker?.startsWith(String(progress.me)) === own;

const smallworld: Lesson = {
  table: { game: "smallworld", options: { players: 2 }, seats: [{ kind: "me" }, { kind: "bot", level: "random" }], seed: 7 },
  steps: [
    { text: "learn.sw.welcome", at: [".board svg"] },
    { text: "learn.sw.pick", at: [".pane.column", ".take"], done: did("picked") },
    { text: "learn.sw.conquer", at: [".region.open"], done: did("conquered") },
    { text: "learn.sw.more", at: [".region.open"], done: (progress) => did("conquered")(progress) || did("scored")(progress) },
    { text: "learn.sw.stop", at: ["[data-move='stop']", ".actions"], done: (progress) => view(progress).phase === "redeploy" || did("scored")(progress) },
    { text: "learn.sw.redeploy", at: ["[data-do='place']", ".actions"], done: did("scored") },
    { text: "learn.sw.scored", at: [".pane.players", ".tabs.narrow"] },
    { text: "learn.sw.second", at: [".region.open", ".actions"], done: did("conquered") },
    { text: "learn.sw.decline", at: ["[data-move='decline']", ".actions"], done: did("declined") },
    { text: "learn.sw.end", at: [".board svg"] },
  ],
};

const covil: Lesson = {
  table: { game: "covil", options: { players: 1, board: "desert-town" }, seats: [{ kind: "me" }], seed: 5 },
  steps: [
    { text: "learn.cv.welcome", at: [".board svg"] },
    { text: "learn.cv.found", at: ["[data-zone='A']", "[data-zone].open"], done: did("founded") },
    { text: "learn.cv.hall", at: ["[data-guide='hall']", ".tabs.narrow button:nth-child(2)"], pane: "hall" },
    { text: "learn.cv.hire", at: ["[data-guide='pool']", ".tabs.narrow button:nth-child(3)"], pane: "pool", done: (progress) => !!view(progress).payment || did("hired")(progress) },
    { text: "learn.cv.pay", at: ["[data-guide='hall']:not(:has(.offered))", "[data-do='pay'], [data-move='done']", "[data-guide='hall']"], done: did("hired") },
    { text: "learn.cv.take", at: ["[data-troop].actor"], done: ({ shows }) => shows("[data-troop].chosen") },
    { text: "learn.cv.move", at: ["[data-zone].open"], done: did("moved") },
    { text: "learn.cv.end", at: ["[data-move='end']"], done: ({ events }) => events.some((event) => event.type === "turn") },
    { text: "learn.cv.second", at: ["[data-move='end']", "[data-troop].actor"], done: ({ events }) => events.some((event) => event.type === "night") },
    { text: "learn.cv.night", at: ["[data-guide='night']"], done: ({ shows, store }) => store.mine && !shows("[data-guide='night']") },
    { text: "learn.cv.fight", at: ["[data-troop].aim", "[data-troop].actor"], done: (progress) => did("attacked")(progress) || (view(progress).acted && view(progress).player === progress.me) },
    { text: "learn.cv.last", at: [".board svg"] },
  ],
  asides: [
    { text: "learn.cv.retreat", at: ["[data-zone].open"], when: (progress) => asked(progress, "retreat") },
    { text: "learn.cv.attack", at: ["[data-guide='hall']"], when: (progress) => fighting(progress, true) && asked(progress, "exhaust") },
    { text: "learn.cv.respond", at: ["[data-move='pass']"], when: (progress) => fighting(progress, true) },
    { text: "learn.cv.defend", at: ["[data-guide='combat']"], when: (progress) => fighting(progress, false) },
    { text: "learn.cv.overflow", at: [".actions"], when: (progress) => view(progress).phase === "choice" && !progress.shows("[data-do='morning']") && asked(progress, "pass") && asked(progress, "draw") },
  ],
};

export const LESSONS: Record<string, Lesson> = { smallworld, covil };
