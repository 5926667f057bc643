// The tutorial of Covil.

import { did, view, type Lesson, type Progress } from "../learn/lesson";

const asked = (progress: Progress, verb: string): boolean => progress.store.mine && progress.store.live!.moves.some((move) => move.verb === verb);
/** Whether the player is to move in a combat that his own troop has begun, or has not. */
const fighting = (progress: Progress, own: boolean): boolean => progress.store.mine && !!view(progress).combat && !progress.shows("[data-guide='night']") && (view(progress).combat.seat === progress.me) === own;

export const lesson: Lesson = {
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
