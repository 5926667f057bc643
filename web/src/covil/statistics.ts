// Statistics of a game of Covil for its replay: victory points by day and by source, and counts of events.

import { t } from "../lib/i18n/index.svelte";
import type { ReplayStore } from "../lib/replay.svelte";
import type { Event, TableState } from "../lib/table.svelte";
import type { GameStatistics, Row } from "../lib/ui/Chart.svelte";
import { total, knownPoints, type PublicSummary, type View, type PointBreakdown } from "./types";

export function statistics(store: ReplayStore): GameStatistics {
  const seats = store.info!.seats.map((seat) => seat.seat);
  return { title: t("cv.stats.title"), text: t("cv.stats.text"), lines: seats.map((seat) => days(store, seat)), now: viewOf(store).day, tables: [[t("cv.stats.now"), points(store, seats)], [t("replay.deeds"), eventCounts(store, seats)]] };
}

const viewOf = (store: ReplayStore): View => store.shown!.view as View;
const pointsIn = (store: ReplayStore, state: TableState, seat: number): PointBreakdown => knownPoints(state.view as View, state.facts.summary as unknown as PublicSummary, seat, store.glossary);

/** Points of a seat at the beginning and at the end of each day; at the end of the game, its score. */
function days(store: ReplayStore, seat: number): number[] {
  const byDay: number[] = [];
  for (const state of store.states.slice(1)) {
    const view = state.view as View;
    const score = (state.facts.result as { scores: number[] } | undefined)?.scores[seat];
    byDay[view.day] = score ?? total(pointsIn(store, state, seat));
    byDay[0] ??= byDay[view.day];
  }
  return Array.from(byDay, (points, day) => points ?? byDay[day - 1] ?? 0);
}

function points(store: ReplayStore, seats: number[]): Row[] {
  const breakdowns = seats.map((seat) => pointsIn(store, store.shown!, seat));
  return (["minions", "fortress", "gold", "relics", "influence"] as const).map((part): Row => [t(`cv.score.${part}`), breakdowns.map((one) => one[part])]);
}

function eventCounts(store: ReplayStore, seats: number[]): Row[] {
  const rows = { hired: seats.map(() => 0), attacks: seats.map(() => 0), won: seats.map(() => 0), lost: seats.map(() => 0), damage: seats.map(() => 0), gold: seats.map(() => 0) };
  let attacker = -1;
  for (const event of store.log.flatMap((entry) => entry.events)) {
    if (event.type === "attacked") attacker = event.seat;
    else if (event.type === "rebels_attack") attacker = -1;
    count(rows, event, attacker);
  }
  return (Object.keys(rows) as (keyof typeof rows)[]).map((kind): Row => [t(`cv.stats.${kind}`), rows[kind]]);
}

function count(rows: Record<string, number[]>, event: Event, attacker: number): void {
  if (event.type === "hired") rows.hired[event.seat] += 1;
  if (event.type === "attacked") rows.attacks[attacker] += 1;
  if (event.type === "fought" && event.won && attacker >= 0) rows.won[attacker] += 1;
  if (event.type === "lost") rows.lost[event.seat] += 1;
  if (event.type === "damaged") rows.damage[event.seat] += event.damage;
  if (event.type === "gained") rows.gold[event.seat] += event.gold;
}
