// Tests of keyboard navigation on a map.

import { expect, it } from "vitest";
import { navigate, type Spot } from "./keyboardNavigation";

const spots: Spot<string>[] = [
  { id: "a", at: [0, 0] },
  { id: "b", at: [100, 0] },
  { id: "c", at: [0, 100] },
];

it("goes where the arrow points, to the nearest", () => {
  expect(navigate("ArrowRight", "a", spots, () => false)).toBe("b");
  expect(navigate("ArrowDown", "a", spots, () => false)).toBe("c");
  expect(navigate("ArrowLeft", "a", spots, () => false)).toBeUndefined();
});

it("jumps between open places, or all when none is open", () => {
  expect(navigate("n", "a", spots, (id) => id === "c")).toBe("c");
  expect(navigate("p", "a", spots, () => false)).toBe("c");
});
