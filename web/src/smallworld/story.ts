// What happened, in sentences: one message per kind of event. Events without a message are told in their own words.

import { has, maybe, t } from "../lib/i18n/index.svelte";
import type { Event, Told } from "../lib/table.svelte";
import type { Words } from "./words";

export interface Line {
  key: string;
  seat: number;
  race?: string;
  text: string;
  head?: boolean;
  placed?: [string, number][];
  /** A piece that left, and from where: several that go together are one sentence. */
  left?: { piece: string; places: string[] };
}

const QUIET = new Set(["readied", "stopped", "revealed", "tribe_lost", "first", "pact_ended"]);

/** What brought coins: `regions`, a race or power by name, `Dwarves in decline`, `declined Elves`. */
export function income(label: string, words: Words, n = 2): string {
  const faded = /^declined (.+)$|^(.+) in decline$/.exec(label);
  if (faded) return t(faded[1] ? "income.declined" : "income.bonus", { race: words.label(faded[1] ?? faded[2], 2) });
  const id = label.toLowerCase().replaceAll(" ", "_");
  return maybe(`income.${id}`, maybe(`piece.${label}`, words.label(label, 2)), { n });
}

function values(event: Event, words: Words): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(event)) if (typeof value === "string" || typeof value === "number") found[key] = value;
  if (event.seat !== undefined) found.who = words.who(event.seat);
  if (event.race !== undefined && event.seat !== undefined) found.army = words.army(event.seat, event.race);
  if (event.race !== undefined) found.combo = words.combo(event.race, event.power);
  if (event.region !== undefined) found.place = words.place(event.region);
  if (event.piece !== undefined) found.piece = words.piece(event.piece);
  if (event.marker !== undefined) found.marker = words.piece(event.marker);
  if (event.power) found.power = words.lore.name(event.power);
  for (const [key, seat] of [["other", "ally"], ["other", "from"], ["other", "owner"], ["other", "partner"], ["other", "for_seat"], ["other", "giver"], ["other", "other"]] as const)
    if (typeof event[seat] === "number") found[key] = words.who(event[seat]);
  if (event.for_race !== undefined) found.saved = words.army(event.for_seat, event.for_race);
  if (Array.isArray(event.cost)) found.cost = event.cost.length > 1 ? ` (${words.sum(event.cost)})` : "";
  if (Array.isArray(event.sources))
    found.detail = event.sources.filter(([, n]: [string, number]) => n).map(([label, n]: [string, number]) => `${n} ${income(label, words, n)}`).join(", ");
  if (event.what !== undefined) found.what = event.what === "ghost" ? t("sw.ghost") : words.lore.name(event.what);
  if (typeof event.why === "string") found.why = income(event.why, words);
  return found;
}

export function sentence(event: Event, words: Words): string {
  const found = values(event, words);
  if (event.type === "over") {
    const winners = (event.winners as number[]).map(words.who).join(" & ");
    return t("event.over", { who: winners, n: Math.max(...(event.scores as number[])) });
  }
  const variants = [`event.${event.type}.${event.means ?? event.piece ?? event.why ?? ""}`, event.pips === 0 ? `event.${event.type}.0` : "", event.withdrawn ? `event.${event.type}.saved` : "", event.found ? `event.${event.type}.found` : "", event.type === "scored" && !found.detail ? "event.scored.none" : "", `event.${event.type}`];
  const key = variants.find((name) => name && has(name));
  if (key) return t(key as never, found);
  const rest = Object.entries(event).filter(([name]) => name !== "type" && name !== "seat").map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${found.who ?? ""} ${event.type.replaceAll("_", " ")} ${rest.join(", ")}`.trim();
}

/** The story as it was told last: it mostly goes on from there. */
let past: { log: Told[]; words: Words; lines: Line[] } | null = null;

/** The whole story; placements of one race that follow each other are one sentence. */
export function story(log: Told[], words: Words): Line[] {
  const goesOn = past?.words === words && (past.log.length === 0 || log[past.log.length - 1] === past.log.at(-1));
  const found = goesOn ? [...past!.lines] : [];
  for (const told of goesOn ? log.slice(past!.log.length) : log) {
    for (const line of known(told, words)) {
      const last = found.at(-1);
      if (line.placed && last?.placed && last.seat === line.seat && last.race === line.race) {
        const placed = [...last.placed, ...line.placed];
        found[found.length - 1] = { ...last, placed, text: t("event.redeployed", { army: words.army(line.seat, line.race!), places: places(placed) }) };
      } else if (line.left && last?.left && last.seat === line.seat && last.left.piece === line.left.piece) {
        const left = { piece: line.left.piece, places: [...last.left.places, ...line.left.places] };
        found[found.length - 1] = { ...last, left, text: t("event.piece_removed", { piece: words.piece(left.piece), place: [...new Set(left.places)].join(", ") }) };
      } else found.push(line);
    }
  }
  past = { log, words, lines: found };
  return found;
}

function places(placed: [string, number][]): string {
  const sums = new Map<string, number>();
  for (const [place, n] of placed) sums.set(place, (sums.get(place) ?? 0) + n);
  return [...sums].map(([place, n]) => `${place} ${n}`).join(", ");
}

let memory = new WeakMap<Told, Line[]>();
let memorised: Words | null = null;

/** Sentences are made once, as long as names and language stay. */
function known(told: Told, words: Words): Line[] {
  if (memorised !== words) [memory, memorised] = [new WeakMap(), words];
  const found = memory.get(told) ?? lines(told, words);
  memory.set(told, found);
  return found;
}

/** The lines of one step of the log. */
export function lines(told: Told, words: Words): Line[] {
  const found: Line[] = [];
  if (told.kind !== "move" && has(`log.${told.kind}`)) {
    found.push({ key: `${told.ply}`, seat: told.by, text: t(`log.${told.kind}` as never, { who: told.by >= 0 ? words.who(told.by) : "" }) });
  }
  for (const [k, event] of told.events.entries()) {
    if (QUIET.has(event.type)) continue;
    found.push({ key: `${told.ply}.${k}`, seat: event.seat ?? -1, race: event.race, text: sentence(event, words), head: event.type === "turn", placed: event.type === "placed" ? [[words.place(event.region), event.tokens]] : undefined, left: event.type === "piece_removed" && !has(`event.piece_removed.${event.piece}`) ? { piece: event.piece, places: [words.place(event.region)] } : undefined });
  }
  return found;
}
