// Store of a table: the latest state (`live`), the displayed state (`shown`), and the queue of steps between them, which are shown one
// by one so that a bot's turn can be followed.

import { api, Refusal, type Board, type Glossary } from "./api";
import { FrameBatcher } from "./frameBatcher";
import { TranslatedGlossary } from "./glossary.svelte";
import { loadInvite, saveInvite } from "./invites";
import { TableSocket, type ConnectionState, type SocketListener } from "./tableSocket";
import type { MoveText } from "./opaque";
import { patched } from "./patch";
import { PACES, prefs } from "./prefs.svelte";
import { translateMessage, type MessageContext } from "./ruleMessages.svelte";
import type * as wire from "./wire";

export type Event = { type: string; [key: string]: any };

/** A legal move: its text, and what the game says about it as data (`State.move_data`). */
export interface LegalMove {
  text: MoveText;
  verb: string;
  arguments?: string[];
  [key: string]: unknown;
}

/** State of a table after a ply: from a snapshot, or from the state before it and a step. */
export interface TableState {
  ply: number;
  you: number[];
  seat: number;
  view: any;
  facts: wire.Facts;
  moves: LegalMove[];
  canUndo: boolean;
}

/** A step of the log: who made it, and its events. */
export interface LogEntry {
  ply: number;
  by: number;
  kind: string;
  events: Event[];
}

/** A step that has arrived and is not shown yet. */
export interface QueuedStep {
  entry: LogEntry;
  state: TableState;
}

/** The legal moves of a message: texts and data come as two lists of the same order. */
function movesOf({ legal = [], moves = [] }: { legal?: MoveText[]; moves?: Record<string, unknown>[] }): LegalMove[] {
  return legal.map((text, k) => ({ verb: "", ...moves[k], text }));
}

export function stateOf(snapshot: wire.Snapshot): TableState {
  const { ply, you, seat, view, facts, can_undo = false } = snapshot;
  return { ply, you, seat, view, facts, moves: movesOf(snapshot), canUndo: can_undo };
}

export function applyStep(state: TableState, step: wire.Step): TableState {
  return {
    ply: step.ply,
    you: state.you,
    seat: step.seat,
    view: patched(state.view, step.changes),
    facts: step.facts,
    moves: movesOf(step),
    canUndo: step.can_undo ?? false,
  };
}

/** Milliseconds from the announcement of a die roll to the display of its outcome. */
const ROLL_TIME = 1100;
/** Whether a die is shown: an event of whatever name that says how many pips. */
export const isRoll = (entry: LogEntry): boolean => entry.events.some((event) => typeof event.pips === "number");

export const logEntryOf = (step: wire.Step): LogEntry => ({ ply: step.ply, by: step.by, kind: step.kind, events: step.events as Event[] });

/** Log entries of steps. An uploaded record is one ply and many steps: each gets a fraction of the ply as its number. */
export function numberedEntries(steps: wire.Step[]): LogEntry[] {
  const all = steps.filter((step) => step.ply === steps[0].ply).length;
  return steps.map((step, k) => ({ ...logEntryOf(step), ply: k < all ? step.ply - 1 + (k + 1) / all : step.ply }));
}

export class TableStore implements SocketListener {
  readonly replaying: boolean = false;
  /** Invite code of the table, if it is known. */
  readonly invite: string | null;
  info = $state.raw<wire.TableInfo | null>(null);
  board = $state.raw<Board | null>(null);
  glossary = $state.raw<Glossary>({});
  live = $state.raw<TableState | null>(null);
  shown = $state.raw<TableState | null>(null);
  /** The state displayed before the latest step; null where it is not known. */
  earlier = $state.raw<TableState | null>(null);
  log = $state.raw<LogEntry[]>([]);
  chat = $state.raw<wire.ChatLine[]>([]);
  connection = $state<ConnectionState>("connecting");
  /** Message of the last refusal, shown until it is closed. */
  refusal = $state("");
  latest = $state.raw<LogEntry | null>(null);
  sending = $state(false);
  /** How many steps wait to be shown. */
  behind = $state(0);
  /** Why the table cannot be opened. */
  problem = $state("");

  /** Names for translating messages; a game's controller replaces it with its own. */
  messageContext = (): MessageContext => ({ terms: new TranslatedGlossary(this.info?.game ?? "", this.glossary), who: (seat) => this.name(seat) });

  #socket: TableSocket | null = null;
  readonly #incoming = new FrameBatcher<wire.Step>((step) => this.#receiveStep(step));
  #queue: QueuedStep[] = [];
  #timer = 0;
  #pending = new Map<string, { done: (ply: number) => void; failed: (problem: Error) => void }>();
  #announcedRoll = -1;
  #rollListeners = new Set<(entry: LogEntry) => void>();
  #stepListeners = new Set<(entry: LogEntry, state: TableState) => void>();
  #waitingForPly: { ply: number; done: () => void }[] = [];
  #paused = false;

