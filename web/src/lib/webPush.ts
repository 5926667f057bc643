// Web Push subscription for "your turn" when no page is open, where server and browser support it.

import { api } from "./api";
import { prefs } from "./prefs.svelte";

/** Subscribe or unsubscribe this browser; returns whether it is subscribed. */
export async function setWebPush(on: boolean): Promise<boolean> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return false;
  return on ? subscribe() : unsubscribe();
}

async function subscribe(): Promise<boolean> {
  const { key } = await api.notificationChannels();
  if (!key) return false;
  await navigator.serviceWorker.register(`/sw.js?language=${prefs.language}`);
  const manager = (await navigator.serviceWorker.ready).pushManager;
  const subscription = await currentSubscription(manager, bytes(key));
  await api.subscribe(subscription.toJSON());
  return true;
}

/** The existing subscription, else a new one; one that was made with another server's key is replaced. */
async function currentSubscription(manager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const existing = await manager.getSubscription();
  const existingKey = new Uint8Array(existing?.options.applicationServerKey ?? new ArrayBuffer(0));
  if (existing && existingKey.join() === key.join()) return existing;
  await existing?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function unsubscribe(): Promise<boolean> {
  const existing = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (existing) {
    await api.unsubscribe(existing.endpoint);
    await existing.unsubscribe();
  }
  return false;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}
