// Tests of the generic table: moves by region, geometry of a board, rounds of a replay.

import { expect, it } from "vitest";
import type { MoveText } from "../lib/opaque";
import type { LegalMove } from "../lib/table.svelte";
import { discRadius, drawingOf, roads } from "./board";
import { byVerb, RegionMoves } from "./moves";
import { roundEnds } from "./rounds";

const textOf = (text: string): MoveText => text as unknown as MoveText;
const move = (verb: string, ...regions: string[]): LegalMove => ({ text: textOf([verb, ...regions].join(" ")), verb, arguments: regions, regions });
const known = new Set(["a", "b", "c"]);

it("finds the moves of a click: from a region, and between two", () => {
  const moves = new RegionMoves([move("done"), move("fort", "a"), move("march", "a", "b"), move("muster", "c"), { text: textOf("odd"), verb: "odd" }], known);
  expect(moves.from("a").map((one) => one.verb)).toEqual(["fort", "march"]);
  expect(moves.clickMove("a", null)).toBeNull();
  expect(moves.clickMove("c", null)?.text).toBe("muster c");
  expect(moves.clickMove("b", "a")?.text).toBe("march a b");
  expect(moves.highlight("b", "a")).toBe("target");
  expect(moves.highlight("b", null)).toBe("");
  expect(moves.elsewhere.map((one) => one.verb)).toEqual(["done", "odd"]);
});

it("treats a region that is not on the board as none", () => {
  expect(new RegionMoves([move("go", "nowhere")], known).elsewhere).toHaveLength(1);
});

it("groups moves by verb", () => {
  expect(byVerb([move("a", "1"), move("b"), move("a", "2")]).map((group) => [group.verb, group.moves.length])).toEqual([["a", 2], ["b", 1]]);
});

it("draws a board from data, and none from anything else", () => {
  const region = (id: string, x: number, ...neighbours: string[]) => ({ id, name: id, centre: [x, 50] as [number, number], neighbours });
  const board = { drawing: { size: [200, 100], regions: [region("a", 40, "b"), region("b", 140, "a", "gone")] } };
  expect(roads(drawingOf(board)).map((road) => road.key)).toEqual(["a b"]);
  expect(discRadius(drawingOf(board))).toBeLessThan(50);
  for (const bad of [null, {}, { drawing: 3 }, { drawing: { size: [0, 0], regions: [] } }]) expect(drawingOf(bad).regions).toEqual([]);
});

it("finds where rounds end", () => {
  expect(roundEnds([null, 0, 0, 1, 0, 1, null])).toEqual([4, 6]);
});
