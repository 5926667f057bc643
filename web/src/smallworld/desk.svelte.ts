// What a player at a Small World table is doing: looking at a region, planning a redeployment, asking what things cost.

import { Answers } from "../lib/answers.svelte";
import { Drag, marked } from "../lib/drag.svelte";
import { spoken } from "../lib/i18n/index.svelte";
import { Lore } from "../lib/lore.svelte";
import { sound } from "../lib/sound";
import type { TableStore } from "../lib/table.svelte";
import type { Cost } from "../lib/wire";
import { Decision, spread, type Option } from "./decide";
import { laidOut } from "./layout";
import type { MapData, Outlook, RegionData, RegionState, View } from "./types";
import { Words } from "./words";

/** Tokens in the air: from the hand or from where the plan had put them. */
export interface Lifted {
  from: string;
  tokens: number;
  /** Not tokens but a piece beside them: a Hero, an encampment, a fortress ... */
  piece?: string;
}
export const HAND = "hand";

const NONE: Map<string, RegionState> = new Map();
const holder = (here: RegionState | undefined): string => `${here?.player}/${here?.race}/${!!here?.declined}`;

export class Desk {
  hovered = $state<string | null>(null);
  chosen = $state<string | null>(null);
  plan = $state.raw<Map<string, number>>(new Map());

  readonly map = $derived.by(() => laidOut(this.store.board as Partial<MapData>));
  readonly regions = $derived.by(() => new Map(this.map.regions.map((region): [string, RegionData] => [String(region.id), region])));
  readonly view = $derived.by(() => this.store.shown!.view as View);
  readonly outlook = $derived.by(() => this.store.shown!.facts.outlook as unknown as Outlook);
  readonly lore = $derived.by(() => new Lore("smallworld", this.store.glossary));
  readonly words = $derived.by(() => new Words(this.lore, (seat) => this.store.name(seat), this.regions, spoken()));
  readonly decision = $derived.by(() => new Decision(this.store.mine ? this.store.live!.legal : [], this.store.glossary, this.regions));
  readonly seat = $derived.by(() => (this.store.mine ? this.store.live!.facts.to_move! : -1));
  readonly attacking = $derived.by(() => this.store.mine && ["conquer", "ghouls"].includes(this.view.phase) && !this.view.choice);

  /** Regions that the latest step has given to somebody else, or turned over. */
  readonly landed = $derived.by((): Map<string, RegionState> => {
    const before = (this.store.earlier?.view as View | undefined)?.regions;
    const now = this.view.regions;
    if (!before || before === now) return NONE;
    const found = Object.entries(now).filter(([id, here]) => here !== before[id] && here.player !== undefined && holder(here) !== holder(before[id]));
    return found.length > 0 ? new Map(found) : NONE;
  });

  /** Tokens that wait to be placed, and those the plan has not placed yet. */
  readonly hand = $derived.by(() => {
    if (this.decision.most.size === 0) return 0;
    return Math.max(...this.decision.most.values());
  });
  readonly left = $derived.by(() => this.hand - [...this.plan.values()].reduce((sum, n) => sum + n, 0));
  readonly placing = $derived.by(() => this.decision.most.size > 0);

  /** The army whose tokens are in hand, and how many of them can be taken up now. */
  readonly troops = $derived.by((): { race: string; tokens: number } | null => {
    const player = this.seat >= 0 ? this.view.players[this.seat] : undefined;
    const army = [player?.active, ...(player?.declined ?? [])].find((one) => one && one.hand > 0);
    if (!army) return null;
    return { race: army.race, tokens: this.placing ? this.left : this.attacking ? army.hand : 0 };
  });

  /** Pieces that can be placed now, and how many of each are left where that is known. */
  readonly pieces = $derived.by((): [string, number][] => {
    const found = new Set([...this.decision.aimed.values()].flat().flatMap((option) => (option.verb === "piece" ? [option.piece!] : [])));
    const armies = this.seat >= 0 ? [this.view.players[this.seat]?.active, ...(this.view.players[this.seat]?.declined ?? [])] : [];
    const left = (piece: string): number => Math.max(1, ...armies.flatMap((army) => [army?.[`${piece}s`], army?.[`${piece}es`]].map(Number).filter((n) => n > 0)));
    return [...found].map((piece) => [piece, left(piece)]);
  });

