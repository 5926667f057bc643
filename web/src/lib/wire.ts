// Made by `python -m tools.wire_types` from types in Python. Do not edit.

import type {Prose, MoveText} from "./opaque";

export type FromClient = Hello | Move | Undo | UndoAnswer | Resign | ReturnToSeat | Contribute | PostChat | Ping;
export type FromServer = Snapshot | Step | Welcome | Ack | RequestRefused | ChatLine | Pong | Bye;

/**
 * Every message, request and response of the server, by its name.
 */
export interface Protocol {
  Account: Account;
  AccountDeletion: AccountDeletion;
  Ack: Ack;
  Answers: Answers;
  Bye: Bye;
  Chapter: Chapter;
  ChatLine: ChatLine;
  ChatSwitch: ChatSwitch;
  Clock: Clock;
  Clocks: Clocks;
  Contribute: Contribute;
  Contribution: Contribution;
  Cost: Cost;
  CreateTable: CreateTable;
  Dice: Dice;
  EmailVerification: EmailVerification;
  Facts: Facts;
  FillSeat: FillSeat;
  Fork: Fork;
  GameInfo: GameInfo;
  GameList: GameList;
  Hello: Hello;
  History: History;
  Income: Income;
  Join: Join;
  Kick: Kick;
  Me: Me;
  Move: Move;
  MoveAnswer: MoveAnswer;
  Mute: Mute;
  Muted: Muted;
  MutedList: MutedList;
  NotificationChannels: NotificationChannels;
  OptionInfo: OptionInfo;
  Part: Part;
  PasswordChange: PasswordChange;
  PasswordReset: PasswordReset;
  Ping: Ping;
  Pong: Pong;
  PostChat: PostChat;
  Preferences: Preferences;
  PushKeys: PushKeys;
  Rating: Rating;
  Ratings: Ratings;
  Refused: Refused;
  Rematch: Rematch;
  Removal: Removal;
  Report: Report;
  RequestRefused: RequestRefused;
  ResetRequest: ResetRequest;
  Resign: Resign;
  Result: Result;
  ReturnToSeat: ReturnToSeat;
  Rulebook: Rulebook;
  Seat: Seat;
  SeatPlan: SeatPlan;
  Seated: Seated;
  Sentence: Sentence;
  SessionInfo: SessionInfo;
  SessionList: SessionList;
  Snapshot: Snapshot;
  Statistics: Statistics;
  Step: Step;
  Subscription: Subscription;
  TableInfo: TableInfo;
  TableList: TableList;
  Thing: Thing;
  Undo: Undo;
  UndoAnswer: UndoAnswer;
  UndoRequest: UndoRequest;
  UnreadableTable: UnreadableTable;
  Unsubscribe: Unsubscribe;
  Upload: Upload;
  Welcome: Welcome;
  FromClient: FromClient;
  FromServer: FromServer;
}
/**
 * Request to register or to log in: account name and password.
 */
export interface Account {
  name: string;
  password: string;
}
/**
 * Request to delete one's account, with its password.
 */
export interface AccountDeletion {
  password: string;
}
/**
 * The request is stored in the log at this ply; `again` when it had been before.
 */
export interface Ack {
  type: "ack";
  id: string;
  ply: number;
  again?: boolean;
}
/**
 * Explanations of moves in the position after `ply`.
 */
export interface Answers {
  ply: number;
  answers: MoveAnswer[];
}
/**
 * What a move would cost or gain, or why it is illegal now.
 */
export interface MoveAnswer {
  text: MoveText;
  legal: boolean;
  message: Prose;
  said?: Sentence | null;
}
/**
 * A translatable message: its key, the data to fill in, and the cost it is about.
 *
 * A number may be a seat (`seat`), a text is quoted as it was given.
 */
export interface Sentence {
  key: string;
  data?: {
    [k: string]: number | Prose | Thing[] | Thing;
  };
  cost?: Cost | null;
}
/**
 * Something that a message names; `name` is English, for what has no translation.
 *
 * Kinds are `piece` (an id of the glossary), `region` (of the board), `troop` and `fortress` (with their owner's
 * seat), and `word`, a word or phrase of the rules.
 */
export interface Thing {
  kind: "fortress" | "piece" | "region" | "troop" | "word";
  id: string;
  name: Prose;
  seat?: number | null;
}
/**
 * The cost of a move part by part, as the rules add it up, and what is available.
 */
