// Sentences about regions, armies and prices, for eyes and for screen readers.

import { maybe, t } from "../lib/i18n/index.svelte";
import type { Lore } from "../lib/lore.svelte";
import { partName, say, sum, type Message, type Speaker } from "../lib/said.svelte";
import type { Option } from "./decide";
import type { RegionData, RegionState } from "./types";

const TERRAIN_IDS: Record<string, string> = { forest: "forest_terrain", hill: "hill_terrain", swamp: "swamp_terrain" };

export class Words implements Speaker {
  constructor(
    readonly lore: Lore,
    readonly who: (seat: number) => string,
    private readonly regions: Map<string, RegionData>,
    readonly language?: unknown,
  ) {}

  place(id: string | number): string {
    return this.regions.get(String(id))?.name ?? String(id);
  }

  terrain(id: string): string {
    return this.lore.name(TERRAIN_IDS[id] ?? id);
  }

  combo(race: string, power?: string | null): string {
    const name = this.lore.name(race);
    return power ? t("sw.combo", { race: name, power: this.lore.name(power) }) : name;
  }

  army(seat: number, race: string, power?: string | null): string {
    return t("sw.army", { who: this.who(seat), combo: this.combo(race, power) });
  }

  /** A piece on the map; several share their id with the power that brings them. */
  piece(id: string): string {
    return maybe(`piece.${id}`, this.lore.name(id));
  }

  /** A sum as events tell it: English names with their amounts. */
  sum(parts: [string, number][]): string {
    return sum(parts.map(([name, amount]) => ({ amount, source: this.source(name), name })), this.lore);
  }

  label(name: string, n = 1): string {
    return partName(this.source(name), name, n, this.lore);
  }

  private source(name: string): string {
    return this.lore.find(name) ?? name.toLowerCase().replaceAll(" ", "_");
  }

  /** What the rules say about a move, in the reader's language. */
  say(told: Message): string {
    return say(told, this);
  }

  option(option: Option): string {
    const { verb, means, piece, rest } = option;
    if (verb === "conquer") return t(means ? (`move.conquer.${means}` as never) : "move.conquer");
    if (verb === "piece") return t("move.piece", { piece: this.piece(piece!) });
    if (verb === "ally") return t("move.ally", { who: this.who(Number(rest[0])) });
    if (verb === "ask") return t("move.ask", { who: this.who(Number(rest[0])) });
    if (verb === "keep") return t("move.keep", { n: option.amount ?? 1 });
    if (verb === "share") return t("move.share", { who: this.who(Number(rest[0])), n: rest[1] });
    if (verb === "bony") return t("move.bony", { army: this.army(Number(rest[0]), rest[1]) });
    if (verb === "buy") return t("move.buy", { power: this.lore.name(rest[0]) });
    if (verb === "lose") return t(rest[0] === "horde" ? "move.lose.horde" : "move.lose.token");
    if (verb === "behemoth") return t("move.behemoth", { n: rest[0] });
    return maybe(`move.${verb}`, option.text);
  }

  /** Everything about a region in one breath. */
  region(region: RegionData, state: RegionState | undefined): string {
    const parts = [region.name, this.terrain(region.terrain), ...region.symbols.map((symbol) => this.lore.name(symbol))];
    const held = this.holder(state);
    return `${parts.join(", ")}. ${held}`;
  }

  holder(state: RegionState | undefined): string {
    const things = this.things(state);
    const also = things.length ? ` ${t("sw.with", { things: things.join(", ") })}` : "";
    if (state?.player === undefined) return (state?.lost_tribe ? this.lore.name("lost_tribe") : t("sw.nobody")) + also + ".";
    const army = this.army(state.player, state.race!);
    return t(state.declined ? "sw.held.declined" : "sw.held", { army, n: state.tokens ?? 0 }) + also + ".";
  }

  things(state: RegionState | undefined): string[] {
    if (!state) return [];
    const found = Object.entries(state.pieces ?? {}).map(([id, n]) => {
      const many = Array.isArray(n) ? n.length : n;
      return many > 1 ? `${many} × ${this.piece(id)}` : this.piece(id);
    });
    if (state.monster) found.push(this.piece("monster"));
    const markers = Array.isArray(state.marker) ? state.marker : state.marker ? [state.marker] : [];
    return [...found, ...markers.map((id) => this.piece(id))];
  }
}
