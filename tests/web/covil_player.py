"""Automated player of Covil in the browser: finds a legal action on the page and clicks it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from tests.web.smallworld_player import ON_THE_BOARD, READY, STILL, Player

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
ACTIONS = (
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
"""Selectors of possible actions; the first one that is visible is taken."""


class Overlord:
    """Automated player at a Covil table."""

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
        """Click into a zone, below its name."""
        if not self.labels:
            board = self.page.request.get(f"{self.player.base}/api/tables/{self.table}/board").json()
            self.labels = {str(zone["id"]): zone["label"] for zone in board["zones"]}
        x, y = self.labels[name]
        self.player.aim(f"[data-zone='{name}']", [x, y + 32])

    def label(self, name: str) -> tuple[float, float]:
        """Screen coordinates of a point in a zone, below its name."""
        board = self.page.request.get(f"{self.player.base}/api/tables/{self.table}/board").json()
        x, y = next(zone["label"] for zone in board["zones"] if str(zone["id"]) == name)
        point = self.page.evaluate(ON_THE_BOARD, [f"[data-zone='{name}']", [x, y + 32]])
        return point[0], point[1]

    def spot(self, selector: str) -> tuple[float, float]:
        """Screen coordinates of the middle of a piece."""
        point = self.page.evaluate(MIDDLE, selector)
        return point[0], point[1]

    def in_sight(self, zone: Locator) -> bool:
        """Whether the name of a zone is on the screen, with some space around it."""
        size = self.page.viewport_size
        assert size
        x, y = self.label(zone.get_attribute("data-zone") or "")
        return 30 < x < size["width"] - 30 and 90 < y < size["height"] * 0.6

    @property
    def table(self) -> str:
        table_id = self.page.evaluate("location.hash.match(/[A-Za-z0-9_-]{22}/)[0]")
        return str(table_id)

    def first_zone(self) -> str:
        return self.page.locator("[data-zone].open").first.get_attribute("data-zone") or ""

    def piece(self, selector: str) -> None:
        """Click a piece, or press Enter on it where something covers it."""
        x, y, seen = self.page.evaluate(MIDDLE, selector)
        if seen:
            self.player.point(x, y)
        else:
            self.page.locator(selector).first.press("Enter")

    def wait(self) -> bool:
        """Wait for our turn, closing night summaries and curtains; False when the game is over."""
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
        """Decide if it is our turn, or close the night summary; returns whether the game is over."""
        seen, _ = self.first(MORNING, ".result", READY)
        if seen == 0:
            self.nights += 1
            self.click(MORNING)
        elif seen == 2:
            self.decide()
        return seen == 1

    def hire(self) -> None:
        """Start to hire the first affordable card of the pool."""
        self.hired += 1
        self.click(POOL)
        self.click("aside.fixed [data-move^='hire']")

    def decide(self) -> None:
        """Make one decision."""
        ply = self.player.ply()
        self._act()
        self.player.after(ply)

    def _act(self) -> None:
        """The first of the possible actions."""
        what, _ = self.first(*self.actions())
        self.combats += self.page.locator("[data-guide='combat']").count()
        if ACTIONS[what] == ACTOR:
            self.piece(ACTOR)
            self.page.wait_for_selector("[data-troop].chosen")
            what, _ = self.first(*self.actions())
        if ACTIONS[what] == POOL:
            self.hire()
        elif ACTIONS[what] in (AIM, "[data-troop].open"):
            self.piece(ACTIONS[what])
        elif ACTIONS[what] == "[data-zone].open":
            self.zone(self.first_zone())
        else:
            self.page.locator(f"{ACTIONS[what]}:visible").last.click()

    def actions(self) -> list[str]:
        """Selectors to look for; the pool is left out once enough Minions are hired."""
        return [".none" if action == POOL and self.hired >= self.hires else action for action in ACTIONS]

    def play_out(self, most: int = 500) -> None:
        for _ in range(most):
            if not self.wait():
                return
            self.decide()
        raise AssertionError("the game does not end")

    # Keyboard only

    def decide_by_key(self) -> None:
        """Make one decision with the keyboard: Tab to the element, then Enter."""
        player = self.player
        what, ply = self.first(*self.actions())
        if ACTIONS[what] == ACTOR:
            player.tab_to("[data-troop].actor")
            player.press("Enter")
            self.page.wait_for_selector("[data-troop].chosen")
            what, ply = self.first(*self.actions())
        if ACTIONS[what] == "[data-zone].open":
            player.press("n")
        else:
            player.tab_to(ACTIONS[what])
        player.press("Enter")
        if ACTIONS[what] == POOL:
            self.hired += 1
            player.tab_to("aside.fixed [data-move^='hire']")
            player.press("Enter")
        player.after(ply)
