// Tests of the numbers of a replay of Small World.

import { beforeAll, expect, it, vi } from "vitest";
import type { Event } from "../lib/table.svelte";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { TranslatedGlossary } = await import("../lib/glossary.svelte");
const { loadLanguage } = await import("../lib/i18n/index.svelte");
const { Words } = await import("./words");
const { statistics } = await import("./statistics");

const entry = (name: string) => ({ kind: "race", name, text: "" });
const words = new Words(new TranslatedGlossary("smallworld", { orcs: entry("Orcs of the Hills"), elves: entry("declined Elves") }), (seat) => `P${seat}`, new Map());
const part = (kind: string, source: string, amount: number, declined = false) => ({ kind, source, amount, declined });
const EVENTS: Event[] = [
  { type: "turn", seat: 0, turn: 1 },
  { type: "picked", seat: 0, paid: 2 },
  { type: "rolled", seat: 0, pips: 3 },
  { type: "scored", seat: 0, coins: 5, income: [part("regions", "regions", 3), part("race", "orcs", 2)] },
  { type: "turn", seat: 1, turn: 1 },
  { type: "rolled", seat: 0, pips: 0 },
  { type: "turn", seat: 0, turn: 2 },
  { type: "scored", seat: 0, coins: 5, income: [part("regions", "regions", 1), part("race", "elves", 1), part("regions", "orcs", 3, true)] },
];

beforeAll(() => loadLanguage("en"));

it("sums coins up by turn and by source, whatever the pieces are called, and counts deeds", () => {
  const store = { steps: EVENTS.map((event, ply) => ({ ply, by: 0, kind: "move", events: [event] })), info: { seats: [{ seat: 0 }, { seat: 1 }] }, shown: { view: { turn: 2 } } };
  const { lines, now, tables } = statistics(store, words);
  expect([lines, now]).toEqual([[[0, 5, 10], [0, 0, 0]], 2]);
  const sources = [["regions", [4, 0]], ["declined Orcs of the Hills", [3, 0]], ["Orcs of the Hills", [2, 0]], ["declined Elves", [1, 0]]];
  expect(tables[0][1]).toEqual(sources);
  expect(tables[1][1]).toEqual([["Paid for combos", [2, 0]], ["Rolls", [2, 0]], ["Pips a roll", ["1.5", "–"]]]);
});
