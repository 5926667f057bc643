// Made by `python -m tools.wire_types` from types in Python. Do not edit.

import type {Prose} from "../lib/opaque";

export type CovilEvent =
  | QuietEvent
  | SeatEvent
  | CardEvent
  | Revealed
  | Drew
  | Flipped
  | Reshuffled
  | Founded
  | MorningCame
  | TurnBegan
  | TroopAtZone
  | Moved
  | TroopEvent
  | MinionTurned
  | Repaired
  | Gained
  | Stole
  | Bought
  | Hired
  | Attacked
  | RebelsAttacked
  | Defended
  | Weighed
  | Fought
  | BrokenOff
  | Damaged
  | NightFell
  | Discarded
  | FeePaid
  | Raided
  | RebelsChanged
  | GameOver;
export type CovilMove =
  | ZoneMove
  | Hire
  | MinionMove
  | Exhaust
  | RelicMove
  | PayGold
  | Draw
  | ChooseTroop
  | ChooseMinion
  | ChooseSeat
  | ChooseNumber
  | MoveTroop
  | Rest
  | TroopWorks
  | Attack
  | PlainMove
  | ChanceMove;
export type CovilEntry = Minion | Relic;

/**
 * What Covil sends to pages.
 */
export interface CovilWire {
  view: View;
  event: CovilEvent;
  move: CovilMove;
  summary: Summary;
  board: BoardData;
  entry: CovilEntry;
}
/**
 * A position as one seat, or everybody, may see it, for a page.
 */
export interface View {
  day: number;
  phase: "found" | "afternoon" | "payment" | "choice" | "combat" | "retreat" | "raid" | "over" | "chance";
  scepter: number;
  player: number;
  rebels: number;
  fortresses: (FortressView | null)[];
  players: PlayerView[];
  pool: string[];
  discard: string[];
  removed?: string[];
  dismissed?: string[];
  shuffles?: string[][];
  hired: boolean;
  acted: boolean;
  cancels?: number;
  last?: boolean;
  payment?: PaymentView;
  aim?: string[];
  pending?: (string | number)[][];
  troops: {
    [k: string]: TroopView;
  };
  combat?: CombatView;
}
/**
 * A fortress for pages; without hit points it is a ruin.
 */
export interface FortressView {
  zone: string;
  hp: number;
}
/**
 * A seat; its relics are counted where they are not known.
 */
export interface PlayerView {
  gold: number;
  hall: MinionView[];
  relics: string[] | number;
  active: string[];
}
/**
 * A Minion in a hall.
 */
export interface MinionView {
  card: string;
  state: "ready" | "tired" | "exhausted";
}
/**
 * What is offered for a Minion: gold, relics, and slots of the hall.
 */
export interface PaymentView {
  card: string;
  gold: number;
  relics: string[];
  slots: number[];
}
/**
 * A troop on the board with its owner, and its letter among the owner's troops.
 */
export interface TroopView {
  zone: string;
  standing: boolean;
  seat: number;
  letter: string;
}
/**
 * The combat that is fought: by which seat (null for rebels), against which piece, inside another one or not.
 */
export interface CombatView {
  kind: "melee" | "ranged" | "rebels";
  attacker: string | null;
  weapon: number;
  bonus: number;
  free: boolean;
  stood: boolean;
  besieged: boolean;
  guards: number[];
  seat: number | null;
  against: PieceRef;
  nested: boolean;
}
/**
 * A troop, by its id, or a fortress, by its seat as text; `seat` is the owner.
 */
export interface PieceRef {
  kind: "troop" | "fortress";
  id: string;
  seat: number;
}
/**
 * Every Minion rests at night, or five rebels are in town and attack.
 */
export interface QuietEvent {
  type: "all_rested" | "retaliation";
}
/**
 * Chance has chosen the starting seat, or a seat closes its window of a combat.
 */
