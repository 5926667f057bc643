// Positions of troops inside a zone: beside its name, its terrain icons, the fortress and the rebels, without overlaps.

import { distance, inside, type Point } from "../lib/drawing";
import type { TroopState, ZoneData } from "./types";

/** Distance of a troop from the edge and from other troops, in pixels: first generous, then smaller for narrow zones. */
const SPACING: [number, number][] = [[34, 66], [29, 58], [25, 52], [22, 46]];
/** A spacing that gives this many slots is used. */
const ENOUGH = 8;
const GRID = 11;
const MIN_MARGIN = SPACING.at(-1)![0];

/** Whether a point is too close to the name, the icons, the rebels or the fortress. */
function isReserved([x, y]: Point, zone: ZoneData, margin: number): boolean {
  const [dx, dy] = [Math.abs(x - zone.label[0]), y - zone.label[1]];
  const named = dx < zone.name.length * 4.9 + margin && Math.abs(dy - 31) < margin + 10;
  const icons = dx < zone.terrain.length * 17 + margin && Math.abs(dy) < margin + 17;
  const rebels = zone.town && dx < 60 + margin && Math.abs(dy + 44) < margin + 17;
  const fort = zone.start && Math.hypot(x - zone.fortress[0], y - zone.fortress[1]) < margin + 34;
  return named || icons || rebels || fort;
}

/** Grid points of a zone with their distance from its edge, the nearest to the name first. */
function points(zone: ZoneData): [Point, number][] {
  const [xs, ys] = [zone.polygon.map(([x]) => x), zone.polygon.map(([, y]) => y)];
  const candidates: [Point, number, number][] = [];
  for (let y = Math.min(...ys) + MIN_MARGIN; y < Math.max(...ys) - MIN_MARGIN; y += GRID) {
    for (let x = Math.min(...xs) + MIN_MARGIN; x < Math.max(...xs) - MIN_MARGIN; x += GRID) {
      const spot: Point = [Math.round(x), Math.round(y)];
      if (isReserved(spot, zone, MIN_MARGIN) || !inside(spot, zone.polygon)) continue;
      const edge = distance(spot, zone.polygon);
      if (edge > MIN_MARGIN) candidates.push([spot, edge, Math.hypot(x - zone.label[0], y - zone.label[1])]);
    }
  }
  return candidates.sort((a, b) => a[2] - b[2]).map(([spot, edge]) => [spot, edge]);
}

/** Slots for troops in a zone; the board's own slots where none can be computed. */
export function troopSlots(zone: ZoneData): Point[] {
  const all = points(zone);
  let best: Point[] = [];
  for (const [margin, space] of SPACING) {
    const slots: Point[] = [];
    for (const [spot, edge] of all) {
      if (edge <= margin || isReserved(spot, zone, margin)) continue;
      if (slots.every(([x, y]) => Math.hypot(x - spot[0], y - spot[1]) >= space)) slots.push(spot);
    }
    if (slots.length > best.length) best = slots;
    if (best.length >= ENOUGH) break;
  }
  return best.length > 1 ? best : zone.slots;
}

/** Assigns troops to slots: a troop that stays in a zone keeps its slot, a new one gets the first free slot. */
export class TroopPlacement {
  readonly #assigned = new Map<string, { zone: string; slot: number }>();
  /** Position of a troop before it moved to its present zone. */
  readonly previous = new Map<string, Point>();
  #latest: Record<string, Point> = {};

  update(zones: ZoneData[], troops: Record<string, TroopState>): Record<string, Point> {
    for (const [name, { zone }] of this.#assigned) {
      if (troops[name]?.zone === zone) continue;
      this.#assigned.delete(name);
      this.previous.set(name, this.#latest[name]);
    }
    const used = new Set([...this.#assigned.values()].map(({ zone, slot }) => `${zone} ${slot}`));
    const positions: Record<string, Point> = {};
    const byId = new Map(zones.map((zone) => [zone.id, zone]));
    for (const name of Object.keys(troops).sort()) {
      const zone = byId.get(troops[name].zone);
      if (!zone) continue;
      let slot = this.#assigned.get(name)?.slot ?? 0;
      if (!this.#assigned.has(name)) while (used.has(`${zone.id} ${slot}`)) slot += 1;
      used.add(`${zone.id} ${slot}`);
      this.#assigned.set(name, { zone: zone.id, slot });
      const [x, y] = zone.slots[slot % zone.slots.length];
      const round = Math.floor(slot / zone.slots.length);
      positions[name] = [x + round * 12, y + round * 12];
    }
    this.#latest = positions;
    return positions;
  }
}
