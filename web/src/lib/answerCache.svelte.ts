// Cache of the server's explanations of moves (legal or why not, price) in the current position: each is requested once and dropped with the position.

import { api } from "./api";
import type { TableStore } from "./table.svelte";
import type { MoveAnswer } from "./wire";

const MAX_MOVES = 100;

export class AnswerCache {
  #known = $state.raw<Record<string, MoveAnswer>>({});

  constructor(private readonly store: TableStore) {}

  get(text: string): MoveAnswer | undefined {
    return this.#known[text];
  }

  clear(): void {
    this.#known = {};
  }

  async request(moves: string[]): Promise<void> {
    const unknown = moves.filter((text) => !(text in this.#known)).slice(0, MAX_MOVES);
    if (unknown.length === 0 || !this.store.mine) return;
    const ply = this.store.live!.ply;
    try {
      const response = await api.explainMoves(this.store.id, unknown);
      if (response.ply !== ply || this.store.live!.ply !== ply) return;
      this.#known = { ...this.#known, ...Object.fromEntries(response.answers.map((answer) => [answer.text, answer])) };
    } catch {
      // Refused as too many or too late: the explanation then comes with the move itself.
    }
  }
}
