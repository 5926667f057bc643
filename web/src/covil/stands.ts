// Where troops stand in a zone: beside its name, its signs, the fortress and the rebels, and not on each other's toes.

import { distance, inside, type Point } from "../lib/drawing";
import type { TroopState, ZoneData } from "./types";

/** How much room a troop has around it, and how far it is from the next: rings and all, then closer where a zone is narrow. */
const ROOM: [number, number][] = [[34, 66], [29, 58], [25, 52], [22, 46]];
const ENOUGH = 8;
const GRID = 11;
const LEAST = ROOM.at(-1)![0];

function taken([x, y]: Point, zone: ZoneData, room: number): boolean {
  const [dx, dy] = [Math.abs(x - zone.label[0]), y - zone.label[1]];
  const named = dx < zone.name.length * 4.9 + room && Math.abs(dy - 31) < room + 10;
  const signed = dx < zone.terrain.length * 17 + room && Math.abs(dy) < room + 17;
  const rebels = zone.town && dx < 60 + room && Math.abs(dy + 44) < room + 17;
  const fort = zone.start && Math.hypot(x - zone.fortress[0], y - zone.fortress[1]) < room + 34;
  return named || signed || rebels || fort;
}

/** Points all over a zone with their distance from its edge, those next to the name first. */
function points(zone: ZoneData): [Point, number][] {
  const [xs, ys] = [zone.polygon.map(([x]) => x), zone.polygon.map(([, y]) => y)];
  const found: [Point, number, number][] = [];
  for (let y = Math.min(...ys) + LEAST; y < Math.max(...ys) - LEAST; y += GRID) {
    for (let x = Math.min(...xs) + LEAST; x < Math.max(...xs) - LEAST; x += GRID) {
      const spot: Point = [Math.round(x), Math.round(y)];
      if (taken(spot, zone, LEAST) || !inside(spot, zone.polygon)) continue;
      const edge = distance(spot, zone.polygon);
      if (edge > LEAST) found.push([spot, edge, Math.hypot(x - zone.label[0], y - zone.label[1])]);
    }
  }
  return found.sort((a, b) => a[2] - b[2]).map(([spot, edge]) => [spot, edge]);
}

/** A zone's places; those it came with where none is free. */
export function stands(zone: ZoneData): Point[] {
  const all = points(zone);
  let best: Point[] = [];
  for (const [room, space] of ROOM) {
    const found: Point[] = [];
    for (const [spot, edge] of all) {
      if (edge <= room || taken(spot, zone, room)) continue;
      if (found.every(([x, y]) => Math.hypot(x - spot[0], y - spot[1]) >= space)) found.push(spot);
    }
    if (found.length > best.length) best = found;
    if (best.length >= ENOUGH) break;
  }
  return best.length > 1 ? best : zone.slots;
}

/** Who stands where: whoever stays in a zone keeps the place, newcomers take the first that is free. */
export class Stands {
  private readonly kept = new Map<string, { zone: string; place: number }>();
  /** Where a troop stood before it went to the zone where it is now. */
  readonly left = new Map<string, Point>();
  private latest: Record<string, Point> = {};

  of(zones: ZoneData[], troops: Record<string, TroopState>): Record<string, Point> {
    for (const [name, { zone }] of this.kept) {
      if (troops[name]?.zone === zone) continue;
      this.kept.delete(name);
      this.left.set(name, this.latest[name]);
    }
    const used = new Set([...this.kept.values()].map(({ zone, place }) => `${zone} ${place}`));
    const found: Record<string, Point> = {};
    const byId = new Map(zones.map((zone) => [zone.id, zone]));
    for (const name of Object.keys(troops).sort()) {
      const zone = byId.get(troops[name].zone);
      if (!zone) continue;
      let place = this.kept.get(name)?.place ?? 0;
      if (!this.kept.has(name)) while (used.has(`${zone.id} ${place}`)) place += 1;
      used.add(`${zone.id} ${place}`);
      this.kept.set(name, { zone: zone.id, place });
      const [x, y] = zone.slots[place % zone.slots.length];
      const round = Math.floor(place / zone.slots.length);
      found[name] = [x + round * 12, y + round * 12];
    }
    this.latest = found;
    return found;
  }
}
