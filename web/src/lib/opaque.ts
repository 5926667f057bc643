// Types of texts that nothing may be read out of.

declare const unread: unique symbol;

/** A name or sentence in English, for people. `sources.test.ts` keeps the page from taking one apart. */
export type Prose = string;

/** The text of a legal move: it is sent back as it came. What the move is stands beside it as data, so for TypeScript it is no string. */
export interface MoveText {
  readonly [unread]: never;
}

/** A move's text as a label, where the page has no better words. */
export const moveLabel = (text: MoveText): string => text as unknown as string;
