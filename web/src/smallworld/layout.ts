// A map with all that drawing needs. A map of one's own may be a bare list of regions: what it leaves out is filled in, and regions
// without an outline become discs, neighbours near each other and joined by roads.

import { chance, distance, type Point } from "../lib/drawing";
import type { MapData, RegionData } from "./types";

const BOX: Point = [1200, 800];
const STARTS = 24;
const ROUNDS = 150;

type Given = Partial<RegionData> & { id: number | string };

/** The map as the page draws it; only `id` is needed of a region. */
export function laidOut(map: Partial<MapData>): MapData {
  const given = (map.regions ?? []) as Given[];
  const whole = given.every((region) => (region.polygon?.length ?? 0) > 2 && region.anchor && region.inradius) && !!map.box;
  const regions = given.map(named);
  return { ...map, id: map.id ?? "", turns: map.turns ?? 10, drawn: whole, box: whole ? map.box! : BOX, regions: whole ? regions : discs(regions) };
}

function named(region: Given): RegionData {
  const bare = { name: String(region.id), terrain: "", symbols: [], border: false, lost_tribe: false, adjacent: [], anchor: [0, 0], inradius: 40, polygon: [] } satisfies Omit<RegionData, "id">;
  return { ...bare, ...region };
}

function discs(regions: RegionData[]): RegionData[] {
  const at = settled(regions);
  const gaps = at.flatMap(([x, y], k) => at.slice(0, k).map(([u, v]) => Math.hypot(x - u, y - v)));
  const radius = Math.max(34, Math.min(100, Math.min(300, ...gaps) * 0.46));
  return regions.map((region, k) => {
    const [x, y] = at[k];
    const on = (angle: number): Point => [Math.round(x + Math.cos(angle) * radius), Math.round(y + Math.sin(angle) * radius)];
    return { ...region, anchor: [Math.round(x), Math.round(y)], inradius: radius, polygon: Array.from({ length: 28 }, (_, j) => on((Math.PI * j) / 14)) };
  });
}

/** Places for the regions: neighbours pull each other together, all push each other away. Of several beginnings the clearest is taken; the same list gives the same places. */
function settled(regions: RegionData[]): Point[] {
  const number = new Map(regions.map((region, k): [string, number] => [String(region.id), k]));
  const pairs = regions.flatMap((region, k) => region.adjacent.map((other): [number, number] => [k, number.get(String(other)) ?? k])).filter(([a, b]) => a < b);
  const ideal = 0.8 * Math.sqrt((BOX[0] * BOX[1]) / Math.max(1, regions.length));
  let [best, least] = [[] as Point[], Infinity];
  for (let start = 0; start < STARTS && least > 0; start += 1) {
    const at = strewn(regions.length, start);
    for (let round = 0; round < ROUNDS; round += 1) push(at, pairs, ideal, 80 * (1 - round / ROUNDS) + 1);
    const found = confusion(at, pairs);
    if (found < least) [best, least] = [at, found];
  }
  return best;
}

function strewn(n: number, start: number): Point[] {
  const random = chance(start + 1);
  return Array.from({ length: n }, () => [random() * BOX[0], random() * BOX[1]]);
}

/** How hard it is to see who borders whom: roads that cross, and roads that pass under somebody else. */
function confusion(at: Point[], pairs: [number, number][]): number {
  let found = 0;
  pairs.forEach(([a, b], k) => {
    for (const [c, d] of pairs.slice(0, k)) if (a !== c && a !== d && b !== c && b !== d && cross(at[a], at[b], at[c], at[d])) found += 1;
    at.forEach((place, other) => {
      if (other !== a && other !== b && distance(place, [at[a], at[b]]) < 60) found += 1;
    });
  });
  return found;
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = ([px, py]: Point, [qx, qy]: Point, [x, y]: Point): boolean => (qx - px) * (y - py) > (qy - py) * (x - px);
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

function push(at: Point[], pairs: [number, number][], ideal: number, most: number): void {
  const force = at.map((): Point => [0, 0]);
  const add = (a: number, b: number, strength: (far: number) => number): void => {
    const [dx, dy] = [at[b][0] - at[a][0] || 0.1 * (b - a), at[b][1] - at[a][1] || 0.1];
    const far = Math.hypot(dx, dy);
    const by = strength(far) / far;
    force[a] = [force[a][0] + dx * by, force[a][1] + dy * by];
    force[b] = [force[b][0] - dx * by, force[b][1] - dy * by];
  };
  for (let a = 0; a < at.length; a += 1) for (let b = a + 1; b < at.length; b += 1) add(a, b, (far) => -(ideal * ideal) / far);
  for (const [a, b] of pairs) add(a, b, (far) => (far * far) / ideal);
  at.forEach(([x, y], k) => {
    const [fx, fy] = force[k];
    const step = Math.min(most, Math.hypot(fx, fy)) / (Math.hypot(fx, fy) || 1);
    at[k] = [Math.max(110, Math.min(BOX[0] - 110, x + fx * step)), Math.max(110, Math.min(BOX[1] - 110, y + fy * step))];
  });
}
