// Something taken up with mouse, pen or finger and put down elsewhere. A short press is still a click; Escape, a second
// finger or a lost pointer puts everything back.

export const SLACK = 6;
/** How long a finger rests on something that could also be scrolled before it is taken up. */
export const HOLD = 280;

export interface Carry<T> {
  /** What is under the pointer? `null` beside everything. */
  under(x: number, y: number): string | null;
  drop(what: T, over: string | null): void;
  /** The pointer has moved: time to push the map along. */
  moved?(x: number, y: number): void;
}

export class Drag<T> {
  what = $state.raw<T | null>(null);
  over = $state<string | null>(null);
  /** A finger hides what is under it. */
  finger = $state(false);
  x = $state(0);
  y = $state(0);

  private pressed: { what: T; pointer: number; x: number; y: number } | null = null;
  private ended = 0;
  private holding = 0;

  constructor(private readonly carry: Carry<T>) {}

  /** A click that ends a drag is no click. */
  get justDropped(): boolean {
    return performance.now() - this.ended < 120;
  }

  /** For `onpointerdown` of whatever can be taken up. What lies in a list is `held` first: a finger that moves at once scrolls. */
  take(event: PointerEvent, what: T, held = false): void {
    if (this.pressed) {
      this.end();
      return;
    }
    if (event.button !== 0) return;
    event.stopPropagation();
    this.finger = event.pointerType === "touch";
    this.pressed = { what, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    addEventListener("pointermove", this.move);
    addEventListener("pointerup", this.up);
    addEventListener("pointercancel", this.end);
    addEventListener("pointerdown", this.second, true);
    addEventListener("keydown", this.key, true);
    addEventListener("blur", this.end);
    if (!held || !this.finger) return;
    addEventListener("touchmove", this.still, { passive: false });
    this.holding = setTimeout(this.lift, HOLD) as unknown as number;
  }

  private lift = (): void => {
    this.holding = 0;
    if (!this.pressed) return;
    [this.what, this.x, this.y] = [this.pressed.what, this.pressed.x, this.pressed.y];
    navigator.vibrate?.(12);
  };

  /** Nothing scrolls under what is carried. */
  private still = (event: TouchEvent): void => {
    if (this.what !== null && event.cancelable) event.preventDefault();
  };

  private move = (event: PointerEvent): void => {
    if (!this.pressed || event.pointerId !== this.pressed.pointer) return;
    if (this.what === null) {
      if (Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) < SLACK) return;
      if (this.holding) return this.end();
      this.what = this.pressed.what;
      getSelection()?.removeAllRanges();
    }
    event.preventDefault();
    [this.x, this.y] = [event.clientX, event.clientY];
    this.look();
    this.carry.moved?.(this.x, this.y);
  };

  /** What is under the pointer now? Also to be asked when the ground has moved. */
  look(): void {
    this.over = this.carry.under(this.x, this.y);
  }

  private up = (event: PointerEvent): void => {
    if (!this.pressed || event.pointerId !== this.pressed.pointer) return;
    const [what, over] = [this.what, this.over];
    this.end();
    if (what !== null) this.carry.drop(what, over);
  };

  private second = (event: PointerEvent): void => {
    if (this.pressed && event.pointerId !== this.pressed.pointer) this.end();
  };

  private key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || this.what === null) return;
    event.stopPropagation();
    event.preventDefault();
    this.end();
  };

  /** Put it back. */
  end = (): void => {
    if (this.what !== null) this.ended = performance.now();
    this.what = this.pressed = this.over = null;
    clearTimeout(this.holding);
    this.holding = 0;
    removeEventListener("touchmove", this.still);
    removeEventListener("pointermove", this.move);
    removeEventListener("pointerup", this.up);
    removeEventListener("pointercancel", this.end);
    removeEventListener("pointerdown", this.second, true);
    removeEventListener("keydown", this.key, true);
    removeEventListener("blur", this.end);
  };
}

/** What carries `data-over` at a point of the screen. */
export function marked(x: number, y: number): string | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement | SVGElement>("[data-over]")?.dataset.over ?? null;
}
