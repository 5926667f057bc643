// Made by `python -m tools.wire_types` from types in Python. Do not edit.

import type {Prose} from "../lib/opaque";

export type SmallWorldEvent =
  | QuietEvent
  | SeatEvent
  | TurnBegan
  | Revealed
  | Picked
  | ArmyEvent
  | TokensMoved
  | TokensInRegion
  | Attempted
  | DieRolled
  | Mourned
  | Failed
  | RegionConquered
  | RegionLost
  | RegionEvent
  | MonsterPlaced
  | MarkerMoved
  | BonyPlaced
  | Swapped
  | Sacrificed
  | SacrificeAsked
  | SacrificeRefused
  | PiecePlaced
  | PieceRemoved
  | Pact
  | RaceDeclined
  | Tribute
  | Paid
  | PowerDrawn
  | Bought
  | Souls
  | Spawned
  | OwnWord
  | Scored
  | GameOver;
export type SmallWorldMove =
  | Pick
  | Conquer
  | RegionMove
  | Place
  | PlacePiece
  | SeatMove
  | Share
  | BonyMove
  | BehemothMove
  | Lose
  | Buy
  | PlainMove
  | OwnMove
  | ChanceMove;

/**
 * What Small World sends to pages.
 */
export interface SmallWorldWire {
  view: View;
  event: SmallWorldEvent;
  move: SmallWorldMove;
  summary: Summary;
  board: MapData;
  entry: Entry;
}
/**
 * A position as one seat, or everybody, may see it.
 */
export interface View {
  turn: number;
  player: number;
  first: number;
  phase:
    | "start"
    | "pick"
    | "ghouls"
    | "conquer"
    | "redeploy"
    | "finish"
    | "withdraw"
    | "over"
    | "first"
    | "banner"
    | "badge"
    | "marker"
    | "die"
    | "choice"
    | "necromancer_pick"
    | "necromancer_buy"
    | "monsters";
  to_move?: number;
  regions: {
    [k: string]: RegionView;
  };
  players: PlayerView[];
  necromancer?: NecromancerView;
  bony?: BonyView | null;
  column: ComboView[];
  returned_banners?: string[];
  discarded_badges?: string[];
  this_turn?: ThisTurn;
  chance?: ChanceView;
  choice?: ChoiceView;
}
/**
 * What lies in a region; a view leaves out empty ones. `pieces` counts pieces, and lists the sizes of Behemoths.
 */
export interface RegionView {
  player?: number;
  race?: string;
  tokens?: number;
  declined?: boolean;
  pieces?: {
    [k: string]: number | number[];
  };
  lost_tribe?: boolean;
  monster?: boolean;
  marker?: string | string[];
}
/**
 * A seat; its coins only where they are known.
 */
export interface PlayerView {
  coins?: number;
  active: ArmyView | null;
  declined: ArmyView[];
}
/**
 * A race with its badge, its tokens in hand, and what its race and badge keep: pieces in hand, notes, an ally.
 */
export interface ArmyView {
  race: string;
  power: string | null;
  hand: number;
  waiting?: number;
  race_note?: number;
  power_note?: number;
  holes?: number;
  encampments?: number;
  ally?: number | null;
  wealthy?: boolean;
  pots?: number;
  hordes?: number;
  idle_hordes?: number;
  igor_souls?: number;
  fireballs?: number;
  behemoth1?: string | null;
  behemoth2?: string | null;
}
/**
 * The Necromancer's board.
 */
export interface NecromancerView {
  in_use: string[];
  available: string[];
  reserve: number;
  well: Well;
  island: string;
  uncounted?: string[];
  earned?: number;
  from_island?: boolean;
}
/**
 * The Well of Souls.
 */
export interface Well {
  ghosts: number;
  souls: number;
}
/**
 * The declined race that Bony protects.
 */
export interface BonyView {
  player: number;
  race: string;
}
/**
 * A combo of the column, with the coins and the Homunculi on it.
 */
export interface ComboView {
  race: string;
  power: string;
  coins: number;
  homunculi?: number;
}
/**
 * What was done in this turn, as far as a rule still needs it; what is false or zero is left out.
 */
