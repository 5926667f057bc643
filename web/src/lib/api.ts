// HTTP client of the server. Errors are thrown as `Refusal`, with the server's message in the reader's language.

import { saveInvite } from "./invites";
import { moveLabel, type MoveText } from "./opaque";
import { translateServerMessage } from "./ruleMessages.svelte";
import type * as wire from "./wire";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function request<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const data = text ? JSON.parse(text) : null;
  if (!response.ok) throw new Refusal(data?.code ?? String(response.status), data?.message ? translateServerMessage(data) : response.statusText);
  return data as T;
}

const inviteHeader = (invite?: string | null): Record<string, string> => (invite ? { "x-invite": invite } : {});

/** Save the invite that a new seat comes with, so that its owner can pass it on. */
async function withInvite(response: Promise<wire.Seated>): Promise<wire.Seated> {
  const seated = await response;
  if (seated.invite) saveInvite(seated.table, seated.invite);
  return seated;
}

/** Random digits of this visitor's own, of which the dice are made, too: nobody else chooses them. */
export const contribution = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export type Board = Record<string, unknown>;
export interface Entry {
  kind: string;
  name: string;
  text: string;
  /** The name of one of several. */
  one?: string;
  [more: string]: unknown;
}
export type Glossary = Record<string, Entry>;

export const api = {
  games: () => request<wire.GameList>("GET", "/games"),
  glossary: (game: string) => request<Glossary>("GET", `/games/${game}/glossary`),
  /** Glossary of one table: that of the game with the table's custom cards. */
  tableGlossary: (id: string, invite?: string | null) => request<Glossary>("GET", `/tables/${id}/glossary`, undefined, inviteHeader(invite)),
  create: (table: wire.CreateTable) =>
    withInvite(request<wire.Seated>("POST", "/tables", table.seed == null ? { contribution: contribution(), ...table } : table)),
  /** A page of public tables; `cursor` is the `next` of the page before. */
  openTables: (cursor?: string | null) => request<wire.TableList>("GET", `/tables${cursor ? `?cursor=${cursor}` : ""}`),
  myTables: (cursor?: string | null) => request<wire.TableList>("GET", `/me/tables${cursor ? `?cursor=${cursor}` : ""}`),
  table: (id: string, invite?: string | null) => request<wire.TableInfo>("GET", `/tables/${id}`, undefined, inviteHeader(invite)),
  board: (id: string, invite?: string | null) => request<Board>("GET", `/tables/${id}/board`, undefined, inviteHeader(invite)),
  history: (id: string, invite?: string | null) => request<wire.History>("GET", `/tables/${id}/history`, undefined, inviteHeader(invite)),
  /** Explanations of moves, given by their texts or as data. */
  explainMoves: (id: string, texts: MoveText[], data: object[]) => {
    const asked = [...texts.map((text) => ["text", moveLabel(text)]), ...data.map((move) => ["move", JSON.stringify(move)])];
    return request<wire.Answers>("GET", `/tables/${id}/why?${new URLSearchParams(asked)}`);
  },
  join: (id: string, body: wire.Join) => withInvite(request<wire.Seated>("POST", `/tables/${id}/join`, body)),
  addBot: (id: string, body: wire.FillSeat) => request<null>("POST", `/tables/${id}/bots`, body),
  claim: (id: string, token: string) =>
    withInvite(request<wire.Seated>("POST", `/tables/${id}/claim`, undefined, { authorization: `Bearer ${token}` })),
  rematch: (id: string, body: wire.Rematch) => withInvite(request<wire.Seated>("POST", `/tables/${id}/rematch`, body)),
  fork: (id: string, body: wire.Fork, invite?: string | null) =>
    withInvite(request<wire.Seated>("POST", `/tables/${id}/fork`, body, inviteHeader(invite))),
  upload: (body: wire.Upload) => withInvite(request<wire.Seated>("POST", "/records", body)),
  notificationChannels: () => request<wire.NotificationChannels>("GET", "/push"),
  subscribe: (body: PushSubscriptionJSON) => request<wire.NotificationChannels>("POST", "/push", body),
  unsubscribe: (endpoint: string) => request<null>("DELETE", "/push", { endpoint }),
  savePreferences: (body: wire.Preferences) => request<null>("PUT", "/me", body),
  me: () => request<wire.Me>("GET", "/me"),
  register: (body: wire.Account) => request<wire.Me>("POST", "/accounts", body),
  login: (body: wire.Account) => request<wire.Me>("POST", "/session", body),
  logout: () => request<wire.Me>("DELETE", "/session"),
  sessions: () => request<wire.SessionList>("GET", "/me/sessions"),
  endSession: (id: number) => request<null>("DELETE", `/me/sessions/${id}`),
  endOtherSessions: () => request<null>("DELETE", "/me/sessions"),
  changePassword: (body: wire.PasswordChange) => request<wire.Me>("PUT", "/me/password", body),
  requestReset: (body: wire.ResetRequest) => request<null>("POST", "/password/link", body),
  resetPassword: (body: wire.PasswordReset) => request<wire.Me>("POST", "/password", body),
  sendVerification: () => request<null>("POST", "/me/verification"),
  verifyAddress: (body: wire.EmailVerification) => request<null>("POST", "/verification", body),
  deleteAccount: (body: wire.AccountDeletion) => request<wire.Me>("DELETE", "/me", body),
  muted: () => request<wire.MutedList>("GET", "/me/muted"),
  unmute: (id: number) => request<null>("DELETE", `/me/muted/${id}`),
  mute: (id: string, line: number, invite?: string | null) => request<wire.MutedList>("POST", `/tables/${id}/mute`, { line }, inviteHeader(invite)),
  report: (id: string, line: number, invite?: string | null) => request<null>("POST", `/tables/${id}/report`, { line }, inviteHeader(invite)),
  switchChat: (id: string, enabled: boolean) => request<null>("POST", `/tables/${id}/chat`, { enabled }),
  kick: (id: string, body: wire.Kick) => request<null>("POST", `/tables/${id}/kick`, body),
  abort: (id: string) => request<wire.Ack>("POST", `/tables/${id}/abort`),
  closeTable: (id: string) => request<null>("POST", `/tables/${id}/close`),
  renewToken: (id: string) => withInvite(request<wire.Seated>("POST", `/tables/${id}/token`)),
  ratings: (game: string) => request<wire.Ratings>("GET", `/ratings/${game}`),
};
