// Texts about Small World's regions, armies and prices in the reader's language, on the page and for screen readers.

import { maybe, t } from "../lib/i18n/index.svelte";
import type { TranslatedGlossary } from "../lib/glossary.svelte";
import { sum, translateMessage, type Data, type Message, type MessageContext } from "../lib/ruleMessages.svelte";
import type { Thing } from "../lib/wire";
import type { PricePart } from "./wire";
import { moveLabel } from "../lib/opaque";
import type { MoveOption } from "./legalMoves";
import type { RegionData, RegionState } from "./types";

const TERRAIN_IDS: Record<string, string> = { forest: "forest_terrain", hill: "hill_terrain", swamp: "swamp_terrain" };

/** Texts of a table; a new object when names or language have changed. */
export class Words implements MessageContext {
  constructor(
    readonly terms: TranslatedGlossary,
    readonly who: (seat: number) => string,
    private readonly regions: Map<string, RegionData>,
    readonly language?: unknown,
  ) {}

  place(id: string | number): string {
    return this.regions.get(String(id))?.name ?? String(id);
  }

  terrain(id: string): string {
    return this.terms.name(TERRAIN_IDS[id] ?? id);
  }

  combo(race: string, power?: string | null): string {
    const name = this.terms.name(race);
    return power ? t("sw.combo", { race: name, power: this.terms.name(power) }) : name;
  }

  army(seat: number, race: string, power?: string | null): string {
    return t("sw.army", { who: this.who(seat), combo: this.combo(race, power) });
  }

  /** Name of a piece on the map; several pieces share their id with the power that brings them. */
  piece(id: string): string {
    return maybe(`piece.${id}`, this.terms.name(id));
  }

  /** A price as a sum of its parts. */
  sum(parts: PricePart[]): string {
    return sum(parts, this.terms);
  }

  thing({ kind, id, name }: Thing): string {
    return kind === "region" ? (this.regions.get(id)?.name ?? name) : name;
  }

  /** An army in a message is a race with its powers. */
  placeholderText(placeholder: string, { who, power }: Data): string | undefined {
    if (placeholder !== "who" || typeof who !== "object" || Array.isArray(who) || power === undefined) return undefined;
    const powers = [power].flat().filter((one) => typeof one === "object");
    return t("sw.combo", { race: this.terms.name(who.id), power: powers.map(({ id }) => this.terms.name(id)).join(", ") });
  }

  /** A message of the rules or the server in the reader's language. */
  translate(message: Message): string {
    return translateMessage(message, this);
  }

  /** Label of the button for a move. */
  option(option: MoveOption): string {
    switch (option.verb) {
      case "conquer":
        return t(option.means ? `move.conquer.${option.means}` : "move.conquer");
      case "place_piece":
        return t("move.piece", { piece: this.piece(option.piece) });
      case "ally":
      case "ask":
        return t(`move.${option.verb}`, { who: this.who(option.seat) });
      case "keep":
        return t("move.keep", { n: option.tokens });
      case "share":
        return t("move.share", { who: this.who(option.seat), n: option.coins });
      case "bony":
        return t("move.bony", { army: this.army(option.seat, option.race) });
      case "buy":
        return t("move.buy", { power: this.terms.name(option.power) });
      case "lose":
        return t(`move.lose.${option.piece}`);
      case "behemoth":
        return t("move.behemoth", { n: option.stack });
      default:
        return maybe(`move.${option.verb}`, moveLabel(option.text));
    }
  }

  /** Description of a region for screen readers. */
  region(region: RegionData, state: RegionState | undefined): string {
    const parts = [region.name, this.terrain(region.terrain), ...region.symbols.map((symbol) => this.terms.name(symbol))];
    const held = this.holder(state);
    return `${parts.join(", ")}. ${held}`;
  }

  holder(state: RegionState | undefined): string {
    const pieces = this.pieceNames(state);
    const also = pieces.length ? ` ${t("sw.with", { things: pieces.join(", ") })}` : "";
    if (state?.player === undefined) return (state?.lost_tribe ? this.terms.name("lost_tribe") : t("sw.nobody")) + also + ".";
    const army = this.army(state.player, state.race!);
    return t(state.declined ? "sw.held.declined" : "sw.held", { army, n: state.tokens ?? 0 }) + also + ".";
  }

  pieceNames(state: RegionState | undefined): string[] {
    if (!state) return [];
    const names = Object.entries(state.pieces ?? {}).map(([id, n]) => {
      const count = Array.isArray(n) ? n.length : n;
      return count > 1 ? `${count} × ${this.piece(id)}` : this.piece(id);
    });
    if (state.monster) names.push(this.piece("monster"));
    const markers = Array.isArray(state.marker) ? state.marker : state.marker ? [state.marker] : [];
    return [...names, ...markers.map((id) => this.piece(id))];
  }
}
