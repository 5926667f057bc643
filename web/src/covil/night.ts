// The night as the events tell it, sorted into its steps.

import type { Event, Told } from "../lib/table.svelte";
import type { Dominion } from "./types";

export const STEPS = ["relics", "pool", "dominance", "raid", "retaliation", "rest"] as const;
export type Step = (typeof STEPS)[number];

export interface Night {
  day: number;
  /** The ply at which it fell: another night, another number. */
  ply: number;
  events: Record<Step, Event[]>;
  /** The terrains as it found them. */
  dominions: Dominion[];
  /** The last step that something is known of. */
  step: Step;
  over: boolean;
}

const STEP_OF: Record<string, Step> = {
  discarded: "relics", revealed: "pool", fee: "dominance", stole: "dominance", raided: "raid", retaliation: "retaliation",
  attacked: "retaliation", broken_off: "retaliation", rebels_attack: "retaliation", fought: "retaliation", damaged: "retaliation", lost: "retaliation", moved: "retaliation", rebels: "retaliation", all_rested: "rest",
};

/** The newest night of a log, if there was one and nobody has taken a turn since `until` plies ago. */
export function newest(log: Told[]): Night | null {
  let night: Night | null = null;
  for (const told of log) {
    for (const event of told.events) {
      if (event.type === "night") {
        night = { day: event.day, ply: told.ply, over: false, dominions: event.dominance ?? [], step: "relics", events: { relics: [], pool: [], dominance: [], raid: [], retaliation: [], rest: [] } };
      } else if (night && !night.over) take(night, event);
    }
  }
  return night;
}

function take(night: Night, event: Event): void {
  if (event.type === "morning" || event.type === "over") {
    night.over = true;
    return;
  }
  const step = STEP_OF[event.type] ?? (event.type === "gained" && night.step !== "raid" ? "dominance" : event.type === "drew" && night.step === "raid" ? "raid" : null);
  if (!step) return;
  night.step = step;
  night.events[step].push(event);
}
