// Tests of the store of a table.

import { afterEach, describe, expect, it, vi } from "vitest";
import type * as wire from "./wire";

const facts = { to_move: 0, moves: 0 } as wire.Facts;
const snapshot = (ply: number): wire.Snapshot => ({ type: "snapshot", ply, you: [0], seat: 0, view: { at: ply }, facts });
const step = (ply: number): wire.Step => ({ type: "step", ply, by: 0, kind: "undo", seat: 0, events: [], changes: [[["at"], ply]], facts });

describe("a table", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("takes a snapshot in place of the steps it missed, loads the log and continues", async () => {
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    vi.stubGlobal("navigator", { language: "en", languages: ["en"] });
    vi.stubGlobal("document", { hidden: true, documentElement: {} });
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.stubGlobal("window", globalThis);
    vi.stubGlobal("requestAnimationFrame", (call: () => void) => setTimeout(call, 0));
    vi.stubGlobal("cancelAnimationFrame", clearTimeout);
    let now = 0;
    const past = (): wire.History => ({ start: snapshot(0), steps: Array.from({ length: now }, (_, k) => step(k + 1)) });
    vi.stubGlobal("fetch", async () => ({ ok: true, text: async () => JSON.stringify(past()) }));
    const { TableStore } = await import("./table.svelte");
    const store = new TableStore("x");
    const plies = (): number[] => store.log.map((entry) => entry.ply);
    now = 2;
    store.onMessage(snapshot(2));
    await vi.waitFor(() => expect(plies()).toEqual([1, 2]));
    store.onMessage(step(3));
    expect(store.lastReceived().ply).toBe(3);
    now = 9;
    store.onMessage(snapshot(9));
    expect(store.live!.view).toEqual({ at: 9 });
    expect(store.shown).toBe(store.live);
    await vi.waitFor(() => expect(plies()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    store.onMessage(step(10));
    await vi.waitFor(() => expect(plies().at(-1)).toBe(10));
    expect(plies()).toHaveLength(10);
    store.close();
  });

  it("knows a roll of the die by its pips, not by the name of an event", async () => {
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    vi.stubGlobal("navigator", { language: "en", languages: ["en"] });
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    const { isRoll } = await import("./table.svelte");
    const entry = (event: { type: string; pips?: number }) => ({ ply: 1, by: 0, kind: "move", events: [{ type: "turn" }, event] });
    expect([isRoll(entry({ type: "tumbled", pips: 0 })), isRoll(entry({ type: "rolled" }))]).toEqual([true, false]);
  });
});
