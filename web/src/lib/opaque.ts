// Types of texts that nothing may be read out of.

/** A name or sentence in English, for people. */
export type Prose = string;
/** The text of a legal move. */
export type MoveText = string;