export interface Cost {
  total: number;
  have: number;
  parts: Part[];
}
/**
 * One amount of a cost: the id of the piece or rule that adds or deducts it, and its English name.
 */
export interface Part {
  amount: number;
  source: string;
  name: Prose;
}
/**
 * The server closes the connection; reconnect with the last ply.
 */
export interface Bye {
  type: "bye";
  message: Prose;
  ply?: number;
}
/**
 * A chapter of the rules, as paragraphs in one language.
 */
export interface Chapter {
  id: string;
  name: Prose;
  text: Prose[];
}
/**
 * A chat line that somebody at the table has posted.
 */
export interface ChatLine {
  type: "chat";
  n: number;
  seat: number;
  name: string;
  text: string;
  at: number;
  ply?: number;
}
/**
 * Request of the host to switch the chat on or off.
 */
export interface ChatSwitch {
  enabled: boolean;
}
/**
 * Seconds used by each seat, and when (epoch, ms) the present decider's turn began.
 */
export interface Clock {
  used: number[];
  since: number;
}
/**
 * Time limits in seconds, none by default, and what happens when one runs out.
 *
 * `turn` runs from one decider to the next, `reply` replaces it for decisions out of turn, `game` is a seat's time for
 * the whole game. At zero a `bot` plays until the owner returns (for good, when `game` is used up), or the seat
 * `resign`s.
 */
export interface Clocks {
  turn?: number | null;
  reply?: number | null;
  game?: number | null;
  at_zero?: "bot" | "resign";
}
/**
 * Before the game begins: add a text of one's own to what the dice are made of.
 */
export interface Contribute {
  type: "contribute";
  text: string;
  id: string;
  seat?: number | null;
}
/**
 * What a seat added to the dice; seat -1 is whoever made the table without sitting there.
 */
export interface Contribution {
  seat: number;
  text: string;
}
/**
 * Request to create a table. `contribution` is the creator's to the dice.
 *
 * At a public table everybody else may take one seat, unless `several_seats` is on.
 */
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
  contribution?: string | null;
  several_seats?: boolean;
  chat?: boolean;
}
/**
 * Plan for a seat of a new table: open, the creator's (one or several: hot-seat), or a bot's.
 */
export interface SeatPlan {
  kind?: "bot" | "me" | "open";
  name?: string | null;
  level?: string;
}
/**
 * How the dice can be checked: the SHA-256 of their secret and, once the game is over, the secret itself.
 */
export interface Dice {
  method: string;
  commitment: string;
  contributions?: Contribution[];
  secret?: string | null;
}
/**
 * The token of the link in a mail that shows that an address is one's own.
 */
export interface EmailVerification {
  token: string;
}
/**
 * Public facts beside the view; `summary` is what `State.public_summary` computes from it.
 */
export interface Facts {
  to_move: number | null;
  moves: number;
  summary?: Record<string, unknown>;
  absent?: number[];
  resigned?: number[];
  asked?: UndoRequest | null;
  clock?: Clock | null;
  result?: Result | null;
}
/**
 * A seat asks to rewind to where `to` moves had been made; the seats in `agreed` do not mind.
 */
export interface UndoRequest {
  by: number;
  to: number;
  agreed: number[];
}
/**
 * The result of a game.
 */
export interface Result {
  reason: Prose;
  scores: number[];
  winners: number[];
}
/**
 * Request of the host to fill an open seat with a bot.
 */
export interface FillSeat {
  seat: number;
  level?: string;
}
/**
 * Request for a new table that starts after so many moves of another.
 */
export interface Fork {
  moves: number;
  seats?: SeatPlan[];
  name?: string;
}
/**
 * A game of this server: options with defaults, name and sentence about it for people, possible choices.
 */
export interface GameInfo {
  name: string;
  rules: string;
  options: Record<string, unknown>;
  title: Prose;
  schema: OptionInfo[];
  choices?: Record<string, unknown>;
  about?: Prose;
}
/**
 * An option of a game: `default` null means that it follows from other options, `needs` when it may be set.
 *
 * `proposed` is a value to propose to people who do not say; null where that is the default.
 */
