// Controller of a player's interaction at a Covil table: selection, hover, drag and drop, and explanations of moves.

import { untrack } from "svelte";
import { AnswerCache, type MoveData } from "../lib/answerCache.svelte";
import { Drag, dropTargetAt } from "../lib/drag.svelte";
import { currentMessages, t } from "../lib/i18n/index.svelte";
import { TranslatedGlossary } from "../lib/glossary.svelte";
import { sound } from "../lib/sound";
import type { Event, TableStore } from "../lib/table.svelte";
import { LegalMoves, type MoveOption } from "./legalMoves";
import { completeLayout } from "./background";
import type { BoardData, PublicSummary, View, ZoneData } from "./types";
import type { PieceRef } from "./wire";
import { Words } from "./words";

/** Something that can be hovered and selected. */
export interface Item {
  kind: "zone" | "troop" | "fortress" | "minion" | "relic";
  id: string;
  /** Where a card is; `active` relics lie in front of their owner. */
  where?: "hall" | "pool" | "hand" | "active";
  seat?: number;
}

/** Where a card is dropped to play a verb; all others on the board. */
const DROP_ZONES: Record<string, string> = { hire: "hall", pay: "pool" };
const ON_BOARD = new Set(["zone", "troop", "fortress"]);

const same = (one: Item | null, other: Item | null): boolean => !!one && !!other && one.kind === other.kind && one.id === other.id && one.where === other.where && one.seat === other.seat;

/** Interaction state of one table. */
export class TableController {
  hovered = $state.raw<Item | null>(null);
  selected = $state.raw<Item | null>(null);
  selectedTroop = $state<string | null>(null);
  resting = $state(false);
  /** The seat whose hall is shown; -1 for the viewer's own. */
  shownHall = $state(-1);

  readonly board = $derived.by(() => completeLayout(this.store.board as unknown as BoardData));
  readonly zones = $derived.by(() => new Map(this.board.zones.map((zone): [string, ZoneData] => [zone.id, zone])));
  readonly view = $derived.by(() => this.store.shown!.view as View);
  readonly terms = $derived.by(() => new TranslatedGlossary("covil", this.store.glossary));
  readonly words = $derived.by(() => new Words(this.terms, (seat) => this.name(seat), this.zones, currentMessages(), (troop) => untrack(() => this.view.troops[troop])));
  readonly legalMoves = $derived.by(() => new LegalMoves(this.store.mine ? this.store.live!.moves : []));
  readonly seats = $derived.by(() => this.view.players.length);
  /** The seat from which the table is shown: the one to move if it is the viewer's, else the viewer's seat, for spectators the first. */
  readonly seat = $derived.by(() => (this.store.mine ? this.store.live!.facts.to_move! : (this.store.shown!.seat >= 0 ? this.store.shown!.seat : (this.store.shown!.you[0] ?? 0))));
  readonly hallSeat = $derived.by(() => (this.shownHall >= 0 && this.shownHall < this.seats ? this.shownHall : this.seat));
  readonly summary = $derived.by(() => this.store.shown!.facts.summary as unknown as PublicSummary);
  readonly isOwnAfternoon = $derived.by(() => this.store.mine && this.view.phase === "afternoon");
  /** The card whose effect asks for a choice. */
  readonly askingCard = $derived.by(() => {
    if (this.view.phase !== "choice") return undefined;
    return this.summary.question?.card;
  });
  /** What is asked, where the phase alone does not say it. */
  readonly asked = $derived.by(() => this.summary.question?.kind);
  /** The latest event of the combat with the sums of both sides. */
  readonly combatSums = $derived.by((): Event | null => {
    if (!this.view.combat || this.asked === "weapon") return null;
    for (let k = this.store.log.length - 1; k >= 0 && k > this.store.log.length - 30; k -= 1) {
      const events = this.store.log[k].events;
      for (let j = events.length - 1; j >= 0; j -= 1) {
        if (["weighed", "attacked", "rebels_attack"].includes(events[j].type)) return (events[j].against as PieceRef).id === this.view.combat.against.id ? events[j] : null;
        if (events[j].type === "fought") return null;
      }
    }
    return null;
  });

  readonly answers: AnswerCache;

