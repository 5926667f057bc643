// "Your turn" notification: in the tab's title, as a sound, and as a notification of the system if that is switched on.

import { t } from "./i18n/index.svelte";
import { prefs } from "./prefs.svelte";
import { setWebPush } from "./webPush";
import { sound } from "./sound";
import type { TableStore } from "./table.svelte";

if (prefs.notice) setWebPush(true).catch(() => false); // renews a subscription that may have expired

const notified = new WeakMap<TableStore, string>();

/** To be run inside an effect: notifies once for each turn of the viewer. */
export function watchTurn(store: TableStore): void {
  const mine = store.mine;
  const title = mine ? `● ${t("turn.yours")} · Hordes` : "Hordes";
  if (document.title !== title) document.title = title;
  const facts = store.live?.facts;
  const turn = mine ? `${facts?.to_move}/${(store.live?.view as { turn?: number }).turn}/${(store.live?.view as { player?: number }).player}` : "";
  if (!mine) {
    if (facts && !store.live!.you.includes(facts.to_move ?? -1)) notified.delete(store);
    return;
  }
  if (notified.get(store) === turn) return;
  notified.set(store, turn);
  sound("turn");
  if (prefs.notice && document.hidden && "Notification" in window && Notification.permission === "granted") {
    new Notification(t("turn.yours"), { body: store.info?.title || "Hordes", tag: store.id, icon: "/static/icon.svg" });
  }
}
