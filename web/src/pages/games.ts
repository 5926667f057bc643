// Each game's own table.
export const GAMES: Record<string, () => Promise<{ default: any }>> = {
  smallworld: () => import("../smallworld/Table.svelte"),
  covil: () => import("../covil/Table.svelte"),
};