export interface ThisTurn {
  acted?: boolean;
  picked?: boolean;
  began?: boolean;
  scored?: boolean;
  built?: boolean;
  flown?: boolean;
  shot?: boolean;
  ending?: boolean;
  fresh?: boolean;
  swapped?: boolean;
  boneyard_taken?: boolean;
  plunder?: number;
  round?: number;
  fire?: number;
  beasts?: number;
  cancels?: number;
  attacked?: number[];
  bewitched?: number[];
  gifts?: number[];
  roll?: number;
  mourning?: number;
  losing?: number;
  waiting?: WaitingView[];
  aim?: string;
  catapult_from?: string;
  stood?: {
    [k: string]: number;
  };
  stood_hordes?: {
    [k: string]: number;
  };
}
/**
 * A question that waits below others: of a seat (`ask`, or `end` of the conquests), or of chance (`kind`).
 */
export interface WaitingView {
  ask?: ("tower" | "hire" | "loss" | "soapbar" | "tavern" | "boneyard" | "sigil" | "plea") | "end";
  kind?: "die" | "banner" | "badge" | "marker";
  seat?: number;
  region?: number | string | null;
  short?: number;
  race?: string;
  horde?: boolean;
  asked?: number[];
}
/**
 * What chance decides: a die for a region or a seat's lost token, or the next banner, badge or marker.
 */
export interface ChanceView {
  kind: "die" | "banner" | "badge" | "marker";
  seat?: number;
  region?: number | string | null;
  race?: string;
}
/**
 * The open question, and the phase in which the turn goes on.
 */
export interface ChoiceView {
  ask: "tower" | "hire" | "loss" | "soapbar" | "tavern" | "boneyard" | "sigil" | "plea";
  seat?: number;
  region?: number | string;
  short?: number;
  race?: string;
  horde?: boolean;
  asked?: number[];
  then:
    | "start"
    | "pick"
    | "ghouls"
    | "conquer"
    | "redeploy"
    | "finish"
    | "withdraw"
    | "over"
    | "first"
    | "banner"
    | "badge"
    | "marker"
    | "die"
    | "choice"
    | "necromancer_pick"
    | "necromancer_buy"
    | "monsters";
}
/**
 * Bony goes back beside the board.
 */
export interface QuietEvent {
  type: "bony_left";
}
/**
 * Chance has chosen who begins.
 */
export interface SeatEvent {
  type: "first";
  seat: number;
}
/**
 * A seat's turn begins.
 */
export interface TurnBegan {
  type: "turn";
  turn: number;
  seat: number;
}
/**
 * A combo appears at the bottom of the column.
 */
export interface Revealed {
  type: "revealed";
  slot: number;
  race: string;
  power: string;
}
/**
 * A combo is taken: `paid` coins went to the combos above it, `found` coins were lying on it.
 */
export interface Picked {
  type: "picked";
  seat: number;
  slot: number;
  race: string;
  power: string;
  paid: number;
  found: number;
  tokens: number;
}
/**
 * Something about a whole army: it conquers no more, its roll affords nothing, it leaves the map ...
 */
export interface ArmyEvent {
  type: "spent" | "stopped" | "vanished" | "horde_given";
  seat: number;
  race: string;
}
/**
 * Tokens come to an army's hand, from the map or from the tray.
 */
export interface TokensMoved {
  type: "readied" | "received";
  seat: number;
  race: string;
  tokens: number;
}
/**
 * Tokens of an army come to a region, or leave it.
 */
export interface TokensInRegion {
  type: "kept" | "abandoned" | "placed" | "gathered";
  seat: number;
  race: string;
  region: string;
  tokens: number;
}
/**
 * A final attempt is announced; the die comes next.
 */
export interface Attempted {
  type: "attempted";
  seat: number;
  race: string;
  region: string;
  cost: number;
  tokens: number;
}
/**
 * The reinforcement die shows its pips.
 */
export interface DieRolled {
  type: "rolled";
  seat: number;
  pips: number;
}
/**
 * The die is rolled for a lost token.
 */
export interface Mourned {
  type: "mourned";
  seat: number;
  race: string;
  pips: number;
}
/**
 * A final attempt falls short.
 */
export interface Failed {
  type: "failed";
  seat: number;
  race: string;
  region: string;
  short: number;
}
/**
 * A region is taken; `price` adds up to what it took, and so does `cost`, with names in place of ids.
 */
