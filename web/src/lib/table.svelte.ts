// A table as the page knows it: what is true (live), what is on the screen (shown), and the steps between the two,
// which are played one by one so that a bot's turn can be followed.

import { api, Refusal, type Board, type Glossary } from "./api";
import { Gather } from "./gather";
import { Lore } from "./lore.svelte";
import { recall, remember } from "./invites";
import { Line, type LineState, type Listener } from "./line";
import { patched } from "./patch";
import { PACES, prefs } from "./prefs.svelte";
import { say, type Speaker } from "./said.svelte";
import type * as wire from "./wire";

export type Event = { type: string; [key: string]: any };

/** One moment: a snapshot, or what a step made of the moment before. */
export interface Moment {
  ply: number;
  you: number[];
  seat: number;
  view: any;
  facts: wire.Facts;
  legal: string[];
  canUndo: boolean;
}

export interface Told {
  ply: number;
  by: number;
  kind: string;
  events: Event[];
}

export interface Heard {
  told: Told;
  moment: Moment;
}

export function momentOf(snapshot: wire.Snapshot): Moment {
  const { ply, you, seat, view, facts, legal = [], can_undo = false } = snapshot;
  return { ply, you, seat, view, facts, legal, canUndo: can_undo };
}

export function after(moment: Moment, step: wire.Step): Moment {
  return {
    ply: step.ply,
    you: moment.you,
    seat: step.seat,
    view: patched(moment.view, step.changes),
    facts: step.facts,
    legal: step.legal ?? [],
    canUndo: step.can_undo ?? false,
  };
}

/** How long a die tumbles and lies there before its outcome is shown. */
const SUSPENSE = 1100;
const isRoll = (told: Told): boolean => told.events.some((event) => event.type === "rolled" || event.type === "mourned");

export const toldOf = (step: wire.Step): Told => ({ ply: step.ply, by: step.by, kind: step.kind, events: step.events as Event[] });

/** A record that was brought along is one line of the log and many steps: each gets a number of its own below the line's. */
export function numbered(steps: wire.Step[]): Told[] {
  const all = steps.filter((step) => step.ply === steps[0].ply).length;
  return steps.map((step, k) => ({ ...toldOf(step), ply: k < all ? step.ply - 1 + (k + 1) / all : step.ply }));
}

export class TableStore implements Listener {
  readonly replaying: boolean = false;
  /** The code that opens this table to others, if it is known here. */
  readonly invite: string | null;
  info = $state.raw<wire.TableInfo | null>(null);
  board = $state.raw<Board | null>(null);
  glossary = $state.raw<Glossary>({});
  live = $state.raw<Moment | null>(null);
  shown = $state.raw<Moment | null>(null);
  /** What was on the screen before the latest step; null where that is not known. */
  earlier = $state.raw<Moment | null>(null);
  log = $state.raw<Told[]>([]);
  chat = $state.raw<wire.ChatLine[]>([]);
  link = $state<LineState>("connecting");
  said = $state("");
  latest = $state.raw<Told | null>(null);
  sending = $state(false);
  behind = $state(0);
  problem = $state("");

  /** Who finds words for what the rules say; a game that has its own puts them here. */
  speaker = (): Speaker => ({ lore: new Lore(this.info?.game ?? "", this.glossary), who: (seat) => this.name(seat) });

  private line: Line | null = null;
  private readonly coming = new Gather<wire.Step>((step) => this.step(step));
  private queue: Heard[] = [];
  private timer = 0;
  private pending = new Map<string, { done: (ply: number) => void; failed: (problem: Error) => void }>();
  private foretold = -1;
  private watchers = new Set<(told: Told) => void>();
  private listeners = new Set<(told: Told, moment: Moment) => void>();
  private reached: { ply: number; done: () => void }[] = [];
  private held = false;

  constructor(
    readonly id: string,
    given: string | null = null,
  ) {
    if (given) remember(id, given);
    this.invite = given ?? recall(id);
  }

