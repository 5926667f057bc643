// Tests of Covil: grouping of legal moves, nights, layout of boards, messages about troops.

import { beforeAll, describe, expect, it, vi } from "vitest";
import type { MoveText } from "../lib/opaque";
import type { Data } from "../lib/ruleMessages.svelte";
import type { Thing } from "../lib/wire";
import { LegalMoves } from "./legalMoves";
import { latestNight } from "./night";
import { completeLayout } from "./background";
import type { BoardData, TroopState, ZoneData } from "./types";
import type { CovilMove } from "./wire";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { TranslatedGlossary } = await import("../lib/glossary.svelte");
const { loadMessages } = await import("../lib/ruleMessages.svelte");
const { loadLanguage } = await import("../lib/i18n/index.svelte");
const { Words } = await import("./words");

const zone = (id: string, terrain: string[]): ZoneData => ({ id, name: id, terrain, adjacent: [], start: false }) as unknown as ZoneData;

describe("legal moves", () => {
  /** Legal moves with texts that say nothing: what a move is stands in its data. */
  const group = (...moves: CovilMove[]): LegalMoves => new LegalMoves(moves.map((move, k) => ({ ...move, text: `move ${k}` as unknown as MoveText })));
  const march: CovilMove = { verb: "move", troop: "0a", zone: "B" };
  const work: CovilMove = { verb: "gold", troop: "0a" };

  it("are grouped by what is clicked", () => {
    const moves = group(
      march,
      { verb: "ranged", troop: "0a", against: { kind: "fortress", id: "1", seat: 1 } },
      { verb: "melee", troop: "0a", against: { kind: "troop", id: "1a", seat: 1 } },
      { verb: "rest", troop: "0a", card: "h1" },
      work,
      { verb: "hire", card: "h1", price: 4 },
      { verb: "relic", card: "r01" },
      { verb: "choose_zone", zone: "A" },
      { verb: "choose_troop", troop: "1a" },
      { verb: "end" },
    );
    expect(moves.options.map(({ targetKind, id }) => `${targetKind} ${id}`.trim())).toEqual(["zone B", "fortress 1", "troop 1a", "minion h1", "button", "pool h1", "relic r01", "zone A", "troop 1a", "button"]);
    expect([moves.about("hire", "h1")?.amount, moves.about("hire", "h2")]).toEqual([4, undefined]);
  });

  it("without a target are buttons with their seat or number; copies of a card have their state", () => {
    const moves = group({ verb: "use" }, { verb: "choose_seat", seat: 1 }, { verb: "choose_number", rebels: 2 }, { verb: "pay_gold", gold: 3 }, { verb: "rest", troop: "0a", card: "h1", state: "tired" }, { verb: "choose_minion", card: "h1", state: "exhausted" });
    expect(moves.options.map(({ verb, targetKind, id, state, seat, amount }) => [verb, targetKind, id, state ?? seat ?? amount])).toEqual([
      ["use", "button", "", undefined],
      ["choose", "button", "", 1],
      ["choose", "button", "", 2],
      ["pay", "button", "", 3],
      ["rest", "minion", "h1", "tired"],
      ["choose", "minion", "h1", "exhausted"],
    ]);
    expect(moves.buttons.map(({ verb }) => verb)).toEqual(["use", "choose", "choose", "pay"]);
  });

  it("of a troop need the troop to be selected, those that choose one do not", () => {
    const moves = group(march, work, { verb: "choose_troop", troop: "0b" });
    expect(moves.forTarget("zone", "B", null)).toEqual([]);
    expect(moves.forTarget("zone", "B", "0a")).toHaveLength(1);
    expect(moves.forTarget("troop", "0b", null)).toHaveLength(1);
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
  const words = new Words(new TranslatedGlossary("covil", {}), (seat) => ["Ann", "Bob"][seat], zones, null, (id) => (at[id] ? ({ zone: at[id] } as TroopState) : undefined));
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
