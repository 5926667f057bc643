// Parses the legal moves and groups them by how they are chosen: on a region, as a token placement, as a combo, or with a button.

import type { Glossary } from "../lib/api";

export interface MoveOption {
  text: string;
  verb: string;
  region?: string;
  means?: string;
  piece?: string;
  amount?: number;
  rest: string[];
}

const REGION_VERBS = new Set(["abandon", "tower", "catapult", "monster", "soapbar", "sacrifice"]);

/** Parse the text of a move. */
export function parseMove(text: string, glossary: Glossary, regions: { has(id: string): boolean }): MoveOption {
  const [verb, ...rest] = text.split(" ");
  if (verb === "conquer") return { text, verb, region: rest[0], means: rest[2], rest };
  if (verb === "place" && regions.has(rest[0])) {
    return { text, verb, region: rest[0], amount: Number(rest[1] ?? 1), rest };
  }
  if (verb === "keep") return { text, verb, region: rest[0], amount: Number(rest[1] ?? 1), rest };
  if (verb === "place") return { text, verb: "piece", piece: rest[0], region: rest[1], rest };
  const form = glossary[verb]?.kind === "move" ? glossary[verb].name : "";
  if (REGION_VERBS.has(verb) || form.endsWith("REGION")) return { text, verb, region: rest[0], rest };
  return { text, verb, rest };
}

/** The legal moves of a position, grouped. */
export class LegalMoves {
  /** Moves that name a region, by region. */
  readonly byRegion = new Map<string, MoveOption[]>();
  /** Most tokens that can be placed in a region, by region. */
  readonly maxTokens = new Map<string, number>();
  /** `keep` with the largest amount, by region: readied tokens that may be put back. */
  readonly putBack = new Map<string, MoveOption>();
  /** Numbers of the combos that can be taken. */
  readonly picks = new Set<number>();
  /** Moves that are neither about a region nor about a combo. */
  readonly buttons: MoveOption[] = [];

  constructor(
    readonly texts: string[],
    glossary: Glossary,
    regions: { has(id: string): boolean },
  ) {
    for (const text of texts) this.#add(parseMove(text, glossary, regions));
  }

  #add(option: MoveOption): void {
    const { verb, region } = option;
    if (verb === "place" && region !== undefined) {
      this.maxTokens.set(region, Math.max(this.maxTokens.get(region) ?? 0, option.amount ?? 1));
    } else if (verb === "keep" && region !== undefined) {
      this.putBack.set(region, option);
      const others = this.forRegion(region).filter((other) => other.verb !== "keep" || other.amount === 1);
      this.byRegion.set(region, [...others, option]);
    } else if (region !== undefined) {
      this.byRegion.set(region, [...(this.byRegion.get(region) ?? []), option]);
    } else if (verb === "pick") this.picks.add(Number(option.rest[0]));
    else this.buttons.push(option);
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
    return here[0].means === "die" || here[0].means === "mercenary" ? null : here[0];
  }

  /** How a region is highlighted: open, open with a die roll, for placing tokens or a piece, or not at all. */
  highlight(region: string): "open" | "luck" | "place" | "" {
    const here = this.#targeting(region);
    if (this.maxTokens.has(region)) return "place";
    if (here.length === 0) return "";
    if (here.some((option) => option.verb !== "conquer")) return "place";
    return here.every((option) => option.means === "die") ? "luck" : "open";
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
