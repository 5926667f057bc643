// Made by `python -m hordes.server.typescript` from hordes/server/wire.py. Do not edit.

/** A name and a password. */
export interface Account {
  name: string;
  password: string;
}

/** Done, and stored: the ply of the line in the log. `again` when it had been done before. */
export interface Ack {
  type: "ack";
  id: string;
  ply: number;
  again?: boolean;
}

/** Agree, or not, to what somebody has asked. */
export interface Answer {
  type: "answer";
  ply: number;
  id: string;
  agree: boolean;
  seat?: number | null;
}

/** Answers about moves of the position after `ply`. */
export interface Answers {
  ply: number;
  answers: MoveAnswer[];
}

/** Take one's seat again from the bot that kept it warm. */
export interface Back {
  type: "back";
  id: string;
  seat?: number | null;
}

/** The server stops or goes elsewhere; come again with your last ply. */
export interface Bye {
  type: "bye";
  message: string;
  ply?: number;
}

/** A chapter of the rules: paragraphs in one language. */
export interface Chapter {
  id: string;
  name: string;
  text: string[];
}

/** A line of chat. */
export interface ChatLine {
  type: "chat";
  n: number;
  seat: number;
  name: string;
  text: string;
  at: number;
  ply?: number;
}

/** Seconds used of the game's store by each seat, and when (epoch, ms) the present question began. */
export interface Clock {
  used: number[];
  since: number;
}

/** Time limits in seconds, none by default, and what happens when one runs out. `turn` runs from one decider to the next, `reply` replaces it for a question out of turn, `game` is a seat's whole store. At zero a `bot` plays until the owner is back (for good, when his store is used up), or the seat `resign`s. */
export interface Clocks {
  turn?: number | null;
  reply?: number | null;
  game?: number | null;
  at_zero?: "bot" | "resign";
}

/** What something costs, part by part as the rules add it up, and what there is to pay with. */
export interface Cost {
  total: number;
  have: number;
  parts: Part[];
}

/** A new table. */
export interface CreateTable {
  game?: string;
  options?: Record<string, unknown>;
  seats?: SeatPlan[];
  name?: string;
  title?: string;
  public?: boolean;
  spectators?: boolean;
  clocks?: Clocks;
  seed?: number | null;
}

/** What everybody knows beside the view; `outlook` is what the rules work out from it, as each game does. */
export interface Facts {
  to_move: number | null;
  moves: number;
  outlook?: Record<string, unknown>;
  absent?: number[];
  resigned?: number[];
  asked?: Record<string, unknown> | null;
  clock?: Clock | null;
  result?: Record<string, unknown> | null;
}

/** The host gives an open seat to a bot. */
export interface FillSeat {
  seat: number;
  level?: string;
}

/** A new table that begins after so many moves of an old one. */
export interface Fork {
  moves: number;
  seats?: SeatPlan[];
  name?: string;
}

/** A game that can be played here, its options with their defaults, and what may be chosen. */
export interface GameInfo {
  name: string;
  rules: string;
  options: Record<string, unknown>;
  choices?: Record<string, unknown>;
}

/** The games there are, and the levels of bots. */
export interface GameList {
  games: GameInfo[];
  levels: string[];
}

/** The first message: which table, who asks, and the last ply and chat line the client already has. */
export interface Hello {
  type: "hello";
  table: string;
  token?: string | null;
  invite?: string | null;
  ply?: number | null;
  chat?: number | null;
}

/** A game from its beginning: a snapshot, then every line as a step. The moves of a record that was brought along are steps of their own, all of the first line's ply. */
export interface History {
  start: Snapshot;
  steps: unknown[];
}

/** What a seat was paid at the end of a turn, and for what. */
export interface Income {
  turn: number;
  seat: number;
  coins: number;
  sources: unknown[][];
}

/** Sitting down: a name and, at a table by invitation, its code. */
export interface Join {
  name: string;
  seat?: number | null;
  invite?: string | null;
}

/** Who one is: a guest, or an account with its preferences. */
export interface Me {
  account?: string | null;
  preferences?: Record<string, unknown>;
}

/** A move for the position after `ply`; `id` is the client's own, so that sending it twice does no harm. */
export interface Move {
  type: "move";
  ply: number;
  text: string;
  id: string;
  seat?: number | null;
}

/** What a move would cost or bring, or why it is not legal now. */
export interface MoveAnswer {
  text: string;
  legal: boolean;
  message: string;
  said?: Sentence | null;
}

/** Not done, and why. */
export interface No {
  type: "no";
  code: string;
  message: string;
  ply?: number;
  id?: string;
  said?: Sentence | null;
}

