// Tests of the placement of the coach's box.

import { describe, expect, it } from "vitest";
import { overlap, candidates } from "./coachPlacement";

const room = { width: 1280, height: 720 };

describe("positions of the coach", () => {
  it("are inside the window, whatever it points at", () => {
    for (const { x, y } of candidates(336, 180, { x: 1200, y: 690, width: 60, height: 24 }, room)) {
      expect(x).toBeGreaterThanOrEqual(8);
      expect(y).toBeGreaterThanOrEqual(52);
      expect(x + 336).toBeLessThanOrEqual(1272);
      expect(y + 180).toBeLessThanOrEqual(712);
    }
  });
  it("include some that hide nothing of what it points at", () => {
    const aim = { x: 500, y: 300, width: 90, height: 40 };
    expect(candidates(336, 180, aim, room).some((spot) => overlap({ ...spot, width: 336, height: 180 }, aim) === 0)).toBe(true);
  });
});
