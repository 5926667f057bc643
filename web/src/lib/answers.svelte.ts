// What the rules have said about moves of the present position: asked once each, forgotten with the position.

import { api } from "./api";
import type { TableStore } from "./table.svelte";
import type { MoveAnswer } from "./wire";

const MOST = 100;

export class Answers {
  private known = $state.raw<Record<string, MoveAnswer>>({});

  constructor(private readonly store: TableStore) {}

  of(text: string): MoveAnswer | undefined {
    return this.known[text];
  }

  forget(): void {
    this.known = {};
  }

  async ask(moves: string[]): Promise<void> {
    const unknown = moves.filter((text) => !(text in this.known)).slice(0, MOST);
    if (unknown.length === 0 || !this.store.mine) return;
    const ply = this.store.live!.ply;
    try {
      const found = await api.why(this.store.id, unknown);
      if (found.ply !== ply || this.store.live!.ply !== ply) return;
      this.known = { ...this.known, ...Object.fromEntries(found.answers.map((answer) => [answer.text, answer])) };
    } catch {
      // Whoever asks too fast or too late learns it from the move itself.
    }
  }
}
