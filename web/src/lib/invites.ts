// The codes that let others in: whoever has made a table, sat down at it or come by a link may pass it on, also tomorrow.

const KEY = "hordes/invites";
const MOST = 200;

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export function remember(table: string, invite: string): void {
  const { [table]: _, ...others } = all();
  const kept = Object.entries(others).slice(1 - MOST);
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [table]: invite }));
}

export function recall(table: string): string | null {
  return all()[table] ?? null;
}
