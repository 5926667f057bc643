// Tests of the layout of maps without a drawing.

import { describe, expect, it } from "vitest";
import { completeLayout } from "./layout";
import type { MapData } from "./types";

const ring = (n: number): Partial<MapData> => ({ regions: Array.from({ length: n }, (_, k) => ({ id: k, adjacent: [(k + 1) % n, (k + n - 1) % n] })) as never });

describe("a map without a drawing", () => {
  it("gets a place of its own for every region, the same each time", () => {
    const layout = completeLayout(ring(9));
    expect(layout).toEqual(completeLayout(ring(9)));
    for (const [k, { anchor, inradius, polygon, name, symbols }] of layout.regions.entries()) {
      expect([name, symbols, polygon.length > 2]).toEqual([String(k), [], true]);
      for (const other of layout.regions.slice(0, k)) expect(Math.hypot(anchor[0] - other.anchor[0], anchor[1] - other.anchor[1])).toBeGreaterThan(2 * Math.min(34, inradius));
    }
  });

  it("keeps the drawing of a map that has one, and fills in what was left out", () => {
    const polygon = [[0, 0], [9, 0], [9, 9]];
    const layout = completeLayout({ box: [10, 10], regions: [{ id: "a", anchor: [5, 4], inradius: 3, polygon }] } as never);
    expect(layout.regions[0]).toMatchObject({ polygon, symbols: [], name: "a", adjacent: [] });
    expect(layout.drawn).toBe(true);
  });

  it("may be empty", () => expect(completeLayout({}).regions).toEqual([]));
});
