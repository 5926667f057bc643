"""Dragging tokens and pieces over the map by mouse and finger."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import expect

from hordes.engine.games import load
from hordes.engine.match import Match
from tests.web.conftest import People
from tests.web.pointer import Pointer, Spot
from tests.web.smallworld_player import ON_THE_BOARD, Player

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
PLAIN = ("alchemist", "forest", "hill", "merchant", "swamp", "wealthy")
"""Powers that change nothing about conquests."""


class Table:
    """A table at which the player conquers or redeploys, and screen coordinates of its elements."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page

    def conquer(self, seed: int | None = None) -> None:
        """Start a game and take the first combo: one with many tokens, unless a seed is given."""
        chosen = strong_seed() if seed is None else seed
        self.player.open(self.player.create([ME, BOT], seed=chosen, players=2))
        self.player.wait()
        self.player.decide()
        self.player.wait()
        self.page.wait_for_selector("[data-hand]")

    def redeploy(self, seed: int | None = None) -> None:
        """Conquer two regions and go on to the redeployment."""
        self.conquer(seed)
        for _ in range(2):
            self.player.decide()
            self.player.wait()
        ply = self.player.ply()
        self.page.locator("[data-move='stop']").click()
        self.player.after(ply)
        self.page.wait_for_selector("[data-do='place']")

    def hand(self) -> int:
        return int(self.page.locator("[data-hand] b").inner_text())

    def hand_spot(self) -> Spot:
        box = self.page.locator("[data-hand]").bounding_box()
        assert box
        return box["x"] + 18, box["y"] + box["height"] / 2

    def spot(self, region: str) -> Spot:
        board = self.page.request.get(f"{self.player.base}/api/tables/{self.player.table}/board").json()
        anchor = next(one["anchor"] for one in board["regions"] if str(one["id"]) == region)
        x, y, _ = self.page.evaluate(ON_THE_BOARD, [f"[data-region='{region}']", anchor])
        return x, y

    def carry(self, pointer: Pointer, start: Spot, region: str) -> None:
        """Carry what is held onto a region; the map scrolls while the pointer is held at its edge."""
        size, here = self.page.viewport_size, start
        assert size
        for step in range(100):
            x, y = self.spot(region)
            there = min(max(x, 8.0), size["width"] - 8.0), y
            pointer.carry(here, there, steps=2 if step else 6)
            here = there
            classes = self.page.locator(f"[data-region='{region}']").get_attribute("class") or ""
            if "over" in classes.split() and there == (x, y):
                return
        raise AssertionError(f"region {region} was never below the pointer")

    def drag(self, pointer: Pointer, start: Spot, region: str) -> None:
        """Drag from a spot onto a region."""
        pointer.lift(start)
        self.carry(pointer, start, region)
        pointer.drop()

    def regions(self, kind: str) -> list[str]:
        """Ids of the outlined regions, those on the screen first."""
        regions = self.page.locator(f".region.{kind}")
        ids = [regions.nth(k).get_attribute("data-region") or "" for k in range(regions.count())]
        size = self.page.viewport_size
        assert size
        inside = {one for one in ids if 20 < self.spot(one)[0] < size["width"] - 20 and 60 < self.spot(one)[1] < 560}
        return sorted(ids, key=lambda one: one not in inside)

    def said(self, region: str) -> str:
        return self.page.locator(f"[data-region='{region}']").get_attribute("aria-label") or ""


@cache
def strong_seed() -> int:
    """A seed with which seat 0 begins and its first combo has enough tokens for more than two conquests."""
    for seed in range(500):
        match = Match(load("smallworld"), {"players": 2}, seed=seed)
        if match.state.to_move == 0 and match.state.view(0)["column"][0]["power"] in PLAIN:
            match.play("pick 1")
            if match.state.view(0)["players"][0]["active"]["hand"] >= 10:
                return seed
    raise AssertionError("nobody has so many tokens")


def seed_with(power: str) -> int:
    """A seed with which seat 0 begins and the first combo has this power."""
    for seed in range(500):
        state = Match(load("smallworld"), {"players": 2}, seed=seed).state
        if state.to_move == 0 and state.view(0)["column"][0]["power"] == power:
            return seed
    raise AssertionError(power)


@pytest.fixture(params=["mouse", "finger"])
def carrier(request: pytest.FixtureRequest, people: People) -> tuple[Table, Pointer]:
    finger = request.param == "finger"
    player = people.come(phone=finger)
    return Table(player), Pointer(player.page, finger)


