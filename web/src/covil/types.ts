// Types of Covil's view, board and cards as the server sends them.

import type { Entry, Glossary } from "../lib/api";
import type { Point } from "../lib/drawing";
import type { PieceRef } from "./wire";

export type Terrain = "Water" | "Desert" | "Mountain" | "Forest" | "Town";
export type CardState = "ready" | "tired" | "exhausted";

/** A zone as it is drawn; a custom board may omit all but the first six fields. */
export interface ZoneData {
  id: string;
  name: string;
  terrain: Terrain[];
  town: boolean;
  start: boolean;
  adjacent: string[];
  label: Point;
  fortress: Point;
  slots: Point[];
  polygon: Point[];
}

export interface BoardData {
  id?: string;
  name?: string;
  town: string;
  zones: ZoneData[];
}

export interface TroopState {
  zone: string;
  standing: boolean;
}

export interface Player {
  gold: number;
  hall: { card: string; state: CardState }[];
  /** The cards of the viewer's own hand; of other hands only the number. */
  relics: string[] | number;
  active: string[];
}

export interface Combat {
  kind: "melee" | "ranged" | "rebels";
  attacker: string | null;
  against: PieceRef;
  weapon: number;
  bonus: number;
  free: boolean;
  stood: boolean;
  besieged: boolean;
  guards: number[];
}

export interface View {
  day: number;
  phase: "found" | "afternoon" | "payment" | "choice" | "combat" | "retreat" | "raid" | "over" | "chance";
  scepter: number;
  player: number;
  rebels: number;
  fortresses: ({ zone: string; hp: number } | null)[];
  troops: Record<string, TroopState>;
  players: Player[];
  pool: string[];
  discard: string[];
  hired: boolean;
  acted: boolean;
  payment?: { card: string; gold: number; relics: string[]; slots: number[] };
  combat?: Combat;
  /** Stack of pending tasks, the next one last. */
  pending?: [string, ...number[]][];
}

export interface Minion extends Entry {
  class: string;
  cost: number;
  stat: { type: "melee" | "ranged" | "defense"; value: number };
  ability: "reinforcement" | "influence" | "aftershock" | "command";
}

export interface Relic extends Entry {
  gold: number;
  bonus: { stat: "melee" | "ranged" | "defense" | "attack"; value: number };
  target: Terrain;
}

/** Radius of a troop on the board. */
export const TROOP_SIZE = 22;
/** Number of Minions that a hall holds. */
export const HALL_SIZE = 6;

/** Cards with a stable key for each: its id and the number of the copy. */
export function keyed<T>(cards: T[], id: (card: T) => string): [T, string][] {
  const counts = new Map<string, number>();
  return cards.map((card) => {
    const n = (counts.get(id(card)) ?? 0) + 1;
    counts.set(id(card), n);
    return [card, `${id(card)}/${n}`];
  });
}

export const isRelic = (entry: Entry | undefined): entry is Relic => entry?.kind === "relic";
export const seatOf = (troop: string): number => Number(troop[0]);
export const handSize = (player: Player): number => (Array.isArray(player.relics) ? player.relics.length : player.relics);

/** Points of a seat by source. */
export interface PointBreakdown {
  minions: number;
  fortress: number;
  gold: number;
  influence: number;
  relics: number;
}

/** Points that the viewer knows of: the public ones, and those of relics that he sees. */
export function knownPoints(view: View, summary: PublicSummary, seat: number, glossary: Glossary): PointBreakdown {
  const { relics } = view.players[seat];
  const known = Array.isArray(relics) ? relics : [];
  return { ...summary.points[seat], relics: known.reduce((sum, card) => sum + ((glossary[card] as Relic | undefined)?.gold ?? 0), 0) };
}

export const total = (points: PointBreakdown): number => Object.values(points).reduce((sum, n) => sum + n, 0);

/** Dominance of a terrain as the rules would count it tonight. */
export interface TerrainDominance {
  terrain: Terrain;
  /** Seat that controls each zone of the terrain; -1 for none, or a tie. */
  zones: Record<string, number>;
  /** How many zones each seat controls. */
  held: number[];
  seat: number;
  gold: number;
}

/** The rules' public summary of a position (`State.public_summary`), in `facts.summary`. */
export interface PublicSummary {
  dominance: TerrainDominance[];
  raiders: number[];
  points: Omit<PointBreakdown, "relics">[];
  most_rebels: number;
  question?: { card?: string };
  /** Price of the Minion that is being paid for. */
  price?: number;
  /** Number of troops of each player tomorrow morning; missing on the last day. */
  reserve?: number;
}
