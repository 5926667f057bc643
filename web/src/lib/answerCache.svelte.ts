// Cache of the server's explanations of moves (legal or why not, price) in the current position: each is requested once and dropped with the position.

import { api } from "./api";
import type { MoveText } from "./opaque";
import type { TableStore } from "./table.svelte";
import type { MoveAnswer } from "./wire";

const MAX_MOVES = 100;

/** A move as data, which need not be legal. */
export interface MoveData {
  verb: string;
  [key: string]: unknown;
}

/** What can be asked about: a legal move by its text, any other as data. */
export type Asked = MoveText | MoveData;

const isData = (asked: Asked): asked is MoveData => typeof asked === "object" && "verb" in asked;
const keyOf = (asked: Asked): string => JSON.stringify(asked);

export class AnswerCache {
  #known = $state.raw<Record<string, MoveAnswer>>({});

  constructor(private readonly store: TableStore) {}

  get(asked: Asked): MoveAnswer | undefined {
    return this.#known[keyOf(asked)];
  }

  clear(): void {
    this.#known = {};
  }

  async request(moves: Asked[]): Promise<void> {
    const unknown = moves.filter((asked) => !(keyOf(asked) in this.#known)).slice(0, MAX_MOVES);
    if (unknown.length === 0 || !this.store.mine) return;
    const ply = this.store.live!.ply;
    const [texts, data] = [unknown.filter((asked): asked is MoveText => !isData(asked)), unknown.filter(isData)];
    try {
      const response = await api.explainMoves(this.store.id, texts, data);
      if (response.ply !== ply || this.store.live!.ply !== ply) return;
      // The answers come in the order of the questions, texts first.
      this.#known = { ...this.#known, ...Object.fromEntries([...texts, ...data].map((asked, k) => [keyOf(asked), response.answers[k]])) };
    } catch {
      // Refused as too many or too late: the explanation then comes with the move itself.
    }
  }
}
