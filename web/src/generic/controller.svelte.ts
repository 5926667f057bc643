// Controller of a table of a game that the page knows nothing of: what is selected, and which moves a click means.

import { AnswerCache } from "../lib/answerCache.svelte";
import { TranslatedGlossary } from "../lib/glossary.svelte";
import { fill, isSingular } from "../lib/i18n/fill";
import { maybe, t } from "../lib/i18n/index.svelte";
import { translateMessage } from "../lib/ruleMessages.svelte";
import { sound } from "../lib/sound";
import type { Event, LegalMove, TableStore } from "../lib/table.svelte";
import type { Display, PieceDisplay } from "./wire";
import { drawingOf, withoutOtherBoards } from "./board";
import { RegionMoves } from "./moves";

const NOTHING: Display = { status: "", regions: {}, seats: [] };

export class TableController {
  selected = $state<string | null>(null);
  hovered = $state<string | null>(null);

  readonly drawing = $derived.by(() => drawingOf(this.store.board));
  readonly regions = $derived.by(() => new Map(this.drawing.regions.map((region) => [region.id, region])));
  readonly display = $derived.by((): Display => ({ ...NOTHING, ...((this.store.shown?.view?.display ?? {}) as Partial<Display>) }));
  readonly terms = $derived.by(() => new TranslatedGlossary(this.store.info?.game ?? "", this.store.glossary));
  /** The terms for the rules: of places, those of this board. */
  readonly glossary = $derived.by(() => withoutOtherBoards(this.store.glossary, this.drawing));
  readonly moves = $derived.by(() => new RegionMoves(this.store.mine ? this.store.live!.moves : [], this.regions));
  readonly answers: AnswerCache;

  constructor(readonly store: TableStore) {
    this.answers = new AnswerCache(store);
  }

  onNewPosition(): void {
    this.answers.clear();
    this.selected = null;
  }

  /** Click, tap or Enter on a region: play the only move that it means, else select the region. A touch selects first. */
  activate(region: string, touch: boolean): void {
    const move = this.moves.clickMove(region, this.selected);
    const aimed = this.moves.highlight(region, this.selected) === "target";
    if (move && (aimed || !touch || this.selected === region)) {
      void this.play(move);
      return;
    }
    this.selected = this.selected === region ? null : region;
    this.#explainSelected();
    if (this.store.mine && this.moves.from(region).length === 0) sound("no");
  }

  #explainSelected(): void {
    if (this.selected === null || !this.store.mine) return;
    void this.answers.request(this.moves.from(this.selected).map((move) => move.text));
  }

  async play(move: LegalMove): Promise<void> {
    await this.store.play(move.text);
  }

  /** What the rules say about a move, if it is loaded. */
  explanation(move: LegalMove): string {
    const answer = this.answers.get(move.text);
    return answer ? translateMessage(answer, this.store.messageContext()) : "";
  }

  /** Words of a move's button. */
  label(move: LegalMove): string {
    if (typeof move.label === "string" && move.label) return move.label;
    return [capital(move.verb), ...(move.arguments ?? []).map((word) => this.placeName(word))].join(" ");
  }

  placeName(id: string): string {
    return this.regions.get(id)?.name ?? this.terms.name(id);
  }

  /** Name of a kind of pieces, in the singular where there is one. */
  pieceName(piece: PieceDisplay): string {
    const entry = this.terms.entry(piece.kind);
    return entry.one !== undefined && isSingular(piece.count) ? entry.one : entry.name;
  }

  /** Equal pieces in words. */
  pieceText(piece: PieceDisplay): string {
    const text = `${piece.count} ${this.pieceName(piece)}`;
    return piece.seat >= 0 ? t("generic.pieces", { pieces: text, who: this.store.name(piece.seat) }) : text;
  }

  /** What lies in a region, for the pane and for screen readers. */
  contents(region: string): PieceDisplay[] {
    return this.display.regions?.[region] ?? [];
  }

  regionText(region: string): string {
    const here = this.contents(region).map((piece) => this.pieceText(piece));
    return [this.placeName(region), this.regions.get(region)?.label ?? "", ...here].filter(Boolean).join(", ");
  }

  /** An event as a sentence: the game's own text with names of players, else its type. */
  sentence(event: Event): string {
    const names: Record<string, string | number> = {};
    for (const [key, value] of Object.entries((event.values ?? {}) as Record<string, number>)) if (typeof value === "number") names[key] = Number.isInteger(value) && value >= 0 && value < this.seats ? this.store.name(value) : value;
    if (typeof event.text === "string") return fill(event.text, names);
    return `${event.seat === undefined ? "" : this.store.name(event.seat)} ${event.type.replaceAll("_", " ")}`.trim();
  }

  get seats(): number {
    return this.store.info?.seats.length ?? 0;
  }

  /** The question of the action bar. */
  get question(): string {
    if (this.selected !== null) return this.placeName(this.selected);
    const [elsewhere, all] = [this.moves.elsewhere.length, this.moves.all.length];
    return t(elsewhere === all ? "table.plain" : elsewhere > 0 ? "generic.choose" : "generic.choose.only");
  }

  verbName(verb: string): string {
    return maybe(`generic.verb.${verb}`, capital(verb));
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ");
