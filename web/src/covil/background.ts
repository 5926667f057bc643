// Background of a Covil board as one SVG picture: terrain, terrain icons, borders; and the layout of boards that come without a drawing.

import { seededRandom, distance, hash, inside, outlineOf, type Point } from "../lib/drawing";
import { troopSlots } from "./troopPlacement";
import type { BoardData, Terrain, ZoneData } from "./types";

export const BOX: Point = [1200, 800];

const INK = "#2b1c2e";
const GROUND: Record<Terrain, string> = { Water: "#76abc0", Desert: "#e3c47e", Mountain: "#b7aeb4", Forest: "#8dac6d", Town: "#c9a98a" };
const DEEP: Record<Terrain, string> = { Water: "#5a92ab", Desert: "#cfa95c", Mountain: "#968b96", Forest: "#6f9157", Town: "#a98467" };

const pen = (ink = INK): string => `fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round"`;
const ICONS = `
<g id="wave"><path d="M-16 0Q-12-6-8 0Q-4-6 0 0Q4-6 8 0Q12-6 16 0" ${pen("#e6f3f4")} stroke-width="1.7" opacity=".85"/><path d="M-9 6Q-5 1-1 6Q3 1 7 6" ${pen("#2f6480")} stroke-width="1.1" opacity=".7"/></g>
<g id="ripple"><path d="M-9 0Q-4-5 0 0Q4-5 9 0" ${pen("#e6f3f4")} stroke-width="1.4" opacity=".75"/></g>
<g id="fin"><path d="M-9 4Q-3-10 7-11Q2-4 6 4Z" fill="#37506a" stroke="${INK}" stroke-width="1.2"/><path d="M-15 5Q-10 1-5 5Q0 1 5 5Q10 1 14 5" ${pen("#e6f3f4")} stroke-width="1.5"/></g>
<g id="dune"><path d="M-19 6C-11-7-2-8 2-6C9-5 15 1 19 6Q0 9-19 6Z" fill="#d9b566"/><path d="M-19 6C-11-7-2-8 2-6C9-5 15 1 19 6M2-6C-1-1-3 3-3 7" ${pen("#8a6328")} stroke-width="1.3"/></g>
<g id="cactus"><path d="M0 11V-12M0 4H-6V-3M0 0H6V-6" ${pen("#2c4a2c")} stroke-width="6"/><path d="M0 11V-12M0 4H-6V-3M0 0H6V-6" ${pen("#6f9a58")} stroke-width="3.4"/></g>
<g id="bone"><path d="M-9 4 7-3M-10 1-9 4-12 6M6-6 7-3 10-3" ${pen(INK)} stroke-width="4.6"/><path d="M-9 4 7-3M-10 1-9 4-12 6M6-6 7-3 10-3" ${pen("#f7ecd0")} stroke-width="2.6"/></g>
<g id="peak"><path d="M-20 13-4-15 1-10 5-15 20 13Q0 16-20 13Z" fill="#d8cfd2" stroke="${INK}" stroke-width="1.4" stroke-linejoin="round"/><path d="M5-15 20 13Q12 15 6 14.6L8 4 2-1Z" fill="#7b6f7d"/><path d="M-4-15 1-10 5-15 8.5-8 4-5 0-8-5-4-8-7Z" fill="#fff"/></g>
<g id="crag"><path d="M-11 9-6-7 0-3 4-10 11 9Q0 11-11 9Z" fill="#c3b8be" stroke="${INK}" stroke-width="1.2" stroke-linejoin="round"/><path d="M4-10 11 9 4 10 2 0Z" fill="#7b6f7d"/></g>
<g id="fir"><path d="M0 11V6" ${pen("#4a2f20")} stroke-width="3"/><path d="M0-15 6-6H3L8 1H4L10 7H-10L-4 1H-8L-3-6H-6Z" fill="#4c7350" stroke="${INK}" stroke-width="1.1" stroke-linejoin="round"/><path d="M0-15 6-6H3L8 1H4L10 7H1Z" fill="#345a3e" opacity=".6"/></g>
<g id="tree"><path d="M0 11V4" ${pen("#4a2f20")} stroke-width="3"/><path d="M0-12C6-12 9-7 7-4C11-1 9 6 0 6S-11-1-7-4C-9-7-6-12 0-12Z" fill="#5f8a52" stroke="${INK}" stroke-width="1.1"/><path d="M-4-6C-3-8 0-9 2-8M-6-1C-5-3-2-3 0-2" ${pen("#cfe0a4")} stroke-width="1.2" opacity=".8"/></g>
<g id="toadstool"><path d="M-2 6V0H2V6Z" fill="#f3e5cd" stroke="${INK}" stroke-width="1"/><path d="M-8 0C-8-9 8-9 8 0Z" fill="#b5443a" stroke="${INK}" stroke-width="1.1"/><circle cx="-3" cy="-3" r="1.3" fill="#fff"/><circle cx="3" cy="-2.5" r="1.2" fill="#fff"/></g>
<g id="house"><path d="M-9-2H9V10H-9Z" fill="#efdcbd" stroke="${INK}" stroke-width="1.2"/><path d="M-12-1 0-13 12-1Z" fill="#9c4a3a" stroke="${INK}" stroke-width="1.2" stroke-linejoin="round"/><path d="M-2.5 10V3H2.5V10Z" fill="#5b3524"/><path d="M5 1H8V4H5Z" fill="#ffd873" stroke="${INK}" stroke-width=".7"/></g>
<g id="tower"><path d="M-6-6H6V12H-6Z" fill="#d9c8b0" stroke="${INK}" stroke-width="1.2"/><path d="M-9-5 0-19 9-5Z" fill="#6b4a7a" stroke="${INK}" stroke-width="1.2" stroke-linejoin="round"/><path d="M-2-1H2V4H-2Z" fill="#ffd873" stroke="${INK}" stroke-width=".7"/></g>
<g id="spiral"><circle r="25" fill="#2b1c2e" opacity=".42"/><path d="M1 0C1-3-4-3-4 1C-4 6 4 7 7 1C10-7-3-12-9-5C-16 5-5 15 5 13C17 10 17-6 8-13C-1-19-15-15-18-4" ${pen("#f6e3ff")} stroke-width="3"/></g>`;

