// Types of Small World's view and map: those of the wire, and what the page makes of them.

import type { MapData as WireMap, MapRegion } from "./wire";

export type { ArmyView as Army, ComboView as Combo, NecromancerView as NecromancerState, PlayerView as PlayerState, RegionView as RegionState, Summary as PublicSummary, View } from "./wire";

/** A region as it is drawn: one of a map without a drawing has been laid out. */
export type RegionData = Required<MapRegion>;

export interface MapData extends Required<WireMap> {
  /** Whether it comes with a drawing; otherwise it was laid out here. */
  drawn: boolean;
  regions: RegionData[];
}
