"""Lessons walked through, and rules looked up."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.faults import faults
from tests.web.overlord import Overlord
from tests.web.player import Player


def coach(player: Player, step: str) -> None:
    """The coach has come to this step."""
    player.page.wait_for_selector(f"[data-step='learn.{step}']")


def next_step(player: Player) -> None:
    player.page.locator("[data-do='next']").click()


def test_the_first_game_of_covil(ann: Player) -> None:
    ann.goto("learn/covil")
    overlord = Overlord(ann)
    coach(ann, "cv.welcome")
    next_step(ann)
    coach(ann, "cv.found")
    assert faults(ann.page) == []
    overlord.zone("A")
    coach(ann, "cv.hall")
    next_step(ann)
    coach(ann, "cv.hire")
    overlord.hire()
    coach(ann, "cv.pay")
    while ann.page.locator("[data-step='learn.cv.pay']").count():
        if overlord.wait():
            overlord.decide()
        ann.page.wait_for_timeout(400)
    coach(ann, "cv.take")
    overlord.piece("[data-troop].actor")
    coach(ann, "cv.move")
    overlord.zone(overlord.first_zone())
    coach(ann, "cv.end")
    overlord.click("[data-move='end']")
    coach(ann, "cv.second")
    overlord.hires = 0
    while ann.page.locator("[data-step='learn.cv.second']").count():
        if ann.page.locator(".table[data-mine='true']").count():
            overlord.decide()
        ann.page.wait_for_timeout(400)
    coach(ann, "cv.night")
    while ann.page.locator("[data-step='learn.cv.night']").count():
        if overlord.wait() and ann.page.locator("[data-guide='night']").count():
            overlord.decide()
        ann.page.wait_for_timeout(400)
    coach(ann, "cv.fight")
    while ann.page.locator("[data-step='learn.cv.fight']").count():
        if overlord.wait():
            overlord.decide()
        ann.page.wait_for_timeout(400)
    coach(ann, "cv.last")
    ann.page.locator("[data-do='free']").click()
    expect(ann.page.locator(".coach")).to_have_count(0)
    ann.goto("learn")
    expect(ann.page.get_by_text("done")).to_be_visible()


def test_the_first_game_of_small_world(ann: Player) -> None:
    ann.goto("learn/smallworld")
    coach(ann, "sw.welcome")
    board = ann.page.request.get(f"{ann.base}/api/tables/{Overlord(ann).table}/board").json()
    ann.anchors = {str(one["id"]): one["anchor"] for one in board["regions"]}
    next_step(ann)
    for step in ("sw.pick", "sw.conquer", "sw.more", "sw.stop", "sw.redeploy"):
        while ann.page.locator(f"[data-step='learn.{step}']").count():
            ann.wait()
            ann.decide(conquests=step in ("sw.conquer", "sw.more"))
            ann.page.wait_for_timeout(400)
    coach(ann, "sw.scored")
    next_step(ann)
    coach(ann, "sw.second")


def test_a_lesson_can_be_left_and_taken_up_again(ann: Player) -> None:
    ann.goto("learn/covil")
    coach(ann, "cv.welcome")
    next_step(ann)
    coach(ann, "cv.found")
    ann.page.reload()
    coach(ann, "cv.found")
    ann.page.get_by_role("button", name="Leave the lesson").click()
    expect(ann.page.get_by_role("heading", name="Learn")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_rules_are_found_by_their_words(people: People, phone: bool) -> None:
    ann = people.come(phone=phone)
    ann.goto("rules/covil")
    box = ann.page.get_by_role("searchbox")
    box.fill("tea-leaf witch")
    expect(ann.page.locator("[data-entry]")).to_have_count(1)
    box.fill("rebels town")
    expect(ann.page.locator("[data-entry='chapter.town']")).to_be_visible()
    assert faults(ann.page) == []
    box.fill("xyzzy")
    expect(ann.page.get_by_text("Nothing is known about")).to_be_visible()
    ann.goto("rules/smallworld")
    ann.page.get_by_role("searchbox").fill("amazons")
    expect(ann.page.locator("[data-entry='amazons']")).to_be_visible()
