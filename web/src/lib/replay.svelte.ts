// A table to look at, from its beginning to wherever it is: the same store, moved by a slider instead of by the server.

import { api } from "./api";
import { after, momentOf, TableStore, toldOf, type Moment, type Told } from "./table.svelte";
import type { Income, Step } from "./wire";

export class ReplayStore extends TableStore {
  override readonly replaying = true;
  at = $state(0);
  playing = $state(false);
  moments = $state.raw<Moment[]>([]);
  steps = $state.raw<Told[]>([]);
  incomes = $state.raw<Income[]>([]);

  private ticking = 0;

  /** Everything that has happened; at the end of it, unless a moment is asked for. */
  async load(at: number | null): Promise<void> {
    try {
      this.info = await api.table(this.id, this.invite);
      const [board, glossary, past, paid] = await Promise.all([
        api.board(this.id, this.invite),
        api.tableGlossary(this.id, this.invite),
        api.history(this.id, this.invite),
        api.statistics(this.id, this.invite),
      ]);
      this.board = board;
      this.glossary = glossary;
      this.incomes = paid.incomes;
      const moments = [momentOf(past.start)];
      const steps = (past.steps as Step[]).map((step, k) => ({ ...step, ply: k + 1 }));
      for (const step of steps) moments.push(after(moments.at(-1)!, step));
      this.moments = moments.map((moment) => ({ ...moment, legal: [], canUndo: false }));
      this.steps = steps.map(toldOf);
      this.go(at ?? this.moments.length - 1);
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
  }

  go(at: number): void {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.moments.length - 1, at));
    this.live = this.shown = this.moments[this.at];
    this.earlier = this.moments[this.at - 1] ?? null;
    this.latest = this.steps[this.at - 1] ?? null;
    this.log = this.steps.slice(0, this.at);
    if (this.latest && this.at === before + 1) this.tellListeners(this.latest, this.shown);
  }

  toggle(): void {
    this.playing = !this.playing;
    clearTimeout(this.ticking);
    if (this.playing && this.at === this.moments.length - 1) this.go(0);
    if (this.playing) this.tick();
  }

  private tick = (): void => {
    if (!this.playing || this.at === this.moments.length - 1) {
      this.playing = false;
      return;
    }
    this.go(this.at + 1);
    this.ticking = window.setTimeout(this.tick, Math.max(40, this.pace(this.latest!)));
  };

  override close(): void {
    clearTimeout(this.ticking);
    super.close();
  }

  /** How many moves of seats had been made at this moment: where a fork begins. */
  get moves(): number {
    return this.shown?.facts.moves ?? 0;
  }
}