  constructor(
    readonly id: string,
    invite: string | null = null,
  ) {
    if (invite) saveInvite(id, invite);
    this.invite = invite ?? loadInvite(id);
  }

  async open(token: string | null): Promise<void> {
    try {
      if (token) await api.claim(this.id, token);
      this.info = await api.table(this.id, this.invite);
      const [board, glossary] = await Promise.all([api.board(this.id, this.invite), api.tableGlossary(this.id, this.invite)]);
      this.board = board;
      this.glossary = glossary;
      this.#socket = new TableSocket({ table: this.id, token, invite: this.invite }, this);
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
  }

  /** Make older links to the viewer's seat invalid. The page goes on with its cookie, whatever link it was opened with. */
  async renewLink(): Promise<wire.Seated> {
    const seated = await api.renewToken(this.id);
    this.#socket?.close();
    this.#socket = new TableSocket({ table: this.id, invite: this.invite }, this);
    this.refusal = "";
    return seated;
  }

  /** Hide the author of a line of chat, here and at all tables. */
  async mute(line: number): Promise<void> {
    const hidden = new Set((await api.mute(this.id, line, this.invite)).lines);
    this.chat = this.chat.filter((known) => !hidden.has(known.n));
  }

  close(): void {
    this.#socket?.close();
    this.#incoming.clear();
    clearTimeout(this.#timer);
  }

  /** Call a listener for each step when it is shown: for sounds, dice and announcements. Returns the function that removes it. */
  onStep(listener: (entry: LogEntry, state: TableState) => void): () => void {
    this.#stepListeners.add(listener);
    return () => this.#stepListeners.delete(listener);
  }

  // Events of the socket

  onConnection(state: ConnectionState): void {
    this.connection = state;
  }

  lastReceived(): { ply: number | null; chat: number | null } {
    return { ply: this.live?.ply ?? null, chat: this.chat.at(-1)?.n ?? null };
  }

  onMessage(message: wire.FromServer): void {
    if (message.type === "welcome") this.info = message.table;
    else if (message.type === "snapshot") this.#reset(stateOf(message));
    else if (message.type === "step") this.#incoming.add(message);
    else if (message.type === "chat") this.#addChatLine(message);
    else if (message.type === "ack") this.#settleRequest(message.id, (waiting) => waiting.done(message.ply));
    else if (message.type === "no") this.#onRefusal(message);
  }

  #addChatLine(line: wire.ChatLine): void {
    if (!this.chat.some((known) => known.n === line.n)) this.chat = [...this.chat, line];
  }

  #onRefusal(no: wire.RequestRefused): void {
    this.refusal = translateMessage(no, this.messageContext());
    if (no.code === "forbidden" && !this.live) this.problem = this.refusal;
    this.#settleRequest(no.id ?? "", (waiting) => waiting.failed(new Refusal(no.code, no.message)));
  }

