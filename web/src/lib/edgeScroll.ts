// Edge scrolling: an enlarged map scrolls while something is dragged near its edge.

import type { Drag } from "./drag.svelte";
import type { Zoom } from "./zoom.svelte";

/** Width of the strip at the edge in which the map scrolls, and pixels per frame. */
const EDGE = 34;
const STEP = 7;

const direction = (at: number, length: number): number => (at >= 0 && at < EDGE ? 1 : at <= length && at > length - EDGE ? -1 : 0);

export class EdgeScroll {
  #request = 0;

  constructor(
    private readonly zoom: Zoom,
    private readonly drag: Drag<unknown>,
    private readonly frame: () => HTMLElement | undefined,
  ) {}

  start = (): void => {
    this.#request ||= requestAnimationFrame(this.#scroll);
  };

  stop = (): void => cancelAnimationFrame(this.#request);

  #scroll = (): void => {
    this.#request = 0;
    const box = this.frame()?.getBoundingClientRect();
    if (this.drag.item === null || this.zoom.factor <= 1 || !box) return;
    const [x, y] = [this.drag.x - box.left, this.drag.y - box.top];
    if (x < 0 || y < 0 || x > box.width || y > box.height) return;
    const [dx, dy] = [direction(x, box.width), direction(y, box.height)];
    if (dx === 0 && dy === 0) return;
    this.zoom.pan(dx * STEP, dy * STEP);
    this.drag.updateTarget();
    this.start();
  };
}
