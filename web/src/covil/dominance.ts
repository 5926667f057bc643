// Who would be paid for which terrain if night fell now: shown all day, and explained at night.

import { DOMINATED, seatOf, type Terrain, type TroopState, type ZoneData } from "./types";

export interface Dominion {
  terrain: Terrain;
  /** Who controls each zone of the terrain; -1 where nobody or several have most troops. */
  zones: { id: string; seat: number }[];
  /** How many zones each seat controls. */
  held: number[];
  seat: number;
}

/** The seat with strictly the most, or -1. */
export function most(counts: number[]): number {
  const best = Math.max(0, ...counts);
  return best > 0 && counts.filter((n) => n === best).length === 1 ? counts.indexOf(best) : -1;
}

export function controls(zone: string, troops: Record<string, TroopState>, seats: number): number {
  const counts = Array<number>(seats).fill(0);
  for (const [name, troop] of Object.entries(troops)) if (troop.zone === zone) counts[seatOf(name)] += 1;
  return most(counts);
}

export function dominions(zones: ZoneData[], troops: Record<string, TroopState>, seats: number): Dominion[] {
  return DOMINATED.map((terrain) => {
    const found = zones.filter((zone) => zone.terrain.includes(terrain)).map(({ id }) => ({ id, seat: controls(id, troops, seats) }));
    const held = Array.from({ length: seats }, (_, seat) => found.filter((zone) => zone.seat === seat).length);
    return { terrain, zones: found, held, seat: most(held) };
  });
}