export interface OptionInfo {
  name: string;
  kind: "choice" | "data" | "flag" | "number" | "several";
  default: unknown;
  about: Prose;
  least?: number | null;
  most?: number | null;
  choices?: string[] | null;
  takes_data?: boolean;
  needs?: Record<string, unknown> | null;
  proposed?: boolean | number | string | string[] | Record<string, unknown> | null;
}
/**
 * Available games and bot levels.
 */
export interface GameList {
  games: GameInfo[];
  levels: string[];
}
/**
 * The first message: table, credentials, and the last ply and chat line the client already has.
 */
export interface Hello {
  type: "hello";
  table: string;
  token?: string | null;
  invite?: string | null;
  ply?: number | null;
  chat?: number | null;
}
/**
 * A game from its beginning: a snapshot, then every log entry as a step.
 *
 * The moves of an uploaded record are steps of their own, all with the ply of the first entry.
 */
export interface History {
  start: Snapshot;
  steps: unknown[];
  dice?: Dice | null;
}
/**
 * The complete current state for a viewer.
 *
 * `moves` are the legal moves as data, in the order of `legal`: `State.move_data`.
 */
export interface Snapshot {
  type: "snapshot";
  ply: number;
  you: number[];
  seat: number;
  view: Record<string, unknown>;
  facts: Facts;
  legal?: MoveText[];
  can_undo?: boolean;
  moves?: Record<string, unknown>[];
}
/**
 * Income of a seat in a turn, with its sources: labels for people.
 */
export interface Income {
  turn: number;
  seat: number;
  coins: number;
  sources: [Prose, number][];
}
/**
 * Request to take a seat: a name and, at a table by invitation, its code; and a contribution to the dice.
 */
export interface Join {
  name: string;
  seat?: number | null;
  invite?: string | null;
  contribution?: string | null;
}
/**
 * Request to remove a seat: by the host before the game begins; after that a vote, or its withdrawal.
 */
export interface Kick {
  seat: number;
  agree?: boolean;
}
/**
 * The visitor: a guest, or an account with its preferences; whether its mail address is verified.
 */
export interface Me {
  account?: string | null;
  preferences?: Record<string, unknown>;
  verified?: boolean;
}
/**
 * A move in the position after `ply`; `id` is chosen by the client and makes a repeated request idempotent.
 */
export interface Move {
  type: "move";
  ply: number;
  text: MoveText;
  id: string;
  seat?: number | null;
}
/**
 * Request not to be shown the chat of the author of a line.
 */
export interface Mute {
  line: number;
}
/**
 * Somebody whose chat a visitor is not shown.
 */
export interface Muted {
  id: number;
  name: string;
  created: number;
}
/**
 * People whose chat a visitor is not shown; with the lines of the table at which one was just muted.
 */
export interface MutedList {
  muted: Muted[];
  lines?: number[];
}
/**
 * How this server can send "your turn": the Web Push key (base64url, empty where there is none), and mail.
 */
export interface NotificationChannels {
  key: string;
  mail?: boolean;
}
/**
 * Request for a new password; ends all other sessions.
 */
export interface PasswordChange {
  old: string;
  new: string;
}
/**
 * A new password, with the token of such a link.
 */
export interface PasswordReset {
  token: string;
  password: string;
}
/**
 * Keep-alive request; answered with `pong`.
 */
export interface Ping {
  type: "ping";
}
/**
 * Answer to `ping`.
 */
export interface Pong {
  type: "pong";
  ply?: number;
}
/**
 * Post a chat line.
 */
export interface PostChat {
  type: "say";
  text: string;
}
/**
 * Preferences of an account, and the mail address for "your turn", which has to be verified first.
 */
export interface Preferences {
  email?: string;
  client?: Record<string, unknown>;
}
/**
 * Keys of a browser's push subscription, base64url.
 */
export interface PushKeys {
  p256dh: string;
  auth: string;
}
/**
 * A player's rating in a game: mean, uncertainty and number of games.
 */
export interface Rating {
  player: string;
  game: string;
  mu: number;
  sigma: number;
  games: number;
}
/**
 * Ratings in a game, or of a player.
 */
export interface Ratings {
  ratings: Rating[];
}
/**
 * Error response: code, message, and the message for translation.
 */
export interface Refused {
  code: string;
  message: Prose;
  said?: Sentence | null;
}
/**
 * Request for a rematch, with a contribution to its dice; the body may be left out.
 */
