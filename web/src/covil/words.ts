// Texts about Covil's pieces and moves in the reader's language: names, labels, descriptions for screen readers.

import { maybe, t } from "../lib/i18n/index.svelte";
import type { TranslatedGlossary } from "../lib/glossary.svelte";
import { translateMessage, type Data, type Message, type MessageContext } from "../lib/ruleMessages.svelte";
import type { MoveOption } from "./legalMoves";
import type { Thing } from "../lib/wire";
import type { CombatPart, PieceRef } from "./wire";
import { moveLabel } from "../lib/opaque";
import { isRelic, type Minion, type Relic, type Terrain, type TroopState, type View, type ZoneData } from "./types";

/** Texts of a table; a new object when names or language have changed. */
export class Words implements MessageContext {
  constructor(
    readonly terms: TranslatedGlossary,
    readonly who: (seat: number) => string,
    private readonly zones: Map<string, ZoneData>,
    readonly language: unknown,
    /** A troop on the board. */
    private readonly troopById: (troop: string) => TroopState | undefined = () => undefined,
  ) {}

  place = (zone: string): string => this.zones.get(zone)?.name || t("cv.zone", { id: zone });
  card = (id: string): string => this.terms.name(id);
  troop = (seat: number): string => t("cv.troop", { who: this.who(seat) });
  terrain = (terrain: Terrain | string): string => maybe(`cv.terrain.${terrain}`, String(terrain));
  stat = (stat: string): string => maybe(`cv.stat.${stat}`, stat);
  ability = (kind?: string): string => maybe(`cv.ability.${kind}`, kind ?? "");
  class = (name?: string): string => maybe(`cv.class.${name}`, name ?? "");

  /** A message of the rules or the server in the reader's language. */
  translate = (message: Message): string => translateMessage(message, this);

  target({ kind, seat }: PieceRef): string {
    return t(kind === "fortress" ? "cv.fortress" : "cv.troop", { who: this.who(seat) });
  }

  /** Zones, troops and fortresses in messages of the rules: a troop becomes owner and place. */
  thing = ({ kind, id, name, seat }: Thing): string => {
    if (kind === "region") return this.zones.get(id)?.name || name;
    const who = this.who(seat ?? 0);
    if (kind === "fortress") return t("cv.fortress", { who });
    const zone = this.troopById(id)?.zone;
    return zone === undefined ? t("cv.troop.gone", { who }) : t("cv.troop.at", { who, place: this.place(zone) });
  };

  /** The target of an attack is named by its owner, several troops by their number in each zone. */
  placeholderText = (placeholder: string, { target, troops }: Data): string | undefined => {
    if (placeholder === "target" && typeof target === "object" && !Array.isArray(target)) return this.target({ kind: target.kind === "fortress" ? "fortress" : "troop", id: target.id, seat: target.seat ?? 0 });
    return placeholder === "troops" && Array.isArray(troops) ? this.#troopsAt(troops.map(({ id }) => id)) : undefined;
  };

  #troopsAt(troops: string[]): string {
    const places = new Map<string, number>();
    for (const troop of troops) {
      const zone = this.troopById(troop)?.zone ?? "";
      places.set(zone, (places.get(zone) ?? 0) + 1);
    }
    return [...places].map(([zone, n]) => t("cv.troops.at", { n, place: this.place(zone) })).join(", ");
  }

  /** What adds to a strength or defense: a card, with its ability where that adds, or a rule. */
  part({ source, ability }: CombatPart): string {
    const text = maybe(`cv.part.${source}`, this.card(source));
    return ability ? `${text} · ${this.ability(ability)}` : text;
  }

  sum(sum: number, parts: CombatPart[]): string {
    return parts.length > 0 ? `${sum} (${parts.map((part) => `${part.amount} ${this.part(part)}`).join(" + ")})` : String(sum);
  }

  /** A card's class, numbers and terrain in one line. */
  stats(id: string): string {
    const entry = this.terms.entry(id);
    if (isRelic(entry)) return t("cv.relic.facts", { gold: entry.gold, bonus: `+${entry.bonus.value} ${this.stat(entry.bonus.stat)}`, terrain: this.terrain(entry.target) });
    const { cost, stat } = entry as Minion;
    if (!stat) return entry.kind; // a card without a description
    return t("cv.minion.facts", { class: this.class((entry as Minion).class), stat: `${this.stat(stat.type)} ${stat.value}`, cost });
  }

  /** The effect of a card, after the kind of its ability. */
  effect(id: string): string {
    const entry = this.terms.entry(id);
    const kind = isRelic(entry as Relic) ? t("cv.ability.instant") : this.ability((entry as Minion).ability);
    return [kind, entry.text].filter(Boolean).join(": ");
  }

  /** Explanation of the kind of a card's ability. */
  abilityHelp(id: string): string {
    const entry = this.terms.entry(id);
    return maybe(`cv.why.${isRelic(entry as Relic) ? "instant" : (entry as Minion).ability}`, "");
  }

  /** Description of a zone for screen readers. */
  zone(zone: ZoneData, view: View): string {
    const head = [zone.name, zone.terrain.map(this.terrain).join(" + ")];
    const there = this.occupants(zone, view);
    return `${head.join(", ")}. ${there || t("cv.nobody")}`;
  }

  occupants(zone: ZoneData, view: View): string {
    const parts: string[] = [];
    view.fortresses.forEach((fortress, seat) => {
      if (fortress?.zone === zone.id) parts.push(fortress.hp > 0 ? t("cv.fortress.hp", { who: this.who(seat), n: fortress.hp }) : t("cv.fortress.ruin", { who: this.who(seat) }));
    });
    for (const [seat] of view.players.entries()) {
      const own = Object.values(view.troops).filter((troop) => troop.seat === seat && troop.zone === zone.id);
      const up = own.filter((troop) => troop.standing).length;
      if (up > 0) parts.push(t("cv.standing", { who: this.who(seat), n: up }));
      if (own.length > up) parts.push(t("cv.lying", { who: this.who(seat), n: own.length - up }));
    }
    if (zone.town) parts.push(t("cv.rebels.n", { n: view.rebels }));
    return parts.length > 0 ? `${parts.join(", ")}.` : "";
  }

  /** Name of the card of a move, with the state of the copy where it has several. */
  cardCopy(option: MoveOption): string {
    return option.state ? `${this.card(option.id)} (${maybe(`cv.state.${option.state}`, option.state)})` : this.card(option.id);
  }

  /** Label of the button for a move. */
  option(option: MoveOption): string {
    const { verb, id, targetKind, amount } = option;
    if (verb === "choose") return this.#chosen(option);
    if (verb === "pay" && targetKind === "button") return t("cv.move.pay.gold", { n: amount ?? "?" });
    return maybe(`cv.move.${verb}`, moveLabel(option.text), { place: targetKind === "zone" ? this.place(id) : "", n: amount ?? "" });
  }

  /** What a choice names: a seat, a number of rebels, a zone, a troop or a card. */
  #chosen(option: MoveOption): string {
    const { id, targetKind, seat, amount } = option;
    if (seat !== undefined) return this.who(seat);
    if (amount !== undefined) return t("cv.rebels.n", { n: amount });
    if (targetKind === "troop") return this.troop(this.troopById(id)?.seat ?? 0);
    return targetKind === "zone" ? this.place(id) : this.cardCopy(option);
  }
}