const ICON_WEIGHTS: Record<Terrain, [string, number][]> = {
  Water: [["wave", 8], ["ripple", 6], ["fin", 1]],
  Desert: [["dune", 7], ["cactus", 2], ["bone", 1]],
  Mountain: [["peak", 5], ["crag", 4]],
  Forest: [["fir", 6], ["tree", 6], ["toadstool", 1]],
  Town: [["house", 5], ["tower", 1]],
};
/** Distance between icons. */
const STEP: Record<Terrain, number> = { Water: 50, Desert: 50, Mountain: 45, Forest: 31, Town: 36 };

/** Border between the two terrains of a zone: a winding line through its middle. */
function border(zone: ZoneData): { of: (spot: Point) => number; path: string } {
  const [cx, cy] = zone.label;
  const turn = ((hash(zone.id + zone.name) % 628) / 100) * 1;
  const [nx, ny] = [Math.cos(turn), Math.sin(turn)];
  const wind = (along: number): number => 20 * Math.sin(along / 36) + 9 * Math.sin(along / 13 + turn);
  const of = ([x, y]: Point): number => {
    const along = -(x - cx) * ny + (y - cy) * nx;
    return (x - cx) * nx + (y - cy) * ny - wind(along);
  };
  const line: string[] = [];
  for (let along = -700; along <= 700; along += 12) {
    const off = wind(along);
    line.push(`${(cx + nx * off - ny * along).toFixed(0)} ${(cy + ny * off + nx * along).toFixed(0)}`);
  }
  const far = `${(cx + nx * 900 - ny * 700).toFixed(0)} ${(cy + ny * 900 + nx * 700).toFixed(0)}`;
  const near = `${(cx + nx * 900 + ny * 700).toFixed(0)} ${(cy + ny * 900 - nx * 700).toFixed(0)}`;
  return { of, path: `M${line.join("L")}L${far}L${near}Z` };
}

function terrainAt(zone: ZoneData, spot: Point, edge: number): Terrain {
  const ground = zone.terrain.filter((terrain) => terrain !== "Town" && terrain in GROUND);
  if (zone.terrain.includes("Town") && distance(spot, zone.polygon) > 46) return "Town";
  return (edge > 0 && ground[1]) || ground[0] || "Town";
}

/** Whether a point is kept free for the name or the fortress. */
function isReserved([x, y]: Point, zone: ZoneData): boolean {
  const [lx, ly] = zone.label;
  const [fx, fy] = zone.fortress;
  const wide = Math.max(48, zone.name.length * 6.6);
  if (zone.town && Math.abs(x - lx) < 76 && Math.abs(y - ly + 46) < 34) return true;
  return ((x - lx) / wide) ** 2 + ((y - ly - 12) / 42) ** 2 < 1 || Math.hypot(x - fx, y - fy) < 40;
}

function scatterIcons(zone: ZoneData): string {
  const random = seededRandom(hash(zone.id + zone.name));
  const edge = border(zone);
  const xs = zone.polygon.map(([x]) => x);
  const ys = zone.polygon.map(([, y]) => y);
  const step = Math.min(...zone.terrain.map((terrain) => STEP[terrain] ?? STEP.Desert));
  const icons: [number, string][] = [];
  let row = 0;
  for (let y = Math.min(...ys); y < Math.max(...ys); y += step * 0.74, row += 1) {
    for (let x = Math.min(...xs) + ((row % 2) * step) / 2; x < Math.max(...xs); x += step) {
      const spot: Point = [x + (random() - 0.5) * step * 0.55, y + (random() - 0.5) * step * 0.4];
      const [size, pick, skip] = [0.8 + random() * 0.4, random(), random()];
      const side = edge.of(spot);
      const terrain = terrainAt(zone, spot, side);
      const room = zone.terrain.length > 1 && terrain !== "Town" && Math.abs(side) < 12;
      if (room || skip > step / STEP[terrain] || isReserved(spot, zone) || !inside(spot, zone.polygon) || distance(spot, zone.polygon) < 19) continue;
      const total = ICON_WEIGHTS[terrain].reduce((sum, [, weight]) => sum + weight, 0);
      let left = pick * total;
      const icon = ICON_WEIGHTS[terrain].find(([, weight]) => (left -= weight) < 0)![0];
      icons.push([spot[1], `<use href="#${icon}" transform="translate(${spot[0].toFixed(0)} ${spot[1].toFixed(0)})scale(${size.toFixed(2)})"/>`]);
    }
  }
  return icons.sort(([a], [b]) => a - b).map(([, text]) => text).join("");
}

