// Types of Small World's view and map as the server sends them.

export interface RegionData {
  id: number | string;
  name: string;
  terrain: string;
  symbols: string[];
  border: boolean;
  lost_tribe: boolean;
  adjacent: (number | string)[];
  anchor: [number, number];
  inradius: number;
  polygon: [number, number][];
}

export interface MapData {
  id: string;
  /** Whether it comes with a drawing; otherwise it was laid out here. */
  drawn?: boolean;
  box: [number, number];
  turns: number;
  regions: RegionData[];
}

export interface RegionState {
  player?: number;
  race?: string;
  tokens?: number;
  declined?: boolean;
  pieces?: Record<string, number | number[]>;
  lost_tribe?: boolean;
  monster?: boolean;
  marker?: string | string[];
}

export interface Army {
  race: string;
  power: string | null;
  hand: number;
  waiting?: number;
  [more: string]: unknown;
}

export interface PlayerState {
  coins?: number;
  active: Army | null;
  declined: Army[];
}

export interface Combo {
  race: string;
  power: string;
  coins: number;
  homunculi?: number;
}

/** The rules' public summary of a position (`State.public_summary`), in `facts.summary`. */
export interface PublicSummary {
  /** Each combo of the column: its price, the coins on it, the tokens it brings. */
  combos: { cost: number; coins: number; n: number }[];
  /** In a team game, the partner of each seat. */
  partners?: number[];
}

export interface NecromancerState {
  in_use: string[];
  available: string[];
  reserve: number;
  well: { ghosts: number; souls: number };
  island: string;
  uncounted?: string[];
  from_island?: boolean;
}

export interface View {
  turn: number;
  player: number;
  first: number;
  phase: string;
  to_move?: number;
  regions: Record<string, RegionState>;
  players: PlayerState[];
  column: Combo[];
  this_turn?: Record<string, unknown>;
  chance?: Record<string, unknown>;
  choice?: { ask: string; then: string; seat?: number; region?: number | string; [more: string]: unknown };
  necromancer?: NecromancerState;
  bony?: { player: number; race: string } | null;
  teams?: number[][];
}
