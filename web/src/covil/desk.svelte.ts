// What a player at a Covil table is doing: a troop in hand, a card looked at, and what the rules say about it.

import { untrack } from "svelte";
import { Answers } from "../lib/answers.svelte";
import { Drag, marked } from "../lib/drag.svelte";
import { spoken, t } from "../lib/i18n/index.svelte";
import { Lore } from "../lib/lore.svelte";
import { sound } from "../lib/sound";
import type { Event, TableStore } from "../lib/table.svelte";
import { Decision, type Option } from "./decide";
import { laidOut } from "./scenery";
import { seatOf, type BoardData, type Outlook, type View, type ZoneData } from "./types";
import { Words } from "./words";

/** Something one looks at. */
export interface Thing {
  kind: "zone" | "troop" | "fortress" | "minion" | "relic";
  id: string;
  /** Where a card lies: in somebody's hall, in the pool, in a hand, in front of somebody. */
  where?: "hall" | "pool" | "hand" | "active";
  seat?: number;
}

/** Where a card is put down to do this; the board where nothing is said. */
const GOALS: Record<string, string> = { hire: "hall", pay: "pool" };
const ON_BOARD = new Set(["zone", "troop", "fortress"]);

const same = (one: Thing | null, other: Thing | null): boolean => !!one && !!other && one.kind === other.kind && one.id === other.id && one.where === other.where && one.seat === other.seat;

export class Desk {
  hovered = $state.raw<Thing | null>(null);
  chosen = $state.raw<Thing | null>(null);
  troop = $state<string | null>(null);
  resting = $state(false);
  /** Whose hall is shown; -1 is one's own. */
  visited = $state(-1);

  readonly board = $derived.by(() => laidOut(this.store.board as unknown as BoardData));
  readonly zones = $derived.by(() => new Map(this.board.zones.map((zone): [string, ZoneData] => [zone.id, zone])));
  readonly view = $derived.by(() => this.store.shown!.view as View);
  readonly lore = $derived.by(() => new Lore("covil", this.store.glossary));
  readonly words = $derived.by(() => new Words(this.lore, (seat) => this.name(seat), this.zones, spoken(), (troop) => untrack(() => this.view.troops[troop]?.zone)));
  readonly decision = $derived.by(() => new Decision(this.store.mine ? this.store.live!.legal : [], this.view, this.store.glossary, new Set(this.zones.keys())));
  readonly seats = $derived.by(() => this.view.players.length);
  /** Who looks at the table: whoever decides here, else the viewer's seat; a spectator looks over the first shoulder. */
  readonly seat = $derived.by(() => (this.store.mine ? this.store.live!.facts.to_move! : (this.store.shown!.seat >= 0 ? this.store.shown!.seat : (this.store.shown!.you[0] ?? 0))));
  readonly host = $derived.by(() => (this.visited >= 0 && this.visited < this.seats ? this.visited : this.seat));
  readonly outlook = $derived.by(() => this.store.shown!.facts.outlook as unknown as Outlook);
  readonly free = $derived.by(() => this.store.mine && this.view.phase === "afternoon");
  /** The card whose effect asks for a choice. */
  readonly asking = $derived.by(() => {
    if (this.view.phase !== "choice") return undefined;
    for (const option of this.decision.options) {
      const card = this.answers.of(option.text)?.said?.data?.card;
      const found = typeof card === "string" ? this.lore.find(card) : undefined;
      if (found && option.verb !== "draw") return found;
    }
    return undefined;
  });
  /** What is to be done next, by the rules' own word. */
  readonly task = $derived.by(() => this.view.pending?.at(-1)?.[0] ?? "");
  /** Is a combat fought inside another one, which waits for it? */
  readonly inside = $derived.by(() => this.view.combat !== undefined && (this.view.pending ?? []).some(([task]) => task === "suspended"));
  /** How the combat stands: what the newest event says about both sums. */
  readonly account = $derived.by((): Event | null => {
    if (!this.view.combat || this.task === "exhaustion") return null;
    for (let k = this.store.log.length - 1; k >= 0 && k > this.store.log.length - 30; k -= 1) {
      const events = this.store.log[k].events;
      for (let j = events.length - 1; j >= 0; j -= 1) {
        if (["weighed", "attacked", "rebels_attack"].includes(events[j].type)) return events[j].target === this.view.combat.target ? events[j] : null;
        if (events[j].type === "fought") return null;
      }
    }
    return null;
  });

