// Log lines: turns events into sentences, one message per type of event; an event without a message is shown with its fields.

import { has, t } from "../lib/i18n/index.svelte";
import type { Event, LogEntry } from "../lib/table.svelte";
import type { IncomePart } from "./wire";
import type { Words } from "./words";

export interface Line {
  key: string;
  seat: number;
  race?: string;
  text: string;
  head?: boolean;
  placed?: [string, number][];
  /** A piece that was removed, and from where; consecutive removals are joined. */
  left?: { piece: string; places: string[] };
}

const OMITTED = new Set(["readied", "stopped", "revealed", "tribe_lost", "first", "pact_ended"]);

/** Label of a part of an income: regions, or a race, power or marker. */
export function incomeText({ kind, source, declined, amount }: IncomePart, words: Words): string {
  if (declined) return t(kind === "regions" ? "income.declined" : "income.bonus", { race: words.piece(source) });
  return kind === "regions" ? t("income.regions", { n: amount }) : words.piece(source);
}

/** Values for the placeholders of an event's message. */
function values(event: Event, words: Words): Record<string, string | number> {
  const filled: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(event)) if (typeof value === "string" || typeof value === "number") filled[key] = value;
  if (event.seat !== undefined) filled.who = words.who(event.seat);
  if (event.race !== undefined && event.seat !== undefined) filled.army = words.army(event.seat, event.race);
  if (event.race !== undefined) filled.combo = words.combo(event.race, event.power);
  if (event.region !== undefined) filled.place = words.place(event.region);
  if (event.piece !== undefined) filled.piece = words.piece(event.piece);
  if (event.marker !== undefined) filled.marker = words.piece(event.marker);
  if (event.power) filled.power = words.terms.name(event.power);
  for (const [key, seat] of [["other", "ally"], ["other", "from"], ["other", "owner"], ["other", "partner"], ["other", "for_seat"], ["other", "giver"], ["other", "other"]] as const)
    if (typeof event[seat] === "number") filled[key] = words.who(event[seat]);
  if (event.for_race !== undefined) filled.saved = words.army(event.for_seat, event.for_race);
  if (Array.isArray(event.price)) filled.cost = event.price.length > 1 ? ` (${words.sum(event.price)})` : "";
  if (Array.isArray(event.income)) filled.detail = (event.income as IncomePart[]).map((part) => `${part.amount} ${incomeText(part, words)}`).join(", ");
  if (event.what !== undefined) filled.what = event.what === "ghost" ? t("sw.ghost") : words.terms.name(event.what);
  if (typeof event.source === "string") filled.why = words.piece(event.source);
  return filled;
}

export function sentence(event: Event, words: Words): string {
  const filled = values(event, words);
  if (event.type === "over") {
    const winners = (event.winners as number[]).map(words.who).join(" & ");
    return t("event.over", { who: winners, n: Math.max(...(event.scores as number[])) });
  }
  const variants = [`event.${event.type}.${event.means ?? event.piece ?? event.why ?? ""}`, event.pips === 0 ? `event.${event.type}.0` : "", event.withdrawn ? `event.${event.type}.saved` : "", event.found ? `event.${event.type}.found` : "", event.type === "scored" && !filled.detail ? "event.scored.none" : "", `event.${event.type}`];
  const key = variants.find((name) => name && has(name));
  if (key) return t(key as never, filled);
  const rest = Object.entries(event).filter(([name]) => name !== "type" && name !== "seat").map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${filled.who ?? ""} ${event.type.replaceAll("_", " ")} ${rest.join(", ")}`.trim();
}

/** The last result: usually the log has only grown since. */
let past: { log: LogEntry[]; words: Words; lines: Line[] } | null = null;

/** Lines of the whole log; consecutive placements of one race are joined into one line. */
export function story(log: LogEntry[], words: Words): Line[] {
  const continues = past?.words === words && (past.log.length === 0 || log[past.log.length - 1] === past.log.at(-1));
  const result = continues ? [...past!.lines] : [];
  for (const entry of continues ? log.slice(past!.log.length) : log) {
    for (const line of cachedLines(entry, words)) {
      const last = result.at(-1);
      if (line.placed && last?.placed && last.seat === line.seat && last.race === line.race) {
        const placed = [...last.placed, ...line.placed];
        result[result.length - 1] = { ...last, placed, text: t("event.redeployed", { army: words.army(line.seat, line.race!), places: places(placed) }) };
      } else if (line.left && last?.left && last.seat === line.seat && last.left.piece === line.left.piece) {
        const left = { piece: line.left.piece, places: [...last.left.places, ...line.left.places] };
        result[result.length - 1] = { ...last, left, text: t("event.piece_removed", { piece: words.piece(left.piece), place: [...new Set(left.places)].join(", ") }) };
      } else result.push(line);
    }
  }
  past = { log, words, lines: result };
  return result;
}

function places(placed: [string, number][]): string {
  const sums = new Map<string, number>();
  for (const [place, n] of placed) sums.set(place, (sums.get(place) ?? 0) + n);
  return [...sums].map(([place, n]) => `${place} ${n}`).join(", ");
}

let cache = new WeakMap<LogEntry, Line[]>();
let cachedFor: Words | null = null;

/** Lines of a log entry, cached while names and language stay the same. */
function cachedLines(entry: LogEntry, words: Words): Line[] {
  if (cachedFor !== words) [cache, cachedFor] = [new WeakMap(), words];
  const made = cache.get(entry) ?? lines(entry, words);
  cache.set(entry, made);
  return made;
}

/** Lines of one log entry. */
export function lines(entry: LogEntry, words: Words): Line[] {
  const result: Line[] = [];
  if (entry.kind !== "move" && has(`log.${entry.kind}`)) {
    result.push({ key: `${entry.ply}`, seat: entry.by, text: t(`log.${entry.kind}` as never, { who: entry.by >= 0 ? words.who(entry.by) : "" }) });
  }
  for (const [k, event] of entry.events.entries()) {
    if (OMITTED.has(event.type)) continue;
    result.push({ key: `${entry.ply}.${k}`, seat: event.seat ?? -1, race: event.race, text: sentence(event, words), head: event.type === "turn", placed: event.type === "placed" ? [[words.place(event.region), event.tokens]] : undefined, left: event.type === "piece_removed" && !has(`event.piece_removed.${event.piece}`) ? { piece: event.piece, places: [words.place(event.region)] } : undefined });
  }
  return result;
}
