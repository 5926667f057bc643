// Tests of Small World's texts.

import type { Thing } from "../lib/wire";
import { beforeAll, describe, expect, it, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { TranslatedGlossary } = await import("../lib/glossary.svelte");
const { loadMessages } = await import("../lib/ruleMessages.svelte");
const { loadLanguage } = await import("../lib/i18n/index.svelte");
const { Words } = await import("./words");

const thing = (kind: Thing["kind"], id: string, name: string): Thing => ({ kind, id, name });
const glossary = { trolls: { kind: "race", name: "Trolls", text: "" }, catapult: { kind: "power", name: "Catapult-drawn", text: "" }, hero: { kind: "piece", name: "Hero", text: "" } };

describe("the words of a table", () => {
  const words = new Words(new TranslatedGlossary("smallworld", glossary), (seat) => ["Ann", "Bob"][seat], new Map());
  beforeAll(() => Promise.all([loadLanguage("en"), loadMessages("smallworld", "en")]).then(() => undefined));

  it("fill the placeholders of messages with names, never with the names of the placeholders", () => {
    const inland = { key: "inland", data: { region: thing("region", "3", "Owlshade"), race: thing("piece", "trolls", "Trolls"), gates: thing("word", "a_border_region", "a border region") } };
    expect(words.translate({ message: "…", said: inland })).toBe("Owlshade is inland: Trolls have nothing on the map and must enter through a border region.");
  });

  it("fall back on the server's English where a placeholder has no value", () => {
    expect(words.translate({ message: "Owlshade is far.", said: { key: "far", data: { region: thing("region", "3", "Owlshade") } } })).toBe("Owlshade is far.");
  });

  it("call a piece by its own name, not by that of the power that brings it", () => {
    expect([words.piece("catapult"), words.piece("hero"), words.piece("moon_gate")]).toEqual(["Catapult", "Hero", "moon gate"]);
  });
});
