// Geometry of a board that comes as data: sizes of discs, roads between them, colours of kinds.

import type { Point } from "../lib/drawing";
import type { BoardDrawing, RegionDrawing } from "./wire";

const COLOURS = ["#d9c79a", "#a9c08b", "#c3b4a1", "#a8c4cf", "#d0a98a", "#b9b07a", "#c0a7bd", "#9fb8a4"];
const NO_BOARD: BoardDrawing = { size: [0, 0], regions: [] };

/** The drawing in a table's board data; an empty one where there is none or it cannot be drawn. */
export function drawingOf(board: Record<string, unknown> | null): BoardDrawing {
  const drawing = board?.drawing as Partial<BoardDrawing> | undefined;
  if (!drawing || !Array.isArray(drawing.regions) || !Array.isArray(drawing.size)) return NO_BOARD;
  const regions = drawing.regions.filter((region) => Array.isArray(region?.centre));
  return regions.length > 0 && drawing.size[0] > 0 && drawing.size[1] > 0 ? { size: drawing.size, regions } : NO_BOARD;
}

const length = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);

/** Radius of the discs: such that no two of them touch. */
export function discRadius({ regions, size }: BoardDrawing): number {
  let nearest = Math.min(...size) / 3;
  for (const [k, one] of regions.entries()) for (const other of regions.slice(k + 1)) nearest = Math.min(nearest, length(one.centre, other.centre));
  return nearest * 0.4;
}

/** Borders between discs, each once. Areas with a polygon show their borders themselves. */
export function roads({ regions }: BoardDrawing): { key: string; from: Point; to: Point }[] {
  const byId = new Map(regions.map((region) => [region.id, region]));
  const found: { key: string; from: Point; to: Point }[] = [];
  for (const region of regions)
    for (const id of region.neighbours ?? []) {
      const other = byId.get(id);
      if (!other || (region.polygon && other.polygon) || (region.id > id && other.neighbours.includes(region.id))) continue;
      found.push({ key: `${region.id} ${id}`, from: region.centre, to: other.centre });
    }
  return found;
}

/** Colour of a region: one for each kind. */
export function colours(regions: RegionDrawing[]): Map<string, string> {
  const kinds = [...new Set(regions.map((region) => region.kind ?? ""))];
  return new Map(regions.map((region) => [region.id, COLOURS[kinds.indexOf(region.kind ?? "") % COLOURS.length]]));
}

