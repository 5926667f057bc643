import { expect, it } from "vitest";
import { walked, type Spot } from "./walk";

const spots: Spot<string>[] = [
  { id: "a", at: [0, 0] },
  { id: "b", at: [100, 0] },
  { id: "c", at: [0, 100] },
];

it("goes where the arrow points, to the nearest", () => {
  expect(walked("ArrowRight", "a", spots, () => false)).toBe("b");
  expect(walked("ArrowDown", "a", spots, () => false)).toBe("c");
  expect(walked("ArrowLeft", "a", spots, () => false)).toBeUndefined();
});

it("jumps between open places, or all when none is open", () => {
  expect(walked("n", "a", spots, (id) => id === "c")).toBe("c");
  expect(walked("p", "a", spots, () => false)).toBe("c");
});
