"""Somebody who plays Covil through the page: clicks where a person would click."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from tests.web.player import ON_THE_BOARD, READY, STILL, Player

MIDDLE = f"""selector => ({STILL})(() => {{
  const piece = document.querySelector(selector), box = piece.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return [x, y, piece.contains(document.elementFromPoint(x, y))];
}})"""
MORNING = "[data-do='morning']"
HALL = "[data-where='hall'].open:not(.quiet)"
POOL = "[data-where='pool'].open"
ACTOR = ".table:not(:has([data-troop].chosen)) [data-troop].actor"
AIM = "[data-troop].aim, [data-fortress].aim"
BUTTON = ".buttons button[data-move]"
WAYS = (
    "[data-do='pay']",
    "[data-move='done']",
    HALL,
    POOL,
    ACTOR,
    AIM,
    "[data-troop].open",
    "[data-zone].open",
    BUTTON,
)
"""What a keen overlord looks for, in this order."""


class Overlord:
    """A player at a Covil table."""

    def __init__(self, player: Player, hires: int = 2) -> None:
        self.player, self.page = player, player.page
        self.labels: dict[str, list[float]] = {}
        self.nights = self.combats = self.hired = 0
        self.hires = hires
        self.first = player.first

    def sit(self, *seats: dict[str, str], **options: Any) -> None:
        self.player.open(self.player.create([*seats], game="covil", **options))
        self.page.wait_for_selector("[data-zone]", state="attached")

    def click(self, selector: str) -> None:
        self.page.locator(f"{selector}:visible").first.click()

    def zone(self, name: str) -> None:
        """Point into a zone, under its name."""
        if not self.labels:
            board = self.page.request.get(f"{self.player.base}/api/tables/{self.table}/board").json()
            self.labels = {str(zone["id"]): zone["label"] for zone in board["zones"]}
        x, y = self.labels[name]
        self.player.aim(f"[data-zone='{name}']", [x, y + 32])

    def label(self, name: str) -> tuple[float, float]:
        """Where a zone is on the screen, under its name."""
        board = self.page.request.get(f"{self.player.base}/api/tables/{self.table}/board").json()
        x, y = next(zone["label"] for zone in board["zones"] if str(zone["id"]) == name)
        found = self.page.evaluate(ON_THE_BOARD, [f"[data-zone='{name}']", [x, y + 32]])
        return found[0], found[1]

    def spot(self, selector: str) -> tuple[float, float]:
        """The middle of a piece on the screen."""
        found = self.page.evaluate(MIDDLE, selector)
        return found[0], found[1]

    def in_sight(self, zone: Locator) -> bool:
        """Is a zone's name on the screen, with room around it?"""
        size = self.page.viewport_size
        assert size
        x, y = self.label(zone.get_attribute("data-zone") or "")
        return 30 < x < size["width"] - 30 and 90 < y < size["height"] * 0.6

    @property
    def table(self) -> str:
        found = self.page.evaluate("location.hash.match(/[A-Za-z0-9_-]{22}/)[0]")
        return str(found)

    def first_zone(self) -> str:
        return self.page.locator("[data-zone].open").first.get_attribute("data-zone") or ""

    def piece(self, selector: str) -> None:
        """Point at a piece; with the keyboard where something lies over it."""
        x, y, seen = self.page.evaluate(MIDDLE, selector)
        if seen:
            self.player.point(x, y)
        else:
            self.page.locator(selector).first.press("Enter")

    def wait(self) -> bool:
        """Until it is ours to decide; no when the game is over. Nights are read on the way, curtains drawn back."""
        while True:
            self.page.wait_for_selector(f"{READY}, .result, {MORNING}")
            seen, _ = self.first(".curtain", MORNING, ".result", READY)
            if seen >= 2:
                return seen == 3
            self.nights += seen
            if seen == 0:
                self.player.passed.append(self.page.locator(".curtain h1").inner_text())
            self.click(".curtain button" if seen == 0 else MORNING)

    def step(self) -> bool:
        """Decide, if one is asked, or leave the night. Is the end to be seen?"""
        seen, _ = self.first(MORNING, ".result", READY)
        if seen == 0:
            self.nights += 1
            self.click(MORNING)
        elif seen == 2:
            self.decide()
        return seen == 1

    def hire(self) -> None:
        """Take the first card of the pool that can be had, for a Minion and gold."""
        self.hired += 1
        self.click(POOL)
        self.click("aside.fixed [data-move^='hire']")

    def decide(self) -> None:
        """One decision, in the order in which a keen overlord thinks."""
        what, ply = self.first(*self.ways())
        self.combats += self.page.locator("[data-guide='combat']").count()
        if WAYS[what] == ACTOR:
            self.piece(ACTOR)
            self.page.wait_for_selector("[data-troop].chosen")
            what, ply = self.first(*self.ways())
        if WAYS[what] == POOL:
            self.hire()
        elif WAYS[what] in (AIM, "[data-troop].open"):
            self.piece(WAYS[what])
        elif WAYS[what] == "[data-zone].open":
            self.zone(self.first_zone())
        else:
            self.page.locator(f"{WAYS[what]}:visible").last.click()
        self.player.after(ply)

    def ways(self) -> list[str]:
        """What is looked for; no more cards of the pool than were meant to be hired."""
        return [".none" if way == POOL and self.hired >= self.hires else way for way in WAYS]

    def play_out(self, most: int = 500) -> None:
        for _ in range(most):
            if not self.wait():
                return
            self.decide()
        raise AssertionError("the game does not end")

    # With nothing but the keyboard

    def decide_by_key(self) -> None:
        """One decision without a mouse: Tab to what is wanted, Enter."""
        player = self.player
        what, ply = self.first(*self.ways())
        if WAYS[what] == ACTOR:
            player.tab_to("[data-troop].actor")
            player.press("Enter")
            self.page.wait_for_selector("[data-troop].chosen")
            what, ply = self.first(*self.ways())
        if WAYS[what] == "[data-zone].open":
            player.press("n")
        else:
            player.tab_to(WAYS[what])
        player.press("Enter")
        if WAYS[what] == POOL:
            self.hired += 1
            player.tab_to("aside.fixed [data-move^='hire']")
            player.press("Enter")
        player.after(ply)