function drawZone(zone: ZoneData, k: number): string {
  const path = outlineOf(zone.polygon);
  const ground = zone.terrain.filter((terrain) => terrain !== "Town" && terrain in GROUND);
  const [one, other] = [ground[0] ?? "Town", ground[1]];
  const half = other ? `<path d="${border(zone).path}" fill="${GROUND[other]}" stroke="${DEEP[other]}" stroke-width="5" stroke-opacity=".55"/>` : "";
  const wall = zone.town ? `<path d="${path}" fill="none" stroke="${INK}" stroke-width="30" opacity=".55"/><path d="${path}" fill="none" stroke="#8c6a50" stroke-width="25"/><path d="${path}" fill="none" stroke="#c39d77" stroke-width="22" stroke-dasharray="9 7"/>` : "";
  const spiral = zone.start ? `<use href="#spiral" transform="translate(${zone.fortress.join(" ")})"/>` : "";
  return `<g clip-path="url(#z${k})"><path d="${path}" fill="${GROUND[one]}"/>${half}
<g fill="none" stroke="#3a2038"><path d="${path}" stroke-width="44" opacity=".07"/><path d="${path}" stroke-width="26" opacity=".09"/></g>
${scatterIcons(zone)}${wall}${spiral}</g>`;
}

/** Lines between neighbours of a board that came without a drawing. */
function roads(board: BoardData): string {
  const at = new Map(board.zones.map((zone) => [zone.id, zone.label]));
  return board.zones.flatMap((zone) => zone.adjacent.filter((other) => other > zone.id).map((other) => `M${zone.label.join(" ")}L${at.get(other)?.join(" ") ?? zone.label.join(" ")}`)).join("");
}

export function backgroundSvg(board: BoardData): string {
  const [width, height] = BOX;
  const whole = board.zones.map((zone) => outlineOf(zone.polygon)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 1.6}" height="${height * 1.6}"><defs>${ICONS}
${board.zones.map((zone, k) => `<clipPath id="z${k}"><path d="${outlineOf(zone.polygon)}"/></clipPath>`).join("")}</defs>
<rect width="${width}" height="${height}" fill="#33243b"/><path d="${roads(board)}" stroke="#7b6486" stroke-width="10" fill="none"/>
${board.zones.map(drawZone).join("")}
<g fill="none" stroke-linejoin="round"><path d="${whole}" stroke="${INK}" stroke-width="8"/><path d="${whole}" stroke="#f0dcc0" stroke-width="2.2"/></g></svg>`;
}

export function backgroundUrl(board: BoardData): string {
  return `data:image/svg+xml,${encodeURIComponent(backgroundSvg(board).replace(/\n/g, ""))}`;
}

/** A board with everything that is needed to draw it: zones without an outline become discs around the town. */
export function completeLayout(board: BoardData): BoardData {
  if (board.zones.every((zone) => zone.polygon?.length > 2 && zone.label && zone.slots)) {
    return { ...board, zones: board.zones.map((zone) => ({ ...zone, id: String(zone.id), town: String(zone.id) === String(board.town) })).map((zone) => ({ ...zone, slots: troopSlots(zone) })) };
  }
  const around = board.zones.filter((zone) => String(zone.id) !== String(board.town));
  const radius = Math.min(115, 900 / Math.max(5, around.length));
  const placed = board.zones.map((zone) => {
    const k = around.indexOf(zone);
    const angle = (2 * Math.PI * k) / around.length - Math.PI / 2;
    const middle: Point = k < 0 ? [600, 400] : [600 + Math.cos(angle) * 450, 400 + Math.sin(angle) * 275];
    return disc(zone, middle, radius, String(zone.id) === String(board.town));
  });
  return { ...board, zones: placed };
}

function disc(zone: ZoneData, [x, y]: Point, radius: number, town: boolean): ZoneData {
  const on = (angle: number, far: number): Point => [Math.round(x + Math.cos(angle) * far), Math.round(y + Math.sin(angle) * far)];
  const polygon = Array.from({ length: 32 }, (_, k) => on((Math.PI * k) / 16, radius));
  const slots = Array.from({ length: 14 }, (_, k) => on((Math.PI * 2 * k) / 14 + 0.3, radius * 0.74));
  return { ...zone, id: String(zone.id), name: zone.name || String(zone.id), terrain: zone.terrain ?? [], town, label: [x, y - 12], fortress: on(-Math.PI / 2, radius * 0.62), slots, polygon };
}
