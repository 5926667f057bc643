import { beforeEach, describe, expect, it } from "vitest";
import { Guard, PATIENCE } from "./guard";

/** As much of an element as the guard looks at. */
const control = (textContent: string, move: string | null = null): Element => {
  const found = { textContent, getAttribute: () => move, closest: () => found };
  return found as unknown as Element;
};

describe("the guard", () => {
  let [now, ply] = [0, "1"];
  let guard: Guard;
  const clicked = (one: Element, after: number, x = 100): boolean => {
    now += after;
    return guard.admits(one, x, 100);
  };
  beforeEach(() => {
    [now, ply] = [1000, "1"];
    guard = new Guard(() => now, () => PATIENCE, () => ply);
  });

  it("keeps the second click of a double-click from what came under the pointer", () => {
    const [resign, sure] = [control("Resign"), control("Yes, resign")];
    expect(clicked(resign, 0)).toBe(true);
    expect(clicked(sure, 150)).toBe(false);
    expect(clicked(sure, 150)).toBe(false);
    expect(clicked(sure, PATIENCE + 1)).toBe(true);
  });

  it("keeps it from the same control when the game has gone on or its move is another", () => {
    const card = control("Squire");
    expect(clicked(card, 0)).toBe(true);
    ply = "2";
    expect(clicked(card, 200)).toBe(false);
    expect(clicked(control("Squire"), PATIENCE + 1)).toBe(true);
  });

  it("lets everybody click as fast as he likes on what stays what it is", () => {
    const more = control("One more: 3");
    for (let k = 0; k < 5; k += 1) expect(clicked(more, 60)).toBe(true);
  });

  it("lets a hand that goes elsewhere click at once", () => {
    expect(clicked(control("Spread evenly"), 0, 100)).toBe(true);
    expect(clicked(control("Place and end turn"), 120, 300)).toBe(true);
  });

  it("keeps a click from what another's move has just put under a resting pointer", () => {
    guard.moved(100, 100);
    now += 5000;
    const pass = control("Pass", "pass");
    guard.renewed(pass);
    expect(clicked(pass, 80)).toBe(false);
    expect(clicked(pass, PATIENCE + 1)).toBe(true);
  });
});