def test_tokens_are_carried_from_the_hand_to_a_region_on_and_back(carrier: tuple[Table, Pointer]) -> None:
    table, pointer = carrier
    table.redeploy()
    hand = table.hand()
    first, second = table.regions("place")[:2]
    pointer.lift(table.hand_spot())
    table.carry(pointer, table.hand_spot(), first)
    expect(table.page.locator("[data-ghost]")).to_be_visible()
    assert table.hand() == hand - 1
    assert "1 to be placed here" in table.said(first)
    pointer.drop()
    expect(table.page.locator("[data-ghost]")).to_have_count(0)
    assert "1 to be placed here" in table.said(first)
    table.drag(pointer, table.spot(first), second)
    assert "0 to be placed here" in table.said(first)
    assert "1 to be placed here" in table.said(second)
    pointer.drag(table.spot(second), table.hand_spot())
    assert "0 to be placed here" in table.said(second)
    assert table.hand() == hand


def test_escape_and_a_foreign_region_put_tokens_back(ann: Player) -> None:
    table, pointer = Table(ann), Pointer(ann.page, finger=False)
    table.redeploy()
    hand, own = table.hand(), table.regions("place")[0]
    pointer.lift(table.hand_spot())
    pointer.carry(table.hand_spot(), table.spot(own))
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("[data-ghost]")).to_have_count(0)
    pointer.drop()
    assert (table.hand(), "0 to be placed" in table.said(own)) == (hand, True)
    foreign = ann.page.locator(".region:not(.place)").first.get_attribute("data-region") or ""
    pointer.lift(table.hand_spot())
    pointer.carry(table.hand_spot(), table.spot(foreign))
    expect(ann.page.locator(f"[data-region='{foreign}']")).to_contain_class("shut")
    pointer.drop()
    assert table.hand() == hand


def test_with_shift_all_tokens_go_at_once_and_the_plan_is_what_is_played(ann: Player) -> None:
    table, pointer = Table(ann), Pointer(ann.page, finger=False)
    table.redeploy()
    hand, own = table.hand(), table.regions("place")[0]
    ann.page.keyboard.down("Shift")
    table.drag(pointer, table.hand_spot(), own)
    ann.page.keyboard.up("Shift")
    assert table.hand() == 0
    ply = ann.ply()
    ann.page.locator("[data-do='place']").click()
    ann.after(ply)
    assert f"{hand + 1}" in table.said(own)


def test_steppers_do_the_same_without_dragging(ann: Player) -> None:
    table = Table(ann)
    table.redeploy()
    hand, own = table.hand(), table.regions("place")[0]
    ann.page.locator(f"[data-region='{own}']").press("Enter")
    ann.page.get_by_role("button", name="One token more").click()
    assert table.hand() == hand - 2
    ann.page.get_by_role("button", name="One token less").click()
    assert (table.hand(), "1 to be placed here" in table.said(own)) == (hand - 1, True)


def test_a_region_is_conquered_by_carrying_the_hand_onto_it(carrier: tuple[Table, Pointer]) -> None:
    table, pointer = carrier
    table.conquer()
    target = table.regions("open")[0]
    hand, ply = table.hand(), table.player.ply()
    pointer.lift(table.hand_spot())
    pointer.carry(table.hand_spot(), table.spot(target))
    expect(table.page.locator("[data-ghost] span")).to_contain_text(f"of {hand}")
    pointer.drop()
    card = table.page.locator("aside.fixed .option button")
    table.page.wait_for_function(
        "ply => document.querySelector('.table').dataset.ply != ply || document.querySelector('aside.fixed .option')",
        arg=ply,
    )
    if card.count() > 0:
        card.first.click()
    table.player.after(ply)
    table.player.wait()
    assert table.hand() < hand


def test_a_piece_is_carried_from_the_hand_to_a_region_and_the_plan_stays(carrier: tuple[Table, Pointer]) -> None:
    table, pointer = carrier
    table.redeploy(seed_with("bivouacking"))
    own = table.regions("place")[0]
    table.drag(pointer, table.hand_spot(), own)
    assert "1 to be placed here" in table.said(own)
    hand, camps, ply = table.hand(), table.page.locator("[data-piece='encampment']"), table.player.ply()
    box = camps.bounding_box()
    assert box
    table.drag(pointer, (box["x"] + 16, box["y"] + box["height"] / 2), own)
    table.player.after(ply)
    table.player.wait()
    expect(table.page.locator(f"[data-region='{own}']")).to_have_accessible_name(re.compile("ncampment"))
    expect(camps.locator("b")).to_have_text("4")
    assert (table.hand(), "1 to be placed here" in table.said(own)) == (hand, True)


def test_a_finger_beside_the_tokens_still_moves_the_map(people: People) -> None:
    table = Table(people.come(phone=True))
    table.redeploy()
    pointer = Pointer(table.page, finger=True)
    world = table.page.locator(".world")
    before = world.get_attribute("style")
    hand = table.hand()
    pointer.drag((200.0, 300.0), (120.0, 300.0))
    assert world.get_attribute("style") != before
    assert table.hand() == hand
    expect(table.page.locator("[data-ghost]")).to_have_count(0)
