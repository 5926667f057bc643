import { describe, expect, it } from "vitest";
import { Decision, read, spread } from "./decide";

const regions = new Set(["1", "2", "12"]);
const glossary = { fortress: { kind: "piece", name: "Fortress", text: "" }, bless: { kind: "move", name: "bless REGION", text: "" } };

describe("legal moves", () => {
  it("are told apart by their words", () => {
    expect(read("conquer 12 with die", glossary, regions)).toMatchObject({ verb: "conquer", region: "12", means: "die" });
    expect(read("place 12 3", glossary, regions)).toMatchObject({ verb: "place", region: "12", amount: 3 });
    expect(read("place pot 12", glossary, regions)).toMatchObject({ verb: "piece", piece: "pot", region: "12" });
    expect(read("bless 2", glossary, regions)).toMatchObject({ verb: "bless", region: "2" });
    expect(read("keep 12 3", glossary, regions)).toMatchObject({ verb: "keep", region: "12", amount: 3 });
    expect(read("ask 2", glossary, regions)).toMatchObject({ verb: "ask", rest: ["2"] });
    expect(read("stop", glossary, regions)).toMatchObject({ verb: "stop" });
  });

  it("are played by a click only when nothing else could be meant", () => {
    const decision = new Decision(["conquer 1", "conquer 2 with die", "conquer 12", "conquer 12 with dragon", "abandon 1", "stop"], glossary, regions);
    expect(decision.plain("1")?.text).toBe("conquer 1");
    expect(decision.plain("2")).toBeNull();
    expect(decision.plain("12")).toBeNull();
    expect(["1", "2", "12"].map((id) => decision.mood(id))).toEqual(["open", "luck", "open"]);
    expect(decision.buttons.map((option) => option.verb)).toEqual(["stop"]);
  });
});

describe("readied tokens", () => {
  it("go back one by one or all at once, and never by a click alone", () => {
    const decision = new Decision(["abandon 1", "stop", "keep 1", "keep 2", "keep 1 2", "keep 1 3"], glossary, regions);
    expect(decision.at("1").map((option) => option.text)).toEqual(["abandon 1", "keep 1", "keep 1 3"]);
    expect([...decision.kept.values()].map((option) => option.text)).toEqual(["keep 1 3", "keep 2"]);
    expect([decision.plain("2"), decision.mood("2")]).toEqual([null, ""]);
  });
});

describe("an even spread", () => {
  it("fills the weakest regions first and places everything", () => {
    const plan = spread(4, new Map([["1", 1], ["2", 3]]), new Map([["1", 4], ["2", 4]]));
    expect([...plan]).toEqual([["1", 3], ["2", 1]]);
  });
});