  async open(token: string | null): Promise<void> {
    try {
      if (token) await api.claim(this.id, token);
      this.info = await api.table(this.id, this.invite);
      const [board, glossary] = await Promise.all([api.board(this.id, this.invite), api.tableGlossary(this.id, this.invite)]);
      this.board = board;
      this.glossary = glossary;
      this.line = new Line({ table: this.id, token, invite: this.invite }, this);
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
  }

  close(): void {
    this.line?.close();
    this.coming.clear();
    clearTimeout(this.timer);
  }

  /** Hear of every step when it is shown: for sounds, dice and announcements. */
  onStep(listener: (told: Told, moment: Moment) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  // What the line says

  state(state: LineState): void {
    this.link = state;
  }

  last(): { ply: number | null; chat: number | null } {
    return { ply: this.live?.ply ?? null, chat: this.chat.at(-1)?.n ?? null };
  }

  heard(message: wire.FromServer): void {
    if (message.type === "welcome") this.info = message.table;
    else if (message.type === "snapshot") this.begin(momentOf(message));
    else if (message.type === "step") this.coming.take(message);
    else if (message.type === "chat") this.hearChat(message);
    else if (message.type === "ack") this.settle(message.id, (waiting) => waiting.done(message.ply));
    else if (message.type === "no") this.refused(message);
  }

  private hearChat(line: wire.ChatLine): void {
    if (!this.chat.some((known) => known.n === line.n)) this.chat = [...this.chat, line];
  }

  private refused(no: wire.No): void {
    this.said = say(no, this.speaker());
    if (no.code === "forbidden" && !this.live) this.problem = this.said;
    this.settle(no.id ?? "", (waiting) => waiting.failed(new Refusal(no.code, no.message)));
  }

  private settle(id: string, how: (waiting: { done: (ply: number) => void; failed: (p: Error) => void }) => void): void {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    if (waiting) how(waiting);
  }

  private begin(moment: Moment): void {
    this.coming.clear();
    this.queue = [];
    this.behind = 0;
    this.live = this.shown = moment;
    this.earlier = null;
    for (const waiting of this.reached.splice(0)) waiting.done();
    if (moment.ply > (this.log.at(-1)?.ply ?? 0)) void this.backfill(moment.ply);
  }

  /** The story so far, for whoever comes late, or comes back after so many lines that he gets a snapshot instead. */
  private async backfill(until: number): Promise<void> {
    try {
      const past = await api.history(this.id, this.invite);
      const told = numbered((past.steps as wire.Step[]).filter((step) => step.ply <= until));
      this.log = [...told, ...this.log.filter((known) => known.ply > until)];
    } catch {
      // The log begins now, then.
    }
  }

  private step(step: wire.Step): void {
    if (!this.live || step.ply <= this.live.ply) return;
    this.live = after(this.live, step);
    for (const waiting of this.reached.filter(({ ply }) => ply <= step.ply)) waiting.done();
    this.reached = this.reached.filter(({ ply }) => ply > step.ply);
    this.queue.push({ told: toldOf(step), moment: this.live });
    this.behind = this.queue.length;
    if (!this.timer) this.pump();
  }

  // From what is true to what is shown

  private pump = (): void => {
    this.timer = 0;
    if (this.held || this.foretells()) return;
    const next = this.queue.shift();
    this.behind = this.queue.length;
    if (!next) return;
    this.show(next);
    const pause = this.pauseAfter(next.told);
    if (pause > 0) this.timer = window.setTimeout(this.pump, pause);
    else this.pump();
  };

  /** A die falls before anybody sees what has come of it: those who show it are told first. */
  private foretells(): boolean {
    const next = this.queue[0]?.told;
    if (!next || !isRoll(next) || next.ply === this.foretold || document.hidden || PACES[prefs.pace] === 0) return false;
    this.foretold = next.ply;
    try {
      for (const listener of this.watchers) listener(next);
    } catch (problem) {
      console.warn("A die cannot be shown:", problem);
    }
    this.timer = window.setTimeout(this.pump, SUSPENSE);
    return true;
  }

  /** Hear of every die that falls, before its outcome is shown. */
  onRoll(listener: (told: Told) => void): () => void {
    this.watchers.add(listener);
    return () => this.watchers.delete(listener);
  }

  /** Show nothing new while something is being read, and go on from there. */
  hold(on: boolean): void {
    this.held = on;
    if (!on && !this.timer) this.pump();
  }

  private pauseAfter(told: Told): number {
    if (document.hidden || told.events.length === 0 || told.kind !== "move") return 0;
    const mine = this.live!.you.includes(told.by);
    const rolled = isRoll(told);
    if (mine && this.live!.you.includes(this.live!.facts.to_move ?? -1) && !rolled) return 0;
    return mine ? Math.min(this.pace(told), rolled ? 900 : 400) : this.pace(told);
  }

  /** How long a step stays on the screen; a die takes its time. */
  protected pace(told: Told): number {
    const pace = PACES[prefs.pace] ?? 600;
    return isRoll(told) && pace > 0 ? Math.max(pace, 900) : pace;
  }

  private show({ told, moment }: Heard): void {
    this.earlier = this.shown;
    this.shown = moment;
    this.latest = told;
    this.log = [...this.log, told];
    this.tellListeners(told, moment);
  }

  protected tellListeners(told: Told, moment: Moment): void {
    for (const listener of this.listeners) {
      try {
        listener(told, moment);
      } catch (problem) {
        console.warn("A step cannot be told:", problem); // the next one can
      }
    }
  }

  /** Show everything that has happened, now. */
  catchUp(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) this.show(next);
    this.behind = 0;
  }

  // What a player does

  private ask(message: Record<string, unknown>): Promise<number> {
    if (!this.line || this.link === "refused") return Promise.reject(new Error("no line"));
    const id = this.line.send(message);
    return new Promise((done, failed) => this.pending.set(id, { done, failed }));
  }

  /** Make moves one after the other; the first that is refused ends it. A function looks at where the moves before it have led. */
  async play(...texts: (string | ((now: Moment) => string | null))[]): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    this.said = "";
    try {
      for (const next of texts) {
        const text = typeof next === "string" ? next : next(this.live!);
        if (text !== null) await this.reach(await this.ask({ type: "move", ply: this.live!.ply, text }));
      }
      return true;
    } catch {
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Until what was acknowledged has also been heard. */
  private reach(ply: number): Promise<void> {
    if (this.live!.ply >= ply) return Promise.resolve();
    return new Promise((done) => this.reached.push({ ply, done }));
  }

  async undo(to?: number): Promise<void> {
    this.said = "";
    await this.ask({ type: "undo", ply: this.live!.ply, ...(to === undefined ? {} : { to }) }).catch(() => undefined);
  }

  answer(agree: boolean): void {
    void this.ask({ type: "answer", ply: this.live!.ply, agree }).catch(() => undefined);
  }

  resign(): void {
    void this.ask({ type: "resign" }).catch(() => undefined);
  }

  back(): void {
    void this.ask({ type: "back" }).catch(() => undefined);
  }

  say(text: string): void {
    this.line?.say(text);
  }

  // What everybody asks

  name(seat: number): string {
    return this.info?.seats[seat]?.name || `#${seat + 1}`;
  }

  /** Do I decide, and is what I see the truth? */
  get mine(): boolean {
    const { live, shown } = this;
    return !!live && live === shown && live.legal.length > 0 && live.you.includes(live.facts.to_move ?? -1);
  }
}
