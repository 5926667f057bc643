// Background of a Small World map as one SVG picture: terrain colours, terrain icons, borders. It is drawn once and shown as an image,
// so that moving tokens does not repaint it.

import { seededRandom, distance, hash, inside, outlineOf, type Point } from "../lib/drawing";
import type { MapData, RegionData } from "./types";

const INK = "#3b2a1c";
export const GROUND: Record<string, string> = {
  farmland: "#efcf7c",
  forest: "#98b872",
  hill: "#ccd88b",
  mountain: "#cfc1ae",
  swamp: "#b3a67c",
  sea: "#82b9cb",
  lake: "#9fd0da",
};

const pen = (ink = INK): string => `fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round"`;
const ICONS = `
<g id="tree"><path d="M0 9V4" ${pen()} stroke-width="2"/><path d="M0-10C5-10 7-6 6-3C9-1 7 5 0 5S-9-1-6-3C-7-6-5-10 0-10Z" fill="#5f8549" stroke="${INK}" stroke-width="1.1"/><path d="M-3-5C-2-7 0-7.5 2-7M-5 0C-4-2-2-2 0-1" ${pen("#d7e2a8")} stroke-width="1.1" opacity=".8"/></g>
<g id="fir"><path d="M0 9V5" ${pen()} stroke-width="2"/><path d="M0-13 5-5H2.5L7 1H3.5L8 6H-8L-3.5 1H-7L-2.5-5H-5Z" fill="#4a7548" stroke="${INK}" stroke-width="1.1" stroke-linejoin="round"/></g>
<g id="peak"><path d="M-17 11-3-12 1-8 4-12 17 11Q0 14-17 11Z" fill="#e6dbc8" stroke="${INK}" stroke-width="1.4" stroke-linejoin="round"/><path d="M4-12 17 11Q10 13 5 12.5L7 3 2-1Z" fill="#8d7d6c"/><path d="M-3-12 1-8 4-12 7-6 3-4 0-6-4-3-7-5Z" fill="#fff"/><path d="M8 1 12 9M5 5 8 11" ${pen()} stroke-width=".9"/></g>
<g id="knoll"><path d="M-15 6C-9-6-3-9 1-8C7-8 12-2 15 6Q0 8-15 6Z" fill="#a8b766"/><path d="M-15 6C-9-6-3-9 1-8C7-8 12-2 15 6" ${pen()} stroke-width="1.3"/><path d="M5-3C8-1 10 2 11 4M-7 4-6 1M-3 4-2.5 1M1 4 2 1" ${pen()} stroke-width=".9"/></g>
<g id="reed"><path d="M-4 7C-4 2-5-2-7-5M0 7V-8M4 7C4 2 5-2 7-4" ${pen("#4f4a23")} stroke-width="1.5"/><path d="M0-9V-4M-7-6-6-3" ${pen("#5b3a1e")} stroke-width="2.8"/></g>
<g id="pool"><ellipse rx="13" ry="4" fill="#7f9c90"/><path d="M-13 0C-8-5 8-5 13 0M-7 1.5H0M3 2H8" ${pen()} stroke-width=".9"/></g>
<g id="furrow"><path d="M-15 4Q0-3 15 4M-13 8Q0 1 13 8M-12 0Q0-6 12 0" ${pen("#a9782b")} stroke-width="1.4"/></g>
<g id="farm"><path d="M-8-1H8V7H-8Z" fill="#f8ecd2" stroke="${INK}" stroke-width="1.1"/><path d="M-10.5 0 0-9 10.5 0Z" fill="#b4502f" stroke="${INK}" stroke-width="1.1" stroke-linejoin="round"/><path d="M-2 7V2H2V7" fill="#6b4125"/></g>
<g id="sheaf"><path d="M0 7-5-5M0 7V-7M0 7 5-5M-2.5 2H2.5" ${pen("#93641d")} stroke-width="1.6"/></g>
<g id="wave"><path d="M-12 0Q-9-5-6 0Q-3-5 0 0Q3-5 6 0" ${pen("#f2f8f4")} stroke-width="1.5"/><path d="M-8 4Q-5 0-2 4Q1 0 4 4" ${pen("#2d5d70")} stroke-width=".9" opacity=".7"/></g>
<g id="sail"><path d="M-10 3H10L6 8H-6Z" fill="#7a5230" stroke="${INK}" stroke-width="1.1" stroke-linejoin="round"/><path d="M0 2V-14M-1 1V-12L-9 0ZM1 1V-10Q8-6 7 0Z" fill="#fbf4df" stroke="${INK}" stroke-width="1.1" stroke-linejoin="round"/></g>
<g id="serpent"><path d="M-22 6C-20-4-12-4-10 6M-4 6C-2-6 6-6 8 6M13 6C13-6 14-12 20-12C24-12 25-8 21-7" fill="none" stroke="${INK}" stroke-width="5"/><path d="M-22 6C-20-4-12-4-10 6M-4 6C-2-6 6-6 8 6M13 6C13-6 14-12 20-12C24-12 25-8 21-7" fill="none" stroke="#5c8f7a" stroke-width="3"/></g>`;

