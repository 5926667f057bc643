// Placement of the coach's box: beside what it points at, away from what the player has to click or read.

export interface Spot {
  x: number;
  y: number;
}

interface Box extends Spot {
  width: number;
  height: number;
}

/** Elements that should stay free, with weights. */
const KEEP_FREE: [string, number][] = [
  [".actions, .combat, aside.fixed, .night", 3],
  ["[data-troop].actor, [data-troop].aim, [data-fortress].aim", 4],
  ["[data-where].open:not(.quiet), .take, [data-guide='pool'], .tabs.narrow", 2],
  ["[data-zone].open, .region.open, .region.place", 0.4],
];
const AIM_WEIGHT = 8;
const EDGE = 8;
const TOP = 52;

const shared = (from: number, size: number, other: number, length: number): number => Math.max(0, Math.min(from + size, other + length) - Math.max(from, other));
export const overlap = (one: Box, other: Box): number => shared(one.x, one.width, other.x, other.width) * shared(one.y, one.height, other.y, other.height);

/** Candidate positions: around what is pointed at, and all over the window. */
export function candidates(wide: number, high: number, aim: Box | null, room: { width: number; height: number }): Spot[] {
  const most: Spot = { x: room.width - wide - EDGE, y: room.height - high - EDGE };
  const result: Spot[] = [];
  if (aim) {
    const [x, y] = [aim.x + aim.width / 2 - wide / 2, aim.y + aim.height / 2 - high / 2];
    result.push({ x, y: aim.y + aim.height + 12 }, { x, y: aim.y - high - 12 }, { x: aim.x - wide - 12, y }, { x: aim.x + aim.width + 12, y });
  }
  for (const x of [0, 0.25, 0.5, 0.75, 1]) for (const y of [0, 0.25, 0.5, 0.75, 1]) result.push({ x: EDGE + (most.x - EDGE) * x, y: TOP + (most.y - TOP) * y });
  return result.map(({ x, y }) => ({ x: Math.max(EDGE, Math.min(most.x, x)), y: Math.max(TOP, Math.min(most.y, y)) }));
}

/** The best position; the present one, if another is hardly better. */
export function coachPosition(now: Spot, wide: number, high: number, aim: Box | null): Spot {
  const room = { width: innerWidth, height: innerHeight };
  const keepFree = KEEP_FREE.flatMap(([selector, weight]) => [...document.querySelectorAll(selector)].map((piece): [DOMRect, number] => [piece.getBoundingClientRect(), weight]));
  const middle = aim ? { x: aim.x + aim.width / 2, y: aim.y + aim.height / 2 } : { x: room.width * 0.4, y: room.height * 0.6 };
  const cost = ({ x, y }: Spot): number => {
    const box = { x, y, width: wide, height: high };
    const hidden = keepFree.reduce((sum, [piece, weight]) => sum + weight * overlap(box, piece), aim ? AIM_WEIGHT * overlap(box, aim) : 0);
    return hidden + 12 * Math.hypot(x + wide / 2 - middle.x, y + high / 2 - middle.y);
  };
  const all = candidates(wide, high, aim, room);
  const best = all.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  const inside = now.x <= room.width - wide && now.y <= room.height - high;
  return inside && cost(now) < cost(best) * 1.15 + 500 ? now : best;
}
