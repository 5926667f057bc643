// Drag and drop with mouse, pen or finger. A short press is still a click; Escape, a second finger or a lost pointer cancels the drag.

/** Pixels that a pointer moves before a press becomes a drag. */
export const MIN_DISTANCE = 6;
/** Milliseconds of a long press, which starts a drag in something that can also be scrolled. */
export const LONG_PRESS = 280;

export interface DragHandlers<T> {
  /** The drop target at a point of the screen, null where there is none. */
  targetAt(x: number, y: number): string | null;
  drop(item: T, over: string | null): void;
  /** The pointer has moved during a drag. */
  moved?(x: number, y: number): void;
}

export class Drag<T> {
  item = $state.raw<T | null>(null);
  over = $state<string | null>(null);
  /** Whether it is a finger, which hides what is below it. */
  touch = $state(false);
  x = $state(0);
  y = $state(0);

  #pressed: { item: T; pointer: number; x: number; y: number } | null = null;
  #ended = 0;
  #holding = 0;

  constructor(private readonly handlers: DragHandlers<T>) {}

  /** Whether a drag has just ended, so that the click event that follows is to be ignored. */
  get justDropped(): boolean {
    return performance.now() - this.#ended < 120;
  }

  /** Handler of `onpointerdown` on a draggable element. With `longPress` a finger that moves at once scrolls instead. */
  start(event: PointerEvent, item: T, longPress = false): void {
    if (this.#pressed) {
      this.end();
      return;
    }
    if (event.button !== 0) return;
    event.stopPropagation();
    this.touch = event.pointerType === "touch";
    this.#pressed = { item, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    addEventListener("pointermove", this.#move);
    addEventListener("pointerup", this.#up);
    addEventListener("pointercancel", this.end);
    addEventListener("pointerdown", this.#secondPointer, true);
    addEventListener("keydown", this.#key, true);
    addEventListener("blur", this.end);
    if (!longPress || !this.touch) return;
    addEventListener("touchmove", this.#preventScroll, { passive: false });
    this.#holding = setTimeout(this.#pickUp, LONG_PRESS) as unknown as number;
  }

  #pickUp = (): void => {
    this.#holding = 0;
    if (!this.#pressed) return;
    [this.item, this.x, this.y] = [this.#pressed.item, this.#pressed.x, this.#pressed.y];
    navigator.vibrate?.(12);
  };

  /** Block scrolling during a drag. */
  #preventScroll = (event: TouchEvent): void => {
    if (this.item !== null && event.cancelable) event.preventDefault();
  };

  #move = (event: PointerEvent): void => {
    if (!this.#pressed || event.pointerId !== this.#pressed.pointer) return;
    if (this.item === null) {
      if (Math.hypot(event.clientX - this.#pressed.x, event.clientY - this.#pressed.y) < MIN_DISTANCE) return;
      if (this.#holding) return this.end();
      this.item = this.#pressed.item;
      getSelection()?.removeAllRanges();
    }
    event.preventDefault();
    [this.x, this.y] = [event.clientX, event.clientY];
    this.updateTarget();
    this.handlers.moved?.(this.x, this.y);
  };

  /** Find the drop target under the pointer again, also after the map has scrolled. */
  updateTarget(): void {
    this.over = this.handlers.targetAt(this.x, this.y);
  }

  #up = (event: PointerEvent): void => {
    if (!this.#pressed || event.pointerId !== this.#pressed.pointer) return;
    const [item, over] = [this.item, this.over];
    this.end();
    if (item !== null) this.handlers.drop(item, over);
  };

  #secondPointer = (event: PointerEvent): void => {
    if (this.#pressed && event.pointerId !== this.#pressed.pointer) this.end();
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || this.item === null) return;
    event.stopPropagation();
    event.preventDefault();
    this.end();
  };

  /** End or cancel the drag. */
  end = (): void => {
    if (this.item !== null) this.#ended = performance.now();
    this.item = this.#pressed = this.over = null;
    clearTimeout(this.#holding);
    this.#holding = 0;
    removeEventListener("touchmove", this.#preventScroll);
    removeEventListener("pointermove", this.#move);
    removeEventListener("pointerup", this.#up);
    removeEventListener("pointercancel", this.end);
    removeEventListener("pointerdown", this.#secondPointer, true);
    removeEventListener("keydown", this.#key, true);
    removeEventListener("blur", this.end);
  };
}

/** The value of `data-over` of the element at a point of the screen. */
export function dropTargetAt(x: number, y: number): string | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement | SVGElement>("[data-over]")?.dataset.over ?? null;
}
