"""Somebody who plays Covil through the page: clicks where a person would click."""

from __future__ import annotations

from tests.web.player import Player

LABEL = """([id, label]) => {
  const path = document.querySelector(`[data-zone="${id}"]`);
  const at = new DOMPoint(label[0], label[1]).matrixTransform(path.getScreenCTM());
  return [at.x, at.y, document.elementFromPoint(at.x, at.y) === path];
}"""
OURS = '.table[data-mine="true"]'


class Overlord:
    """A player at a Covil table."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        self.labels: dict[str, list[float]] = {}
        self.nights = self.combats = self.hires = 0

    def sit(self, *seats: dict[str, str], **options: object) -> None:
        self.player.open(self.player.create([*seats], game="covil", **options))
        self.page.wait_for_selector("[data-zone]", state="attached")

    def has(self, selector: str) -> bool:
        return self.page.locator(f"{selector}:visible").count() > 0

    def click(self, selector: str) -> None:
        self.page.locator(f"{selector}:visible").first.click()

    def ask(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    def zone(self, name: str) -> None:
        """Click into a zone, under its name; with the keyboard where it is out of sight."""
        if not self.labels:
            board = self.page.request.get(f"{self.player.base}/api/tables/{self.table}/board").json()
            self.labels = {str(zone["id"]): zone["label"] for zone in board["zones"]}
        x, y = self.labels[name]
        left, top, seen = self.page.evaluate(LABEL, [name, [x, y + 32]])
        if seen:
            self.page.mouse.click(left, top)
        else:
            self.page.locator(f"[data-zone='{name}']").press("Enter")

    @property
    def table(self) -> str:
        found = self.page.evaluate("location.hash.match(/[A-Za-z0-9_-]{22}/)[0]")
        return str(found)

    def first_zone(self) -> str:
        return self.page.locator("[data-zone].open").first.get_attribute("data-zone") or ""

    def piece(self, selector: str) -> None:
        """Click on a piece; with the keyboard where something lies over it."""
        found = self.page.locator(selector).first
        box = found.bounding_box()
        assert box
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if found.evaluate("(piece, at) => piece.contains(document.elementFromPoint(...at))", list(at)):
            self.page.mouse.click(*at)
        else:
            found.press("Enter")

    def wait(self) -> bool:
        """Until it is ours to decide; no when the game is over. Nights are read on the way."""
        while True:
            self.page.wait_for_selector(f"{OURS}, .result, [data-do='morning']")
            if self.page.locator("[data-do='morning']").count() == 0:
                return self.page.locator(".result").count() == 0
            self.nights += 1
            self.click("[data-do='morning']")

    def hire(self) -> None:
        """Take the first card of the pool that can be had, for a Minion and gold."""
        self.hires += 1
        self.click("[data-where='pool'].open")
        self.click("aside.fixed [data-move^='hire']")

    def decide(self) -> None:
        """One decision, in the order in which a keen overlord thinks."""
        ply = self.player.ply()
        self.combats += self.page.locator("[data-guide='combat']").count()
        if not self._pays() and not self._strikes():
            self.page.locator(".buttons button[data-move]").last.click()
        self.player.after(ply)

    def _pays(self) -> bool:
        if self.has("[data-do='pay']"):
            self.click("[data-do='pay']")
        elif self.has("[data-move='done']"):
            self.click("[data-move='done']")
        elif self.has("[data-where='hall'].open:not(.quiet)"):
            self.click("[data-where='hall'].open:not(.quiet)")
        elif self.hires < 2 and self.has("[data-where='pool'].open"):
            self.hire()
        else:
            return False
        return True

    def _strikes(self) -> bool:
        if self.page.locator("[data-troop].actor").count() and not self.page.locator("[data-troop].chosen").count():
            self.piece("[data-troop].actor")
            self.page.wait_for_selector("[data-troop].chosen")
        if self.page.locator("[data-troop].aim, [data-fortress].aim").count():
            self.piece("[data-troop].aim, [data-fortress].aim")
        elif self.page.locator("[data-troop].open").count():
            self.piece("[data-troop].open")
        elif self.page.locator("[data-zone].open").count():
            self.zone(self.first_zone())
        else:
            return False
        return True

    def play_out(self, most: int = 500) -> None:
        for _ in range(most):
            if not self.wait():
                return
            self.decide()
        raise AssertionError("the game does not end")
