// Numbers of a replay of any game: points of each seat, round by round.

import { t } from "../lib/i18n/index.svelte";
import type { ReplayStore } from "../lib/replay.svelte";
import type { TableState } from "../lib/table.svelte";
import type { GameStatistics } from "../lib/ui/Chart.svelte";
import type { Display } from "./wire";
import { roundEnds } from "./rounds";

const pointsOf = (state: TableState | undefined, seats: number): number[] => {
  const display = state?.view?.display as Display | undefined;
  return Array.from({ length: seats }, (_, seat) => display?.seats?.[seat]?.points ?? 0);
};

export function statistics(store: ReplayStore): GameStatistics {
  const seats = store.info!.seats.length;
  const ends = roundEnds(store.states.map((state) => state.facts.to_move));
  const points = [pointsOf(store.states[0], seats), ...ends.map((k) => pointsOf(store.states[k], seats))];
  const now = ends.filter((k) => k <= store.at).length;
  return { title: t("generic.points"), text: t("generic.points.text"), lines: Array.from({ length: seats }, (_, seat) => points.map((row) => row[seat])), now, tables: [] };
}
