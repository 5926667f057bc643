// Small geometry for drawn ground: chance that repeats itself, and points in polygons.

export type Point = [number, number];

export function hash(text: string): number {
  let found = 2166136261;
  for (let k = 0; k < text.length; k += 1) found = Math.imul(found ^ text.charCodeAt(k), 16777619);
  return found >>> 0;
}

/** Numbers between 0 and 1 that are the same for the same seed. */
export function chance(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let x = Math.imul(a ^ (a >>> 15), 1 | a);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

export function inside([x, y]: Point, ring: Point[]): boolean {
  let found = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  }
  return found;
}

/** How far a point is from the outline. */
export function distance([x, y]: Point, ring: Point[]): number {
  let best = Infinity;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    best = Math.min(best, (x - ax - along * (bx - ax)) ** 2 + (y - ay - along * (by - ay)) ** 2);
  }
  return Math.sqrt(best);
}

export function outlineOf(polygon: Point[]): string {
  return `M${polygon.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
}