  readonly drag = new Drag<string>({
    targetAt: dropTargetAt,
    drop: (troop, over) => this.#drop(troop, over),
    moved: () => this.#onDragMove(),
  });
  readonly cardDrag = new Drag<Item>({ targetAt: dropTargetAt, drop: (card, over) => this.#dropCard(card, over) });
  /** Scrolls the board when a troop is dragged to its edge; set by the board. */
  scrollAtEdge: () => void = () => undefined;

  constructor(readonly store: TableStore) {
    this.answers = new AnswerCache(store);
    store.messageContext = () => this.words;
  }

  /** Whether a seat is a dummy: in the solo game all others are. */
  isDummy(seat: number): boolean {
    return seat > 0 && this.store.info?.options.players === 1;
  }

  name(seat: number): string {
    return this.isDummy(seat) ? t("cv.dummy", { n: this.seats > 2 ? seat : "" }).trim() : this.store.name(seat);
  }

  /** The zone of a troop or a fortress. */
  zoneOf({ kind, id, seat }: PieceRef): string | undefined {
    return kind === "fortress" ? this.view.fortresses[seat]?.zone : this.view.troops[id]?.zone;
  }

  /** Reset what belongs to the last position. */
  onNewPosition(): void {
    this.drag.end();
    this.cardDrag.end();
    this.answers.clear();
    this.resting = false;
    this.shownHall = this.legalMoves.options.some((option) => option.verb === "choose" && option.targetKind === "minion") ? this.#hallOfChoice() : -1;
    const actors = this.legalMoves.actors;
    if (!this.selectedTroop || !actors.includes(this.selectedTroop)) this.selectedTroop = actors.length === 1 ? actors[0] : null;
    if (this.selected && !["zone", "troop"].includes(this.selected.kind)) this.selected = null;
  }

  /** The seat in whose hall the Minions are that can be chosen. */
  #hallOfChoice(): number {
    const cards = new Set(this.legalMoves.options.filter((option) => option.targetKind === "minion").map((option) => option.id));
    if (this.#choosesOwn) return -1;
    return this.view.players.findIndex((player, seat) => seat !== this.seat && player.hall.some(({ card, state }) => cards.has(card) && state === "ready"));
  }

  /** The price of a Minion that can be hired now. */
  hirePrice(card: string): number | null {
    return this.legalMoves.about("hire", card)?.amount ?? null;
  }

  /** Label of the button for a move. */
  buttonLabel(option: MoveOption): string {
    return option.verb === "hire" ? t("cv.move.hire", { n: option.amount ?? "?" }) : this.words.option(option);
  }

  /** Moves that a click on an item can play. */
  movesFor(item: Item): MoveOption[] {
    if (item.kind === "minion" && item.where === "pool") return this.legalMoves.forTarget("pool", item.id, null);
    if (item.kind === "minion") return this.#movesForMinion(item);
    if (item.kind === "relic") return item.where === "hand" && item.seat === this.seat ? this.legalMoves.forTarget("relic", item.id, null) : [];
    return this.legalMoves.forTarget(item.kind, item.id, this.selectedTroop);
  }

  #movesForMinion(item: Item): MoveOption[] {
    const moves = this.legalMoves.forTarget("minion", item.id, this.selectedTroop);
    const states = (this.view.players[item.seat ?? 0]?.hall ?? []).filter(({ card }) => card === item.id).map(({ state }) => state);
    const [ready, notReady] = [states.includes("ready"), states.some((state) => state !== "ready")];
    return moves.filter((option) => {
      if (option.verb === "choose") return this.#choosesOwn ? item.seat === this.seat && notReady : item.seat !== this.seat && ready;
      if (option.verb === "rest") return item.seat === this.seat && notReady;
      return item.seat === this.seat && ready;
    });
  }

  /** Whether the card to be chosen is the player's own (to rest) or another's (to exhaust). */
  get #choosesOwn(): boolean {
    const cards = this.legalMoves.options.filter((option) => option.targetKind === "minion" && option.verb === "choose").map((option) => option.id);
    const own = this.view.players[this.seat]?.hall ?? [];
    return cards.every((card) => own.some((place) => place.card === card && place.state !== "ready"));
  }

  /** How an item is highlighted: as a target, as a target of an attack, as a troop that can act, or not at all. */
  highlight(item: Item): "open" | "aim" | "actor" | "" {
    if (!this.store.mine) return "";
    if (item.kind === "troop" && this.legalMoves.actors.includes(item.id)) return "actor";
    const moves = this.movesFor(item);
    if (moves.length === 0) return "";
    if (this.resting) return moves.some((option) => option.verb === "rest") ? "open" : "";
    if (moves.every((option) => option.verb === "rest")) return "";
    return moves.some((option) => option.verb === "melee" || option.verb === "ranged") ? "aim" : "open";
  }

