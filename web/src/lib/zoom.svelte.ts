// A drawing that can be moved and enlarged with wheel, mouse, fingers and buttons. Numbers are pixels of its frame.

export class Zoom {
  wide = $state(0);
  high = $state(0);
  size = $state(1);
  x = $state(0);
  y = $state(0);
  held = $state(false);
  moved = false;

  private pointers = new Map<number, { x: number; y: number }>();
  private touched = false;

  constructor(
    private readonly width: () => number,
    private readonly height: () => number,
  ) {}

  /** The scale at which the whole drawing is seen. */
  get fit(): number {
    return Math.min(this.wide / this.width(), this.high / this.height()) || 1;
  }

  get scale(): number {
    return this.fit * this.size;
  }

  /** The frame has a new size: show everything, on a tall screen as much as fills its height. */
  resize(wide: number, high: number): void {
    if (wide === this.wide && high === this.high) return;
    this.wide = wide;
    this.high = high;
    if (!this.touched) this.fill();
    this.clamp();
    this.jump();
  }

  /** Be there at once: gliding to where the frame has grown would paint the whole drawing again and again. */
  private jump(): void {
    this.held = true;
    requestAnimationFrame(() => requestAnimationFrame(() => (this.held = this.pointers.size > 0 && this.moved)));
  }

  /** As large as suits the frame. What somebody has chosen for himself stays. */
  fill(): void {
    if (this.touched) return;
    const cover = Math.max(this.wide / this.width(), this.high / this.height()) / this.fit;
    this.size = this.wide < 700 ? Math.min(cover, 2.7) : 1;
    this.x = (this.wide - this.width() * this.scale) / 2;
    this.y = (this.high - this.height() * this.scale) / 2;
  }

  /** All of it, for a question that is about all of it. What somebody has chosen for himself stays. */
  overview(): void {
    if (this.touched) return;
    this.size = 1;
    this.clamp();
  }

  zoom(by: number, cx = this.wide / 2, cy = this.high / 2): void {
    const before = this.scale;
    this.size = Math.max(1, Math.min(5, this.size * by));
    this.x = cx - ((cx - this.x) * this.scale) / before;
    this.y = cy - ((cy - this.y) * this.scale) / before;
    this.touched = true;
    this.clamp();
  }

  reset(): void {
    this.size = 1;
    this.touched = true;
    this.clamp();
  }

  /** Is a point of the drawing in sight? */
  shows([px, py]: [number, number]): boolean {
    const [x, y] = [this.x + px * this.scale, this.y + py * this.scale];
    return x > 20 && x < this.wide - 20 && y > 20 && y < this.high - 20;
  }

  /** Bring a point of the drawing into sight, if it is not. */
  reveal([px, py]: [number, number]): void {
    const x = this.x + px * this.scale;
    const y = this.y + py * this.scale;
    const edge = Math.min(60, this.wide / 5);
    if (x < edge || x > this.wide - edge) this.x += this.wide / 2 - x;
    if (y < edge || y > this.high - edge) this.y += this.high / 2 - y;
    this.clamp();
  }

  /** Move the drawing by some pixels. */
  push(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.touched = true;
    this.clamp();
  }

  private clamp(): void {
    this.x = inside(this.x, this.wide, this.width() * this.scale);
    this.y = inside(this.y, this.high, this.height() * this.scale);
  }

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const box = (event.currentTarget as Element).getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
  };

  down = (event: PointerEvent): void => {
    if (this.pointers.size === 0) this.moved = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  move = (event: PointerEvent): void => {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    if (!this.moved && Math.hypot(dx, dy) < 6) return;
    this.moved = this.held = true;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.pinch(event, last, other);
    else this.push(dx, dy);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  private pinch(event: PointerEvent, last: { x: number; y: number }, other: { x: number; y: number }): void {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    this.zoom(now / (before || 1), other.x - box.left, other.y - box.top);
  }

  up = (event: PointerEvent): void => {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 0) this.held = false;
  };
}

function inside(offset: number, room: number, length: number): number {
  return length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, offset));
}
