// Geometry of a board that comes as data: sizes of discs, roads between them, colours of kinds.

import type { Point } from "../lib/drawing";
import type { Glossary } from "../lib/api";
import { KINDS } from "../rules/search";
import type { BoardDrawing, RegionDrawing } from "./wire";

const COLOURS = ["#d9c79a", "#a9c08b", "#c3b4a1", "#a8c4cf", "#d0a98a", "#b9b07a", "#c0a7bd", "#9fb8a4"];
/** Margin around a board, in radii of a disc. */
const MARGIN = 0.3;
/** Size of names, the width that they may take, and the usual width of a bold letter, in radii of a disc and in sizes. */
const NAME_SIZE = 0.29;
const WIDEST = 1.95;
const LETTER = 0.55;
/** Names up to this length stay in one line. */
const SHORT_NAME = 12;
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

/** The part of a drawing that has something on it, with a margin: what is to be seen, in the middle of any screen. */
export function extentOf(drawing: BoardDrawing): { left: number; top: number; width: number; height: number } {
  const radius = discRadius(drawing);
  const points = drawing.regions.flatMap(({ centre: [x, y], polygon }): Point[] => polygon ?? [[x - radius, y - radius], [x + radius, y + radius]]);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const margin = radius * MARGIN;
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { left, top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}

/** A name in lines that fit above the pieces of a region, and the size of their letters; `radius` is that of a disc. */
export function nameLines(name: string, radius: number): { lines: string[]; size: number } {
  const lines = wrap(name.trim());
  const longest = Math.max(...lines.map((line) => line.length));
  return { lines, size: Math.min(NAME_SIZE, WIDEST / (longest * LETTER)) * radius };
}

/** A text in one line, or in two of about the same length. */
function wrap(text: string): string[] {
  if (text.length <= SHORT_NAME) return [text];
  const breaks = [...text.matchAll(/\s+/g)].map((gap) => gap.index);
  if (breaks.length === 0) return [text];
  const middle = breaks.reduce((best, at) => (Math.abs(at - text.length / 2) < Math.abs(best - text.length / 2) ? at : best));
  return [text.slice(0, middle), text.slice(middle).trim()];
}

/**
 * The glossary without the places of other boards than the one in play. A game's data does not say which entries are places; but where
 * all regions of this board have entries of one kind, which is no usual kind of pieces, the others of that kind are places elsewhere.
 */
export function withoutOtherBoards(glossary: Glossary | null, { regions }: BoardDrawing): Glossary | null {
  const here = new Set(regions.map((region) => region.id));
  const kinds = new Set(regions.map((region) => glossary?.[region.id]?.kind));
  const [kind] = kinds;
  if (!glossary || kinds.size !== 1 || kind === undefined || KINDS.includes(kind)) return glossary;
  return Object.fromEntries(Object.entries(glossary).filter(([id, entry]) => entry.kind !== kind || here.has(id)));
}