/** Icons of a terrain with their weights, distance, distance from the edge, and range of sizes. */
interface IconPattern {
  icons: [string, number][];
  step: number;
  inset: number;
  size: Point;
}
const ICON_PATTERNS: Record<string, IconPattern> = {
  forest: { icons: [["tree", 4], ["fir", 3]], step: 23, inset: 12, size: [0.8, 1.15] },
  mountain: { icons: [["peak", 1]], step: 36, inset: 18, size: [0.7, 1.15] },
  hill: { icons: [["knoll", 1]], step: 38, inset: 16, size: [0.7, 1.1] },
  swamp: { icons: [["reed", 5], ["pool", 3]], step: 32, inset: 14, size: [0.75, 1.1] },
  farmland: { icons: [["furrow", 6], ["farm", 1], ["sheaf", 3]], step: 40, inset: 18, size: [0.8, 1.05] },
  sea: { icons: [["wave", 14], ["sail", 1]], step: 44, inset: 16, size: [0.8, 1.15] },
  lake: { icons: [["wave", 1]], step: 42, inset: 15, size: [0.8, 1.1] },
};

export const outline = (region: RegionData): string => outlineOf(region.polygon);

/** Size of tokens on a map: as large as its smallest region allows. */
export function tokenSize(map: MapData): number {
  const tightest = Math.min(...map.regions.map((region) => region.inradius));
  return Math.max(19, Math.min(31, tightest * 0.43));
}

function scatterIcons(region: RegionData, unit: number, random: () => number): string {
  const pattern = ICON_PATTERNS[region.terrain] ?? ICON_PATTERNS.hill;
  const xs = region.polygon.map(([x]) => x);
  const ys = region.polygon.map(([, y]) => y);
  const total = pattern.icons.reduce((sum, [, weight]) => sum + weight, 0);
  const icons: [number, string][] = [];
  let row = 0;
  for (let y = Math.min(...ys); y < Math.max(...ys); y += pattern.step * 0.72, row += 1) {
    for (let x = Math.min(...xs) + ((row % 2) * pattern.step) / 2; x < Math.max(...xs); x += pattern.step) {
      const spot: Point = [x + (random() - 0.5) * pattern.step * 0.5, y + (random() - 0.5) * pattern.step * 0.4];
      const size = pattern.size[0] + random() * (pattern.size[1] - pattern.size[0]);
      let pick = random() * total;
      const icon = pattern.icons.find(([, weight]) => (pick -= weight) < 0)![0];
      if (isReserved(spot, region, unit) || !inside(spot, region.polygon) || distance(spot, region.polygon) < pattern.inset) continue;
      icons.push([spot[1], `<use href="#${icon}" transform="translate(${spot[0].toFixed(0)} ${spot[1].toFixed(0)})scale(${size.toFixed(2)})"/>`]);
    }
  }
  return icons.sort(([a], [b]) => a - b).map(([, text]) => text).join("");
}

/** Whether a point is kept free for tokens and the name of the region. */
function isReserved([x, y]: Point, region: RegionData, unit: number): boolean {
  const [ax, ay] = region.anchor;
  const wide = Math.max(unit * 1.9, region.name.length * unit * 0.17);
  return ((x - ax) / wide) ** 2 + ((y - ay - unit * 0.15) / (unit * 1.95)) ** 2 < 1;
}

function drawRegion(region: RegionData, k: number, unit: number, map: MapData): string {
  const path = outline(region);
  const random = seededRandom(hash(`/${region.id}`));
  return `<g clip-path="url(#r${k})"><path d="${path}" fill="${GROUND[region.terrain] ?? "#ccc"}"/>
<g fill="none" stroke="#4b331c"><path d="${path}" stroke-width="36" opacity=".07"/><path d="${path}" stroke-width="22" opacity=".08"/><path d="${path}" stroke-width="12" opacity=".1"/></g>
${scatterIcons(region, unit, random)}</g>`;
}

/** Lines between neighbours of a map that came without a drawing. */
function roads(map: MapData): string {
  if (map.drawn !== false) return "";
  const at = new Map(map.regions.map((region) => [String(region.id), region.anchor]));
  const lines = map.regions.flatMap(({ anchor, adjacent }) => adjacent.map((other) => `M${anchor.join(" ")}L${(at.get(String(other)) ?? anchor).join(" ")}`));
  return `<path d="${lines.join("")}" fill="none" stroke="#d9c39a" stroke-width="12" stroke-linecap="round"/>`;
}

/** The whole picture, as SVG. */
export function backgroundSvg(map: MapData): string {
  const [width, height] = map.box;
  const unit = tokenSize(map);
  const whole = map.regions.map(outline).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 2}" height="${height * 2}"><defs>${ICONS}
${map.regions.map((region, k) => `<clipPath id="r${k}"><path d="${outline(region)}"/></clipPath>`).join("")}</defs>
<rect width="${width}" height="${height}" fill="#6d5640"/>${roads(map)}
${map.regions.map((region, k) => drawRegion(region, k, unit, map)).join("")}
<g fill="none" stroke-linejoin="round"><path d="${whole}" stroke="${INK}" stroke-width="6"/><path d="${whole}" stroke="#f6ead0" stroke-width="2.6"/></g>
<rect x="1.5" y="1.5" width="${width - 3}" height="${height - 3}" rx="6" fill="none" stroke="${INK}" stroke-width="7"/></svg>`;
}

export function backgroundUrl(map: MapData): string {
  return `data:image/svg+xml,${encodeURIComponent(backgroundSvg(map).replace(/\n/g, ""))}`;
}
