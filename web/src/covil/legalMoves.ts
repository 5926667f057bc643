// Parses the legal moves and groups them by how they are chosen: on a zone, a troop, a fortress, a card, or with a button.

import type { Glossary } from "../lib/api";
import { isRelic, type View } from "./types";

export interface MoveOption {
  text: string;
  verb: string;
  /** What is clicked to play it. */
  targetKind: "zone" | "troop" | "fortress" | "minion" | "pool" | "relic" | "button";
  id: string;
  /** The troop that acts. */
  troop?: string;
  /** The state of the copy, where a card has several copies. */
  state?: string;
}

const WITHOUT_TARGET = new Set(["done", "cancel", "skip", "use", "draw", "pass", "end"]);
const ATTACKS = new Set(["melee", "ranged"]);

/** Parse the text of a move. */
export function parseMove(text: string, view: View, glossary: Glossary, zones: Set<string>): MoveOption {
  const [verb, first = "", second = "", third = ""] = text.split(" ");
  const option = (targetKind: MoveOption["targetKind"], id: string, troop?: string): MoveOption => ({ text, verb, targetKind, id, troop });
  if (WITHOUT_TARGET.has(verb)) return option("button", "");
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

/** The legal moves of a position, grouped. */
export class LegalMoves {
  readonly options: MoveOption[];
  /** Troops that can act. */
  readonly actors: string[];
  readonly #byTarget = new Map<string, MoveOption[]>();

  constructor(
    readonly texts: string[],
    view: View,
    glossary: Glossary,
    zones: Set<string>,
  ) {
    this.options = texts.map((text) => parseMove(text, view, glossary, zones));
    this.actors = [...new Set(this.options.flatMap((option) => option.troop ?? []))];
    for (const option of this.options) {
      const key = `${option.targetKind} ${option.id}`;
      this.#byTarget.set(key, [...(this.#byTarget.get(key) ?? []), option]);
    }
  }

  /** Moves that a click on a target can play with the selected troop. */
  forTarget(kind: MoveOption["targetKind"], id: string, troop: string | null): MoveOption[] {
    return (this.#byTarget.get(`${kind} ${id}`) ?? []).filter((option) => option.troop === undefined || option.troop === troop);
  }

  /** Moves of a troop. */
  forTroop(troop: string): MoveOption[] {
    return this.options.filter((option) => option.troop === troop);
  }

  /** Moves without a target or a troop. */
  get buttons(): MoveOption[] {
    return this.options.filter((option) => option.targetKind === "button" && option.troop === undefined);
  }

  has(verb: string): boolean {
    return this.options.some((option) => option.verb === verb);
  }
}