export interface Rematch {
  contribution?: string | null;
}
/**
 * A seat of which others want that it be removed from the game, and the seats that have voted for it.
 */
export interface Removal {
  seat: number;
  votes: number[];
}
/**
 * Report of a line of the chat to whoever runs the server.
 */
export interface Report {
  line: number;
  reason?: string;
}
/**
 * The request is refused, with the reason.
 */
export interface RequestRefused {
  type: "no";
  code: string;
  message: Prose;
  ply?: number;
  id?: string;
  said?: Sentence | null;
}
/**
 * Request for a mail with a link to choose a new password.
 */
export interface ResetRequest {
  name: string;
}
/**
 * The seat gives the game up; a bot plays on for it while others play.
 */
export interface Resign {
  type: "resign";
  id: string;
  seat?: number | null;
}
/**
 * Take one's seat back from the bot that stood in.
 */
export interface ReturnToSeat {
  type: "back";
  id: string;
  seat?: number | null;
}
/**
 * The rules of a game, and the rulings a table may switch.
 */
export interface Rulebook {
  chapters: Chapter[];
  rulings: {
    [k: string]: Prose;
  };
}
/**
 * Public description of a seat.
 */
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
/**
 * Seats taken, and the token that proves it.
 */
export interface Seated {
  table: string;
  seats: number[];
  token: string;
  invite?: string | null;
}
/**
 * A session of an account: device, begin and last use. 0 stands for all log-ins by versions before 0.2.
 */
export interface SessionInfo {
  id: number;
  device: string;
  created: number;
  seen?: number | null;
  current?: boolean;
}
/**
 * The sessions of an account, the last used first.
 */
export interface SessionList {
  sessions: SessionInfo[];
}
/**
 * All incomes of a game.
 */
export interface Statistics {
  incomes: Income[];
}
/**
 * One log entry as a viewer may see it: its events, and the changes in the view.
 *
 * `changes` lists paths with their new value, or without one where something was removed.
 */
export interface Step {
  type: "step";
  ply: number;
  by: number;
  kind: string;
  seat: number;
  events: Record<string, unknown>[];
  changes: unknown[][];
  facts: Facts;
  legal?: MoveText[];
  can_undo?: boolean;
  moves?: Record<string, unknown>[];
}
/**
 * A push subscription, as `PushSubscription.toJSON()` returns it in a browser.
 */
export interface Subscription {
  endpoint: string;
  keys: PushKeys;
  expirationTime?: number | null;
}
/**
 * Public description of a table; `host` are the seats of whoever made it. It is deleted when it `expires`.
 */
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
  result?: Result | null;
  next?: string | null;
  rules?: string | null;
  dice?: Dice | null;
  expires?: number | null;
  chat?: boolean;
  several_seats?: boolean;
  host?: number[];
  removals?: Removal[];
}
/**
 * A page of tables; one's own also include those that cannot be opened. `next` is the cursor of the next page.
 *
 * Long options are left out here, and `dice`: `GET /api/tables/ID` has them.
 */
export interface TableList {
  tables: TableInfo[];
  unreadable?: UnreadableTable[];
  next?: string | null;
}
/**
 * A table that this server cannot open, with the reason.
 */
export interface UnreadableTable {
  id: string;
  game: string;
  title: string;
  created: number;
  message: Prose;
  said?: Sentence | null;
}
/**
 * Undo one's last move, or ask everybody to rewind to where `to` moves had been made.
 */
export interface Undo {
  type: "undo";
  ply: number;
  id: string;
  to?: number | null;
  seat?: number | null;
}
/**
 * Agree to another seat's undo request, or refuse it.
 */
export interface UndoAnswer {
  type: "answer";
  ply: number;
  id: string;
  agree: boolean;
  seat?: number | null;
}
/**
 * Request to delete a browser's push subscription.
 */
export interface Unsubscribe {
  endpoint: string;
}
/**
 * Request for a table that shows or continues a record.
 */
export interface Upload {
  record: Record<string, unknown>;
  seats?: SeatPlan[];
  name?: string;
}
/**
 * Description of the table; sent first and whenever seats change.
 */
export interface Welcome {
  type: "welcome";
  table: TableInfo;
  ply?: number;
}
