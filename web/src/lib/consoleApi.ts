// The global `hordes` of a table's page: the translation functions of the table, for the browser's console and for tests: `hordes.translate(...)`.

import { translateServerMessage, type Message } from "./ruleMessages.svelte";
import type { Event } from "./table.svelte";

export interface ConsoleApi {
  /** A message of the rules or the server at this table, in the reader's language. */
  translate(message: Message): string;
  /** A message of the server outside tables. */
  translateServer(message: Message): string;
  /** The line of the game log for each event; empty where the log omits it. */
  describe(events: Event[]): string[];
}

declare global {
  interface Window {
    hordes?: ConsoleApi;
  }
}

/** Put the functions into `window.hordes`; returns the function that removes them. */
export function exposeToConsole(functions: Omit<ConsoleApi, "translateServer">): () => void {
  const api = { ...functions, translateServer: translateServerMessage };
  window.hordes = api;
  return () => {
    if (window.hordes === api) delete window.hordes;
  };
}
