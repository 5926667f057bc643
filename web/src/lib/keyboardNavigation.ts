// Keyboard navigation on a map: arrow keys go to the nearest place in their direction, N and P to the next and previous open place.

export interface Spot<Id> {
  id: Id;
  at: [number, number];
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The place that a key leads to; undefined when there is none. */
export function navigate<Id>(key: string, from: Id, spots: Spot<Id>[], open: (id: Id) => boolean): Id | undefined {
  if (ARROWS[key]) return nearestInDirection(from, spots, ...ARROWS[key]);
  if (key === "n" || key === "p") return nextOpen(from, spots, open, key === "n" ? 1 : -1);
  return undefined;
}

/** Whether a key event outside the board moves the focus onto it: N and P, unless they are typed or handled elsewhere. */
export function entersBoard(event: KeyboardEvent): boolean {
  if ((event.key !== "n" && event.key !== "p") || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog, [role='dialog']"));
}

export const isNavigationKey = (key: string): boolean => key in ARROWS || key === "n" || key === "p";

function nearestInDirection<Id>(from: Id, spots: Spot<Id>[], dx: number, dy: number): Id | undefined {
  const here = spots.find(({ id }) => id === from);
  let best: Id | undefined;
  let least = Infinity;
  for (const { id, at } of here ? spots : []) {
    const [x, y] = [at[0] - here!.at[0], at[1] - here!.at[1]];
    const cost = Math.hypot(x, y) + Math.abs(x * dy - y * dx) * 1.5;
    if (x * dx + y * dy > 5 && cost < least) [best, least] = [id, cost];
  }
  return best;
}

function nextOpen<Id>(from: Id, spots: Spot<Id>[], open: (id: Id) => boolean, by: number): Id {
  const ids = spots.map(({ id }) => id);
  const some = ids.filter(open);
  const all = some.length > 0 ? some : ids;
  return all[(all.indexOf(from) + by + all.length) % all.length];
}