export interface SeatEvent {
  type: "first" | "passed";
  seat: number;
}
/**
 * Something about a card of a seat: it takes the throne, serves a dummy, is discarded, activated, commanded.
 */
export interface CardEvent {
  type: "enthroned" | "recruited" | "lost_relic" | "activated" | "commanded";
  seat: number;
  card: string;
}
/**
 * A card comes into the pool.
 */
export interface Revealed {
  type: "revealed";
  card: string;
}
/**
 * A relic is drawn from the deck; only its owner sees which.
 */
export interface Drew {
  type: "drew";
  seat: number;
  card?: string;
}
/**
 * A relic is flipped for a dummy.
 */
export interface Flipped {
  type: "flipped";
  card: string;
  terrain: "Water" | "Desert" | "Mountain" | "Forest" | "Town";
}
/**
 * The discard pile became the deck.
 */
export interface Reshuffled {
  type: "reshuffled";
  relics: number;
}
/**
 * A fortress is founded.
 */
export interface Founded {
  type: "founded";
  seat: number;
  zone: string;
}
/**
 * A day begins.
 */
export interface MorningCame {
  type: "morning";
  day: number;
  scepter: number;
}
/**
 * A seat's turn begins.
 */
export interface TurnBegan {
  type: "turn";
  day: number;
  seat: number;
}
/**
 * A troop comes to its fortress, or leaves the board.
 */
export interface TroopAtZone {
  type: "summoned" | "lost";
  seat: number;
  troop: string;
  zone: string;
}
export interface Moved {
  type: "moved";
  seat: number;
  troop: string;
  from: string;
  to: string;
}
/**
 * A troop stands up, or is laid down.
 */
export interface TroopEvent {
  type: "stood" | "laid";
  seat: number;
  troop: string;
}
/**
 * A Minion rests once, or is exhausted by an effect; `state` is how it is now.
 */
export interface MinionTurned {
  type: "rested" | "exhausted";
  seat: number;
  card: string;
  state: "ready" | "tired" | "exhausted";
}
/**
 * Hit points come back.
 */
export interface Repaired {
  type: "repaired";
  seat: number;
  n: number;
  hp: number;
}
/**
 * Gold is gained; what exceeds five is wasted.
 */
export interface Gained {
  type: "gained";
  seat: number;
  gold: number;
  wasted?: number;
}
export interface Stole {
  type: "stole";
  seat: number;
  from: number;
  gold: number;
}
/**
 * A relic is paid for.
 */
export interface Bought {
  type: "bought";
  seat: number;
  gold: number;
}
/**
 * A Minion is hired, with everything that was paid for it.
 */
export interface Hired {
  type: "hired";
  seat: number;
  card: string;
  price: number;
  change: number;
  paid: Paid;
}
/**
 * What is paid for a Minion: gold, and the ids of relics and Minions.
 */
export interface Paid {
  gold: number;
  relics: string[];
  minions: string[];
}
/**
 * An attack is declared; `target` and `parts` name in English what `against` and `for_attack` name by id.
 */
export interface Attacked {
  type: "attacked";
  seat: number;
  kind: "melee" | "ranged";
  troop: string;
  against: PieceRef;
  free: boolean;
  strength: number;
  for_attack: CombatPart[];
}
/**
 * What adds to a strength or defense: a card, by its id, or `base`, `free_attack`, `rebels`.
 *
 * A Minion that adds by its ability, not by its number, has the ability beside it.
 */
export interface CombatPart {
  source: string;
  amount: number;
  ability?: "aftershock" | "reinforcement";
}
/**
 * The rebels of an effect attack their next target: a combat without an attacking troop.
 */
export interface RebelsAttacked {
  type: "rebels_attack";
  against: PieceRef;
  strength: number;
}
/**
 * A Minion is exhausted for its defense.
 */
export interface Defended {
  type: "defended";
  seat: number;
  card: string;
  state: "ready" | "tired" | "exhausted";
  defense: number;
}
/**
 * A seat may respond in a combat: both totals as they are now.
 */
