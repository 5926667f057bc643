// Things that come in bursts: the first is handled at once, what follows before the next frame together with it. Ten
// moves of a bot that arrive in one breath are then one change of the page, not ten.

/** A page that nobody sees has no frames: nothing waits longer than this. */
const LONGEST = 100;

export class Gather<T> {
  private waiting: T[] = [];
  private frame = 0;
  private timer = 0;

  constructor(private readonly handle: (one: T) => void) {}

  take(one: T): void {
    if (this.frame) this.waiting.push(one);
    else {
      this.handle(one);
      this.wait();
    }
  }

  /** What still waits is void. */
  clear(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.frame = 0;
    this.waiting = [];
  }

  private wait(): void {
    this.frame = requestAnimationFrame(this.next);
    this.timer = setTimeout(this.next, LONGEST) as unknown as number;
  }

  private next = (): void => {
    const all = this.waiting;
    this.clear();
    for (const one of all) this.handle(one);
    if (all.length > 0) this.wait();
  };
}
