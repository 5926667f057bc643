// Types of texts that nothing may be read out of.

/** A name or sentence in English, for people. */
export type Prose = string;
