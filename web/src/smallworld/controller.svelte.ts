// Controller of a player's interaction at a Small World table: selection, hover, redeployment plan, drag and drop, prices of moves.

import { AnswerCache, type Asked, type MoveData } from "../lib/answerCache.svelte";
import { Drag, dropTargetAt } from "../lib/drag.svelte";
import { currentMessages } from "../lib/i18n/index.svelte";
import { TranslatedGlossary } from "../lib/glossary.svelte";
import type { MoveText } from "../lib/opaque";
import { sound } from "../lib/sound";
import type { LegalMove, TableStore } from "../lib/table.svelte";
import type { Cost } from "../lib/wire";
import { isConquest, LegalMoves, spreadTokens, type MoveOption } from "./legalMoves";
import { completeLayout } from "./layout";
import type { MapData, PublicSummary, RegionData, RegionState, View } from "./types";
import { Words } from "./words";

/** What is being dragged: tokens from the hand or from a planned region, or a piece. */
export interface DraggedTokens {
  from: string;
  tokens: number;
  /** Id of the piece, such as a Hero, an encampment or a fortress; undefined for tokens. */
  piece?: string;
}
export const HAND = "hand";

const NONE: Map<string, RegionState> = new Map();
const holder = (here: RegionState | undefined): string => `${here?.player}/${here?.race}/${!!here?.declined}`;

/** Interaction state of one table. */
export class TableController {
  hovered = $state<string | null>(null);
  selected = $state<string | null>(null);
  plan = $state.raw<Map<string, number>>(new Map());

  readonly map = $derived.by(() => completeLayout(this.store.board as Partial<MapData>));
  readonly regions = $derived.by(() => new Map(this.map.regions.map((region): [string, RegionData] => [String(region.id), region])));
  readonly view = $derived.by(() => this.store.shown!.view as View);
  readonly summary = $derived.by(() => this.store.shown!.facts.summary as unknown as PublicSummary);
  readonly terms = $derived.by(() => new TranslatedGlossary("smallworld", this.store.glossary));
  readonly words = $derived.by(() => new Words(this.terms, (seat) => this.store.name(seat), this.regions, currentMessages()));
  readonly legalMoves = $derived.by(() => new LegalMoves(this.store.mine ? (this.store.live!.moves as MoveOption[]) : []));
  readonly seat = $derived.by(() => (this.store.mine ? this.store.live!.facts.to_move! : -1));
  readonly attacking = $derived.by(() => this.store.mine && ["conquer", "ghouls"].includes(this.view.phase) && !this.view.choice);

  /** Regions whose owner or army has changed in the latest step. */
  readonly changedRegions = $derived.by((): Map<string, RegionState> => {
    const before = (this.store.earlier?.view as View | undefined)?.regions;
    const now = this.view.regions;
    if (!before || before === now) return NONE;
    const changed = Object.entries(now).filter(([id, here]) => here !== before[id] && here.player !== undefined && holder(here) !== holder(before[id]));
    return changed.length > 0 ? new Map(changed) : NONE;
  });

  /** Number of tokens to be placed; `unplaced` is how many of them the plan has not placed yet. */
  readonly tokensToPlace = $derived.by(() => {
    if (this.legalMoves.maxTokens.size === 0) return 0;
    return Math.max(...this.legalMoves.maxTokens.values());
  });
  readonly unplaced = $derived.by(() => this.tokensToPlace - [...this.plan.values()].reduce((sum, n) => sum + n, 0));
  readonly placing = $derived.by(() => this.legalMoves.maxTokens.size > 0);

  /** The army whose tokens are in hand, and how many of them can be dragged now. */
  readonly handArmy = $derived.by((): { race: string; tokens: number } | null => {
    const player = this.seat >= 0 ? this.view.players[this.seat] : undefined;
    const army = [player?.active, ...(player?.declined ?? [])].find((one) => one && one.hand > 0);
    if (!army) return null;
    return { race: army.race, tokens: this.placing ? this.unplaced : this.attacking ? army.hand : 0 };
  });

  /** Pieces that can be placed now, with the number left. */
  readonly pieces = $derived.by((): [string, number][] => {
    const left = new Map<string, number>();
    for (const option of this.legalMoves.all) if (option.verb === "place_piece") left.set(option.piece, option.left);
    return [...left];
  });