  #settleRequest(id: string, how: (waiting: { done: (ply: number) => void; failed: (p: Error) => void }) => void): void {
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    if (waiting) how(waiting);
  }

  #reset(state: TableState): void {
    this.#incoming.clear();
    this.#queue = [];
    this.behind = 0;
    this.live = this.shown = state;
    this.earlier = null;
    for (const waiting of this.#waitingForPly.splice(0)) waiting.done();
    if (state.ply > (this.log.at(-1)?.ply ?? 0)) void this.#backfill(state.ply);
  }

  /** Load the log up to a ply: after a snapshot, which comes without it. */
  async #backfill(until: number): Promise<void> {
    try {
      const past = await api.history(this.id, this.invite);
      const entries = numberedEntries((past.steps as wire.Step[]).filter((step) => step.ply <= until));
      this.log = [...entries, ...this.log.filter((known) => known.ply > until)];
    } catch {
      // The log then begins with the next step.
    }
  }

  #receiveStep(step: wire.Step): void {
    if (!this.live || step.ply <= this.live.ply) return;
    this.live = applyStep(this.live, step);
    for (const waiting of this.#waitingForPly.filter(({ ply }) => ply <= step.ply)) waiting.done();
    this.#waitingForPly = this.#waitingForPly.filter(({ ply }) => ply > step.ply);
    this.#queue.push({ entry: logEntryOf(step), state: this.live });
    this.behind = this.#queue.length;
    if (!this.#timer) this.#showNext();
  }

  // Showing the queued steps

  #showNext = (): void => {
    this.#timer = 0;
    if (this.#paused || this.#announceRoll()) return;
    const next = this.#queue.shift();
    this.behind = this.#queue.length;
    if (!next) return;
    this.#show(next);
    const pause = this.#pauseAfter(next.entry);
    if (pause > 0) this.#timer = window.setTimeout(this.#showNext, pause);
    else this.#showNext();
  };

  /** If the next step is a die roll, notify the roll listeners and delay the step; returns whether it is delayed. */
  #announceRoll(): boolean {
    const next = this.#queue[0]?.entry;
    if (!next || !isRoll(next) || next.ply === this.#announcedRoll || document.hidden || PACES[prefs.pace] === 0) return false;
    this.#announcedRoll = next.ply;
    try {
      for (const listener of this.#rollListeners) listener(next);
    } catch (problem) {
      console.warn("A die roll cannot be shown:", problem);
    }
    this.#timer = window.setTimeout(this.#showNext, ROLL_TIME);
    return true;
  }

  /** Call a listener for each die roll before its outcome is shown. Returns the function that removes it. */
  onRoll(listener: (entry: LogEntry) => void): () => void {
    this.#rollListeners.add(listener);
    return () => this.#rollListeners.delete(listener);
  }

  /** Stop showing new steps while the player reads something, or continue. */
  pauseDisplay(on: boolean): void {
    this.#paused = on;
    if (!on && !this.#timer) this.#showNext();
  }

  #pauseAfter(entry: LogEntry): number {
    if (document.hidden || entry.events.length === 0 || entry.kind !== "move") return 0;
    const mine = this.live!.you.includes(entry.by);
    const rolled = isRoll(entry);
    if (mine && this.live!.you.includes(this.live!.facts.to_move ?? -1) && !rolled) return 0;
    return mine ? Math.min(this.displayTime(entry), rolled ? 900 : 400) : this.displayTime(entry);
  }

  /** Milliseconds for which a step stays on the screen; longer for a die roll. */
  protected displayTime(entry: LogEntry): number {
    const pace = PACES[prefs.pace] ?? 600;
    return isRoll(entry) && pace > 0 ? Math.max(pace, 900) : pace;
  }

  #show({ entry, state }: QueuedStep): void {
    this.earlier = this.shown;
    this.shown = state;
    this.latest = entry;
    this.log = [...this.log, entry];
    this.notifyListeners(entry, state);
  }

  protected notifyListeners(entry: LogEntry, state: TableState): void {
    for (const listener of this.#stepListeners) {
      try {
        listener(entry, state);
      } catch (problem) {
        console.warn("A listener has failed on a step:", problem); // the next step may work
      }
    }
  }

  /** Show all queued steps at once. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#show(next);
    this.behind = 0;
  }

  // Requests of the player

  #request(message: Record<string, unknown>): Promise<number> {
    if (!this.#socket || this.connection === "refused") return Promise.reject(new Error("not connected"));
    const id = this.#socket.send(message);
    return new Promise((done, failed) => this.#pending.set(id, { done, failed }));
  }

  /** Play moves one after the other until one is refused. A function returns the next move for the state after the moves before it, or null. */
  async play(...texts: (MoveText | ((state: TableState) => MoveText | null))[]): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    this.refusal = "";
    try {
      for (const next of texts) {
        const text = typeof next === "function" ? next(this.live!) : next;
        if (text !== null) await this.#waitUntil(await this.#request({ type: "move", ply: this.live!.ply, text }));
      }
      return true;
    } catch {
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Wait until the step of an acknowledged ply has arrived. */
  #waitUntil(ply: number): Promise<void> {
    if (this.live!.ply >= ply) return Promise.resolve();
    return new Promise((done) => this.#waitingForPly.push({ ply, done }));
  }

  async undo(to?: number): Promise<void> {
    this.refusal = "";
    await this.#request({ type: "undo", ply: this.live!.ply, ...(to === undefined ? {} : { to }) }).catch(() => undefined);
  }

  answer(agree: boolean): void {
    void this.#request({ type: "answer", ply: this.live!.ply, agree }).catch(() => undefined);
  }

  resign(): void {
    void this.#request({ type: "resign" }).catch(() => undefined);
  }

  /** Take the seat back from the bot that stood in. */
  comeBack(): void {
    void this.#request({ type: "back" }).catch(() => undefined);
  }

  sendChat(text: string): void {
    this.#socket?.sendChat(text);
  }

  name(seat: number): string {
    return this.info?.seats[seat]?.name || `#${seat + 1}`;
  }

  /** Whether the viewer is to move and the latest state is displayed. */
  get mine(): boolean {
    const { live, shown } = this;
    return !!live && live === shown && live.moves.length > 0 && live.you.includes(live.facts.to_move ?? -1);
  }
}
