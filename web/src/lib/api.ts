// The HTTP side of the server. Whatever is refused comes as a Refusal with the server's own sentence.

import { remember } from "./invites";
import { sayPlain } from "./said.svelte";
import type * as wire from "./wire";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const data = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refusal(data?.code ?? String(answer.status), data?.message ? sayPlain(data) : answer.statusText);
  return data as T;
}

const invited = (invite?: string | null): Record<string, string> => (invite ? { "x-invite": invite } : {});

/** Whoever sits down may let others in, and remembers how. */
async function seated(answer: Promise<wire.Seated>): Promise<wire.Seated> {
  const made = await answer;
  if (made.invite) remember(made.table, made.invite);
  return made;
}

export type Board = Record<string, unknown>;
export interface Entry {
  kind: string;
  name: string;
  text: string;
  [more: string]: unknown;
}
export type Glossary = Record<string, Entry>;

export const api = {
  games: () => call<wire.GameList>("GET", "/games"),
  glossary: (game: string) => call<Glossary>("GET", `/games/${game}/glossary`),
  /** The names at one table: those of the game, and those of cards that the table brought along. */
  tableGlossary: (id: string, invite?: string | null) => call<Glossary>("GET", `/tables/${id}/glossary`, undefined, invited(invite)),
  create: (table: wire.CreateTable) => seated(call<wire.Seated>("POST", "/tables", table)),
  open: () => call<wire.TableList>("GET", "/tables"),
  mine: () => call<wire.TableList>("GET", "/me/tables"),
  table: (id: string, invite?: string | null) => call<wire.TableInfo>("GET", `/tables/${id}`, undefined, invited(invite)),
  board: (id: string, invite?: string | null) => call<Board>("GET", `/tables/${id}/board`, undefined, invited(invite)),
  history: (id: string, invite?: string | null) => call<wire.History>("GET", `/tables/${id}/history`, undefined, invited(invite)),
  statistics: (id: string, invite?: string | null) =>
    call<wire.Statistics>("GET", `/tables/${id}/statistics`, undefined, invited(invite)),
  why: (id: string, moves: string[]) =>
    call<wire.Answers>("GET", `/tables/${id}/why?${moves.map((text) => `text=${encodeURIComponent(text)}`).join("&")}`),
  join: (id: string, body: wire.Join) => seated(call<wire.Seated>("POST", `/tables/${id}/join`, body)),
  fill: (id: string, body: wire.FillSeat) => call<null>("POST", `/tables/${id}/bots`, body),
  claim: (id: string, token: string) =>
    seated(call<wire.Seated>("POST", `/tables/${id}/claim`, undefined, { authorization: `Bearer ${token}` })),
  rematch: (id: string) => seated(call<wire.Seated>("POST", `/tables/${id}/rematch`)),
  fork: (id: string, body: wire.Fork, invite?: string | null) =>
    seated(call<wire.Seated>("POST", `/tables/${id}/fork`, body, invited(invite))),
  upload: (body: wire.Upload) => seated(call<wire.Seated>("POST", "/records", body)),
  tellable: () => call<wire.Tellable>("GET", "/push"),
  subscribe: (body: PushSubscriptionJSON) => call<wire.Tellable>("POST", "/push", body),
  unsubscribe: (endpoint: string) => call<null>("DELETE", "/push", { endpoint }),
  prefer: (body: wire.Preferences) => call<null>("PUT", "/me", body),
  me: () => call<wire.Me>("GET", "/me"),
  register: (body: wire.Account) => call<wire.Me>("POST", "/accounts", body),
  login: (body: wire.Account) => call<wire.Me>("POST", "/session", body),
  logout: () => call<wire.Me>("DELETE", "/session"),
  ratings: (game: string) => call<wire.Ratings>("GET", `/ratings/${game}`),
};