  readonly answers: Answers;

  readonly drag = new Drag<string>({
    under: marked,
    drop: (troop, over) => this.drop(troop, over),
    moved: () => this.carried(),
  });
  readonly cards = new Drag<Thing>({ under: marked, drop: (card, over) => this.putDown(card, over) });
  /** The map moves along when a troop is carried to its edge. */
  nudge: () => void = () => undefined;

  constructor(readonly store: TableStore) {
    this.answers = new Answers(store);
    store.speaker = () => this.words;
  }

  /** In the solo game everybody else is a dummy. */
  isDummy(seat: number): boolean {
    return seat > 0 && this.store.info?.options.players === 1;
  }

  name(seat: number): string {
    return this.isDummy(seat) ? t("cv.dummy", { n: this.seats > 2 ? seat : "" }).trim() : this.store.name(seat);
  }

  /** Where a troop or a fortress is. */
  zoneOf(target: string): string | undefined {
    return target.startsWith("fortress ") ? this.view.fortresses[Number(target.split(" ")[1])]?.zone : this.view.troops[target]?.zone;
  }

  /** A new position: what was in mind for the old one is void. */
  fresh(): void {
    this.drag.end();
    this.cards.end();
    this.answers.forget();
    this.resting = false;
    this.visited = this.decision.options.some((option) => option.verb === "choose" && option.on === "minion") ? this.hostOfChoice() : -1;
    const actors = this.decision.actors;
    if (!this.troop || !actors.includes(this.troop)) this.troop = actors.length === 1 ? actors[0] : null;
    if (this.chosen && !["zone", "troop"].includes(this.chosen.kind)) this.chosen = null;
    const wanted = this.decision.legal.filter((text) => /^(hire|exhaust|choose|draw|skip|use|pass)\b/.test(text));
    if (wanted.length > 0) void this.answers.ask(wanted);
  }

  /** In whose hall the Minions are that can be chosen. */
  private hostOfChoice(): number {
    const cards = new Set(this.decision.options.filter((option) => option.on === "minion").map((option) => option.id));
    if (this.choosesOwn) return -1;
    return this.view.players.findIndex((player, seat) => seat !== this.seat && player.hall.some(({ card, state }) => cards.has(card) && state === "ready"));
  }

  /** The number in an answer: a price in gold, a strength. */
  number(text: string): number | null {
    const data = this.answers.of(text)?.said?.data;
    const found = data?.cost ?? data?.strength;
    return typeof found === "number" ? found : null;
  }

  price(card: string): number | null {
    return this.number(`hire ${card}`);
  }

  /** What a move is called on a button. */
  deed(option: Option): string {
    return option.verb === "hire" ? t("cv.move.hire", { n: this.price(option.id) ?? "?" }) : this.words.option(option);
  }

  /** What a click on this can do now. */
  options(thing: Thing): Option[] {
    if (thing.kind === "minion" && thing.where === "pool") return this.decision.on("pool", thing.id, null);
    if (thing.kind === "minion") return this.ofMinion(thing);
    if (thing.kind === "relic") return thing.where === "hand" && thing.seat === this.seat ? this.decision.on("relic", thing.id, null) : [];
    return this.decision.on(thing.kind, thing.id, this.troop);
  }

  private ofMinion(thing: Thing): Option[] {
    const found = this.decision.on("minion", thing.id, this.troop);
    const states = (this.view.players[thing.seat ?? 0]?.hall ?? []).filter(({ card }) => card === thing.id).map(({ state }) => state);
    const [ready, weary] = [states.includes("ready"), states.some((state) => state !== "ready")];
    return found.filter((option) => {
      if (option.verb === "choose") return this.choosesOwn ? thing.seat === this.seat && weary : thing.seat !== this.seat && ready;
      if (option.verb === "rest") return thing.seat === this.seat && weary;
      return thing.seat === this.seat && ready;
    });
  }

