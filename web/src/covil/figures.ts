// The course of a game of Covil in numbers, for its replay: victory points day by day, where they are, and deeds.

import { t } from "../lib/i18n/index.svelte";
import type { ReplayStore } from "../lib/replay.svelte";
import type { Event, Moment } from "../lib/table.svelte";
import type { Figures, Row } from "../lib/ui/Chart.svelte";
import { seatOf, total, worth, type Outlook, type View, type Worth } from "./types";

export function figures(store: ReplayStore): Figures {
  const seats = store.info!.seats.map((seat) => seat.seat);
  return { title: t("cv.stats.title"), text: t("cv.stats.text"), lines: seats.map((seat) => days(store, seat)), now: viewOf(store).day, tables: [[t("cv.stats.now"), points(store, seats)], [t("replay.deeds"), deeds(store, seats)]] };
}

const viewOf = (store: ReplayStore): View => store.shown!.view as View;
const wealth = (store: ReplayStore, moment: Moment, seat: number): Worth => worth(moment.view as View, moment.facts.outlook as unknown as Outlook, seat, store.glossary);

/** What a seat's things are worth at the beginning and at the end of each day; at the end of the game, its score. */
function days(store: ReplayStore, seat: number): number[] {
  const found: number[] = [];
  for (const moment of store.moments.slice(1)) {
    const view = moment.view as View;
    const score = (moment.facts.result as { scores: number[] } | undefined)?.scores[seat];
    found[view.day] = score ?? total(wealth(store, moment, seat));
    found[0] ??= found[view.day];
  }
  return Array.from(found, (points, day) => points ?? found[day - 1] ?? 0);
}

function points(store: ReplayStore, seats: number[]): Row[] {
  const found = seats.map((seat) => wealth(store, store.shown!, seat));
  return (["minions", "fortress", "gold", "relics", "influence"] as const).map((part): Row => [t(`cv.score.${part}`), found.map((one) => one[part])]);
}

function deeds(store: ReplayStore, seats: number[]): Row[] {
  const rows = { hired: seats.map(() => 0), attacks: seats.map(() => 0), won: seats.map(() => 0), lost: seats.map(() => 0), damage: seats.map(() => 0), gold: seats.map(() => 0) };
  let attacker = -1;
  for (const event of store.log.flatMap((told) => told.events)) {
    if (event.type === "attacked") attacker = seatOf(event.troop as string);
    else if (event.type === "rebels_attack") attacker = -1;
    note(rows, event, attacker);
  }
  return (Object.keys(rows) as (keyof typeof rows)[]).map((deed): Row => [t(`cv.stats.${deed}`), rows[deed]]);
}

function note(rows: Record<string, number[]>, event: Event, attacker: number): void {
  if (event.type === "hired") rows.hired[event.seat] += 1;
  if (event.type === "attacked") rows.attacks[attacker] += 1;
  if (event.type === "fought" && event.won && attacker >= 0) rows.won[attacker] += 1;
  if (event.type === "lost") rows.lost[seatOf(event.troop)] += 1;
  if (event.type === "damaged") rows.damage[event.seat] += event.damage;
  if (event.type === "gained") rows.gold[event.seat] += event.gold;
}