  readonly drag = new Drag<Lifted>({
    under: marked,
    drop: (lifted, over) => this.drop(lifted, over),
    moved: (x, y) => this.nudge(x, y),
  });
  /** The map moves along when tokens are carried to its edge. */
  nudge: (x: number, y: number) => void = () => undefined;

  readonly answers: Answers;
  /** The move just made leaves what was planned as it is. */
  private keeping = false;

  constructor(readonly store: TableStore) {
    this.answers = new Answers(store);
    store.speaker = () => this.words;
  }

  /** A new position: what was planned for the old one is void. */
  fresh(): void {
    this.drag.end();
    if (!this.keeping || [...this.plan.keys()].some((region) => !this.decision.most.has(region)) || this.left < 0) this.plan = new Map();
    this.keeping = false;
    this.answers.forget();
    if (this.chosen && this.decision.at(this.chosen).length === 0) this.chosen = null;
    const wanted = this.decision.legal.filter((text) => /^(conquer|pick) /.test(text));
    if (wanted.length > 0) void this.answers.ask(wanted);
  }

  /** What a legal move costs, as the rules add it up. */
  cost(text: string): Cost | null {
    const answer = this.answers.of(text);
    return answer?.legal ? (answer.said?.cost ?? null) : null;
  }

  /** What the rules say about a move, legal or not. */
  said(text: string): string {
    const answer = this.answers.of(text);
    return answer ? this.words.say(answer) : "";
  }

  /** What lies in a region. */
  here(region: string): RegionState | undefined {
    return this.view.regions[region];
  }

  /** The best price of a region, for its badge. */
  badge(region: string): { cost: number; luck: boolean } | null {
    const here = this.decision.at(region).filter((option) => option.verb === "conquer");
    const plain = here.find((option) => !option.means) ?? here.find((option) => option.means !== "die");
    const found = this.cost((plain ?? here[0])?.text ?? "");
    if (!found) return null;
    return plain ? { cost: found.total, luck: false } : { cost: found.total - found.have, luck: true };
  }

  /** Which forbidden move somebody who touches a region has probably in mind. */
  forbidden(region: string): string | null {
    if (!this.store.mine || this.decision.at(region).length > 0 || this.decision.most.has(region)) return null;
    if (this.view.choice) return null;
    if (this.view.phase === "redeploy" || this.view.phase === "withdraw") return `place ${region}`;
    return `conquer ${region}`;
  }

  look(region: string | null): void {
    this.hovered = region;
    if (region !== null && this.attacking) this.wonder(region);
  }

  private wonder(region: string): void {
    const text = this.forbidden(region);
    if (text) void this.answers.ask([text]);
  }

  /** A click, a tap or Enter. A finger always sees the card first; a mouse conquers at once what is plain. */
  touch(region: string, finger: boolean): void {
    if (this.decision.most.has(region)) {
      this.change(region, 1);
      this.chosen = region;
      return;
    }
    const plain = this.decision.plain(region);
    if (plain && (!finger || this.chosen === region)) {
      void this.play(plain);
      return;
    }
    this.chosen = this.chosen === region ? null : region;
    this.wonder(region);
    if (this.store.mine && this.decision.at(region).length === 0) sound("no");
  }

  async play(option: Option | string): Promise<void> {
    this.chosen = null;
    this.keeping = typeof option !== "string" && option.verb === "piece";
    await this.store.play(typeof option === "string" ? option : option.text);
  }

  /** All readied tokens back to where they stood. */
  async keepAll(): Promise<void> {
    await this.store.play(...[...this.decision.kept.values()].map((option) => option.text));
  }

  // Redeployment

  change(region: string, by: number): void {
    const now = this.plan.get(region) ?? 0;
    const next = Math.max(0, Math.min(now + by, now + this.left, this.decision.most.get(region) ?? 0));
    if (next === now) return;
    const plan = new Map(this.plan);
    put(plan, region, next);
    this.plan = plan;
    sound("place");
  }

