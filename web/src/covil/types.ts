// Covil's view, board and cards as the server sends them.

import type { Entry, Glossary } from "../lib/api";
import type { Point } from "../lib/drawing";

export type Terrain = "Water" | "Desert" | "Mountain" | "Forest" | "Town";
export type Rest = "ready" | "tired" | "exhausted";

/** A zone as it is drawn; a board of one's own may leave all but the first six out. */
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
  hall: { card: string; state: Rest }[];
  /** The cards of one's own hand, of others only how many. */
  relics: string[] | number;
  active: string[];
}

export interface Combat {
  kind: "melee" | "ranged" | "rebels";
  attacker: string | null;
  target: string;
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
  /** What is still to be done, the next last. */
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

/** The size of a troop on the board, and how many Minions a hall holds. */
export const UNIT = 22;
export const PLACES = 6;

/** Cards with a name for each that stays its own when others come and go: the first of a kind, the second … */
export function keyed<T>(cards: T[], id: (card: T) => string): [T, string][] {
  const met = new Map<string, number>();
  return cards.map((card) => {
    const n = (met.get(id(card)) ?? 0) + 1;
    met.set(id(card), n);
    return [card, `${id(card)}/${n}`];
  });
}

export const isRelic = (entry: Entry | undefined): entry is Relic => entry?.kind === "relic";
export const seatOf = (troop: string): number => Number(troop[0]);
export const handSize = (player: Player): number => (Array.isArray(player.relics) ? player.relics.length : player.relics);

/** Points as far as they are known: the rules count what everybody sees; to them come the relics one knows. */
export interface Worth {
  minions: number;
  fortress: number;
  gold: number;
  influence: number;
  relics: number;
}

export function worth(view: View, outlook: Outlook, seat: number, glossary: Glossary): Worth {
  const { relics } = view.players[seat];
  const known = Array.isArray(relics) ? relics : [];
  return { ...outlook.points[seat], relics: known.reduce((sum, card) => sum + ((glossary[card] as Relic | undefined)?.gold ?? 0), 0) };
}

export const total = (found: Worth): number => Object.values(found).reduce((sum, n) => sum + n, 0);

/** A terrain as night would find it, worked out by the rules. */
export interface Dominion {
  terrain: Terrain;
  /** Who controls each zone of the terrain; -1 where nobody or several have most troops. */
  zones: Record<string, number>;
  /** How many zones each seat controls. */
  held: number[];
  seat: number;
  gold: number;
}

/** What the server works out from the table for everybody. */
export interface Outlook {
  dominance: Dominion[];
  raiders: number[];
  points: Omit<Worth, "relics">[];
  most_rebels: number;
  /** What the Minion costs that is being paid for. */
  price?: number;
  /** Troops that everybody has tomorrow morning; none on the last day. */
  reserve?: number;
}
