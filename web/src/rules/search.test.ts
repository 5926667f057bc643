// Tests of the search in the rules.

import { describe, expect, it } from "vitest";
import { entries, kindHeading, marked, search, type RulesEntry } from "./search";

const entry = (name: string, text: string, kind = "term"): RulesEntry => ({ id: name, kind, name, note: "", text: [text] });

describe("search in the rules", () => {
  const all = [entry("Raid", "Each troop in town draws a relic."), entry("Town", "Rebels live there."), entry("Défense", "Every troop has one.")];

  it("needs every word, names first", () => {
    expect(search(all, "town").map(({ name }) => name)).toEqual(["Town", "Raid"]);
    expect(search(all, "troop relic").map(({ name }) => name)).toEqual(["Raid"]);
    expect(search(all, "")).toHaveLength(3);
  });

  it("ignores accents and capitals", () => {
    expect(search(all, "DEFENSE")).toHaveLength(1);
  });

  it("has rulings in the reader's language", () => {
    const book = { chapters: [], rulings: { house_rule: "In English." } } as never;
    const result = entries(book, { glossary: {} } as never, () => "", (id) => `Auf Deutsch: ${id}`);
    expect(result.map(({ text }) => text)).toEqual([["Auf Deutsch: house_rule"]]);
  });

  it("marks what was searched for", () => {
    expect(marked("Rebels in town", "town")).toEqual(["Rebels in ", "town", ""]);
  });
});

it("makes a heading of a kind that only the game knows", () => {
  expect(kindHeading("mooring_place")).toBe("Mooring place");
});
