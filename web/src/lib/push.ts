// "Your turn" when no page is open: Web Push, where the server and the browser have it.

import { api } from "./api";
import { prefs } from "./prefs.svelte";

/** Ask the server to tell this browser, or to tell it no more. Says whether it will. */
export async function push(on: boolean): Promise<boolean> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return false;
  return on ? begin() : end();
}

async function begin(): Promise<boolean> {
  const { key } = await api.tellable();
  if (!key) return false;
  await navigator.serviceWorker.register(`/sw.js?language=${prefs.language}`);
  const manager = (await navigator.serviceWorker.ready).pushManager;
  const made = await subscribed(manager, bytes(key));
  await api.subscribe(made.toJSON());
  return true;
}

/** The subscription there is, unless it was made with another server's key. */
async function subscribed(manager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const found = await manager.getSubscription();
  const theirs = new Uint8Array(found?.options.applicationServerKey ?? new ArrayBuffer(0));
  if (found && theirs.join() === key.join()) return found;
  await found?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function end(): Promise<boolean> {
  const found = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (found) {
    await api.unsubscribe(found.endpoint);
    await found.unsubscribe();
  }
  return false;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}
