// Tests of translated messages of the rules and the server.

import type { Thing } from "./wire";
import { beforeAll, describe, expect, it, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { TranslatedGlossary } = await import("./glossary.svelte");
const { loadMessages, translateMessage, translateServerMessage, sum } = await import("./ruleMessages.svelte");
const { prefs } = await import("./prefs.svelte");
const { loadLanguage } = await import("./i18n/index.svelte");

const glossary = {
  trolls: { kind: "race", name: "Trolls", one: "Troll", text: "" },
  commando: { kind: "power", name: "Commando", text: "" },
  imps: { kind: "race", name: "Imps", one: "Imp", text: "" },
};
const parts = [
  { amount: 2, source: "region", name: "region" },
  { amount: 1, source: "mountain", name: "mountain" },
  { amount: 2, source: "trolls", name: "Trolls" },
  { amount: -1, source: "commando", name: "Commando" },
];
const terms = new TranslatedGlossary("smallworld", glossary);
const thing = (kind: Thing["kind"]) => (id: string, name: string): Thing => ({ kind, id, name: name as never });
const [region, piece, word] = [thing("region"), thing("piece"), thing("word")];
const context = { terms, who: (seat: number) => ["Ann", "Bob"][seat] };

describe("messages of the rules translateMessage", () => {
  beforeAll(async () => {
    prefs.language = "de";
    await Promise.all([loadLanguage("de"), loadMessages("smallworld", "de")]);
  });

  it("is a sum of parts with their sources", () => {
    expect(sum(parts, terms)).toBe("2 + 1 Gebirge + 2 Trolls − 1 Commando");
    expect(sum([{ amount: 1, source: "imps", name: "Imp" }], terms)).toBe("1 Imp");
    expect(sum([{ amount: 3, source: "unheard", name: "Own piece" }], terms)).toBe("3 Own piece");
  });

  it("is said in the reader's language, with the numbers of the rules", () => {
    const said = { key: "price", data: { have: 6 }, cost: { total: 4, have: 6, parts } };
    expect(translateMessage({ message: "4 tokens", said }, context)).toBe("2 + 1 Gebirge + 2 Trolls − 1 Commando = 4 Plättchen; du hast 6.");
    const pact = { key: "pact", data: { region: region("3", "Owlshade"), seat: 1 } };
    expect(translateMessage({ message: "…", said: pact }, context)).toContain("Bob");
    const inland = { key: "inland", data: { region: region("3", "Owlshade"), race: piece("trolls", "Trolls"), gates: word("a_border_region", "a border region") } };
    expect(translateMessage({ message: "…", said: inland }, context)).toContain("ein Randgebiet");
  });

  it("is the server's own sentence as well, at a table and beside it", async () => {
    await loadMessages("server", "de");
    const turn = { message: "Seat 1 is to move, not seat 0.", said: { key: "not_your_turn", data: { seat: 1, asked: 0 } } };
    expect(translateMessage(turn, context)).toBe("Bob ist am Zug, nicht du.");
    expect(translateServerMessage({ message: "There is no such table.", said: { key: "no_table" } })).toBe("Diesen Tisch gibt es nicht.");
    expect(translateServerMessage({ message: "The moon is full." })).toBe("The moon is full.");
  });

  it("falls back on the server's English where nobody has translated it", () => {
    expect(translateMessage({ message: "The moon is full." }, context)).toBe("The moon is full.");
    expect(translateMessage({ message: "The moon is full.", said: { key: "moon" } }, context)).toBe("The moon is full.");
  });
});

describe("messages of the server outside tables", () => {
  beforeAll(async () => {
    prefs.language = "de";
    await loadMessages("server", "de");
  });

  it("translate the words that say what was expected of a field", () => {
    const said = { key: "field_kind", data: { field: "`name`", kind: word("a_text", "a text"), given: word("a_list", "a list") } };
    expect(translateServerMessage({ message: "`name` must be a text, not a list.", said })).toBe("`name` muss ein Text sein, nicht eine Liste.");
  });

  it("keep the server's words where there is no translation of them", () => {
    const said = { key: "field_form", data: { field: "`id`", form: word("of_another_kind_still", "of another kind still") } };
    expect(translateServerMessage({ message: "x", said })).toBe("`id` muss of another kind still sein.");
  });
});
