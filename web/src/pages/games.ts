// Page component of each game's table, loaded when needed.
export const GAMES: Record<string, () => Promise<{ default: any }>> = {
  smallworld: () => import("../smallworld/Table.svelte"),
  covil: () => import("../covil/Table.svelte"),
};