export interface Weighed {
  type: "weighed";
  seat: number;
  against: PieceRef;
  strength: number;
  for_attack: CombatPart[];
  defense: number;
  for_defense: CombatPart[];
}
/**
 * A combat is resolved: both totals with their parts.
 */
export interface Fought {
  type: "fought";
  against: PieceRef;
  strength: number;
  for_attack: CombatPart[];
  defense: number;
  for_defense: CombatPart[];
  won: boolean;
}
/**
 * A combat ends without a result: one of the two troops is gone, or out of range.
 */
export interface BrokenOff {
  type: "broken_off";
  against: PieceRef;
  troop?: string;
  seat?: number;
}
/**
 * A fortress loses hit points.
 */
export interface Damaged {
  type: "damaged";
  seat: number;
  damage: number;
  hp: number;
}
/**
 * Night falls, with the dominance of every terrain.
 */
export interface NightFell {
  type: "night";
  day: number;
  dominance: TerrainDominance[];
}
/**
 * A terrain: who controls each of its zones (-1 for nobody), zones by seat, who dominates it, and the fee.
 */
export interface TerrainDominance {
  terrain: "Water" | "Desert" | "Mountain" | "Forest" | "Town";
  zones: {
    [k: string]: number;
  };
  held: number[];
  seat: number;
  gold: number;
}
/**
 * Active relics are discarded.
 */
export interface Discarded {
  type: "discarded";
  seat: number;
  cards: string[];
}
/**
 * Gold for a dominated terrain; gaining it is an event of its own.
 */
export interface FeePaid {
  type: "fee";
  seat: number;
  terrain: "Water" | "Desert" | "Mountain" | "Forest" | "Town";
  gold: number;
}
/**
 * The town is raided.
 */
export interface Raided {
  type: "raided";
  seat: number;
  relics: number;
  rebels: number;
}
/**
 * The number of rebels in town changed.
 */
export interface RebelsChanged {
  type: "rebels";
  rebels: number;
}
/**
 * The game is over.
 */
export interface GameOver {
  type: "over";
  scores: number[];
  winners: number[];
  reason: Prose;
}
/**
 * Found a fortress, retreat to a zone, or choose one for an effect.
 */
export interface ZoneMove {
  verb: "found" | "retreat" | "choose_zone";
  zone: string;
}
/**
 * Acquire a Minion from the pool.
 */
export interface Hire {
  verb: "hire";
  card: string;
  price: number;
}
/**
 * Exhaust a Minion for its Command or for the defense, or hand it over as payment.
 */
export interface MinionMove {
  verb: "command" | "defend" | "pay_minion";
  card: string;
}
/**
 * Exhaust a Minion for the declared attack: its strength, and the defense against it where there is one.
 */
export interface Exhaust {
  verb: "exhaust";
  card: string;
  strength: number;
  defense?: number;
}
/**
 * Activate a relic, or hand it over as payment.
 */
export interface RelicMove {
  verb: "relic" | "pay_relic";
  card: string;
}
/**
 * Add gold to the payment.
 */
export interface PayGold {
  verb: "pay_gold";
  gold: number;
}
/**
 * Buy a relic.
 */
export interface Draw {
  verb: "draw";
  price: number;
}
/**
 * Choose a troop for an effect.
 */
export interface ChooseTroop {
  verb: "choose_troop";
  troop: string;
}
/**
 * Choose a Minion for an effect; `state` where another copy of it is in another state.
 */
export interface ChooseMinion {
  verb: "choose_minion";
  card: string;
  state?: "ready" | "tired" | "exhausted";
}
/**
 * Choose a seat for an effect.
 */
export interface ChooseSeat {
  verb: "choose_seat";
  seat: number;
}
/**
 * Choose how many rebels an effect concerns.
 */
