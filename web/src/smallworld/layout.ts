// A map with all that drawing needs. A map of one's own may be a bare list of regions: what it leaves out is filled in, and regions
// without an outline become discs, neighbours near each other and joined by roads.

import type { Point } from "../lib/drawing";
import type { MapData, RegionData } from "./types";

const BOX: Point = [1200, 800];
const ROUNDS = 400;

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

/** Places for the regions: neighbours pull each other together, all push each other away. The same list gives the same places. */
function settled(regions: RegionData[]): Point[] {
  const [width, height] = BOX;
  const number = new Map(regions.map((region, k): [string, number] => [String(region.id), k]));
  const pairs = regions.flatMap((region, k) => region.adjacent.map((other): [number, number] => [k, number.get(String(other)) ?? k])).filter(([a, b]) => a < b);
  const ideal = 0.8 * Math.sqrt((width * height) / Math.max(1, regions.length));
  const at = regions.map((_, k): Point => {
    const angle = (2 * Math.PI * k) / regions.length;
    return [width / 2 + Math.cos(angle) * width * 0.36, height / 2 + Math.sin(angle) * height * 0.36];
  });
  for (let round = 0; round < ROUNDS; round += 1) push(at, pairs, ideal, 60 * (1 - round / ROUNDS) + 1);
  return at;
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
