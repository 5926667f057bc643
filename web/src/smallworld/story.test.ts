// Tests of Small World's log lines.

import { describe, expect, it, vi } from "vitest";
import type { LogEntry } from "../lib/table.svelte";
import type { Words } from "./words";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { story } = await import("./story");

const words = (): Words => ({ who: (seat: number) => `P${seat}`, army: (seat: number, race: string) => `P${seat}'s ${race}`, combo: () => "", place: (region: number) => `R${region}` }) as unknown as Words;
const placed = (ply: number, region: number): LogEntry => ({ ply, by: 0, kind: "move", events: [{ type: "placed", seat: 0, race: "orcs", region, tokens: 1 }] });

describe("the log lines", () => {
  it("continue as if they had been made anew", () => {
    const sameWords = words();
    const log = [placed(1, 1), { ply: 2, by: 0, kind: "move", events: [{ type: "turn", seat: 1, turn: 2 }] }, placed(3, 2), placed(4, 3)];
    for (const n of [1, 2, 3, 4, 2, 4]) {
      const lines = story(log.slice(0, n), sameWords).map((line) => line.text);
      expect(lines).toEqual(story(log.slice(0, n), words()).map((line) => line.text));
    }
    expect(story(log, sameWords)).toHaveLength(3);
  });

  it("leave an earlier result unchanged", () => {
    const sameWords = words();
    const before = story([placed(1, 1)], sameWords);
    const [text, length] = [before[0].text, before.length];
    story([placed(1, 1), placed(2, 2)], sameWords);
    expect([before[0].text, before.length]).toEqual([text, length]);
  });
});
