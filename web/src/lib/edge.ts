// Something carried to the edge of an enlarged map pushes the map along.

import type { Drag } from "./drag.svelte";
import type { Zoom } from "./zoom.svelte";

const EDGE = 34;
const STEP = 7;

const inward = (at: number, room: number): number => (at >= 0 && at < EDGE ? 1 : at <= room && at > room - EDGE ? -1 : 0);

export class Edge {
  private pushing = 0;

  constructor(
    private readonly zoom: Zoom,
    private readonly drag: Drag<unknown>,
    private readonly frame: () => HTMLElement | undefined,
  ) {}

  nudge = (): void => {
    this.pushing ||= requestAnimationFrame(this.push);
  };

  stop = (): void => cancelAnimationFrame(this.pushing);

  private push = (): void => {
    this.pushing = 0;
    const box = this.frame()?.getBoundingClientRect();
    if (this.drag.what === null || this.zoom.size <= 1 || !box) return;
    const [x, y] = [this.drag.x - box.left, this.drag.y - box.top];
    if (x < 0 || y < 0 || x > box.width || y > box.height) return;
    const [dx, dy] = [inward(x, box.width), inward(y, box.height)];
    if (dx === 0 && dy === 0) return;
    this.zoom.push(dx * STEP, dy * STEP);
    this.drag.look();
    this.nudge();
  };
}