  readonly drag = new Drag<DraggedTokens>({
    targetAt: dropTargetAt,
    drop: (dragged, over) => this.#drop(dragged, over),
    moved: (x, y) => this.scrollAtEdge(x, y),
  });
  /** Scrolls the map when tokens are dragged to its edge; set by the map. */
  scrollAtEdge: (x: number, y: number) => void = () => undefined;

  readonly answers: AnswerCache;
  /** Whether the plan outlasts the move just played. */
  #keepPlan = false;

  constructor(readonly store: TableStore) {
    this.answers = new AnswerCache(store);
    store.messageContext = () => this.words;
  }

  /** Reset what belongs to the last position, and request prices for the new one. */
  onNewPosition(): void {
    this.drag.end();
    if (!this.#keepPlan || [...this.plan.keys()].some((region) => !this.legalMoves.maxTokens.has(region)) || this.unplaced < 0) this.plan = new Map();
    this.#keepPlan = false;
    this.answers.clear();
    if (this.selected && this.legalMoves.forRegion(this.selected).length === 0) this.selected = null;
    const wanted = this.legalMoves.all.filter(({ verb }) => verb === "conquer" || verb === "pick");
    if (wanted.length > 0) void this.answers.request(wanted.map(({ text }) => text));
  }

  /** Price of a legal move, with its parts. */
  cost(move: Asked): Cost | null {
    const answer = this.answers.get(move);
    return answer?.legal ? (answer.said?.cost ?? null) : null;
  }

  /** The rules' explanation of a move, legal or not, if it is loaded. */
  explanation(move: Asked): string {
    const answer = this.answers.get(move);
    return answer ? this.words.translate(answer) : "";
  }

  /** State of a region in the displayed view. */
  regionState(region: string): RegionState | undefined {
    return this.view.regions[region];
  }

  /** The lowest price of a region, or the number that the die must show. */
  badge(region: string): { cost: number; luck: boolean } | null {
    const here = this.legalMoves.forRegion(region).filter(isConquest);
    const plain = here.find((option) => !option.means) ?? here.find((option) => option.means !== "die");
    const shown = plain ?? here[0];
    const price = shown ? this.cost(shown.text) : null;
    if (!price) return null;
    return plain ? { cost: price.total, luck: false } : { cost: price.total - price.have, luck: true };
  }

  /** The illegal move that a click on this region probably means, to explain why it is illegal. */
  likelyIllegalMove(region: string): MoveData | null {
    if (!this.store.mine || this.legalMoves.forRegion(region).length > 0 || this.legalMoves.maxTokens.has(region)) return null;
    if (this.view.choice) return null;
    if (this.view.phase === "redeploy" || this.view.phase === "withdraw") return { verb: "place", region };
    return { verb: "conquer", region };
  }

  hover(region: string | null): void {
    this.hovered = region;
    if (region !== null && this.attacking) this.#explain(region);
  }

  #explain(region: string): void {
    const move = this.likelyIllegalMove(region);
    if (move) void this.answers.request([move]);
  }

  /** Click, tap or Enter: add a token to the plan, play the only move, or select the region. A touch always selects first. */
  activate(region: string, touch: boolean): void {
    if (this.legalMoves.maxTokens.has(region)) {
      this.changePlan(region, 1);
      this.selected = region;
      return;
    }
    const move = this.legalMoves.clickMove(region);
    if (move && (!touch || this.selected === region)) {
      void this.play(move);
      return;
    }
    this.selected = this.selected === region ? null : region;
    this.#explain(region);
    if (this.store.mine && this.legalMoves.forRegion(region).length === 0) sound("no");
  }

  async play(option: MoveOption): Promise<void> {
    this.selected = null;
    this.#keepPlan = option.verb === "place_piece";
    await this.store.play(option.text);
  }

  /** Put all readied tokens back to where they were. */
  async keepAll(): Promise<void> {
    await this.store.play(...[...this.legalMoves.putBack.values()].map((option) => option.text));
  }

  // Redeployment

  changePlan(region: string, by: number): void {
    const now = this.plan.get(region) ?? 0;
    const next = Math.max(0, Math.min(now + by, now + this.unplaced, this.legalMoves.maxTokens.get(region) ?? 0));
    if (next === now) return;
    const plan = new Map(this.plan);
    put(plan, region, next);
    this.plan = plan;
    sound("place");
  }

