import { describe, expect, it, vi } from "vitest";
import type { Told } from "../lib/table.svelte";
import type { Words } from "./words";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { story } = await import("./story");

const words = (): Words => ({ who: (seat: number) => `P${seat}`, army: (seat: number, race: string) => `P${seat}'s ${race}`, combo: () => "", place: (region: number) => `R${region}` }) as unknown as Words;
const placed = (ply: number, region: number): Told => ({ ply, by: 0, kind: "move", events: [{ type: "placed", seat: 0, race: "orcs", region, tokens: 1 }] });

describe("the story", () => {
  it("goes on as if it had been told anew", () => {
    const speech = words();
    const log = [placed(1, 1), { ply: 2, by: 0, kind: "move", events: [{ type: "turn", seat: 1, turn: 2 }] }, placed(3, 2), placed(4, 3)];
    for (const n of [1, 2, 3, 4, 2, 4]) {
      const told = story(log.slice(0, n), speech).map((line) => line.text);
      expect(told).toEqual(story(log.slice(0, n), words()).map((line) => line.text));
    }
    expect(story(log, speech)).toHaveLength(3);
  });

  it("leaves what was told before as it was", () => {
    const speech = words();
    const before = story([placed(1, 1)], speech);
    const [text, length] = [before[0].text, before.length];
    story([placed(1, 1), placed(2, 2)], speech);
    expect([before[0].text, before.length]).toEqual([text, length]);
  });
});
