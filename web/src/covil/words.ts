// How Covil speaks of its pieces, in the reader's language.

import { maybe, t } from "../lib/i18n/index.svelte";
import type { Lore } from "../lib/lore.svelte";
import { say, type Message, type Speaker } from "../lib/said.svelte";
import type { Option } from "./decide";
import { isRelic, seatOf, type Minion, type Relic, type Terrain, type View, type ZoneData } from "./types";

export class Words implements Speaker {
  constructor(
    readonly lore: Lore,
    readonly who: (seat: number) => string,
    private readonly zones: Map<string, ZoneData>,
    readonly language: unknown,
    /** In which zone a troop is now. */
    private readonly whereabouts: (troop: string) => string | undefined = () => undefined,
  ) {}

  place = (zone: string): string => this.zones.get(zone)?.name || t("cv.zone", { id: zone });
  card = (id: string): string => this.lore.name(id);
  troop = (name: string): string => t("cv.troop", { who: this.who(seatOf(name)) });
  terrain = (terrain: Terrain | string): string => maybe(`cv.terrain.${terrain}`, String(terrain));
  stat = (stat: string): string => maybe(`cv.stat.${stat}`, stat);
  ability = (kind?: string): string => maybe(`cv.ability.${kind}`, kind ?? "");
  class = (name?: string): string => maybe(`cv.class.${name}`, name ?? "");

  /** What the rules say about a move, in the reader's language. */
  say = (told: Message): string => say(told, this);

  target(name: string): string {
    return name.startsWith("fortress ") ? t("cv.fortress", { who: this.who(Number(name.split(" ")[1])) }) : this.troop(name);
  }

  /** Troops and fortresses in the gaps of a sentence: the rules call them `0b`, people by owner and place. */
  inGap = (gap: string, word: string): string | undefined => {
    if (gap === "target") return this.target(word);
    if (gap === "troop") return this.troopAt(word);
    return gap === "troops" ? this.troopsAt(word.split(", ")) : undefined;
  };

  private troopAt(name: string): string {
    const zone = this.whereabouts(name);
    const who = this.who(seatOf(name));
    return zone === undefined ? t("cv.troop.gone", { who }) : t("cv.troop.at", { who, place: this.place(zone) });
  }

  private troopsAt(names: string[]): string {
    const places = new Map<string, number>();
    for (const name of names) places.set(this.whereabouts(name) ?? "", (places.get(this.whereabouts(name) ?? "") ?? 0) + 1);
    return [...places].map(([zone, n]) => t("cv.troops.at", { n, place: this.place(zone) })).join(", ");
  }

  /** A part of a sum, such as `Siege Tinker, Reinforcement`. */
  part(label: string): string {
    const [name, ability] = label.split(/, (?=Reinforcement$|Aftershock$)/);
    const known = this.lore.find(name);
    const said = known ? this.card(known) : maybe(`cv.part.${name}`, name);
    return ability ? `${said} · ${this.ability(ability.toLowerCase())}` : said;
  }

  sum(sum: number, parts: [string, number][]): string {
    return parts.length > 0 ? `${sum} (${parts.map(([label, n]) => `${n} ${this.part(label)}`).join(" + ")})` : String(sum);
  }

  /** A card's numbers in a line. */
  facts(id: string): string {
    const entry = this.lore.entry(id);
    if (isRelic(entry)) return t("cv.relic.facts", { gold: entry.gold, bonus: `+${entry.bonus.value} ${this.stat(entry.bonus.stat)}`, terrain: this.terrain(entry.target) });
    const { cost, stat } = entry as Minion;
    if (!stat) return entry.kind; // a card that nobody has described
    return t("cv.minion.facts", { class: this.class((entry as Minion).class), stat: `${this.stat(stat.type)} ${stat.value}`, cost });
  }

  /** What a card does, with the kind of its ability first. */
  effect(id: string): string {
    const entry = this.lore.entry(id);
    const kind = isRelic(entry as Relic) ? t("cv.ability.instant") : this.ability((entry as Minion).ability);
    return [kind, entry.text].filter(Boolean).join(": ");
  }

  /** What the kind of a card's ability means. */
  kindly(id: string): string {
    const entry = this.lore.entry(id);
    return maybe(`cv.why.${isRelic(entry as Relic) ? "instant" : (entry as Minion).ability}`, "");
  }

  /** A zone for whoever cannot see it. */
  zone(zone: ZoneData, view: View): string {
    const parts = [zone.name, zone.terrain.map(this.terrain).join(" + ")];
    const there = this.inhabitants(zone, view);
    return `${parts.join(", ")}. ${there || t("cv.nobody")}`;
  }

  inhabitants(zone: ZoneData, view: View): string {
    const found: string[] = [];
    view.fortresses.forEach((fortress, seat) => {
      if (fortress?.zone === zone.id) found.push(fortress.hp > 0 ? t("cv.fortress.hp", { who: this.who(seat), n: fortress.hp }) : t("cv.fortress.ruin", { who: this.who(seat) }));
    });
    for (const [seat] of view.players.entries()) {
      const own = Object.entries(view.troops).filter(([name, troop]) => seatOf(name) === seat && troop.zone === zone.id);
      const up = own.filter(([, troop]) => troop.standing).length;
      if (up > 0) found.push(t("cv.standing", { who: this.who(seat), n: up }));
      if (own.length > up) found.push(t("cv.lying", { who: this.who(seat), n: own.length - up }));
    }
    if (zone.town) found.push(t("cv.rebels.n", { n: view.rebels }));
    return found.length > 0 ? `${found.join(", ")}.` : "";
  }

  /** A card that is chosen or rests; of several copies the one in a state. */
  copy(option: Option): string {
    return option.state ? `${this.card(option.id)} (${maybe(`cv.state.${option.state}`, option.state)})` : this.card(option.id);
  }

  /** What a move is called on its button. */
  option(option: Option, extra = ""): string {
    const { verb, id } = option;
    if (verb === "choose" && option.on === "button" && !/^\d*$/.test(id)) return this.card(id);
    if (verb === "choose" && option.on === "button") return id === "" ? verb : extra === "seat" ? this.who(Number(id)) : t("cv.rebels.n", { n: Number(id) });
    if (verb === "choose") return option.on === "zone" ? this.place(id) : option.on === "troop" ? this.troop(id) : this.copy(option);
    if (verb === "pay" && option.on === "button") return t("cv.move.pay.gold", { n: Number(id) });
    return maybe(`cv.move.${verb}`, option.text, { card: id && option.on !== "zone" && option.on !== "troop" ? this.copy(option) : "", place: option.on === "zone" ? this.place(id) : "", n: extra });
  }
}
