// The legal moves of any game, by the regions that they name. A move names its regions in order: the first is where it begins.

import type { LegalMove } from "../lib/table.svelte";

const regionsOf = (move: LegalMove): string[] => (Array.isArray(move.regions) ? (move.regions as string[]) : []);

export interface MoveGroup {
  verb: string;
  moves: LegalMove[];
}

export class RegionMoves {
  constructor(
    readonly all: LegalMove[],
    readonly known: { has(id: string): boolean },
  ) {}

  /** Regions of a move that the board shows. */
  #regions(move: LegalMove): string[] {
    return regionsOf(move).filter((region) => this.known.has(region));
  }

  /** Moves that begin in a region. */
  from(region: string): LegalMove[] {
    return this.all.filter((move) => this.#regions(move)[0] === region);
  }

  /** Moves that begin in one region and name another one next. */
  between(origin: string, target: string): LegalMove[] {
    return this.from(origin).filter((move) => this.#regions(move)[1] === target);
  }

  /** Moves that name no region of the board. */
  get elsewhere(): LegalMove[] {
    return this.all.filter((move) => this.#regions(move).length === 0);
  }

  /** Regions that a click can choose: targets of the selected region's moves, and regions where moves begin. */
  highlight(region: string, selected: string | null): "target" | "open" | "" {
    if (selected !== null && selected !== region && this.between(selected, region).length > 0) return "target";
    return this.from(region).length > 0 ? "open" : "";
  }

  /** The only move of a click on a region; null where there are several or none. */
  clickMove(region: string, selected: string | null): LegalMove | null {
    const aimed = selected !== null && selected !== region ? this.between(selected, region) : [];
    const moves = aimed.length > 0 ? aimed : this.from(region);
    return moves.length === 1 ? moves[0] : null;
  }
}

/** Moves by verb, in the order in which the verbs first come. */
export function byVerb(moves: LegalMove[]): MoveGroup[] {
  const groups = new Map<string, LegalMove[]>();
  for (const move of moves) groups.set(move.verb, [...(groups.get(move.verb) ?? []), move]);
  return [...groups].map(([verb, own]) => ({ verb, moves: own }));
}
