"""Automated player of Small World in the browser: finds a legal action on the page and clicks it."""

from __future__ import annotations

import json
import os
import zlib
from typing import Any

from playwright.sync_api import Page, expect

STILL = """async (look) => {
  for (let last = null; ; await new Promise(requestAnimationFrame)) {
    const now = look();
    if (last && Math.abs(now[0] - last[0]) + Math.abs(now[1] - last[1]) < 1) return now;
    last = now;
  }
}"""
"""Calls a function in every frame until two results agree: a board that still moves is not clicked."""

ON_THE_BOARD = f"""([selector, place]) => ({STILL})(() => {{
  const path = document.querySelector(selector);
  const at = new DOMPoint(...place).matrixTransform(path.getScreenCTM());
  return [at.x, at.y, document.elementFromPoint(at.x, at.y) === path];
}})"""
"""Screen coordinates of a point of the drawing, and whether a click there would hit this path."""

AFTER = """ply => {
  const table = document.querySelector('.table')?.dataset;
  return !!table && Number(table.ply) !== ply && table.busy === "false";
}"""
READY = '.table[data-mine="true"][data-busy="false"]'
TOUCHED = f"ply => document.querySelector('aside.fixed, .result') || {AFTER.replace('ply =>', '(ply =>', 1)})(ply)"
"""After a click: a card asks for a choice, or the move is made."""

FIRST = """selectors => {
  const seen = (piece) => piece.checkVisibility();
  const table = document.querySelector('.table')?.dataset;
  return [selectors.findIndex((one) => [...document.querySelectorAll(one)].some(seen)), Number(table?.ply ?? 0)];
}"""
"""Index of the first selector that is visible, and the ply, read in one call."""

FOCUS = """selector => {
  const at = document.activeElement;
  if (at?.matches(selector)) return 0;
  const open = (piece) => piece.checkVisibility() && piece.tabIndex >= 0;
  const wanted = [...document.querySelectorAll(selector)].find(open);
  if (!wanted) return null;
  return at && at !== document.body && at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? -1 : 1;
}"""
"""0 if the element is focused, -1 or 1 if it is before or after the focus, null if it cannot be focused."""

JSON = {"content-type": "application/json"}
BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}


def seed_of_the_test() -> int:
    """A seed derived from the name of the running test, so that failures can be reproduced."""
    name = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    return zlib.crc32(name.encode()) % 10_000