  /** The illegal move that a click on this item probably means, to explain why it is illegal. */
  likelyIllegalMove(item: Item): MoveData | null {
    const { view } = this;
    if (!this.store.mine || this.movesFor(item).length > 0) return null;
    const own = item.seat === this.seat;
    if (item.kind === "minion" && item.where === "pool") return view.phase === "afternoon" ? { verb: "hire", card: item.id } : null;
    if (item.kind === "minion") return own ? this.#illegalUse(item.id) : null;
    if (item.kind === "relic") return own && item.where === "hand" ? { verb: "relic", card: item.id } : null;
    if ((view.phase === "found" || view.phase === "retreat") && item.kind === "zone") return { verb: view.phase, zone: item.id };
    if (view.phase === "choice" && this.legalMoves.options.some((option) => option.verb === "choose" && option.targetKind === item.kind)) return { verb: `choose_${item.kind}`, [item.kind]: item.id };
    if (view.phase !== "afternoon") return null;
    const troop = this.selectedTroop ?? Object.keys(view.troops).find((id) => view.troops[id].seat === this.seat);
    return troop === undefined ? null : this.#illegalAction(item, troop);
  }

  /** What a click on a Minion of the player's own hall probably means. */
  #illegalUse(card: string): MoveData | null {
    const { phase, combat } = this.view;
    if (phase === "afternoon") return { verb: "command", card };
    if (phase === "payment") return { verb: "pay_minion", card };
    if (phase !== "combat" && phase !== "raid") return null;
    return { verb: combat && this.legalMoves.has("exhaust") ? "exhaust" : "defend", card };
  }

  #illegalAction(item: Item, troop: string): MoveData | null {
    const here = this.view.troops[troop]?.zone;
    if (item.kind === "zone") return this.selectedTroop ? { verb: "move", troop, zone: item.id } : null;
    const seat = item.kind === "fortress" ? Number(item.id) : this.view.troops[item.id]?.seat;
    if (item.kind === "fortress" && seat === this.seat) return { verb: "repair", troop };
    if (item.kind === "troop" && seat === this.seat) return { verb: "gold", troop: item.id };
    const against = { kind: item.kind as PieceRef["kind"], id: item.id, seat: seat ?? -1 };
    return { verb: here === this.zoneOf(against) ? "melee" : "ranged", troop, against };
  }

  hover(item: Item | null): void {
    this.hovered = item;
    if (item && this.store.mine) this.#explain(item);
  }

  #explain(item: Item): void {
    const move = this.likelyIllegalMove(item) ?? this.attackMove(item)?.text;
    if (move) void this.answers.request([move]);
  }

  /** The selected troop's attack on this item. */
  attackMove(item: Item): MoveOption | undefined {
    return this.movesFor(item).find(({ verb }) => verb === "melee" || verb === "ranged");
  }

  isSelected(item: Item): boolean {
    return same(this.selected, item);
  }

  /** Click, tap or Enter: play the only move at once (it can be undone), otherwise select the item. Cards are selected first. */
  activate(item: Item): void {
    if (item.kind === "troop" && this.legalMoves.forTroop(item.id).length > 0) {
      this.selectTroop(item.id);
      return;
    }
    const moves = this.movesFor(item);
    const cardFirst = this.view.phase === "afternoon" && (item.kind === "minion" || item.kind === "relic") && !this.resting;
    const playable = this.resting ? moves.filter((option) => option.verb === "rest") : moves;
    if (playable.length === 1 && !cardFirst) {
      void this.play(playable[0]);
      return;
    }
    if (item.kind === "zone" && moves.length === 0 && this.#selectTroopIn(item.id)) return;
    this.selected = this.isSelected(item) ? null : item;
    this.#explain(item);
    if (this.store.mine && this.selected && moves.length === 0 && this.likelyIllegalMove(item)) sound("no");
  }

  /** Select or deselect a troop. */
  selectTroop(troop: string | null): void {
    this.selectedTroop = this.selectedTroop === troop ? null : troop;
    this.selected = null;
    this.resting = false;
    sound("place");
  }

  // Dragging troops

  /** Whether a troop can be dragged: to act, or to retreat. */
  canDrag(troop: string): boolean {
    if (!this.store.mine || this.store.sending) return false;
    return this.legalMoves.actors.includes(troop) || (this.legalMoves.has("retreat") && this.view.combat?.against.kind === "troop" && this.view.combat.against.id === troop);
  }

  startDrag(event: PointerEvent, troop: string): void {
    if (this.canDrag(troop)) this.drag.start(event, troop);
  }

  #onDragMove(): void {
    const troop = this.drag.item;
    if (troop !== null && troop !== this.selectedTroop && this.legalMoves.actors.includes(troop)) this.selectTroop(troop);
    this.scrollAtEdge();
  }

  /** The item below a dragged troop: a piece that it can attack, else the zone of that piece. */
  #dropItem(over: string): Item {
    const [kind, id] = over.split(" ") as [Item["kind"], string];
    const zone = kind === "troop" ? this.view.troops[id]?.zone : kind === "fortress" ? this.view.fortresses[Number(id)]?.zone : undefined;
    return zone !== undefined && this.legalMoves.forTarget(kind as MoveOption["targetKind"], id, this.drag.item ?? this.selectedTroop).length === 0 ? { kind: "zone", id: zone } : { kind, id };
  }

  /** The item below a dragged troop, and the moves that dropping it there can play. */
  readonly dropPreview = $derived.by((): { item: Item; options: MoveOption[] } | null => {
    const { item: troop, over } = this.drag;
    if (troop === null || over === null) return null;
    const item = this.#dropItem(over);
    return { item, options: this.legalMoves.forTarget(item.kind as MoveOption["targetKind"], item.id, troop) };
  });

  isDropTarget(item: Item): boolean {
    return same(this.dropPreview?.item ?? null, item);
  }

  #drop(troop: string, over: string | null): void {
    if (over === null) return;
    const item = this.#dropItem(over);
    const moves = this.legalMoves.forTarget(item.kind as MoveOption["targetKind"], item.id, troop);
    if (moves.length === 1) void this.play(moves[0]);
    else if (item.id !== this.view.troops[troop]?.zone) {
      this.selected = item;
      this.#explain(item);
      if (moves.length === 0) sound("no");
    }
  }

  // Dragging cards: from the pool into the hall, from hall or hand to the pool as payment, onto the board to use them

  startCardDrag(event: PointerEvent, card: Item): void {
    if (this.store.mine && !this.store.sending && this.movesFor(card).length > 0) this.cardDrag.start(event, card, true);
  }

  /** Moves that dropping a card here can play. */
  movesForDrop(card: Item, over: string): MoveOption[] {
    const place = over.split(" ")[0];
    return this.movesFor(card).filter(({ verb }) => verb !== "rest" && (place === "actions" || place === (DROP_ZONES[verb] ?? "board") || (!DROP_ZONES[verb] && ON_BOARD.has(place))));
  }

  /** Whether the dragged card can be dropped here. */
  isDropZone(place: string): boolean {
    return this.cardDrag.item !== null && this.movesForDrop(this.cardDrag.item, place).length > 0;
  }

  #dropCard(card: Item, over: string | null): void {
    if (over === null) return;
    const moves = this.movesForDrop(card, over);
    if (moves.length === 1) void this.play(moves[0]);
    else if (moves.length > 1 || !this.isOrigin(card, over)) {
      this.selected = card;
      this.#explain(card);
      if (moves.length === 0) sound("no");
    }
  }

  /** Whether a card is dropped where it came from. */
  isOrigin(card: Item, over: string): boolean {
    return over === (card.where === "hand" ? "hall" : card.where);
  }

  #selectTroopIn(zone: string): boolean {
    const here = this.legalMoves.actors.filter((name) => this.view.troops[name]?.zone === zone);
    if (here.length === 0 || (this.selectedTroop && here.length === 1 && here[0] === this.selectedTroop)) return false;
    this.selectedTroop = here[(here.indexOf(this.selectedTroop ?? "") + 1) % here.length];
    this.selected = null;
    sound("place");
    return true;
  }

  /** Hand over so much gold, and then hire the Minion. */
  async payAndHire(gold: MoveOption): Promise<void> {
    this.selected = null;
    await this.store.play(gold.text, (now) => now.moves.find(({ verb }) => verb === "done")?.text ?? null);
  }

  async play(option: MoveOption): Promise<void> {
    this.selected = null;
    this.resting = false;
    await this.store.play(option.text);
  }
}