  /** Is the card to be chosen one's own (to rest), or somebody else's (to exhaust)? */
  private get choosesOwn(): boolean {
    const cards = this.decision.options.filter((option) => option.on === "minion" && option.verb === "choose").map((option) => option.id);
    const own = this.view.players[this.seat]?.hall ?? [];
    return cards.every((card) => own.some((place) => place.card === card && place.state !== "ready"));
  }

  /** How something is outlined: to be aimed at, to act with, or not at all. */
  mood(thing: Thing): "open" | "aim" | "actor" | "" {
    if (!this.store.mine) return "";
    if (thing.kind === "troop" && this.decision.actors.includes(thing.id)) return "actor";
    const found = this.options(thing);
    if (found.length === 0) return "";
    if (this.resting) return found.some((option) => option.verb === "rest") ? "open" : "";
    if (found.every((option) => option.verb === "rest")) return "";
    return found.some((option) => option.verb === "melee" || option.verb === "ranged") ? "aim" : "open";
  }

  /** Which forbidden move somebody who touches this has probably in mind. */
  forbidden(thing: Thing): string | null {
    const { view, troop } = this;
    if (!this.store.mine || this.options(thing).length > 0) return null;
    const own = thing.seat === this.seat;
    if (thing.kind === "minion" && thing.where === "pool") return view.phase === "afternoon" ? `hire ${thing.id}` : null;
    if (thing.kind === "minion") return own ? { afternoon: `command ${thing.id}`, payment: `pay minion ${thing.id}`, combat: view.combat && this.decision.has("exhaust") ? `exhaust ${thing.id}` : `defend ${thing.id}`, raid: `defend ${thing.id}` }[view.phase as string] ?? null : null;
    if (thing.kind === "relic") return own && thing.where === "hand" ? `relic ${thing.id}` : null;
    if (view.phase === "found" && thing.kind === "zone") return `found ${thing.id}`;
    if (view.phase === "retreat" && thing.kind === "zone") return `retreat ${thing.id}`;
    if (view.phase === "choice" && this.decision.options.some((option) => option.verb === "choose" && option.on === thing.kind)) return `choose ${thing.id}`;
    if (view.phase !== "afternoon") return null;
    return this.forbiddenAction(thing, troop ?? `${this.seat}a`);
  }

  private forbiddenAction(thing: Thing, troop: string): string | null {
    const here = this.view.troops[troop]?.zone;
    if (thing.kind === "zone") return this.troop ? `move ${troop} ${thing.id}` : null;
    if (thing.kind === "fortress" && Number(thing.id) === this.seat) return `repair ${troop}`;
    const there = thing.kind === "fortress" ? this.view.fortresses[Number(thing.id)]?.zone : this.view.troops[thing.id]?.zone;
    if (thing.kind === "troop" && seatOf(thing.id) === this.seat) return `gold ${thing.id}`;
    return `${here === there ? "melee" : "ranged"} ${troop} ${thing.kind === "fortress" ? "fortress " : ""}${thing.id}`;
  }

  look(thing: Thing | null): void {
    this.hovered = thing;
    if (thing && this.store.mine) this.wonder(thing);
  }

  private wonder(thing: Thing): void {
    const text = this.forbidden(thing) ?? this.attack(thing);
    if (text) void this.answers.ask([text]);
  }

  /** The attack of the troop in hand on this. */
  attack(thing: Thing): string | null {
    return this.options(thing).find(({ verb }) => verb === "melee" || verb === "ranged")?.text ?? null;
  }

  isChosen(thing: Thing): boolean {
    return same(this.chosen, thing);
  }

  /** A click, a tap or Enter. What is plain is done at once: it can be taken back. Cards are read first. */
  touch(thing: Thing): void {
    if (thing.kind === "troop" && this.decision.of(thing.id).length > 0) {
      this.take(thing.id);
      return;
    }
    const found = this.options(thing);
    const free = this.view.phase === "afternoon" && (thing.kind === "minion" || thing.kind === "relic") && !this.resting;
    const plain = this.resting ? found.filter((option) => option.verb === "rest") : found;
    if (plain.length === 1 && !free) {
      void this.play(plain[0]);
      return;
    }
    if (thing.kind === "zone" && found.length === 0 && this.takeFrom(thing.id)) return;
    this.chosen = this.isChosen(thing) ? null : thing;
    this.wonder(thing);
    if (this.store.mine && this.chosen && found.length === 0 && this.forbidden(thing)) sound("no");
  }

