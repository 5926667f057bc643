// Tests of placeholders of messages.

import { expect, it } from "vitest";
import { fill } from "./fill";

it("fills placeholders and chooses singular or plural", () => {
  expect(fill("{n} {n:coin|coins} for {who}", { n: 1, who: "Ann" })).toBe("1 coin for Ann");
  expect(fill("{n} {n:coin|coins}", { n: 3 })).toBe("3 coins");
  expect(fill("{missing}", {})).toBe("{missing}");
});
