// First games that take one by the hand: a table with a fixed seed, and steps that go on when the right thing was done.

import type { Key } from "../lib/i18n/index.svelte";
import type { Event, TableStore } from "../lib/table.svelte";
import type { CreateTable } from "../lib/wire";

export interface Seen {
  store: TableStore;
  me: number;
  /** What has happened since the step began. */
  events: Event[];
  /** Is something of this kind on the page? */
  shows: (selector: string) => boolean;
}

export interface Step {
  text: Key;
  /** What the step speaks of; the first that can be seen is pointed at. */
  at: string[];
  /** The pane that has it, opened on a small screen. */
  pane?: string;
  /** Whether it is done; without this one reads and goes on. */
  done?: (seen: Seen) => boolean;
}

/** Something that comes between: said instead of the step for as long as it lasts. */
export interface Aside extends Step {
  when: (seen: Seen) => boolean;
}

export interface Lesson {
  table: CreateTable;
  steps: Step[];
  asides?: Aside[];
}

const did = (type: string) => ({ events, me }: Seen): boolean => events.some((event) => event.type === type && (event.seat === me || String(event.troop ?? "").startsWith(String(me))));
const view = (seen: Seen): any => seen.store.shown?.view ?? {};
const asked = (seen: Seen, verb: string): boolean => seen.store.mine && seen.store.live!.legal.some((text) => text.split(" ")[0] === verb);
/** A combat in which one is asked, and which one's own troop has begun or not. */
const fighting = (seen: Seen, own: boolean): boolean => seen.store.mine && !!view(seen).combat && !seen.shows("[data-guide='night']") && !!view(seen).combat.attacker?.startsWith(String(seen.me)) === own;

const smallworld: Lesson = {
  table: { game: "smallworld", options: { players: 2 }, seats: [{ kind: "me" }, { kind: "bot", level: "random" }], seed: 7 },
  steps: [
    { text: "learn.sw.welcome", at: [".board svg"] },
    { text: "learn.sw.pick", at: [".pane.column", ".take"], done: did("picked") },
    { text: "learn.sw.conquer", at: [".region.open"], done: did("conquered") },
    { text: "learn.sw.more", at: [".region.open"], done: (seen) => did("conquered")(seen) || did("scored")(seen) },
    { text: "learn.sw.stop", at: ["[data-move='stop']", ".actions"], done: (seen) => view(seen).phase === "redeploy" || did("scored")(seen) },
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
    { text: "learn.cv.hire", at: ["[data-guide='pool']", ".tabs.narrow button:nth-child(3)"], pane: "pool", done: (seen) => !!view(seen).payment || did("hired")(seen) },
    { text: "learn.cv.pay", at: ["[data-guide='hall']:not(:has(.offered))", "[data-do='pay'], [data-move='done']", "[data-guide='hall']"], done: did("hired") },
    { text: "learn.cv.take", at: ["[data-troop].actor"], done: ({ shows }) => shows("[data-troop].chosen") },
    { text: "learn.cv.move", at: ["[data-zone].open"], done: did("moved") },
    { text: "learn.cv.end", at: ["[data-move='end']"], done: ({ events }) => events.some((event) => event.type === "turn") },
    { text: "learn.cv.second", at: ["[data-move='end']", "[data-troop].actor"], done: ({ events }) => events.some((event) => event.type === "night") },
    { text: "learn.cv.night", at: ["[data-guide='night']"], done: ({ shows, store }) => store.mine && !shows("[data-guide='night']") },
    { text: "learn.cv.fight", at: ["[data-troop].aim", "[data-troop].actor"], done: (seen) => did("attacked")(seen) || (view(seen).acted && view(seen).player === seen.me) },
    { text: "learn.cv.last", at: [".board svg"] },
  ],
  asides: [
    { text: "learn.cv.retreat", at: ["[data-zone].open"], when: (seen) => asked(seen, "retreat") },
    { text: "learn.cv.attack", at: ["[data-guide='hall']"], when: (seen) => fighting(seen, true) && asked(seen, "exhaust") },
    { text: "learn.cv.respond", at: ["[data-move='pass']"], when: (seen) => fighting(seen, true) },
    { text: "learn.cv.defend", at: ["[data-guide='combat']"], when: (seen) => fighting(seen, false) },
    { text: "learn.cv.overflow", at: [".actions"], when: (seen) => view(seen).phase === "choice" && !seen.shows("[data-do='morning']") && asked(seen, "pass") && asked(seen, "draw") },
  ],
};

export const LESSONS: Record<string, Lesson> = { smallworld, covil };
