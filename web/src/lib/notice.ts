// "Your turn": in the tab's title, with a sound, and as a notice of the system where that is switched on.

import { t } from "./i18n/index.svelte";
import { prefs } from "./prefs.svelte";
import { push } from "./push";
import { sound } from "./sound";
import type { TableStore } from "./table.svelte";

if (prefs.notice) push(true).catch(() => false); // what the server knows of this browser may be old

const told = new WeakMap<TableStore, string>();

/** Run inside an effect: it looks at the table and says once for every decision that it is mine. */
export function watchTurn(store: TableStore): void {
  const mine = store.mine;
  const title = mine ? `● ${t("turn.yours")} · Hordes` : "Hordes";
  if (document.title !== title) document.title = title;
  const facts = store.live?.facts;
  const turn = mine ? `${facts?.to_move}/${(store.live?.view as { turn?: number }).turn}/${(store.live?.view as { player?: number }).player}` : "";
  if (!mine) {
    if (facts && !store.live!.you.includes(facts.to_move ?? -1)) told.delete(store);
    return;
  }
  if (told.get(store) === turn) return;
  told.set(store, turn);
  sound("turn");
  if (prefs.notice && document.hidden && "Notification" in window && Notification.permission === "granted") {
    new Notification(t("turn.yours"), { body: store.info?.title || "Hordes", tag: store.id, icon: "/static/icon.svg" });
  }
}
