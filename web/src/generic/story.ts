// Log lines of a game that the page knows nothing of: the sentences that the game sends with its events.

import { has, t } from "../lib/i18n/index.svelte";
import type { LogEntry } from "../lib/table.svelte";
import type { TableController } from "./controller.svelte";

export interface Line {
  key: string;
  seat: number;
  text: string;
  head?: boolean;
}

/** Lines of one log entry. */
export function lines(entry: LogEntry, controller: TableController): Line[] {
  const result: Line[] = [];
  const about = `log.${entry.kind}`;
  if (entry.kind !== "move" && has(about)) {
    result.push({ key: `${entry.ply}`, seat: entry.by, text: t(about, { who: entry.by >= 0 ? controller.store.name(entry.by) : "" }) });
  }
  for (const [k, event] of entry.events.entries()) {
    result.push({ key: `${entry.ply}.${k}`, seat: typeof event.seat === "number" ? event.seat : -1, text: controller.sentence(event), head: event.type === "turn" });
  }
  return result;
}
