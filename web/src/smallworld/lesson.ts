// The tutorial of Small World.

import { did, view, type Lesson } from "../learn/lesson";

export const lesson: Lesson = {
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