export interface RegionConquered {
  type: "conquered";
  seat: number;
  race: string;
  region: string;
  tokens: number;
  means: string;
  price: PricePart[];
  non_empty: boolean;
}
/**
 * What one piece or rule adds to a price, or takes off it: its id, and its name for one piece or several.
 */
export interface PricePart {
  amount: number;
  source: string;
  name: Prose;
}
/**
 * A defender loses a region: `tokens` are lost, `withdrawn` come to hand.
 */
export interface RegionLost {
  type: "lost";
  seat: number;
  race: string;
  region: string;
  tokens: number;
  withdrawn: number;
  declined: boolean;
}
/**
 * A Lost Tribe or a Monster leaves the game.
 */
export interface RegionEvent {
  type: "tribe_lost" | "monster_slain";
  region: string;
}
/**
 * A Monster is placed beside a Lost Tribe.
 */
export interface MonsterPlaced {
  type: "monster_placed";
  seat: number;
  region: string;
}
/**
 * A Place or Relic is laid where the Monster was, or moves to another region.
 */
export interface MarkerMoved {
  type: "marker_found" | "marker_moved";
  seat: number;
  marker: string;
  region: string;
}
/**
 * Bony is placed on a declined race of the seat `owner`.
 */
export interface BonyPlaced {
  type: "bony_placed";
  seat: number;
  owner: number;
  race: string;
}
/**
 * Partners exchange badges; the event names the power that each race has afterwards.
 */
export interface Swapped {
  type: "swapped";
  seat: number;
  race: string;
  power: string;
  partner: number;
  partner_race: string;
  partner_power: string;
}
/**
 * A token is given so that one of another race is not lost.
 */
export interface Sacrificed {
  type: "sacrificed";
  seat: number;
  race: string;
  region: string;
  for_seat: number;
  for_race: string;
}
/**
 * The Sigil's holder asks the seat `giver` to give a token for the one that his active race is losing.
 */
export interface SacrificeAsked {
  type: "sacrifice_asked";
  seat: number;
  giver: number;
  for_seat: number;
  for_race: string;
}
/**
 * The Sigil's holder asks nobody, or a seat gives no token: that of `for_race` is lost.
 */
export interface SacrificeRefused {
  type: "sacrifice_unasked" | "refused_sacrifice";
  seat: number;
  for_seat: number;
  for_race: string;
}
/**
 * A piece is put on the map.
 */
export interface PiecePlaced {
  type: "piece_placed";
  seat: number;
  piece: string;
  region: string;
}
/**
 * A piece leaves the map.
 */
export interface PieceRemoved {
  type: "piece_removed";
  seat: number;
  piece: string;
  region: string;
  to: string;
}
/**
 * A pact with the seat `ally` is made, or ends.
 */
export interface Pact {
  type: "allied" | "pact_ended";
  seat: number;
  ally: number;
}
/**
 * A race goes into decline, in so many regions.
 */
export interface RaceDeclined {
  type: "declined";
  seat: number;
  race: string;
  power: string;
  regions: number;
}
export interface Tribute {
  type: "tribute";
  from: number;
  seat: number;
  coins: number;
  why: Prose;
  source?: string;
}
/**
 * The bank pays at once, not at scoring: because of `source`, else for the reason that a set of one's own gives.
 */
export interface Paid {
  type: "paid";
  seat: number;
  coins: number;
  why: Prose;
  source?: string;
}
/**
 * The Necromancer draws one of his six powers.
 */
export interface PowerDrawn {
  type: "drawn";
  seat: number;
  power: string;
}
/**
 * The Necromancer takes a Ghost (`ghost`) or puts a power in use, for so many coins.
 */
export interface Bought {
  type: "bought";
  seat: number;
  what: string;
  coins: number;
}
/**
 * Tokens that were not lost in a conquest join the Well of Souls: of a race, or for `regions`.
 */
export interface Souls {
  type: "souls";
  tokens: number;
  why: string;
}
/**
 * The Well of Souls gives new Ghosts; four tokens were taken out of it for each.
 */
export interface Spawned {
  type: "spawned";
  seat: number;
  ghosts: number;
}
/**
 * A custom race or power makes a custom move: its word, and the region, seat or number behind it.
 */
export interface OwnWord {
  type: "own_word";
  seat: number;
  race: string;
  trait: string;
  word: string;
  region?: string;
  other?: number;
  number?: number;
}
/**
 * A turn is scored; `income` adds up to the coins, and so does `sources`, with labels in English.
 */
