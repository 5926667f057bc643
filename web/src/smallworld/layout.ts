// Layout of custom maps that come without a drawing: missing fields are filled in, and regions without an outline become discs,
// placed by a force-directed layout and joined by roads.

import { seededRandom, distance, type Point } from "../lib/drawing";
import type { MapData, RegionData } from "./types";

const BOX: Point = [1200, 800];
const STARTS = 24;
const ROUNDS = 150;

type Given = Partial<RegionData> & { id: number | string };

/** A map with everything that is needed to draw it; of a region only `id` is required. */
export function completeLayout(map: Partial<MapData>): MapData {
  const given = (map.regions ?? []) as Given[];
  const whole = given.every((region) => (region.polygon?.length ?? 0) > 2 && region.anchor && region.inradius) && !!map.box;
  const regions = given.map(withDefaults);
  return { ...map, turns: map.turns ?? 10, drawn: whole, box: whole ? map.box! : BOX, regions: whole ? regions : discs(regions) };
}

function withDefaults(region: Given): RegionData {
  const bare = { name: String(region.id), terrain: "", symbols: [], border: false, adjacent: [], anchor: [0, 0], inradius: 40, polygon: [] } satisfies Omit<RegionData, "id">;
  return { ...bare, ...region };
}

function discs(regions: RegionData[]): RegionData[] {
  const at = forceLayout(regions);
  const gaps = at.flatMap(([x, y], k) => at.slice(0, k).map(([u, v]) => Math.hypot(x - u, y - v)));
  const radius = Math.max(34, Math.min(100, Math.min(300, ...gaps) * 0.46));
  return regions.map((region, k) => {
    const [x, y] = at[k];
    const on = (angle: number): Point => [Math.round(x + Math.cos(angle) * radius), Math.round(y + Math.sin(angle) * radius)];
    return { ...region, anchor: [Math.round(x), Math.round(y)], inradius: radius, polygon: Array.from({ length: 28 }, (_, j) => on((Math.PI * j) / 14)) };
  });
}

/** Positions of the regions: neighbours attract, all repel each other. The best of several starts is taken; the result is deterministic. */
function forceLayout(regions: RegionData[]): Point[] {
  const number = new Map(regions.map((region, k): [string, number] => [String(region.id), k]));
  const pairs = regions.flatMap((region, k) => region.adjacent.map((other): [number, number] => [k, number.get(String(other)) ?? k])).filter(([a, b]) => a < b);
  const ideal = 0.8 * Math.sqrt((BOX[0] * BOX[1]) / Math.max(1, regions.length));
  let [best, least] = [[] as Point[], Infinity];
  for (let start = 0; start < STARTS && least > 0; start += 1) {
    const at = randomPoints(regions.length, start);
    for (let round = 0; round < ROUNDS; round += 1) applyForces(at, pairs, ideal, 80 * (1 - round / ROUNDS) + 1);
    const crossings = countCrossings(at, pairs);
    if (crossings < least) [best, least] = [at, crossings];
  }
  return best;
}

function randomPoints(n: number, start: number): Point[] {
  const random = seededRandom(start + 1);
  return Array.from({ length: n }, () => [random() * BOX[0], random() * BOX[1]]);
}

/** Number of roads that cross, or that pass below a region. */
function countCrossings(at: Point[], pairs: [number, number][]): number {
  let count = 0;
  pairs.forEach(([a, b], k) => {
    for (const [c, d] of pairs.slice(0, k)) if (a !== c && a !== d && b !== c && b !== d && cross(at[a], at[b], at[c], at[d])) count += 1;
    at.forEach((place, other) => {
      if (other !== a && other !== b && distance(place, [at[a], at[b]]) < 60) count += 1;
    });
  });
  return count;
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = ([px, py]: Point, [qx, qy]: Point, [x, y]: Point): boolean => (qx - px) * (y - py) > (qy - py) * (x - px);
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

function applyForces(at: Point[], pairs: [number, number][], ideal: number, most: number): void {
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
