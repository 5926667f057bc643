// Tests of the generic table: moves by region, geometry of a board, rounds of a replay.

import { expect, it } from "vitest";
import type { MoveText } from "../lib/opaque";
import type { LegalMove } from "../lib/table.svelte";
import { discRadius, drawingOf, extentOf, nameLines, roads, withoutOtherBoards } from "./board";
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

it("wraps long names, and makes long words smaller", () => {
  expect(nameLines("Quay", 10)).toEqual({ lines: ["Quay"], size: 2.9 });
  expect(nameLines("A very long name of a region", 10).lines).toEqual(["A very long name", "of a region"]);
  const { lines, size } = nameLines("Donaudampfschifffahrtshafen", 10);
  expect(lines).toHaveLength(1);
  expect(size * 0.55 * lines[0].length).toBeLessThanOrEqual(19.51);
});

it("puts what is drawn in the middle, whatever size the data gives", () => {
  const region = (id: string, x: number, y: number) => ({ id, name: id, centre: [x, y] as [number, number], neighbours: [] });
  const extent = extentOf({ size: [1000, 1000], regions: [region("a", 100, 100), region("b", 200, 100)] });
  expect([extent.left + extent.width / 2, extent.top + extent.height / 2]).toEqual([150, 100]);
  expect(extent.width).toBeGreaterThan(extent.height);
  const areas = extentOf({ size: [9, 9], regions: [{ ...region("a", 5, 5), polygon: [[0, 0], [10, 0], [10, 10]] }] });
  expect(areas.left).toBeLessThanOrEqual(0);
});

it("leaves the places of other boards out of the rules, where the data tells", () => {
  const region = (id: string) => ({ id, name: id, centre: [0, 0] as [number, number], neighbours: [] });
  const entry = (kind: string) => ({ kind, name: "", text: "" });
  const glossary = { a: entry("bay"), b: entry("bay"), c: entry("bay"), card: entry("card") };
  const ids = (regions: string[], terms: Record<string, { kind: string; name: string; text: string }> = glossary) => Object.keys(withoutOtherBoards(terms, { size: [1, 1], regions: regions.map(region) }) ?? {});
  expect(ids(["a", "b"])).toEqual(["a", "b", "card"]);
  expect(ids(["a", "unknown"])).toEqual(["a", "b", "c", "card"]);
  expect(ids([])).toEqual(["a", "b", "c", "card"]);
  expect(ids(["a"], { a: entry("piece"), b: entry("piece") })).toEqual(["a", "b"]);
  expect(withoutOtherBoards(null, { size: [1, 1], regions: [] })).toBeNull();
});