  /** Take a troop in hand, or put it back. */
  take(troop: string | null): void {
    this.troop = this.troop === troop ? null : troop;
    this.chosen = null;
    this.resting = false;
    sound("place");
  }

  // A troop carried over the board

  /** Can it be taken up: to act with, or to leave where it was beaten? */
  carries(troop: string): boolean {
    if (!this.store.mine || this.store.sending) return false;
    return this.decision.actors.includes(troop) || (this.decision.has("retreat") && this.view.combat?.target === troop);
  }

  lift(event: PointerEvent, troop: string): void {
    if (this.carries(troop)) this.drag.take(event, troop);
  }

  private carried(): void {
    const troop = this.drag.what;
    if (troop !== null && troop !== this.troop && this.decision.actors.includes(troop)) this.take(troop);
    this.nudge();
  }

  /** What a troop is put down on: a piece it can attack, else the zone where that piece is. */
  private aimed(over: string): Thing {
    const [kind, id] = over.split(" ") as [Thing["kind"], string];
    const zone = kind === "troop" ? this.view.troops[id]?.zone : kind === "fortress" ? this.view.fortresses[Number(id)]?.zone : undefined;
    return zone !== undefined && this.decision.on(kind as Option["on"], id, this.drag.what ?? this.troop).length === 0 ? { kind: "zone", id: zone } : { kind, id };
  }

  /** What a troop in the air would do here. */
  readonly landing = $derived.by((): { thing: Thing; options: Option[] } | null => {
    const { what, over } = this.drag;
    if (what === null || over === null) return null;
    const thing = this.aimed(over);
    return { thing, options: this.decision.on(thing.kind as Option["on"], thing.id, what) };
  });

  isOver(thing: Thing): boolean {
    return same(this.landing?.thing ?? null, thing);
  }

  private drop(troop: string, over: string | null): void {
    if (over === null) return;
    const thing = this.aimed(over);
    const found = this.decision.on(thing.kind as Option["on"], thing.id, troop);
    if (found.length === 1) void this.play(found[0]);
    else if (thing.id !== this.view.troops[troop]?.zone) {
      this.chosen = thing;
      this.wonder(thing);
      if (found.length === 0) sound("no");
    }
  }

  // A card carried to where it goes: from the pool into the hall, out of the hall or the hand for a payment, onto the board to be used

  liftCard(event: PointerEvent, card: Thing): void {
    if (this.store.mine && !this.store.sending && this.options(card).length > 0) this.cards.take(event, card, true);
  }

  /** What a card can do when it is put down here. */
  uses(card: Thing, over: string): Option[] {
    const place = over.split(" ")[0];
    return this.options(card).filter(({ verb }) => verb !== "rest" && (place === "actions" || place === (GOALS[verb] ?? "board") || (!GOALS[verb] && ON_BOARD.has(place))));
  }

  /** Is this a place for the card in the air? */
  isGoal(place: string): boolean {
    return this.cards.what !== null && this.uses(this.cards.what, place).length > 0;
  }

  private putDown(card: Thing, over: string | null): void {
    if (over === null) return;
    const found = this.uses(card, over);
    if (found.length === 1) void this.play(found[0]);
    else if (found.length > 1 || !this.isHome(card, over)) {
      this.chosen = card;
      this.wonder(card);
      if (found.length === 0) sound("no");
    }
  }

  /** Put back where it was taken from. */
  isHome(card: Thing, over: string): boolean {
    return over === (card.where === "hand" ? "hall" : card.where);
  }

  private takeFrom(zone: string): boolean {
    const here = this.decision.actors.filter((name) => this.view.troops[name]?.zone === zone);
    if (here.length === 0 || (this.troop && here.length === 1 && here[0] === this.troop)) return false;
    this.troop = here[(here.indexOf(this.troop ?? "") + 1) % here.length];
    this.chosen = null;
    sound("place");
    return true;
  }

  async play(...options: (Option | string)[]): Promise<void> {
    this.chosen = null;
    this.resting = false;
    await this.store.play(...options.map((option) => (typeof option === "string" ? option : option.text)));
  }
}
