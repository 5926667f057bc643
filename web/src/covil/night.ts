// Events of a night, grouped by its steps.

import type { Event, LogEntry } from "../lib/table.svelte";
import type { TerrainDominance } from "./types";

export const STEPS = ["relics", "pool", "dominance", "raid", "retaliation", "rest"] as const;
export type Step = (typeof STEPS)[number];

export interface Night {
  day: number;
  /** The ply at which it began. */
  ply: number;
  events: Record<Step, Event[]>;
  /** Dominance of the terrains at its beginning. */
  dominance: TerrainDominance[];
  /** The last step that has events. */
  step: Step;
  over: boolean;
}

const STEP_OF: Record<string, Step> = {
  discarded: "relics", revealed: "pool", fee: "dominance", stole: "dominance", raided: "raid", retaliation: "retaliation",
  attacked: "retaliation", broken_off: "retaliation", rebels_attack: "retaliation", fought: "retaliation", damaged: "retaliation", lost: "retaliation", moved: "retaliation", rebels: "retaliation", all_rested: "rest",
};

/** The latest night of a log, null if there was none. */
export function latestNight(log: LogEntry[]): Night | null {
  let night: Night | null = null;
  for (const entry of log) {
    for (const event of entry.events) {
      if (event.type === "night") {
        night = { day: event.day, ply: entry.ply, over: false, dominance: event.dominance ?? [], step: "relics", events: { relics: [], pool: [], dominance: [], raid: [], retaliation: [], rest: [] } };
      } else if (night && !night.over) addEvent(night, event);
    }
  }
  return night;
}

function addEvent(night: Night, event: Event): void {
  if (event.type === "morning" || event.type === "over") {
    night.over = true;
    return;
  }
  const step = STEP_OF[event.type] ?? (event.type === "gained" && night.step !== "raid" ? "dominance" : event.type === "drew" && night.step === "raid" ? "raid" : null);
  if (!step) return;
  night.step = step;
  night.events[step].push(event);
}
