// Batches items per animation frame: the first is handled at once, all that follow before the next frame are handled together
// in it, so that ten moves of a bot that arrive in a burst cause one update of the page, not ten.

/** Longest wait in milliseconds: a hidden page has no animation frames. */
const MAX_WAIT = 100;

export class FrameBatcher<T> {
  #waiting: T[] = [];
  #frame = 0;
  #timer = 0;

  constructor(private readonly handle: (one: T) => void) {}

  add(one: T): void {
    if (this.#frame) this.#waiting.push(one);
    else {
      this.handle(one);
      this.#schedule();
    }
  }

  /** Discard the items that still wait. */
  clear(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    this.#waiting = [];
  }

  #schedule(): void {
    this.#frame = requestAnimationFrame(this.#flush);
    this.#timer = setTimeout(this.#flush, MAX_WAIT) as unknown as number;
  }

  #flush = (): void => {
    const all = this.#waiting;
    this.clear();
    for (const one of all) this.handle(one);
    if (all.length > 0) this.#schedule();
  };
}
