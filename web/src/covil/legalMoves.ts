// Groups the legal moves by how they are chosen: on a zone, a troop, a fortress, a card, or with a button.

import type { MoveText } from "../lib/opaque";
import type { LegalMove } from "../lib/table.svelte";
import type { CovilMove } from "./wire";

/** What a move is called on the page: choices and payments of every kind have one verb each. */
export type Verb = Exclude<CovilMove["verb"], `choose_${string}` | `pay_${string}`> | "choose" | "pay";

export interface MoveOption {
  text: MoveText;
  verb: Verb;
  /** What is clicked to play it. */
  targetKind: "zone" | "troop" | "fortress" | "minion" | "pool" | "relic" | "button";
  id: string;
  /** The troop that acts. */
  troop?: string;
  /** The state of the copy, where a card has several copies. */
  state?: string;
  /** The seat that is chosen. */
  seat?: number;
  /** The number of a choice or payment, a price, or the strength with a Minion. */
  amount?: number;
  /** The defense against an attack with a Minion. */
  defense?: number;
}

const GROUPED: Partial<Record<CovilMove["verb"], Verb>> = { choose_zone: "choose", choose_troop: "choose", choose_minion: "choose", choose_seat: "choose", choose_number: "choose", pay_gold: "pay", pay_minion: "pay", pay_relic: "pay" };

function target(move: CovilMove): Pick<MoveOption, "targetKind" | "id"> {
  switch (move.verb) {
    case "found":
    case "retreat":
    case "choose_zone":
    case "move":
      return { targetKind: "zone", id: move.zone };
    case "choose_troop":
      return { targetKind: "troop", id: move.troop };
    case "melee":
    case "ranged":
      return { targetKind: move.against.kind, id: move.against.id };
    case "hire":
      return { targetKind: "pool", id: move.card };
    case "relic":
    case "pay_relic":
      return { targetKind: "relic", id: move.card };
    case "command":
    case "defend":
    case "exhaust":
    case "rest":
    case "pay_minion":
    case "choose_minion":
      return { targetKind: "minion", id: move.card };
    default:
      return { targetKind: "button", id: "" };
  }
}

function numbers(move: CovilMove): Pick<MoveOption, "seat" | "amount" | "defense"> {
  switch (move.verb) {
    case "hire":
    case "draw":
      return { amount: move.price };
    case "pay_gold":
      return { amount: move.gold };
    case "choose_number":
      return { amount: move.rebels };
    case "choose_seat":
      return { seat: move.seat };
    case "exhaust":
      return { amount: move.strength, defense: move.defense };
    default:
      return {};
  }
}

/** A legal move as the page chooses it. */
export function optionOf(move: CovilMove & { text: MoveText }): MoveOption {
  const option: MoveOption = { text: move.text, verb: GROUPED[move.verb] ?? (move.verb as Verb), ...target(move), ...numbers(move) };
  if ("troop" in move && move.verb !== "choose_troop") option.troop = move.troop;
  if ("state" in move && move.state) option.state = move.state;
  return option;
}

/** The legal moves of a position, grouped. */
export class LegalMoves {
  readonly options: MoveOption[];
  /** Troops that can act. */
  readonly actors: string[];
  readonly #byTarget = new Map<string, MoveOption[]>();

  constructor(moves: LegalMove[]) {
    this.options = moves.map((move) => optionOf(move as CovilMove & { text: MoveText }));
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

  /** The first move of a verb, of those about a card. */
  about(verb: Verb, card: string): MoveOption | undefined {
    return this.options.find((option) => option.verb === verb && option.id === card);
  }

  has(verb: Verb): boolean {
    return this.options.some((option) => option.verb === verb);
  }
}
