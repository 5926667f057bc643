// Log lines: turns events into sentences, one message per type of event; an event without a message is shown with its fields.

import { has, t } from "../lib/i18n/index.svelte";
import type { Event, LogEntry } from "../lib/table.svelte";
import type { Words } from "./words";

export interface Line {
  key: string;
  seat: number;
  text: string;
  head?: boolean;
}

const OMITTED = new Set(["revealed", "passed", "bought", "weighed", "enthroned", "recruited"]);

/** Values for the placeholders of an event's message. */
function values(event: Event, words: Words): Record<string, string | number> {
  const filled: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(event)) if (typeof value === "string" || typeof value === "number") filled[key] = value;
  if (typeof event.seat === "number") filled.who = words.who(event.seat);
  if (typeof event.scepter === "number") filled.who = words.who(event.scepter);
  if (event.card !== undefined) filled.card = words.card(event.card);
  if (event.troop !== undefined) filled.troop = words.troop(event.seat);
  if (event.against !== undefined) filled.target = words.target(event.against);
  if (event.zone !== undefined) filled.place = words.place(event.zone);
  if (event.terrain !== undefined) filled.terrain = words.terrain(event.terrain);
  if (event.state !== undefined) filled.state = t(`cv.state.${event.state}` as never);
  if (event.to !== undefined) [filled.here, filled.place] = [words.place(event.from), words.place(event.to)];
  if (typeof event.from === "number") filled.other = words.who(event.from);
  if (event.for_attack !== undefined) filled.strength = words.sum(event.strength, event.for_attack);
  if (event.for_defense !== undefined) filled.defense = words.sum(event.defense, event.for_defense);
  if (Array.isArray(event.cards)) filled.cards = event.cards.map(words.card).join(", ");
  if (event.paid !== undefined) filled.paid = payment(event.paid, words);
  return filled;
}

function payment(paid: { gold: number; relics: string[]; minions: string[] }, words: Words): string {
  const parts = paid.gold > 0 ? [t("cv.gold.n", { n: paid.gold })] : [];
  return [...parts, ...[...paid.relics, ...paid.minions].map(words.card)].join(" + ") || t("cv.nothing");
}

/** Keys of messages for an event, the most specific first. */
function variants(event: Event): string[] {
  const kind = `cv.event.${event.type}`;
  const finer: string[] = [];
  if (event.type === "drew" && event.card === undefined) finer.push(`${kind}.secret`);
  if (event.type === "gained" && event.wasted) finer.push(event.gold === 0 ? `${kind}.none` : `${kind}.wasted`);
  if (event.type === "hired" && event.change > 0) finer.push(`${kind}.change`);
  if (event.type === "attacked") finer.push(`${kind}.${event.kind}`);
  if (event.type === "fought") finer.push(event.for_defense?.length === 0 ? `${kind}.open` : event.won ? `${kind}.won` : `${kind}.held`);
  if (event.type === "damaged" && event.hp === 0) finer.push(`${kind}.ruin`);
  return [...finer, kind];
}

export function sentence(event: Event, words: Words): string {
  const filled = values(event, words);
  if (event.type === "over") {
    const winners = (event.winners as number[]).map(words.who).join(" & ");
    return t("event.over", { who: winners, n: (event.scores as number[])[event.winners[0]] });
  }
  const key = variants(event).find(has);
  if (key) return t(key as never, filled);
  const rest = Object.entries(event).filter(([name]) => name !== "type" && name !== "seat").map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${filled.who ?? ""} ${event.type.replaceAll("_", " ")} ${rest.join(", ")}`.trim();
}

let cache = new WeakMap<LogEntry, Line[]>();
let cachedFor: Words | null = null;

/** Lines of the whole log, cached while names and language stay the same. */
export function story(log: LogEntry[], words: Words): Line[] {
  if (cachedFor !== words) [cache, cachedFor] = [new WeakMap(), words];
  return log.flatMap((entry) => {
    const made = cache.get(entry) ?? lines(entry, words);
    cache.set(entry, made);
    return made;
  });
}

/** Lines of one log entry. */
export function lines(entry: LogEntry, words: Words): Line[] {
  const result: Line[] = [];
  if (entry.kind !== "move" && has(`log.${entry.kind}`)) {
    result.push({ key: `${entry.ply}`, seat: entry.by, text: t(`log.${entry.kind}` as never, { who: entry.by >= 0 ? words.who(entry.by) : "" }) });
  }
  for (const [k, event] of entry.events.entries()) {
    if (OMITTED.has(event.type)) continue;
    result.push({ key: `${entry.ply}.${k}`, seat: event.seat ?? -1, text: sentence(event, words), head: event.type === "turn" || event.type === "night" || event.type === "morning" });
  }
  return result;
}
