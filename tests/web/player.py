"""Somebody who plays through the page: clicks where a person would click, and looks before going on."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

ANCHOR = """([id, anchor]) => {
  const path = document.querySelector(`[data-region="${id}"]`);
  const at = new DOMPoint(anchor[0], anchor[1]).matrixTransform(path.getScreenCTM());
  return [at.x, at.y, document.elementFromPoint(at.x, at.y) === path];
}"""

AFTER = """ply => {
  const table = document.querySelector('.table')?.dataset;
  return !!table && Number(table.ply) !== ply && table.busy === "false";
}"""
READY = '.table[data-mine="true"][data-busy="false"]'


class Player:
    """One visitor's browser."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.anchors: dict[str, list[float]] = {}

    def goto(self, path: str = "") -> None:
        self.page.goto(f"{self.base}/#/{path}")

    def create(self, seats: list[dict[str, Any]], game: str = "smallworld", **options: Any) -> str:
        body = {"game": game, "options": options, "seats": seats, "name": "Ann"}
        answer = self.page.request.post(f"{self.base}/api/tables", data=json.dumps(body), headers=JSON)
        assert answer.ok, answer.text()
        return str(answer.json()["table"])

    def open(self, table: str) -> None:
        self.goto(f"t/{table}")
        self.page.wait_for_selector(".table", state="attached")

    @property
    def table(self) -> str:
        return self.page.evaluate("location.hash.split('/')[2].split('?')[0]")  # type: ignore[no-any-return]

    # What is on the screen

    def ply(self) -> int:
        return int(self.page.locator(".table").get_attribute("data-ply") or 0)

    def wait(self) -> bool:
        """Until it is ours to decide; no when the game is over."""
        self.page.wait_for_selector(f"{READY}, .result")
        return self.page.locator(".result").count() == 0

    def after(self, ply: int) -> None:
        self.page.wait_for_function(AFTER, arg=ply)

    def coins(self) -> str:
        return self.page.locator("article.me .coins").first.inner_text()

    # What a player does

    def touch(self, region: str) -> None:
        """Click into the middle of a region, with the mouse; with the keyboard where it is out of sight."""
        if not self.anchors:
            board = self.page.request.get(f"{self.base}/api/tables/{self.table}/board").json()
            self.anchors = {str(one["id"]): one["anchor"] for one in board["regions"]}
        x, y, seen = self.page.evaluate(ANCHOR, [region, self.anchors[region]])
        if seen:
            self.page.mouse.click(x, y)
        else:
            self.page.locator(f"[data-region='{region}']").press("Enter")

    def decide(self, conquests: bool = True) -> None:
        """One decision: the first combo, the cheapest way on, an even spread, or the last button."""
        page, ply = self.page, self.ply()
        take = page.locator(".take:not([disabled])")
        place = page.locator("[data-do='place']")
        target = page.locator(".region.open, .region.place")
        if take.count() > 0:
            take.first.click()
        elif place.count() > 0:
            page.get_by_role("button", name="Spread evenly").click()
            place.click()
        elif conquests and target.count() > 0:
            self.touch(target.first.get_attribute("data-region") or "")
            if page.locator("aside.fixed .option button").count() > 0:
                page.locator("aside.fixed .option button").first.click()
        else:
            page.locator(".buttons button").last.click()
        self.after(ply)

    def play_out(self, most: int = 600) -> None:
        """To the end of the game; every other turn some conquests, so that all phases come up."""
        for _ in range(most):
            if not self.wait():
                return
            self.decide()
        raise AssertionError("the game does not end")

    def winner(self) -> str:
        expect(self.page.locator(".result")).to_be_visible()
        return self.page.locator(".result h2").inner_text()


JSON = {"content-type": "application/json"}
