// Tests of Covil: grouping of legal moves, nights, layout of boards, messages about troops.

import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Glossary } from "../lib/api";
import type { Data } from "../lib/ruleMessages.svelte";
import type { Thing } from "../lib/wire";
import { LegalMoves } from "./legalMoves";
import { latestNight } from "./night";
import { completeLayout } from "./background";
import type { BoardData, View, ZoneData } from "./types";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { TranslatedGlossary } = await import("../lib/glossary.svelte");
const { loadMessages } = await import("../lib/ruleMessages.svelte");
const { loadLanguage } = await import("../lib/i18n/index.svelte");
const { Words } = await import("./words");

const zone = (id: string, terrain: string[]): ZoneData => ({ id, name: id, terrain, adjacent: [], start: false }) as unknown as ZoneData;

describe("legal moves", () => {
  const view = { troops: { "0a": {}, "1a": {} } } as unknown as View;
  const glossary = { h1: { kind: "henchman" }, r01: { kind: "relic" } } as unknown as Glossary;
  const group = (...legal: string[]): LegalMoves => new LegalMoves(legal, view, glossary, new Set(["A", "B"]));

  it("are grouped by what is clicked", () => {
    const moves = group("move 0a B", "ranged 0a fortress 1", "melee 0a 1a", "rest 0a h1", "gold 0a", "hire h1", "relic r01", "choose A", "choose 2", "end");
    expect(moves.options.map(({ targetKind, id }) => `${targetKind} ${id}`.trim())).toEqual(["zone B", "fortress 1", "troop 1a", "minion h1", "button", "pool h1", "relic r01", "zone A", "button 2", "button"]);
  });

  it("without a target are buttons; copies of a card have their state", () => {
    const moves = group("use", "skip", "rest 0a h1 tired", "choose h1 exhausted");
    expect(moves.options.map(({ targetKind, id, state }) => `${targetKind} ${id} ${state ?? ""}`.trim())).toEqual(["button", "button", "minion h1 tired", "minion h1 exhausted"]);
  });

  it("of a troop need the troop to be selected", () => {
    const moves = group("move 0a B", "gold 0a");
    expect(moves.forTarget("zone", "B", null)).toEqual([]);
    expect(moves.forTarget("zone", "B", "0a")).toHaveLength(1);
    expect(moves.actors).toEqual(["0a"]);
  });
});

describe("the night", () => {
  it("is split into its steps and over in the morning", () => {
    const entry = (events: object[]) => ({ ply: 3, by: 0, kind: "move", events }) as never;
    const night = latestNight([entry([{ type: "night", day: 1 }, { type: "revealed" }, { type: "fee", seat: 0 }, { type: "gained", seat: 0 }, { type: "raided" }, { type: "all_rested" }, { type: "morning" }, { type: "moved" }])]);
    expect(night?.over).toBe(true);
    expect(night?.events.dominance).toHaveLength(2);
    expect(night?.events.retaliation).toHaveLength(0);
  });
});

describe("a board without a drawing", () => {
  it("is laid out around its town", () => {
    const board = { town: "t", zones: [zone("a", ["Water"]), zone("b", ["Forest"]), zone("t", ["Town"])] } as unknown as BoardData;
    const layout = completeLayout(board);
    expect(layout.zones[2]).toMatchObject({ town: true, label: [600, 388] });
    expect(layout.zones.every(({ polygon, slots }) => polygon.length > 2 && slots.length > 9)).toBe(true);
  });
});

describe("messages of the rules about troops", () => {
  const zones = new Map([["A", { ...zone("A", []), name: "Ashfen" }], ["B", { ...zone("B", []), name: "Briar" }]]);
  const at: Record<string, string> = { "0a": "A", "0b": "B", "0c": "B", "1a": "A" };
  const words = new Words(new TranslatedGlossary("covil", {}), (seat) => ["Ann", "Bob"][seat], zones, null, (name) => at[name]);
  const translated = (key: string, data: Data): string => words.translate({ message: "troop 0b", said: { key, data } } as never);
  const thing = (kind: Thing["kind"], id: string, name: string): Thing => ({ kind, id, name });
  const troop = (id: string): Thing => ({ ...thing("troop", id, id), seat: Number(id[0]) });
  beforeAll(() => Promise.all([loadLanguage("en"), loadMessages("covil", "en")]).then(() => undefined));

  it("name them by owner and place, never by their ids", () => {
    expect(translated("lies", { troop: troop("0b") })).toBe("Ann's troop in Briar lies down: only a standing troop can act.");
    expect(translated("end_standing", { seat: 0, troops: ["0a", "0b", "0c"].map(troop) })).toContain("(1 troop in Ashfen, 2 troops in Briar)");
    expect(translated("melee_far", { troop: troop("0b"), here: thing("region", "B", "Briar"), target: { ...thing("fortress", "1", "fortress 1"), seat: 1 }, zone: thing("region", "A", "Ashfen") })).toContain("Bob's fortress");
    expect(translated("troop_none", { troop: troop("0d") })).toBe("Ann's troop is not on the board.");
  });
});
