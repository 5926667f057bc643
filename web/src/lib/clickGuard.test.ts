// Tests of the double-click protection.

import { beforeEach, describe, expect, it } from "vitest";
import { ClickGuard, GUARD_TIME } from "./clickGuard";

/** An element with only what the guard reads. */
const control = (textContent: string, move: string | null = null): Element => {
  const element = { textContent, getAttribute: () => move, closest: () => element };
  return element as unknown as Element;
};

describe("the click guard", () => {
  let [now, ply] = [0, "1"];
  let guard: ClickGuard;
  const clicked = (one: Element, after: number, x = 100): boolean => {
    now += after;
    return guard.allows(one, x, 100);
  };
  beforeEach(() => {
    [now, ply] = [1000, "1"];
    guard = new ClickGuard(() => now, () => GUARD_TIME, () => ply);
  });

  it("ignores the second click of a double-click on a control that came under the pointer", () => {
    const [resign, sure] = [control("Resign"), control("Yes, resign")];
    expect(clicked(resign, 0)).toBe(true);
    expect(clicked(sure, 150)).toBe(false);
    expect(clicked(sure, 150)).toBe(false);
    expect(clicked(sure, GUARD_TIME + 1)).toBe(true);
  });

  it("ignores it on the same control when the game has moved on or its move is another", () => {
    const card = control("Squire");
    expect(clicked(card, 0)).toBe(true);
    ply = "2";
    expect(clicked(card, 200)).toBe(false);
    expect(clicked(control("Squire"), GUARD_TIME + 1)).toBe(true);
  });

  it("allows fast clicks on a control that stays the same", () => {
    const more = control("One more: 3");
    for (let k = 0; k < 5; k += 1) expect(clicked(more, 60)).toBe(true);
  });

  it("allows a click elsewhere at once", () => {
    expect(clicked(control("Spread evenly"), 0, 100)).toBe(true);
    expect(clicked(control("Place and end turn"), 120, 300)).toBe(true);
  });

  it("ignores a click on a control that another's move has just put under a resting pointer", () => {
    guard.pointerMoved(100, 100);
    now += 5000;
    const pass = control("Pass", "pass");
    guard.markChanged(pass);
    expect(clicked(pass, 80)).toBe(false);
    expect(clicked(pass, GUARD_TIME + 1)).toBe(true);
  });
});
