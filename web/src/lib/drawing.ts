// Geometry for drawn boards: points in polygons, SVG paths, a hash and seeded random numbers.

export type Point = [number, number];

/** FNV-1a hash. */
export function hash(text: string): number {
  let result = 2166136261;
  for (let k = 0; k < text.length; k += 1) result = Math.imul(result ^ text.charCodeAt(k), 16777619);
  return result >>> 0;
}

/** A generator of numbers between 0 and 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let x = Math.imul(a ^ (a >>> 15), 1 | a);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/** Whether a point is inside a polygon. */
export function inside([x, y]: Point, ring: Point[]): boolean {
  let result = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) result = !result;
  }
  return result;
}

/** Distance of a point from the outline. */
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

/** A polygon as SVG path data. */
export function outlineOf(polygon: Point[]): string {
  return `M${polygon.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
}
