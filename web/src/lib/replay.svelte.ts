// Store of a replay: all states and steps of a game, displayed by a slider instead of by messages of the server.

import { api } from "./api";
import { applyStep, logEntryOf, stateOf, TableStore, type LogEntry, type TableState } from "./table.svelte";
import type { Step } from "./wire";

export class ReplayStore extends TableStore {
  override readonly replaying = true;
  at = $state(0);
  playing = $state(false);
  states = $state.raw<TableState[]>([]);
  steps = $state.raw<LogEntry[]>([]);

  #playTimer = 0;

  /** Load the game and display the given step, else the last one. */
  async load(at: number | null): Promise<void> {
    try {
      this.info = await api.table(this.id, this.invite);
      const [board, glossary, history] = await Promise.all([
        api.board(this.id, this.invite),
        api.tableGlossary(this.id, this.invite),
        api.history(this.id, this.invite),
      ]);
      this.board = board;
      this.glossary = glossary;
      const states = [stateOf(history.start)];
      const steps = (history.steps as Step[]).map((step, k) => ({ ...step, ply: k + 1 }));
      for (const step of steps) states.push(applyStep(states.at(-1)!, step));
      this.states = states.map((state) => ({ ...state, moves: [], canUndo: false }));
      this.steps = steps.map(logEntryOf);
      this.go(at ?? this.states.length - 1);
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
  }

  go(at: number): void {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.states.length - 1, at));
    this.live = this.shown = this.states[this.at];
    this.earlier = this.states[this.at - 1] ?? null;
    this.latest = this.steps[this.at - 1] ?? null;
    this.log = this.steps.slice(0, this.at);
    if (this.latest && this.at === before + 1) this.notifyListeners(this.latest, this.shown);
  }

  toggle(): void {
    this.playing = !this.playing;
    clearTimeout(this.#playTimer);
    if (this.playing && this.at === this.states.length - 1) this.go(0);
    if (this.playing) this.#tick();
  }

  #tick = (): void => {
    if (!this.playing || this.at === this.states.length - 1) {
      this.playing = false;
      return;
    }
    this.go(this.at + 1);
    this.#playTimer = window.setTimeout(this.#tick, Math.max(40, this.displayTime(this.latest!)));
  };

  override close(): void {
    clearTimeout(this.#playTimer);
    super.close();
  }

  /** Number of moves of seats up to the displayed state: where a fork begins. */
  get moves(): number {
    return this.shown?.facts.moves ?? 0;
  }
}
