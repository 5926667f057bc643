"""Lessons with the coach, and search in the rules."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.covil_player import Overlord
from tests.web.faults import faults
from tests.web.smallworld_player import Player


def coach(player: Player, step: str) -> None:
    """Wait until the coach shows this step."""
    player.page.wait_for_selector(f"[data-step='learn.{step}']")


def next_step(player: Player) -> None:
    player.page.locator("[data-do='next']").click()


def go_on(overlord: Overlord, until: str) -> None:
    """Make decisions until an element appears, with pauses in which the coach explains combats."""
    while not overlord.player.sees(until):
        if overlord.wait():
            overlord.decide()
        overlord.page.wait_for_timeout(400)


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
    go_on(overlord, "[data-do='free']")
    ann.page.locator("[data-do='free']").click()
    expect(ann.page.locator(".coach")).to_have_count(0)
    ann.goto("learn")
    expect(ann.page.get_by_text("done")).to_be_visible()


OVERLAP = """selectors => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [a, b] = selectors.map(box);
  return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}"""


def hidden(player: Player, selector: str) -> float:
    """How much of an element the coach covers, once it has stopped moving."""
    player.page.wait_for_timeout(700)
    return float(player.page.evaluate(OVERLAP, [".coach", selector]))


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_the_coach_opens_panes_and_never_stands_on_what_it_asks_for(people: People, phone: bool) -> None:
    ann = people.come(phone=phone)
    ann.goto("learn/covil")
    overlord = Overlord(ann)
    next_step(ann)
    overlord.zone("A")
    coach(ann, "cv.hall")
    expect(ann.page.locator("[data-guide='hall']")).to_be_visible()
    assert hidden(ann, "[data-guide='hall']") == 0
    next_step(ann)
    expect(ann.page.locator("[data-guide='pool']")).to_be_visible()
    assert hidden(ann, "[data-guide='pool']") == 0
    overlord.hire()
    coach(ann, "cv.pay")
    assert hidden(ann, "[data-guide='hall']") == hidden(ann, ".actions") == 0
    assert faults(ann.page) == []


def test_the_coach_speaks_up_when_one_is_attacked(ann: Player) -> None:
    ann.goto("learn/covil")
    overlord = Overlord(ann, hires=0)
    next_step(ann)
    overlord.zone("A")
    next_step(ann)
    said = ann.page.locator(".coach[data-aside='learn.cv.defend']")
    for _ in range(60):
        overlord.wait()
        if said.count():
            break
        overlord.decide()
        ann.page.wait_for_timeout(300)
    expect(said).to_contain_text("You are attacked")
    assert hidden(ann, "[data-guide='combat']") == 0


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
