// Invite codes of tables, kept in localStorage, so that players can pass the link on later.

const KEY = "hordes/invites";
const MAX_INVITES = 200;

function stored(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export function saveInvite(table: string, invite: string): void {
  const { [table]: _, ...others } = stored();
  const kept = Object.entries(others).slice(1 - MAX_INVITES);
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [table]: invite }));
}

export function loadInvite(table: string): string | null {
  return stored()[table] ?? null;
}
