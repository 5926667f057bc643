// Made by `python -m tools.wire_types` from types in Python. Do not edit.

import type {Prose} from "../lib/opaque";

/**
 * What a game without pages of its own sends to pages.
 */
export interface GenericWire {
  view: PageView;
  event: PageEvent;
  move: PageMove;
  summary: PageSummary;
  board: PageBoard;
  entry: PageEntry;
}
/**
 * A view with its display; the view's own fields stand beside it, for programs that know the game.
 */
export interface PageView {
  display: Display;
}
/**
 * A position as one seat, or PUBLIC, may see it.
 */
export interface Display {
  status: Prose;
  regions: {
    [k: string]: PieceDisplay[];
  };
  seats: SeatDisplay[];
}
/**
 * Equal pieces in one place: `kind` is an id of the game's glossary, `seat` their owner or NO_SEAT.
 */
export interface PieceDisplay {
  kind: string;
  seat: number;
  count: number;
  faded?: boolean;
}
/**
 * A seat: its points as far as the viewer knows them, its pieces off the board, and further facts.
 */
export interface SeatDisplay {
  points: number | null;
  pieces: PieceDisplay[];
  facts: [Prose, Prose][];
}
/**
 * An event: its sentence, with placeholders for the seats and numbers in `values`, and what tables show of it.
 *
 * `seat` is whose event it is, `pips` what a die shows.
 */
export interface PageEvent {
  type: string;
  text?: Prose;
  values: {
    [k: string]: number;
  };
  seat?: number;
  pips?: number;
}
/**
 * A legal move: the regions that it names, in order, and the words of its button, if not verb and arguments.
 */
export interface PageMove {
  verb: string;
  arguments?: string[];
  regions?: string[];
  label?: Prose;
}
/**
 * Nothing: what a game says beside its view is in the display.
 */
export interface PageSummary {}
/**
 * A board with its drawing; the board's own fields stand beside it.
 */
export interface PageBoard {
  drawing: BoardDrawing;
}
/**
 * A board as regions in a rectangle from (0, 0) to `size`; without regions the game has no board.
 */
export interface BoardDrawing {
  /**
   * @minItems 2
   * @maxItems 2
   */
  size: [number, number];
  regions: RegionDrawing[];
}
/**
 * A region of a board: a disc around `centre`, or the area within `polygon`.
 */
export interface RegionDrawing {
  id: string;
  name: Prose;
  /**
   * @minItems 2
   * @maxItems 2
   */
  centre: [number, number];
  neighbours: string[];
  polygon?: [number, number][];
  label?: Prose;
  kind?: string;
}
/**
 * A piece or term: its name (`one` of several) and its text.
 */
export interface PageEntry {
  kind: string;
  name: Prose;
  text: Prose;
  one?: Prose;
}
