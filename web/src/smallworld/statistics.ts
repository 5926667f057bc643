// Statistics of a game of Small World for its replay: coins earned by turn and by source, and counts of events.

import { t } from "../lib/i18n/index.svelte";
import type { LogEntry } from "../lib/table.svelte";
import type { GameStatistics, Row } from "../lib/ui/Chart.svelte";
import { incomeText } from "./story";
import type { View } from "./types";
import type { SmallWorldEvent } from "./wire";
import type { Words } from "./words";

/** What is needed of a replay. */
export interface Replay {
  steps: LogEntry[];
  info: { seats: { seat: number }[] } | null;
  shown: { view: unknown } | null;
}

export function statistics(store: Replay, words: Words): GameStatistics {
  const seats = store.info!.seats.map(({ seat }) => seat);
  const events = store.steps.flatMap((entry) => entry.events as SmallWorldEvent[]);
  return { title: t("replay.chart"), text: t("replay.chart.text"), lines: earnings(events, seats), now: (store.shown!.view as View).turn, tables: [[t("replay.sources"), sources(events, seats, words)], [t("replay.deeds"), deeds(events, seats)]] };
}

/** Coins earned by each seat up to the end of each turn, from turn 0 on. */
function earnings(events: SmallWorldEvent[], seats: number[]): number[][] {
  const lines = seats.map(() => [0]);
  for (const event of events) {
    if (event.type === "turn") for (const line of lines) while (line.length <= event.turn) line.push(line[line.length - 1]);
    if (event.type === "scored") lines[event.seat][lines[event.seat].length - 1] += event.coins;
  }
  return lines;
}

/** Coins of each seat by source, the largest first. */
function sources(events: SmallWorldEvent[], seats: number[], words: Words): Row[] {
  const rows = new Map<string, number[]>();
  for (const event of events) {
    if (event.type !== "scored") continue;
    for (const part of event.income) {
      const label = incomeText({ ...part, amount: 2 }, words); // the label of many
      const row = rows.get(label) ?? seats.map(() => 0);
      row[event.seat] += part.amount;
      rows.set(label, row);
    }
  }
  return [...rows].sort(([, a], [, b]) => Math.max(...b) - Math.max(...a));
}

function deeds(events: SmallWorldEvent[], seats: number[]): Row[] {
  const sum = (value: (event: SmallWorldEvent) => number): number[] => {
    const row = seats.map(() => 0);
    for (const event of events) if ("seat" in event && event.seat >= 0) row[event.seat] += value(event);
    return row;
  };
  const times = (type: SmallWorldEvent["type"]): number[] => sum((event) => Number(event.type === type));
  const [rolls, pips] = [times("rolled"), sum((event) => (event.type === "rolled" ? event.pips : 0))];
  const rows: Row[] = [
    [t("stats.conquests"), times("conquered")],
    [t("stats.lost"), times("lost")],
    [t("stats.declines"), times("declined")],
    [t("stats.paid"), sum((event) => (event.type === "picked" ? event.paid : 0))],
    [t("stats.rolls"), rolls],
    [t("stats.pips"), rolls.map((n, seat) => (n ? (pips[seat] / n).toFixed(1) : "–"))],
  ];
  return rows.filter(([, row]) => row.some((n) => n !== 0 && n !== "–"));
}
