// Double-click protection for the whole page: ignores the second click of a double-click when the control under the pointer has
// appeared, changed its action, or the game has moved on since the first click. A key that is held down counts as repeated clicks.

/** Milliseconds for which such a click is ignored. */
export const GUARD_TIME = 400;
/** Pixels that the pointer may move between two clicks of a double-click. */
const MAX_MOVE = 24;
const CONTROLS = "button, a.button, [role='button'], summary, label, [data-region], [data-zone], [data-troop], [data-card]";

interface Click {
  at: number;
  x: number;
  y: number;
  control: Element | null;
  action: string;
}

export class ClickGuard {
  #last: Click | null = null;
  /** Time at which a control appeared or changed its action. */
  readonly #changed = new WeakMap<Element, number>();
  /** Where the pointer rests, and since when. */
  #rest = { x: 0, y: 0, since: 0 };

  constructor(
    private readonly now: () => number,
    /** Milliseconds for which clicks are ignored; 0 switches the guard off. */
    private readonly guardTime: () => number,
    /** The position shown on the page: another value means that the game has moved on. */
    private readonly position: () => string,
  ) {}

  pointerMoved(x: number, y: number): void {
    if (far(this.#rest, x, y)) this.#rest = { x, y, since: this.now() };
  }

  /** Record that a control is new or has another text. */
  markChanged(control: Element): void {
    this.#changed.set(control, this.now());
  }

  /** Whether a click is to be handled. */
  allows(target: Element, x: number, y: number): boolean {
    this.pointerMoved(x, y);
    const control = target.closest(CONTROLS);
    const click = { at: this.now(), x, y, control, action: `${this.position()} ${actionOf(control)}` };
    const again = this.#last !== null && click.at - this.#last.at < this.guardTime() && !far(this.#last, x, y);
    if (again && (control !== this.#last!.control || click.action !== this.#last!.action)) {
      this.#last!.at = click.at; // every further click starts the wait again
      return false;
    }
    if (control && this.#hasJustChanged(control)) return false;
    this.#last = click;
    return true;
  }

  /** Whether the control has just appeared or changed under a pointer that was already there. */
  #hasJustChanged(control: Element): boolean {
    const since = this.#changed.get(control);
    return since !== undefined && this.now() - since < this.guardTime() && this.#rest.since < since;
  }
}

const far = (from: { x: number; y: number }, x: number, y: number): boolean => Math.hypot(x - from.x, y - from.y) > MAX_MOVE;

/** The move of a control, else its text without numbers, which may change without a change of action. */
function actionOf(control: Element | null): string {
  const move = control?.getAttribute("data-move");
  return move ?? (control?.textContent ?? "").replace(/\d+/g, "");
}

/** Install the guard on a page. */
export function guardClicks(page: Document, guardTime: () => number): void {
  const position = (): string => page.querySelector<HTMLElement>(".table")?.dataset.ply ?? "";
  const guard = new ClickGuard(() => performance.now(), guardTime, position);
  const pointed = (event: PointerEvent): void => guard.pointerMoved(event.clientX, event.clientY);
  addEventListener("pointermove", pointed, { capture: true, passive: true });
  addEventListener("pointerdown", pointed, { capture: true, passive: true });
  addEventListener(
    "click",
    (event) => {
      const byPointer = event.isTrusted && event.detail > 0;
      if (byPointer && event.target instanceof Element && !guard.allows(event.target, event.clientX, event.clientY)) cancelEvent(event);
    },
    true,
  );
  addEventListener("keydown", (event) => (event.repeat && guardTime() > 0 && activates(event) ? cancelEvent(event) : undefined), true);
  new MutationObserver((changes) => recordChanges(changes, guard)).observe(page.body, { subtree: true, childList: true, characterData: true });
}

function activates(event: KeyboardEvent): boolean {
  const typing = event.target instanceof HTMLElement && (event.target.isContentEditable || event.target.matches("input, textarea, select"));
  return (event.key === "Enter" || event.key === " ") && !typing;
}

function cancelEvent(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function recordChanges(changes: MutationRecord[], guard: ClickGuard): void {
  for (const { type, target, addedNodes } of changes) {
    const around = (target instanceof Element ? target : target.parentElement)?.closest("button");
    if (around && (type === "characterData" || addedNodes.length > 0)) guard.markChanged(around);
    for (const node of addedNodes) {
      if (!(node instanceof HTMLElement)) continue;
      if (node.matches("button, a.button")) guard.markChanged(node);
      else for (const button of node.querySelectorAll("button, a.button")) guard.markChanged(button);
    }
  }
}
