// Groups the legal moves by how they are chosen: on a region, as a token placement, as a combo, or with a button.

import type { MoveText } from "../lib/opaque";
import type { Conquer, Place, SmallWorldMove } from "./wire";

/** A legal move: its text, and what it does as data. */
export type MoveOption = SmallWorldMove & { text: MoveText };
type ConquerOption = Conquer & { text: MoveText };
type TokensOption = Place & { text: MoveText };

export const isConquest = (option: MoveOption): option is ConquerOption => option.verb === "conquer";
const isKeeping = (option: MoveOption): option is TokensOption => option.verb === "keep";

/** The legal moves of a position, grouped. */
export class LegalMoves {
  /** Moves that name a region, by region. */
  readonly byRegion = new Map<string, MoveOption[]>();
  /** Most tokens that can be placed in a region, by region. */
  readonly maxTokens = new Map<string, number>();
  /** `keep` with the largest amount, by region: readied tokens that may be put back. */
  readonly putBack = new Map<string, TokensOption>();
  /** Moves that take a combo, by its number. */
  readonly picks = new Map<number, MoveOption>();
  /** Moves that are neither about a region nor about a combo. */
  readonly buttons: MoveOption[] = [];
  /** Moves that place tokens, by region and number. */
  readonly #placements = new Map<string, Map<number, MoveOption>>();

  constructor(readonly all: MoveOption[]) {
    for (const option of all) this.#add(option);
  }

  #add(option: MoveOption): void {
    if (option.verb === "place") {
      const { region, tokens } = option as TokensOption;
      this.maxTokens.set(region, Math.max(this.maxTokens.get(region) ?? 0, tokens));
      this.#placements.set(region, (this.#placements.get(region) ?? new Map<number, MoveOption>()).set(tokens, option));
    } else if (isKeeping(option)) {
      this.putBack.set(option.region, option);
      const others = this.forRegion(option.region).filter((other) => !isKeeping(other) || other.tokens === 1);
      this.byRegion.set(option.region, [...others, option]);
    } else if ("region" in option && option.region !== undefined) {
      this.byRegion.set(option.region, [...this.forRegion(option.region), option]);
    } else if (option.verb === "pick") this.picks.set(option.slot, option);
    else this.buttons.push(option);
  }

  /** The move that places so many tokens in a region. */
  placement(region: string, tokens: number): MoveOption | undefined {
    return this.#placements.get(region)?.get(tokens);
  }

  /** The move that is this verb alone. */
  button(verb: MoveOption["verb"]): MoveOption | undefined {
    return this.buttons.find((option) => option.verb === verb);
  }

  forRegion(region: string): MoveOption[] {
    return this.byRegion.get(region) ?? [];
  }

  /** Moves about the region itself, not about one's own tokens in it. */
  #targeting(region: string): MoveOption[] {
    return this.forRegion(region).filter((option) => option.verb !== "abandon" && option.verb !== "keep");
  }

  /** The move that a click plays at once; null if there are several, or one that cannot be undone or is rarely wanted. */
  clickMove(region: string): MoveOption | null {
    const here = this.#targeting(region);
    if (here.length !== 1 || this.maxTokens.has(region)) return null;
    const [option] = here;
    return isConquest(option) && (option.means === "die" || option.means === "mercenary") ? null : option;
  }

  /** How a region is highlighted: open, open with a die roll, for placing tokens or a piece, or not at all. */
  highlight(region: string): "open" | "luck" | "place" | "" {
    const here = this.#targeting(region);
    if (this.maxTokens.has(region)) return "place";
    if (here.length === 0) return "";
    const conquests = here.filter(isConquest);
    if (conquests.length < here.length) return "place";
    return conquests.every((option) => option.means === "die") ? "luck" : "open";
  }
}

/** A plan that places all tokens, each where the fewest are. */
export function spreadTokens(hand: number, held: Map<string, number>, maxTokens: Map<string, number>): Map<string, number> {
  const plan = new Map<string, number>();
  for (let left = hand; left > 0; left -= 1) {
    const open = [...maxTokens.keys()].filter((region) => (plan.get(region) ?? 0) < maxTokens.get(region)!);
    if (open.length === 0) break;
    const level = (region: string) => (held.get(region) ?? 0) + (plan.get(region) ?? 0);
    const next = open.reduce((best, region) => (level(region) < level(best) ? region : best));
    plan.set(next, (plan.get(next) ?? 0) + 1);
  }
  return plan;
}
