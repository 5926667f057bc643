// Types of Covil's view, board and cards: those of the wire, and what the page makes of them.

import type { Entry, Glossary } from "../lib/api";
import type { BoardZone, MinionView, PlayerView, Minion as MinionEntry, Relic as RelicEntry, Summary, TerrainDominance, View } from "./wire";

export type { PlayerView as Player, Summary as PublicSummary, TerrainDominance, TroopView as TroopState, View } from "./wire";
export type Terrain = TerrainDominance["terrain"];
export type CardState = MinionView["state"];
export type Minion = Entry & MinionEntry;
export type Relic = Entry & RelicEntry;

/** A zone as it is drawn: one of a board without a drawing has been laid out. */
export type ZoneData = Required<BoardZone>;

export interface BoardData {
  town: string;
  zones: ZoneData[];
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
export const handSize = (player: PlayerView): number => (Array.isArray(player.relics) ? player.relics.length : player.relics);

/** Points of a seat by source. */
export interface PointBreakdown {
  minions: number;
  fortress: number;
  gold: number;
  influence: number;
  relics: number;
}

/** Points that the viewer knows of: the public ones, and those of relics that he sees. */
export function knownPoints(view: View, summary: Summary, seat: number, glossary: Glossary): PointBreakdown {
  const { relics } = view.players[seat];
  const known = Array.isArray(relics) ? relics : [];
  return { ...summary.points[seat], relics: known.reduce((sum, card) => sum + ((glossary[card] as Relic | undefined)?.gold ?? 0), 0) };
}

export const total = (points: PointBreakdown): number => Object.values(points).reduce((sum, n) => sum + n, 0);
