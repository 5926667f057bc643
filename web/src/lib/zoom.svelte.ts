// Zoom and pan of a drawing in its frame, with wheel, mouse, fingers and buttons. Numbers are pixels of the frame.

export class Zoom {
  frameWidth = $state(0);
  frameHeight = $state(0);
  factor = $state(1);
  x = $state(0);
  y = $state(0);
  /** While this is set, changes are not animated. */
  held = $state(false);
  /** Whether the press has become a pan, so that it is no click. */
  moved = false;

  #pointers = new Map<number, { x: number; y: number }>();
  /** Whether the user has zoomed or panned. */
  #adjusted = false;

  constructor(
    private readonly width: () => number,
    private readonly height: () => number,
  ) {}

  /** The scale at which the whole drawing fits into the frame. */
  get fit(): number {
    return Math.min(this.frameWidth / this.width(), this.frameHeight / this.height()) || 1;
  }

  get scale(): number {
    return this.fit * this.factor;
  }

  /** The frame has a new size: fit the drawing, on a narrow screen so that it fills the height. */
  resize(frameWidth: number, frameHeight: number): void {
    if (frameWidth === this.frameWidth && frameHeight === this.frameHeight) return;
    this.frameWidth = frameWidth;
    this.frameHeight = frameHeight;
    if (!this.#adjusted) this.fill();
    this.#clamp();
    this.#skipTransition();
  }

  /** Skip the transition: animating a resize would repaint the whole drawing again and again. */
  #skipTransition(): void {
    this.held = true;
    requestAnimationFrame(() => requestAnimationFrame(() => (this.held = this.#pointers.size > 0 && this.moved)));
  }

  /** Choose the initial zoom factor, unless the user has zoomed or panned. */
  fill(): void {
    if (this.#adjusted) return;
    const cover = Math.max(this.frameWidth / this.width(), this.frameHeight / this.height()) / this.fit;
    this.factor = this.frameWidth < 700 ? Math.min(cover, 2.7) : 1;
    this.x = (this.frameWidth - this.width() * this.scale) / 2;
    this.y = (this.frameHeight - this.height() * this.scale) / 2;
  }

  /** Show the whole drawing, unless the user has zoomed or panned. */
  overview(): void {
    if (this.#adjusted) return;
    this.factor = 1;
    this.#clamp();
  }

  zoom(by: number, cx = this.frameWidth / 2, cy = this.frameHeight / 2): void {
    const before = this.scale;
    this.factor = Math.max(1, Math.min(5, this.factor * by));
    this.x = cx - ((cx - this.x) * this.scale) / before;
    this.y = cy - ((cy - this.y) * this.scale) / before;
    this.#adjusted = true;
    this.#clamp();
  }

  reset(): void {
    this.factor = 1;
    this.#adjusted = true;
    this.#clamp();
  }

  /** Whether a point of the drawing is visible. */
  isVisible([px, py]: [number, number]): boolean {
    const [x, y] = [this.x + px * this.scale, this.y + py * this.scale];
    return x > 20 && x < this.frameWidth - 20 && y > 20 && y < this.frameHeight - 20;
  }

  /** Scroll a point of the drawing into view if it is not. */
  reveal([px, py]: [number, number]): void {
    const x = this.x + px * this.scale;
    const y = this.y + py * this.scale;
    const edge = Math.min(60, this.frameWidth / 5);
    if (x < edge || x > this.frameWidth - edge) this.x += this.frameWidth / 2 - x;
    if (y < edge || y > this.frameHeight - edge) this.y += this.frameHeight / 2 - y;
    this.#clamp();
  }

  /** Move the drawing by some pixels. */
  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.#adjusted = true;
    this.#clamp();
  }

  #clamp(): void {
    this.x = clampOffset(this.x, this.frameWidth, this.width() * this.scale);
    this.y = clampOffset(this.y, this.frameHeight, this.height() * this.scale);
  }

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const box = (event.currentTarget as Element).getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
  };

  down = (event: PointerEvent): void => {
    if (this.#pointers.size === 0) this.moved = false;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  move = (event: PointerEvent): void => {
    const last = this.#pointers.get(event.pointerId);
    if (!last) return;
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    if (!this.moved && Math.hypot(dx, dy) < 6) return;
    this.moved = this.held = true;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.#pinch(event, last, other);
    else this.pan(dx, dy);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  #pinch(event: PointerEvent, last: { x: number; y: number }, other: { x: number; y: number }): void {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    this.zoom(now / (before || 1), other.x - box.left, other.y - box.top);
  }

  up = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size === 0) this.held = false;
  };
}

function clampOffset(offset: number, space: number, length: number): number {
  return length <= space ? (space - length) / 2 : Math.min(0, Math.max(space - length, offset));
}
