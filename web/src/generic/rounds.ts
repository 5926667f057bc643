// Rounds of a replay: a round ends where the turn passes to an earlier seat.

/** Indices of the states that end a round, the last state included. */
export function roundEnds(deciders: (number | null)[]): number[] {
  const ends: number[] = [];
  let before = -1;
  for (const [k, seat] of deciders.entries()) {
    if (seat === null) continue;
    if (seat < before) ends.push(k);
    before = seat;
  }
  const last = deciders.length - 1;
  return ends.at(-1) === last || last < 0 ? ends : [...ends, last];
}
