"""Dragging with the mouse or a finger in browser tests."""

from __future__ import annotations

from playwright.sync_api import Page

Spot = tuple[float, float]


class Pointer:
    """A mouse or a finger that presses, moves in steps, and is released."""

    def __init__(self, page: Page, finger: bool) -> None:
        self.page, self.finger = page, finger
        self.line = page.context.new_cdp_session(page) if finger else None

    def _touch(self, kind: str, *spots: Spot) -> None:
        assert self.line
        points = [{"x": x, "y": y} for x, y in spots]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def lift(self, at: Spot) -> None:
        if self.finger:
            self._touch("touchStart", at)
        else:
            self.page.mouse.move(*at)
            self.page.mouse.down()

    def carry(self, start: Spot, end: Spot, steps: int = 6) -> None:
        for k in range(1, steps + 1):
            x, y = (a + (b - a) * k / steps for a, b in zip(start, end, strict=True))
            if self.finger:
                self._touch("touchMove", (x, y))
            else:
                self.page.mouse.move(x, y)

    def drop(self) -> None:
        if self.finger:
            self._touch("touchEnd")
        else:
            self.page.mouse.up()

    def drag(self, start: Spot, end: Spot) -> None:
        self.lift(start)
        self.carry(start, end)
        self.drop()
