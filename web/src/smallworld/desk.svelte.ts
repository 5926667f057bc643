// What a player at a Small World table is doing: looking at a region, planning a redeployment, asking what things cost.

import { api } from "../lib/api";
import { spoken } from "../lib/i18n/index.svelte";
import { Lore } from "../lib/lore.svelte";
import { sound } from "../lib/sound";
import type { TableStore } from "../lib/table.svelte";
import type { MoveAnswer } from "../lib/wire";
import { Decision, price, spread, type Option, type Price } from "./decide";
import type { MapData, RegionData, View } from "./types";
import { Words } from "./words";

export class Desk {
  hovered = $state<string | null>(null);
  chosen = $state<string | null>(null);
  answers = $state.raw<Record<string, MoveAnswer>>({});
  plan = $state.raw<Map<string, number>>(new Map());

  readonly map = $derived.by(() => this.store.board as unknown as MapData);
  readonly regions = $derived.by(() => new Map(this.map.regions.map((region): [string, RegionData] => [String(region.id), region])));
  readonly view = $derived.by(() => this.store.shown!.view as View);
  readonly lore = $derived.by(() => new Lore("smallworld", this.store.glossary));
  readonly words = $derived.by(() => new Words(this.lore, (seat) => this.store.name(seat), this.regions, spoken()));
  readonly decision = $derived.by(() => new Decision(this.store.mine ? this.store.live!.legal : [], this.store.glossary, this.regions));
  readonly seat = $derived.by(() => (this.store.mine ? this.store.live!.facts.to_move! : -1));
  readonly attacking = $derived.by(() => this.store.mine && ["conquer", "ghouls"].includes(this.view.phase) && !this.view.choice);

  /** Tokens that wait to be placed, and those the plan has not placed yet. */
  readonly hand = $derived.by(() => {
    if (this.decision.most.size === 0) return 0;
    return Math.max(...this.decision.most.values());
  });
  readonly left = $derived.by(() => this.hand - [...this.plan.values()].reduce((sum, n) => sum + n, 0));

  constructor(readonly store: TableStore) {}

  /** A new position: what was planned for the old one is void. */
  fresh(): void {
    this.plan = new Map();
    this.answers = {};
    if (this.chosen && this.decision.at(this.chosen).length === 0) this.chosen = null;
    const wanted = this.decision.legal.filter((text) => /^(conquer|pick) /.test(text));
    if (wanted.length > 0) void this.ask(wanted);
  }

  async ask(moves: string[]): Promise<void> {
    const unknown = moves.filter((text) => !(text in this.answers));
    if (unknown.length === 0 || !this.store.mine) return;
    const ply = this.store.live!.ply;
    try {
      const found = await api.why(this.store.id, unknown);
      if (found.ply !== ply || this.store.live!.ply !== ply) return;
      this.answers = { ...this.answers, ...Object.fromEntries(found.answers.map((answer) => [answer.text, answer])) };
    } catch {
      // Whoever asks too fast or too late learns it from the move itself.
    }
  }

  price(text: string): Price | null {
    const answer = this.answers[text];
    return answer?.legal ? price(answer.message) : null;
  }

  /** The best price of a region, for its badge. */
  badge(region: string): { cost: number; luck: boolean } | null {
    const here = this.decision.at(region).filter((option) => option.verb === "conquer");
    const plain = here.find((option) => !option.means) ?? here.find((option) => option.means !== "die");
    const found = this.price((plain ?? here[0])?.text ?? "");
    if (!found) return null;
    return plain ? { cost: found.cost, luck: false } : { cost: found.pips ?? found.cost - found.have, luck: true };
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
    if (text) void this.ask([text]);
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
    await this.store.play(typeof option === "string" ? option : option.text);
  }

  // Redeployment

  change(region: string, by: number): void {
    const now = this.plan.get(region) ?? 0;
    const next = Math.max(0, Math.min(now + by, now + this.left, this.decision.most.get(region) ?? 0));
    if (next === now) return;
    const plan = new Map(this.plan);
    if (next > 0) plan.set(region, next);
    else plan.delete(region);
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

  async placePlan(): Promise<void> {
    const moves = [...this.plan].map(([region, n]) => (n === 1 ? `place ${region}` : `place ${region} ${n}`));
    if (moves.length > 0) await this.store.play(...moves);
  }
}