/** One amount of a sum: the id of what asks for it, or takes it off, and its English name. */
export interface Part {
  amount: number;
  source: string;
  name: string;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** Yes. */
export interface Pong {
  type: "pong";
  ply?: number;
}

/** What a player wants kept, and where "your turn" may be sent. */
export interface Preferences {
  email?: string;
  client?: Record<string, unknown>;
}

/** The keys of a browser's subscription, base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** A player's strength in a game, with how sure we are. */
export interface Rating {
  player: string;
  game: string;
  mu: number;
  sigma: number;
  games: number;
}

/** The ladder of a game, or the ratings of a player. */
export interface Ratings {
  ratings: Rating[];
}

/** Why something was not done. */
export interface Refused {
  code: string;
  message: string;
  said?: Sentence | null;
}

/** Give up. */
export interface Resign {
  type: "resign";
  id: string;
  seat?: number | null;
}

/** The rules of a game to look things up, and what a table may switch. */
export interface Rulebook {
  chapters: Chapter[];
  rulings: Record<string, string>;
}

/** A line of chat. */
export interface Say {
  type: "say";
  text: string;
}

/** A seat as everybody sees it. */
export interface Seat {
  seat: number;
  kind: "bot" | "human" | "open";
  name?: string;
  level?: string;
  registered?: boolean;
  here?: boolean;
  absent?: boolean;
  resigned?: boolean;
}

/** Who is to sit somewhere: whoever comes, the maker of the table (once or more: hot-seat), or a bot. */
export interface SeatPlan {
  kind?: "bot" | "me" | "open";
  name?: string | null;
  level?: string;
}

/** What whoever sits down gets: where, and the token that proves it. */
export interface Seated {
  table: string;
  seats: number[];
  token: string;
  invite?: string | null;
}

/** A message for whoever says it in another language: its key in the game, its words and numbers, and the sum. */
export interface Sentence {
  key: string;
  data?: Record<string, unknown>;
  cost?: Cost | null;
}

/** Where the game stands, whole. */
export interface Snapshot {
  type: "snapshot";
  ply: number;
  you: number[];
  seat: number;
  view: Record<string, unknown>;
  facts: Facts;
  legal?: string[];
  can_undo?: boolean;
}

/** What was paid in a game. */
export interface Statistics {
  incomes: Income[];
}

/** One line of the log as a viewer may see it: what happened, and what that changed in his view. `changes` lists paths with their new value, or without one where something is gone. */
export interface Step {
  type: "step";
  ply: number;
  by: number;
  kind: string;
  seat: number;
  events: (Record<string, unknown>)[];
  changes: unknown[][];
  facts: Facts;
  legal?: string[];
  can_undo?: boolean;
}

/** What `PushSubscription.toJSON()` gives in a browser. */
export interface Subscription {
  endpoint: string;
  keys: PushKeys;
  expirationTime?: number | null;
}

/** A table as everybody may see it. */
export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, unknown>;
  title: string;
  status: "open" | "over" | "running";
  public: boolean;
  spectators: boolean;
  seeded: boolean;
  clocks: Clocks;
  seats: Seat[];
  created: number;
  ply: number;
  result?: Record<string, unknown> | null;
  next?: string | null;
  rules?: string | null;
}

/** Tables, newest first; among one's own, also those that cannot be opened. */
export interface TableList {
  tables: TableInfo[];
  unreadable?: UnreadableTable[];
}

/** How this server says "your turn": the key for Web Push (base64url, empty where there is none), and mail. */
export interface Tellable {
  key: string;
  mail?: boolean;
}

/** Take back one's last move, or ask everybody to go back to where `to` moves had been made. */
export interface Undo {
  type: "undo";
  ply: number;
  id: string;
  to?: number | null;
  seat?: number | null;
}

/** A table that this server cannot open, and why. */
export interface UnreadableTable {
  id: string;
  game: string;
  title: string;
  created: number;
  message: string;
  said?: Sentence | null;
}

/** A browser that is to be told no more. */
export interface Unsubscribe {
  endpoint: string;
}

/** A record to be looked at or gone on with. */
export interface Upload {
  record: Record<string, unknown>;
  seats?: SeatPlan[];
  name?: string;
}

/** The table itself; sent first and whenever seats change. */
export interface Welcome {
  type: "welcome";
  table: TableInfo;
  ply?: number;
}

export type FromClient = Hello | Move | Undo | Answer | Resign | Back | Say | Ping;

export type FromServer = Snapshot | Step | Welcome | Ack | No | ChatLine | Pong | Bye;
