// A tutorial as data: a table with a fixed seed, and steps with their texts, elements to point at, and conditions.

import type { Key } from "../lib/i18n/index.svelte";
import type { Event, TableStore } from "../lib/table.svelte";
import type { CreateTable } from "../lib/wire";

export interface Progress {
  store: TableStore;
  me: number;
  /** Events since the step began. */
  events: Event[];
  /** Whether an element that matches the selector is visible. */
  shows: (selector: string) => boolean;
}

export interface Step {
  text: Key;
  /** Selectors of elements to point at; the first visible one is used. */
  at: string[];
  /** The pane to be opened on a small screen. */
  pane?: string;
  /** Whether the step is done; without it the player clicks to continue. */
  done?: (progress: Progress) => boolean;
}

/** A text that replaces the step's own while its condition holds. */
export interface Aside extends Step {
  when: (progress: Progress) => boolean;
}

export interface Lesson {
  table: CreateTable;
  steps: Step[];
  asides?: Aside[];
}

export const did = (type: string) => ({ events, me }: Progress): boolean => events.some((event) => event.type === type && event.seat === me);
export const view = (progress: Progress): any => progress.store.shown?.view ?? {};
