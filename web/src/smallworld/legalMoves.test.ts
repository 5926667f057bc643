// Tests of the grouping of Small World's moves.

import { describe, expect, it } from "vitest";
import type { MoveText } from "../lib/opaque";
import { LegalMoves, spreadTokens, type MoveOption } from "./legalMoves";
import type { SmallWorldMove } from "./wire";

/** Legal moves with texts that say nothing: what a move is stands in its data. */
const group = (...moves: SmallWorldMove[]): LegalMoves => new LegalMoves(moves.map((move, k) => ({ ...move, text: `move ${k}` as unknown as MoveText })));
const texts = (options: Iterable<MoveOption>): unknown[] => [...options].map(({ text }) => text);

describe("legal moves", () => {
  it("are played by a click only when there is no other for the region", () => {
    const moves = group({ verb: "conquer", region: "1" }, { verb: "conquer", region: "2", means: "die" }, { verb: "conquer", region: "12" }, { verb: "conquer", region: "12", means: "dragon" }, { verb: "abandon", region: "1" }, { verb: "stop" });
    expect(moves.clickMove("1")?.text).toBe("move 0");
    expect(moves.clickMove("2")).toBeNull();
    expect(moves.clickMove("12")).toBeNull();
    expect(["1", "2", "12"].map((id) => moves.highlight(id))).toEqual(["open", "luck", "open"]);
    expect(moves.buttons.map((option) => option.verb)).toEqual(["stop"]);
  });

  it("place tokens by region and number, and pieces where they may lie", () => {
    const moves = group({ verb: "place", region: "1", tokens: 1 }, { verb: "place", region: "1", tokens: 2 }, { verb: "place_piece", piece: "pot", region: "12", left: 3 }, { verb: "done" });
    expect(moves.maxTokens).toEqual(new Map([["1", 2]]));
    expect([moves.placement("1", 2)?.text, moves.placement("1", 3), moves.placement("12", 1)]).toEqual(["move 1", undefined, undefined]);
    expect(texts(moves.forRegion("12"))).toEqual(["move 2"]);
    expect([moves.button("done")?.text, moves.button("stop")]).toEqual(["move 3", undefined]);
  });

  it("of custom pieces belong to the region that they name, else they are buttons", () => {
    const moves = group({ verb: "own", word: "bless", region: "2" }, { verb: "own", word: "sing", number: 2 }, { verb: "pick", slot: 3 });
    expect([texts(moves.forRegion("2")), texts(moves.buttons), moves.picks.get(3)?.text]).toEqual([["move 0"], ["move 1"], "move 2"]);
  });
});

describe("readied tokens", () => {
  it("go back one by one or all at once, and never by a click alone", () => {
    const keep = (region: string, tokens: number): SmallWorldMove => ({ verb: "keep", region, tokens });
    const moves = group({ verb: "abandon", region: "1" }, { verb: "stop" }, keep("1", 1), keep("2", 1), keep("1", 2), keep("1", 3));
    expect(texts(moves.forRegion("1"))).toEqual(["move 0", "move 2", "move 5"]);
    expect(texts(moves.putBack.values())).toEqual(["move 5", "move 3"]);
    expect([moves.clickMove("2"), moves.highlight("2")]).toEqual([null, ""]);
  });
});

describe("an even spread", () => {
  it("fills the weakest regions first and places everything", () => {
    const plan = spreadTokens(4, new Map([["1", 1], ["2", 3]]), new Map([["1", 4], ["2", 4]]));
    expect([...plan]).toEqual([["1", 3], ["2", 1]]);
  });
});