class Player:
    """Browser of one visitor, with the actions of an automated player of Small World."""

    def __init__(self, page: Page, base: str, *, phone: bool = False) -> None:
        self.page, self.base, self.phone = page, base, phone
        self.anchors: dict[str, list[float]] = {}
        self.passed: list[str] = []
        self.made = 0

    def goto(self, path: str = "") -> None:
        self.page.goto(f"{self.base}/#/{path}")

    def create(
        self, seats: list[dict[str, Any]], game: str = "smallworld", seed: int | None = None, **options: Any
    ) -> str:
        self.made += 1
        chosen = seed_of_the_test() + self.made if seed is None else seed
        body = {"game": game, "options": options, "seats": seats, "name": "Ann", "seed": chosen}
        answer = self.page.request.post(f"{self.base}/api/tables", data=json.dumps(body), headers=JSON)
        assert answer.ok, answer.text()
        return str(answer.json()["table"])

    def open(self, table: str) -> None:
        self.goto(f"t/{table}")
        self.page.wait_for_selector(".table", state="attached")

    @property
    def table(self) -> str:
        return self.page.evaluate("location.hash.split('/')[2].split('?')[0]")  # type: ignore[no-any-return]

    # Reading the page

    def first(self, *selectors: str) -> tuple[int, int]:
        """Index of the first selector that is visible (-1 for none), and the ply."""
        index, ply = self.page.evaluate(FIRST, list(selectors))
        return int(index), int(ply)

    def soon(self, *selectors: str) -> tuple[int, int]:
        """Like `first`, once one of them is visible."""
        for _ in range(100):
            index, ply = self.first(*selectors)
            if index >= 0:
                return index, ply
            self.page.wait_for_timeout(100)
        raise AssertionError(f"none of {selectors} in\n{self.page.locator('body').inner_text()}")

    def sees(self, selector: str) -> bool:
        return self.first(selector)[0] == 0

    def ply(self) -> int:
        return int(self.page.locator(".table").get_attribute("data-ply") or 0)

    def wait(self) -> bool:
        """Wait for our turn, opening the curtain if there is one; False when the game is over."""
        self.page.wait_for_selector(f"{READY}, .result")
        seen, _ = self.first(".curtain", ".result")
        if seen == 0:
            self.passed.append(self.page.locator(".curtain h1").inner_text())
            self.page.locator(".curtain button").click()
        return seen != 1

    def after(self, ply: int) -> None:
        self.page.wait_for_function(AFTER, arg=ply)

    def coins(self) -> str:
        return self.page.locator("article.me .coins").first.inner_text()

    # Actions

    def point(self, x: float, y: float) -> None:
        """Click or tap at screen coordinates."""
        if self.phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def aim(self, selector: str, place: list[float]) -> None:
        """Click a point of the board, or press Enter on the element where something covers it."""
        self.page.wait_for_selector(selector, state="attached")
        x, y, seen = self.page.evaluate(ON_THE_BOARD, [selector, place])
        if seen:
            self.point(x, y)
        else:
            self.page.locator(selector).press("Enter")

    def touch(self, region: str) -> None:
        """Click the middle of a region."""
        if not self.anchors:
            board = self.page.request.get(f"{self.base}/api/tables/{self.table}/board").json()
            self.anchors = {str(one["id"]): one["anchor"] for one in board["regions"]}
        self.aim(f"[data-region='{region}']", self.anchors[region])

    def decide(self, conquests: bool = True) -> None:
        """Make one decision: the first combo, an even redeployment, the first open region, or the last button."""
        ply = self.ply()
        self._act(conquests)
        self.after(ply)

    def _act(self, conquests: bool) -> None:
        page, target = self.page, ".region.open, .region.place" if conquests else ".none"
        what, ply = self.soon(".take:not([disabled])", "[data-do='place']", target, ".buttons button")
        if what == 0:
            page.locator(".take:not([disabled])").first.click()
        elif what == 1:
            page.get_by_role("button", name="Spread evenly").click()
            page.locator("[data-do='place']").click()
        elif what == 2:
            self.touch(page.locator(target).first.get_attribute("data-region") or "")
            page.wait_for_function(TOUCHED, arg=ply)
            if self.sees("aside.fixed .option button"):
                page.locator("aside.fixed .option button").first.click()
        else:
            page.locator(".buttons button").last.click()

    def play_out(self, most: int = 600) -> None:
        """Play to the end of the game."""
        for _ in range(most):
            if not self.wait():
                return
            self.decide()
        raise AssertionError("the game does not end")

    def step(self) -> bool:
        """Decide if it is our turn; returns whether the game is over."""
        seen, _ = self.first(READY, ".result")
        if seen == 0:
            self.decide()
        return seen == 1

    def winner(self) -> str:
        expect(self.page.locator(".result")).to_be_visible()
        return self.page.locator(".result h2").inner_text()

    # Keyboard only

    def tab_to(self, selector: str, most: int = 150) -> None:
        """Press Tab or Shift+Tab until the element is focused."""
        for _ in range(most):
            side = self.page.evaluate(FOCUS, selector)
            assert side is not None, f"there is no {selector} that a keyboard could reach"
            if side == 0:
                return
            self.page.keyboard.press("Tab" if side > 0 else "Shift+Tab")
        raise AssertionError(f"{selector} is not reached with {most} tabs")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


def take_turns(*players: Any, most: int = 1500) -> None:
    """Let several browsers play at one table until all of them show the end of the game."""
    for _ in range(most):
        ends = [player.step() for player in players]
        if all(ends):
            return
        players[0].page.wait_for_timeout(20)
    raise AssertionError("the game does not end")
