// What happened, in sentences: one message per kind of event. Events without a message are told in their own words.

import { has, t } from "../lib/i18n/index.svelte";
import type { Event, Told } from "../lib/table.svelte";
import type { Words } from "./words";

export interface Line {
  key: string;
  seat: number;
  text: string;
  head?: boolean;
}

const QUIET = new Set(["revealed", "passed", "bought", "weighed", "enthroned", "recruited"]);

function seatIn(event: Event): number {
  if (typeof event.seat === "number") return event.seat;
  return typeof event.troop === "string" ? Number(event.troop[0]) : -1;
}

function values(event: Event, words: Words): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(event)) if (typeof value === "string" || typeof value === "number") found[key] = value;
  if (typeof event.seat === "number") found.who = words.who(event.seat);
  if (typeof event.scepter === "number") found.who = words.who(event.scepter);
  if (event.card !== undefined) found.card = words.card(event.card);
  if (event.troop !== undefined) found.troop = words.troop(event.troop);
  if (event.target !== undefined) found.target = words.target(event.target);
  if (event.zone !== undefined) found.place = words.place(event.zone);
  if (event.terrain !== undefined) found.terrain = words.terrain(event.terrain);
  if (event.state !== undefined) found.state = t(`cv.state.${event.state}` as never);
  if (event.to !== undefined) [found.here, found.place] = [words.place(event.from), words.place(event.to)];
  if (typeof event.from === "number") found.other = words.who(event.from);
  if (event.parts !== undefined) found.strength = words.sum(event.strength, event.parts);
  if (event.defense_parts !== undefined) found.defense = words.sum(event.defense, event.defense_parts);
  if (Array.isArray(event.cards)) found.cards = event.cards.map(words.card).join(", ");
  if (event.paid !== undefined) found.paid = payment(event.paid, words);
  return found;
}

function payment(paid: { gold: number; relics: string[]; minions: string[] }, words: Words): string {
  const parts = paid.gold > 0 ? [t("cv.gold.n", { n: paid.gold })] : [];
  return [...parts, ...[...paid.relics, ...paid.minions].map(words.card)].join(" + ") || t("cv.nothing");
}

/** The message that fits an event best. */
function variants(event: Event): string[] {
  const kind = `cv.event.${event.type}`;
  const finer: string[] = [];
  if (event.type === "drew" && event.card === undefined) finer.push(`${kind}.secret`);
  if (event.type === "gained" && event.wasted) finer.push(event.gold === 0 ? `${kind}.none` : `${kind}.wasted`);
  if (event.type === "hired" && event.change > 0) finer.push(`${kind}.change`);
  if (event.type === "attacked") finer.push(`${kind}.${event.kind}`);
  if (event.type === "fought") finer.push(event.defense_parts?.length === 0 ? `${kind}.open` : event.won ? `${kind}.won` : `${kind}.held`);
  if (event.type === "damaged" && event.hp === 0) finer.push(`${kind}.ruin`);
  return [...finer, kind];
}

export function sentence(event: Event, words: Words): string {
  const found = values(event, words);
  if (event.type === "over") {
    const winners = (event.winners as number[]).map(words.who).join(" & ");
    return t("event.over", { who: winners, n: (event.scores as number[])[event.winners[0]] });
  }
  const key = variants(event).find(has);
  if (key) return t(key as never, found);
  const rest = Object.entries(event).filter(([name]) => name !== "type" && name !== "seat").map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${found.who ?? ""} ${event.type.replaceAll("_", " ")} ${rest.join(", ")}`.trim();
}

let memory = new WeakMap<Told, Line[]>();
let memorised: Words | null = null;

/** The whole story; sentences are made once, as long as names and language stay. */
export function story(log: Told[], words: Words): Line[] {
  if (memorised !== words) [memory, memorised] = [new WeakMap(), words];
  return log.flatMap((told) => {
    const found = memory.get(told) ?? lines(told, words);
    memory.set(told, found);
    return found;
  });
}

/** The lines of one step of the log. */
export function lines(told: Told, words: Words): Line[] {
  const found: Line[] = [];
  if (told.kind !== "move" && has(`log.${told.kind}`)) {
    found.push({ key: `${told.ply}`, seat: told.by, text: t(`log.${told.kind}` as never, { who: told.by >= 0 ? words.who(told.by) : "" }) });
  }
  for (const [k, event] of told.events.entries()) {
    if (QUIET.has(event.type)) continue;
    found.push({ key: `${told.ply}.${k}`, seat: seatIn(event), text: sentence(event, words), head: event.type === "turn" || event.type === "night" || event.type === "morning" });
  }
  return found;
}
