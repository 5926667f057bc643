// Rematch: creates a table with the same options and players, and opens it.

import { api, contribution } from "./api";
import { route } from "./route.svelte";
import type { TableStore } from "./table.svelte";

export async function rematch(store: TableStore): Promise<void> {
  try {
    const body = store.info?.dice ? { contribution: contribution() } : {};
    route.go(`t/${(await api.rematch(store.id, body)).table}`);
  } catch (problem) {
    store.refusal = (problem as Error).message;
  }
}
