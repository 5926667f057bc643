// Tests of parsing and grouping of Small World's moves.

import { describe, expect, it } from "vitest";
import { LegalMoves, parseMove, spreadTokens } from "./legalMoves";

const regions = new Set(["1", "2", "12"]);
const glossary = { fortress: { kind: "piece", name: "Fortress", text: "" }, bless: { kind: "move", name: "bless REGION", text: "" } };

describe("legal moves", () => {
  it("are parsed", () => {
    expect(parseMove("conquer 12 with die", glossary, regions)).toMatchObject({ verb: "conquer", region: "12", means: "die" });
    expect(parseMove("place 12 3", glossary, regions)).toMatchObject({ verb: "place", region: "12", amount: 3 });
    expect(parseMove("place pot 12", glossary, regions)).toMatchObject({ verb: "piece", piece: "pot", region: "12" });
    expect(parseMove("bless 2", glossary, regions)).toMatchObject({ verb: "bless", region: "2" });
    expect(parseMove("keep 12 3", glossary, regions)).toMatchObject({ verb: "keep", region: "12", amount: 3 });
    expect(parseMove("ask 2", glossary, regions)).toMatchObject({ verb: "ask", rest: ["2"] });
    expect(parseMove("stop", glossary, regions)).toMatchObject({ verb: "stop" });
  });

  it("are played by a click only when there is no other for the region", () => {
    const moves = new LegalMoves(["conquer 1", "conquer 2 with die", "conquer 12", "conquer 12 with dragon", "abandon 1", "stop"], glossary, regions);
    expect(moves.clickMove("1")?.text).toBe("conquer 1");
    expect(moves.clickMove("2")).toBeNull();
    expect(moves.clickMove("12")).toBeNull();
    expect(["1", "2", "12"].map((id) => moves.highlight(id))).toEqual(["open", "luck", "open"]);
    expect(moves.buttons.map((option) => option.verb)).toEqual(["stop"]);
  });
});

describe("readied tokens", () => {
  it("go back one by one or all at once, and never by a click alone", () => {
    const moves = new LegalMoves(["abandon 1", "stop", "keep 1", "keep 2", "keep 1 2", "keep 1 3"], glossary, regions);
    expect(moves.forRegion("1").map((option) => option.text)).toEqual(["abandon 1", "keep 1", "keep 1 3"]);
    expect([...moves.putBack.values()].map((option) => option.text)).toEqual(["keep 1 3", "keep 2"]);
    expect([moves.clickMove("2"), moves.highlight("2")]).toEqual([null, ""]);
  });
});

describe("an even spread", () => {
  it("fills the weakest regions first and places everything", () => {
    const plan = spreadTokens(4, new Map([["1", 1], ["2", 3]]), new Map([["1", 4], ["2", 4]]));
    expect([...plan]).toEqual([["1", 3], ["2", 1]]);
  });
});
