import { beforeAll, describe, expect, it, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { Lore } = await import("../lib/lore.svelte");
const { loadSaid } = await import("../lib/said.svelte");
const { speak } = await import("../lib/i18n/index.svelte");
const { Words } = await import("./words");

const glossary = { trolls: { kind: "race", name: "Trolls", text: "" }, catapult: { kind: "power", name: "Catapult-drawn", text: "" }, hero: { kind: "piece", name: "Hero", text: "" } };

describe("the words of a table", () => {
  const words = new Words(new Lore("smallworld", glossary), (seat) => ["Ann", "Bob"][seat], new Map());
  beforeAll(() => Promise.all([speak("en"), loadSaid("smallworld", "en")]).then(() => undefined));

  it("fill the gaps of what the rules say with names, never with the names of the gaps", () => {
    const inland = { key: "inland", data: { region: "Owlshade", race: "Trolls", gates: "a border region" } };
    expect(words.say({ message: "…", said: inland })).toBe("Owlshade is inland: Trolls have nothing on the map and must enter through a border region.");
  });

  it("say it in the server's English where a gap would stay empty", () => {
    expect(words.say({ message: "Owlshade is far.", said: { key: "far", data: { region: "Owlshade" } } })).toBe("Owlshade is far.");
  });

  it("call a piece by its own name, not by that of the power that brings it", () => {
    expect([words.piece("catapult"), words.piece("hero"), words.piece("moon_gate")]).toEqual(["Catapult", "Hero", "moon gate"]);
  });
});
