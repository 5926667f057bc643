// The second click of a double-click is never meant for what has come under the pointer meanwhile. A button that appears or comes to
// mean something else under a resting pointer takes no click for a moment; nor does anything else where a click has just changed the
// game. The same goes for a key that is held down. One guard for the whole page: no button has to think of it.

/** Milliseconds. */
export const PATIENCE = 400;
/** How far a hand may slip between two clicks, in pixels. */
const SLIP = 24;
const CONTROLS = "button, a.button, [role='button'], summary, label, [data-region], [data-zone], [data-troop], [data-card]";

interface Click {
  at: number;
  x: number;
  y: number;
  control: Element | null;
  meaning: string;
}

export class Guard {
  private last: Click | null = null;
  /** When a control appeared or changed its meaning. */
  private readonly changed = new WeakMap<Element, number>();
  /** Since when the pointer has been where it is, more or less. */
  private rest = { x: 0, y: 0, since: 0 };

  constructor(
    private readonly now: () => number,
    /** How long to wait; 0 where nobody double-clicks. */
    private readonly patience: () => number,
    /** What the page is about now: another answer means that the game has gone on. */
    private readonly position: () => string,
  ) {}

  moved(x: number, y: number): void {
    if (far(this.rest, x, y)) this.rest = { x, y, since: this.now() };
  }

  /** A control is new, or says something else. */
  renewed(control: Element): void {
    this.changed.set(control, this.now());
  }

  /** May this click pass? */
  admits(target: Element, x: number, y: number): boolean {
    this.moved(x, y);
    const control = target.closest(CONTROLS);
    const click = { at: this.now(), x, y, control, meaning: `${this.position()} ${meaningOf(control)}` };
    const again = this.last !== null && click.at - this.last.at < this.patience() && !far(this.last, x, y);
    if (again && (control !== this.last!.control || click.meaning !== this.last!.meaning)) {
      this.last!.at = click.at; // whoever goes on clicking goes on waiting
      return false;
    }
    if (control && this.isFresh(control)) return false;
    this.last = click;
    return true;
  }

  /** Did it come under a pointer that was already there, a moment ago? */
  private isFresh(control: Element): boolean {
    const since = this.changed.get(control);
    return since !== undefined && this.now() - since < this.patience() && this.rest.since < since;
  }
}

const far = (from: { x: number; y: number }, x: number, y: number): boolean => Math.hypot(x - from.x, y - from.y) > SLIP;

/** What a control says it does; numbers in it may change without a change of meaning. */
function meaningOf(control: Element | null): string {
  const move = control?.getAttribute("data-move");
  return move ?? (control?.textContent ?? "").replace(/\d+/g, "");
}

/** Keep watch over a page. */
export function stand(page: Document, patience: () => number): void {
  const position = (): string => page.querySelector<HTMLElement>(".table")?.dataset.ply ?? "";
  const guard = new Guard(() => performance.now(), patience, position);
  const pointed = (event: PointerEvent): void => guard.moved(event.clientX, event.clientY);
  addEventListener("pointermove", pointed, { capture: true, passive: true });
  addEventListener("pointerdown", pointed, { capture: true, passive: true });
  addEventListener(
    "click",
    (event) => {
      const byPointer = event.isTrusted && event.detail > 0;
      if (byPointer && event.target instanceof Element && !guard.admits(event.target, event.clientX, event.clientY)) swallow(event);
    },
    true,
  );
  addEventListener("keydown", (event) => (event.repeat && patience() > 0 && activates(event) ? swallow(event) : undefined), true);
  new MutationObserver((changes) => notice(changes, guard)).observe(page.body, { subtree: true, childList: true, characterData: true });
}

function activates(event: KeyboardEvent): boolean {
  const typing = event.target instanceof HTMLElement && (event.target.isContentEditable || event.target.matches("input, textarea, select"));
  return (event.key === "Enter" || event.key === " ") && !typing;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function notice(changes: MutationRecord[], guard: Guard): void {
  for (const { type, target, addedNodes } of changes) {
    const around = (target instanceof Element ? target : target.parentElement)?.closest("button");
    if (around && (type === "characterData" || addedNodes.length > 0)) guard.renewed(around);
    for (const node of addedNodes) {
      if (!(node instanceof HTMLElement)) continue;
      if (node.matches("button, a.button")) guard.renewed(node);
      else for (const button of node.querySelectorAll("button, a.button")) guard.renewed(button);
    }
  }
}
