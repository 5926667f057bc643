// The same table again, for the same people.

import { api } from "./api";
import { route } from "./route.svelte";
import type { TableStore } from "./table.svelte";

export async function rematch(store: TableStore): Promise<void> {
  try {
    route.go(`t/${(await api.rematch(store.id)).table}`);
  } catch (problem) {
    store.said = (problem as Error).message;
  }
}
