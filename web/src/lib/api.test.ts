// Tests of the HTTP client: what it asks of the server for accounts, seats and the chat.

import { afterEach, describe, expect, it, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { api, Refusal } = await import("./api");

interface Asked {
  path: string;
  method: string;
  body: unknown;
  headers: Record<string, string>;
}

/** Answer every request alike; returns what was asked. */
function answer(status: number, content: unknown): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push({ path, method: init.method!, body: init.body ? JSON.parse(String(init.body)) : undefined, headers: init.headers as Record<string, string> });
    return { ok: status < 400, status, text: async () => (content === null ? "" : JSON.stringify(content)) };
  });
  return asked;
}

describe("requests", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("end sessions, one or all others", async () => {
    const asked = answer(204, null);
    await api.endSession(7);
    await api.endOtherSessions();
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(["DELETE /api/me/sessions/7", "DELETE /api/me/sessions"]);
  });

  it("ask for the password again before an account is deleted", async () => {
    const asked = answer(200, {});
    await api.deleteAccount({ password: "correct horse" });
    expect(asked[0]).toMatchObject({ method: "DELETE", path: "/api/me", body: { password: "correct horse" } });
  });

  it("mute and report with the invitation, by which the visitor may watch", async () => {
    const asked = answer(200, { muted: [], lines: [3] });
    expect((await api.mute("T", 3, "code")).lines).toEqual([3]);
    await api.report("T", 3, "code");
    expect(asked.map(({ path, body, headers }) => [path, body, headers["x-invite"]])).toEqual([
      ["/api/tables/T/mute", { line: 3 }, "code"],
      ["/api/tables/T/report", { line: 3 }, "code"],
    ]);
  });

  it("throw what the server says when it refuses", async () => {
    answer(403, { code: "forbidden", message: "Only whoever made the table can do that." });
    await expect(api.closeTable("T")).rejects.toThrow(Refusal);
    await expect(api.kick("T", { seat: 1 })).rejects.toThrow("Only whoever made the table can do that.");
  });
});