  /** How many of the plan's tokens a region shows, those in the air counted where they are. */
  planned(region: string): number {
    const { what, over } = this.drag;
    const now = this.plan.get(region) ?? 0;
    if (!what || !this.placing) return now;
    return now - (what.from === region ? what.tokens : 0) + (over === region && this.accepts(region) ? what.tokens : 0);
  }

  /** Tokens left in hand, those in the air not counted. */
  readonly inHand = $derived.by(() => {
    const { what, over } = this.drag;
    const tokens = this.troops?.tokens ?? 0;
    if (!what) return tokens;
    if (what.from === HAND) return over === HAND ? tokens : tokens - what.tokens;
    return over === HAND ? tokens + what.tokens : tokens;
  });

  /** Can what is in the air be put down here? */
  accepts(region: string): boolean {
    if (this.drag.what?.piece) return !!this.placeOf(this.drag.what.piece, region);
    if (this.placing) return this.decision.most.has(region);
    return this.decision.at(region).some((option) => option.verb === "conquer");
  }

  /** Take up tokens: one, or with Shift all that lie there. */
  lift(event: PointerEvent, from: string): void {
    const there = from === HAND ? (this.troops?.tokens ?? 0) : (this.plan.get(from) ?? 0);
    if (there === 0 || this.store.sending) return;
    this.drag.take(event, { from, tokens: event.shiftKey || !this.placing ? there : 1 });
  }

  /** Take up a piece. */
  liftPiece(event: PointerEvent, piece: string): void {
    if (!this.store.sending) this.drag.take(event, { from: piece, tokens: 0, piece });
  }

  private placeOf(piece: string, region: string): Option | undefined {
    return this.decision.at(region).find((option) => option.verb === "piece" && option.piece === piece);
  }

  private drop({ from, tokens, piece }: Lifted, over: string | null): void {
    if (piece !== undefined) {
      const option = over === null ? undefined : this.placeOf(piece, over);
      if (option) void this.play(option);
      return;
    }
    if (!this.placing) {
      if (over !== null && over !== HAND) this.touch(over, false);
      return;
    }
    const to = over ?? HAND;
    if (to === from || (to !== HAND && !this.accepts(to))) return;
    const plan = new Map(this.plan);
    if (from !== HAND) put(plan, from, (plan.get(from) ?? 0) - tokens);
    if (to !== HAND) put(plan, to, Math.min(this.decision.most.get(to)!, (plan.get(to) ?? 0) + tokens));
    this.plan = plan;
    sound("place");
  }

  spreadEvenly(): void {
    const held = new Map([...this.decision.most.keys()].map((region): [string, number] => [region, this.view.regions[region]?.tokens ?? 0]));
    this.plan = spread(this.hand, held, this.decision.most);
  }

  clearPlan(): void {
    this.plan = new Map();
  }

  /** Does the plan leave nothing to do but to end the turn? Pieces that may still be placed do not let it end. */
  readonly ending = $derived.by(() => this.view.phase === "redeploy" && this.placing && this.left === 0 && this.decision.aimed.size === 0 && this.decision.buttons.every(({ verb }) => verb === "done"));

  async placePlan(): Promise<void> {
    const moves = [...this.plan].map(([region, n]) => (n === 1 ? `place ${region}` : `place ${region} ${n}`));
    if (moves.length === 0) return;
    const [seat, ending] = [this.seat, this.ending];
    await this.store.play(...moves, (now) => (ending && now.facts.to_move === seat && onlyDone(now.legal) ? "done" : null));
  }

  private finished = -1;

  /** Troops that withdraw are placed, and nothing else can be done: the table does not wait for a click. Once for each position. */
  finishWithdrawal(): void {
    const { live, mine, sending } = this.store;
    if (!mine || sending || this.view.phase !== "withdraw" || !onlyDone(live!.legal) || this.finished === live!.ply) return;
    this.finished = live!.ply;
    void this.store.play("done");
  }
}

const onlyDone = (legal: string[]): boolean => legal.length === 1 && legal[0] === "done";

function put(plan: Map<string, number>, region: string, tokens: number): void {
  if (tokens > 0) plan.set(region, tokens);
  else plan.delete(region);
}