export interface Scored {
  type: "scored";
  seat: number;
  coins: number;
  income: IncomePart[];
}
/**
 * Coins from one source: the regions of a race, or the bonus of a race, a power or a marker.
 */
export interface IncomePart {
  kind: "regions" | "race" | "power" | "marker";
  source: string;
  declined: boolean;
  amount: number;
}
/**
 * The game ends.
 */
export interface GameOver {
  type: "over";
  scores: number[];
  winners: number[];
  reason: Prose;
}
/**
 * Take the combo in a slot of the column, 1 at the top.
 */
export interface Pick {
  verb: "pick";
  slot: number;
}
/**
 * Conquer a region, by other means than tokens alone where `means` says so; what it costs, if that is a sum.
 */
export interface Conquer {
  verb: "conquer";
  region: string;
  means?: "die" | "dragon" | "sorcery" | "catapult" | "mercenary";
  cost?: number;
  have?: number;
}
/**
 * Do something in a region.
 */
export interface RegionMove {
  verb: "abandon" | "tower" | "catapult" | "monster" | "soapbar" | "sacrifice";
  region: string;
}
/**
 * Put race tokens from the hand on a region (`place`), or back where they stood (`keep`).
 */
export interface Place {
  verb: "place" | "keep";
  region: string;
  tokens: number;
}
/**
 * Put a piece on a region; `left` of its kind can be placed.
 */
export interface PlacePiece {
  verb: "place_piece";
  piece: string;
  region: string;
  left: number;
}
/**
 * Make peace with a seat, or ask it for a token.
 */
export interface SeatMove {
  verb: "ally" | "ask";
  seat: number;
}
/**
 * Give a seat some of the Tavern's coins.
 */
export interface Share {
  verb: "share";
  seat: number;
  coins: number;
}
/**
 * Let BonyMove protect a race in decline.
 */
export interface BonyMove {
  verb: "bony";
  seat: number;
  race: string;
}
/**
 * Put up a stack of Behemoths, 1 or 2.
 */
export interface BehemothMove {
  verb: "behemoth";
  stack: number;
}
/**
 * Lose a race token, or a Hordes token.
 */
export interface Lose {
  verb: "lose";
  piece: "token" | "horde";
}
/**
 * The Necromancer puts a power in use.
 */
export interface Buy {
  verb: "buy";
  power: string;
}
/**
 * A move that is its verb alone.
 */
export interface PlainMove {
  verb: "roll" | "decline" | "stop" | "done" | "cancel" | "pay" | "pass" | "fireball" | "exchange" | "ghost" | "swap" | "refuse";
}
/**
 * A move of a custom race or power: its word, which is an id of the glossary, and what it names.
 */
export interface OwnMove {
  verb: "own";
  word: string;
  region?: string;
  seat?: number;
  number?: number;
}
/**
 * An outcome of chance: pips, a seat, or the id of a race, power or marker.
 */
export interface ChanceMove {
  verb: "rolled" | "first" | "banner" | "badge" | "marker";
  outcome: number | string;
}
/**
 * What the rules say of a position beside the view: the combos, and in a team game each seat's partner.
 */
export interface Summary {
  combos: ComboSummary[];
  partners?: number[];
}
/**
 * A combo of the column: its price, the coins on it, and the tokens that it brings.
 */
export interface ComboSummary {
  cost: number;
  coins: number;
  n: number;
}
/**
 * A map, with its drawing in a rectangle from (0, 0) to `box`, where it has one.
 */
export interface MapData {
  turns: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  box?: [number, number];
  regions: MapRegion[];
}
/**
 * A region of a map; one of a map without a drawing is laid out where it is shown.
 */
export interface MapRegion {
  id: string;
  name: Prose;
  terrain: string;
  symbols: string[];
  border: boolean;
  adjacent: string[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  anchor?: [number, number];
  inradius?: number;
  polygon?: [number, number][];
}
/**
 * A race, power, piece, terrain, symbol, marker, term or custom move: its name (`one` of several), its text.
 */
export interface Entry {
  kind: "race" | "power" | "piece" | "terrain" | "symbol" | "marker" | "term" | "move";
  name: Prose;
  text: Prose;
  one?: Prose;
  tokens?: number;
  extra?: number;
  total?: number;
}
