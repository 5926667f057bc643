import { describe, expect, it } from "vitest";
import { marked, search, type Found } from "./search";

const entry = (name: string, text: string, kind = "term"): Found => ({ id: name, kind, name, note: "", text: [text] });

describe("looking things up", () => {
  const all = [entry("Raid", "Each troop in town draws a relic."), entry("Town", "Rebels live there."), entry("Défense", "Every troop has one.")];

  it("needs every word, names first", () => {
    expect(search(all, "town").map(({ name }) => name)).toEqual(["Town", "Raid"]);
    expect(search(all, "troop relic").map(({ name }) => name)).toEqual(["Raid"]);
    expect(search(all, "")).toHaveLength(3);
  });

  it("does not mind accents and capitals", () => {
    expect(search(all, "DEFENSE")).toHaveLength(1);
  });

  it("marks what was searched for", () => {
    expect(marked("Rebels in town", "town")).toEqual(["Rebels in ", "town", ""]);
  });
});
