// How a table puts things into words, within reach of the browser's console and of the tests: `hordes.say(...)`.

import { sayPlain, type Message } from "./said.svelte";
import type { Event } from "./table.svelte";

export interface Voice {
  /** What the rules or the server say about a move, at this table. */
  say(told: Message): string;
  /** What the server says beside any table. */
  plain(told: Message): string;
  /** Each event as the story tells it; empty where the story leaves it out. */
  tell(events: Event[]): string[];
}

declare global {
  interface Window {
    hordes?: Voice;
  }
}

/** Lend a table's voice to the window, until the table is left. */
export function lend(voice: Omit<Voice, "plain">): () => void {
  const lent = { ...voice, plain: sayPlain };
  window.hordes = lent;
  return () => {
    if (window.hordes === lent) delete window.hordes;
  };
}