  /** Number of planned tokens shown in a region; dragged ones count where they are. */
  planned(region: string): number {
    const { item, over } = this.drag;
    const now = this.plan.get(region) ?? 0;
    if (!item || !this.placing) return now;
    return now - (item.from === region ? item.tokens : 0) + (over === region && this.canDrop(region) ? item.tokens : 0);
  }

  /** Tokens left in hand, without dragged ones. */
  readonly inHand = $derived.by(() => {
    const { item, over } = this.drag;
    const tokens = this.handArmy?.tokens ?? 0;
    if (!item) return tokens;
    if (item.from === HAND) return over === HAND ? tokens : tokens - item.tokens;
    return over === HAND ? tokens + item.tokens : tokens;
  });

  /** Whether the dragged tokens or piece can be dropped here. */
  canDrop(region: string): boolean {
    if (this.drag.item?.piece) return !!this.#placeMove(this.drag.item.piece, region);
    if (this.placing) return this.legalMoves.maxTokens.has(region);
    return this.legalMoves.forRegion(region).some(isConquest);
  }

  /** Start dragging tokens: one, or with Shift all that are there. */
  startDrag(event: PointerEvent, from: string): void {
    const there = from === HAND ? (this.handArmy?.tokens ?? 0) : (this.plan.get(from) ?? 0);
    if (there === 0 || this.store.sending) return;
    this.drag.start(event, { from, tokens: event.shiftKey || !this.placing ? there : 1 });
  }

  /** Start dragging a piece. */
  startPieceDrag(event: PointerEvent, piece: string): void {
    if (!this.store.sending) this.drag.start(event, { from: piece, tokens: 0, piece });
  }

  #placeMove(piece: string, region: string): MoveOption | undefined {
    return this.legalMoves.forRegion(region).find((option) => option.verb === "place_piece" && option.piece === piece);
  }

  #drop({ from, tokens, piece }: DraggedTokens, over: string | null): void {
    if (piece !== undefined) {
      const option = over === null ? undefined : this.#placeMove(piece, over);
      if (option) void this.play(option);
      return;
    }
    if (!this.placing) {
      if (over !== null && over !== HAND) this.activate(over, false);
      return;
    }
    const to = over ?? HAND;
    if (to === from || (to !== HAND && !this.canDrop(to))) return;
    const plan = new Map(this.plan);
    if (from !== HAND) put(plan, from, (plan.get(from) ?? 0) - tokens);
    if (to !== HAND) put(plan, to, Math.min(this.legalMoves.maxTokens.get(to)!, (plan.get(to) ?? 0) + tokens));
    this.plan = plan;
    sound("place");
  }

  spreadEvenly(): void {
    const held = new Map([...this.legalMoves.maxTokens.keys()].map((region): [string, number] => [region, this.view.regions[region]?.tokens ?? 0]));
    this.plan = spreadTokens(this.tokensToPlace, held, this.legalMoves.maxTokens);
  }

  clearPlan(): void {
    this.plan = new Map();
  }

  /** Whether playing the plan also ends the turn: all tokens are placed and no other move is left. */
  readonly ending = $derived.by(() => this.view.phase === "redeploy" && this.placing && this.unplaced === 0 && this.legalMoves.byRegion.size === 0 && this.legalMoves.buttons.every(({ verb }) => verb === "done"));

  async placePlan(): Promise<void> {
    const moves = [...this.plan].flatMap(([region, n]) => this.legalMoves.placement(region, n)?.text ?? []);
    if (moves.length === 0) return;
    const [seat, ending] = [this.seat, this.ending];
    await this.store.play(...moves, (now) => (ending && now.facts.to_move === seat ? onlyDone(now.moves) : null));
  }

  #finished = -1;

  /** Play `done` by itself when withdrawn troops are placed and it is the only move, once per position. */
  finishWithdrawal(): void {
    const { live, mine, sending } = this.store;
    const done = mine && !sending && this.view.phase === "withdraw" ? onlyDone(live!.moves) : null;
    if (done === null || this.#finished === live!.ply) return;
    this.#finished = live!.ply;
    void this.store.play(done);
  }
}

/** The text of `done` where it is the only legal move. */
const onlyDone = (legal: LegalMove[]): MoveText | null => (legal.length === 1 && legal[0].verb === "done" ? legal[0].text : null);

function put(plan: Map<string, number>, region: string, tokens: number): void {
  if (tokens > 0) plan.set(region, tokens);
  else plan.delete(region);
}
