// The legal moves sorted for people: what is aimed at a region, what is placed there, what is a combo, what is a button.

import type { Glossary } from "../lib/api";

export interface Option {
  text: string;
  verb: string;
  region?: string;
  means?: string;
  piece?: string;
  amount?: number;
  rest: string[];
}

const AIMED = new Set(["abandon", "tower", "catapult", "monster", "soapbar", "sacrifice"]);

export function read(text: string, glossary: Glossary, regions: { has(id: string): boolean }): Option {
  const [verb, ...rest] = text.split(" ");
  if (verb === "conquer") return { text, verb, region: rest[0], means: rest[2], rest };
  if (verb === "place" && regions.has(rest[0])) {
    return { text, verb, region: rest[0], amount: Number(rest[1] ?? 1), rest };
  }
  if (verb === "keep") return { text, verb, region: rest[0], amount: Number(rest[1] ?? 1), rest };
  if (verb === "place") return { text, verb: "piece", piece: rest[0], region: rest[1], rest };
  const form = glossary[verb]?.kind === "move" ? glossary[verb].name : "";
  if (AIMED.has(verb) || form.endsWith("REGION")) return { text, verb, region: rest[0], rest };
  return { text, verb, rest };
}

export class Decision {
  readonly aimed = new Map<string, Option[]>();
  readonly most = new Map<string, number>();
  /** Readied tokens that may go back to where they stood, as many as can. */
  readonly kept = new Map<string, Option>();
  readonly picks = new Set<number>();
  readonly buttons: Option[] = [];

  constructor(
    readonly legal: string[],
    glossary: Glossary,
    regions: { has(id: string): boolean },
  ) {
    for (const text of legal) this.sort(read(text, glossary, regions));
  }

  private sort(option: Option): void {
    const { verb, region } = option;
    if (verb === "place" && region !== undefined) {
      this.most.set(region, Math.max(this.most.get(region) ?? 0, option.amount ?? 1));
    } else if (verb === "keep" && region !== undefined) {
      this.kept.set(region, option);
      const others = this.at(region).filter((other) => other.verb !== "keep" || other.amount === 1);
      this.aimed.set(region, [...others, option]);
    } else if (region !== undefined) {
      this.aimed.set(region, [...(this.aimed.get(region) ?? []), option]);
    } else if (verb === "pick") this.picks.add(Number(option.rest[0]));
    else this.buttons.push(option);
  }

  at(region: string): Option[] {
    return this.aimed.get(region) ?? [];
  }

  /** What is there for somebody who means the region, not his own troops in it. */
  private meant(region: string): Option[] {
    return this.at(region).filter((option) => option.verb !== "abandon" && option.verb !== "keep");
  }

  /** Is a click alone enough? Not for what cannot be taken back or is rarely meant. */
  plain(region: string): Option | null {
    const here = this.meant(region);
    if (here.length !== 1 || this.most.has(region)) return null;
    return here[0].means === "die" || here[0].means === "mercenary" ? null : here[0];
  }

  /** What a region is outlined as: open, open with luck, a place for a piece, or nothing. */
  mood(region: string): "open" | "luck" | "place" | "" {
    const here = this.meant(region);
    if (this.most.has(region)) return "place";
    if (here.length === 0) return "";
    if (here.some((option) => option.verb !== "conquer")) return "place";
    return here.every((option) => option.means === "die") ? "luck" : "open";
  }
}

/** Tokens spread so that the weakest regions get the next one; what lies in hand goes out to the last. */
export function spread(hand: number, held: Map<string, number>, most: Map<string, number>): Map<string, number> {
  const plan = new Map<string, number>();
  for (let left = hand; left > 0; left -= 1) {
    const open = [...most.keys()].filter((region) => (plan.get(region) ?? 0) < most.get(region)!);
    if (open.length === 0) break;
    const level = (region: string) => (held.get(region) ?? 0) + (plan.get(region) ?? 0);
    const next = open.reduce((best, region) => (level(region) < level(best) ? region : best));
    plan.set(next, (plan.get(next) ?? 0) + 1);
  }
  return plan;
}