export interface ChooseNumber {
  verb: "choose_number";
  rebels: number;
}
/**
 * A troop moves to a zone.
 */
export interface MoveTroop {
  verb: "move";
  troop: string;
  zone: string;
}
/**
 * A troop lets a Minion rest; `state` where another copy of it is in another state.
 */
export interface Rest {
  verb: "rest";
  troop: string;
  card: string;
  state?: "ready" | "tired" | "exhausted";
}
/**
 * A troop repairs the fortress, or earns gold.
 */
export interface TroopWorks {
  verb: "repair" | "gold";
  troop: string;
}
/**
 * A troop attacks a troop or a fortress.
 */
export interface Attack {
  verb: "melee" | "ranged";
  troop: string;
  against: PieceRef;
}
/**
 * A move that is its verb alone.
 */
export interface PlainMove {
  verb: "done" | "cancel" | "skip" | "pass" | "end" | "use";
}
/**
 * An outcome of chance: a seat, or the id of a card.
 */
export interface ChanceMove {
  verb: "first" | "overlord" | "recruited" | "removed" | "revealed" | "drew" | "lost" | "flipped";
  outcome: number | string;
}
/**
 * What the rules say of a position beside the view.
 *
 * Tonight's dominance, troops in town, points that all can see, the part of the day, what is asked, the price of the
 * Minion that is being paid for, and how many troops each seat has from tomorrow morning.
 */
export interface Summary {
  dominance: TerrainDominance[];
  raiders: number[];
  most_rebels: number;
  points: PublicPoints[];
  part: "morning" | "afternoon" | "night";
  question?: QuestionSummary;
  price?: number;
  reserve?: number;
}
/**
 * Points of a seat that everybody can see, by source.
 */
export interface PublicPoints {
  minions: number;
  fortress: number;
  gold: number;
  influence: number;
}
/**
 * What is asked where the phase alone does not say it, and the card whose effect asks it.
 *
 * `effect` of a card; who pays a `levy`; a relic before gold `overflow`s, before the treasuries are compared
 * (`purchase`) or before the game ends (`last_purchase`); which troop rebels attack (`victim`); which Minion leads an
 * attack (`weapon`).
 */
export interface QuestionSummary {
  kind: "effect" | "levy" | "overflow" | "purchase" | "last_purchase" | "victim" | "weapon";
  card?: string;
}
/**
 * A board; `town` is the zone with the rebels.
 */
export interface BoardData {
  town: string;
  zones: BoardZone[];
}
/**
 * A zone of a board; one of a board without a drawing is laid out where it is shown.
 */
export interface BoardZone {
  id: string;
  name: Prose;
  terrain: ("Water" | "Desert" | "Mountain" | "Forest" | "Town")[];
  town: boolean;
  start: boolean;
  adjacent: string[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  label?: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  fortress?: [number, number];
  slots?: [number, number][];
  polygon?: [number, number][];
}
export interface Minion {
  kind: "overlord" | "henchman" | "mercenary";
  name: Prose;
  text: Prose;
  class: "Dark Overlord" | "Assassin" | "Warrior" | "Guardian" | "Saboteur" | "Sorcerer";
  cost: number;
  stat: MinionStat;
  ability: "reinforcement" | "influence" | "aftershock" | "command";
}
/**
 * What a Minion fights with, and how well.
 */
export interface MinionStat {
  type: "melee" | "ranged" | "defense";
  value: number;
}
/**
 * A relic's card: what it is worth, and the terrain that it shows when it is flipped.
 */
export interface Relic {
  kind: "relic";
  name: Prose;
  text: Prose;
  gold: number;
  bonus: RelicBonus;
  target: "Water" | "Desert" | "Mountain" | "Forest" | "Town";
}
/**
 * What an active relic adds, and to what.
 */
export interface RelicBonus {
  stat: ("any" | "melee" | "ranged" | "defense") | "attack";
  value: number;
}
