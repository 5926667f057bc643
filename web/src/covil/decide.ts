// The legal moves sorted for people: what is aimed at a zone, a troop, a card, and what is a button.

import type { Glossary } from "../lib/api";
import { isRelic, type View } from "./types";

export interface Option {
  text: string;
  verb: string;
  /** What is clicked for it. */
  on: "zone" | "troop" | "fortress" | "minion" | "pool" | "relic" | "button";
  id: string;
  /** The own troop that does it. */
  troop?: string;
  /** Of several copies of a card the one in this state. */
  state?: string;
}

const LONE = new Set(["done", "cancel", "skip", "use", "draw", "pass", "end"]);
const ATTACKS = new Set(["melee", "ranged"]);

export function read(text: string, view: View, glossary: Glossary, zones: Set<string>): Option {
  const [verb, first = "", second = "", third = ""] = text.split(" ");
  const option = (on: Option["on"], id: string, troop?: string): Option => ({ text, verb, on, id, troop });
  if (LONE.has(verb)) return option("button", "");
  if (verb === "found" || verb === "retreat") return option("zone", first);
  if (verb === "hire") return option("pool", first);
  if (verb === "relic") return option("relic", first);
  if (verb === "move") return option("zone", second, first);
  if (verb === "rest") return third ? { ...option("minion", second, first), state: third } : option("minion", second, first);
  if (verb === "gold" || verb === "repair") return option("button", "", first);
  if (ATTACKS.has(verb)) return second === "fortress" ? option("fortress", third, first) : option("troop", second, first);
  if (verb === "pay") return first === "gold" ? option("button", second) : option(first === "relic" ? "relic" : "minion", second);
  if (verb !== "choose") return option("minion", first);
  if (glossary[first] && second) return { ...option("minion", first), state: second };
  if (glossary[first]) return option(isRelic(glossary[first]) ? "relic" : "minion", first);
  if (view.troops[first]) return option("troop", first);
  return option(zones.has(first) ? "zone" : "button", first);
}

export class Decision {
  readonly options: Option[];
  /** Own troops that can act. */
  readonly actors: string[];
  private readonly aimed = new Map<string, Option[]>();

  constructor(
    readonly legal: string[],
    view: View,
    glossary: Glossary,
    zones: Set<string>,
  ) {
    this.options = legal.map((text) => read(text, view, glossary, zones));
    this.actors = [...new Set(this.options.flatMap((option) => option.troop ?? []))];
    for (const option of this.options) {
      const key = `${option.on} ${option.id}`;
      this.aimed.set(key, [...(this.aimed.get(key) ?? []), option]);
    }
  }

  /** What a click on something can mean, for the troop in hand. */
  on(kind: Option["on"], id: string, troop: string | null): Option[] {
    return (this.aimed.get(`${kind} ${id}`) ?? []).filter((option) => option.troop === undefined || option.troop === troop);
  }

  /** What a troop can do. */
  of(troop: string): Option[] {
    return this.options.filter((option) => option.troop === troop);
  }

  /** Moves that belong to no piece. */
  get buttons(): Option[] {
    return this.options.filter((option) => option.on === "button" && option.troop === undefined);
  }

  has(verb: string): boolean {
    return this.options.some((option) => option.verb === verb);
  }
}
