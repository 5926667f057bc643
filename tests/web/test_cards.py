"""Dragging Covil's cards: into the hall, into a payment, onto the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import People
from tests.web.covil_player import HALL, POOL, Overlord
from tests.web.faults import faults
from tests.web.pointer import Pointer, Spot
from tests.web.smallworld_player import Player
from tests.web.test_covil import at


def middle(element: Locator) -> Spot:
    """Centre of an element, once it is at rest: a list goes on scrolling for a while after a swipe."""
    box, last = element.first.bounding_box(), None
    while box != last:
        element.page.wait_for_timeout(60)
        box, last = element.first.bounding_box(), box
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(player: Player, card: Locator, goal: Locator) -> Pointer:
    """Drag a card over an element without dropping it."""
    pointer = Pointer(player.page, finger=player.phone)
    start, end = middle(card), middle(goal)
    pointer.lift(start)
    if player.phone:
        player.page.wait_for_selector("[data-ghost]")  # a long press has taken the card up
    pointer.carry(start, end)
    return pointer


def hires(player: Player) -> Overlord:
    return at(player, "hire", players=2)


def test_a_card_of_the_pool_is_carried_into_the_hall_and_paid_for_by_carrying(ann: Player) -> None:
    hires(ann)
    page = ann.page
    hall, pool = page.locator("[data-guide='hall']"), page.locator("[data-guide='pool']")
    pointer = carry(ann, page.locator(POOL), hall)
    expect(page.locator("[data-ghost] .word")).to_contain_text("Hire for")
    expect(page.locator(".strip.goal")).to_be_visible()
    assert faults(page) == []
    pointer.drop()
    expect(page.locator("[data-move='cancel']")).to_be_visible()
    pointer = carry(ann, page.locator(HALL), pool)
    expect(page.locator("[data-ghost] .word")).to_contain_text("Hand over")
    pointer.drop()
    expect(page.locator("[data-guide='hall'] .offered")).to_have_count(1)
    carry(ann, page.locator("[data-where='hand'].open"), pool).drop()
    expect(page.locator("[data-guide='relics'] .offered")).to_have_count(1)
    expect(page.locator("[data-ghost]")).to_have_count(0)


def test_a_relic_is_carried_onto_the_board_to_be_activated(ann: Player) -> None:
    at(ann, "relic", players=2)
    page = ann.page
    card = page.locator("[data-where='hand'].open")
    name, ply = card.first.get_attribute("data-card"), ann.ply()
    pointer = carry(ann, card, page.locator(".board [role='group']"))
    expect(page.locator("[data-ghost] .word")).to_contain_text("Activate")
    pointer.drop()
    ann.after(ply)
    expect(page.locator(f"[data-where='hand'][data-card='{name}']")).to_have_count(0)


def test_escape_and_the_wrong_place_put_a_card_back(ann: Player) -> None:
    hires(ann)
    page, ply = ann.page, ann.ply()
    pointer = carry(ann, page.locator(POOL), page.locator("[data-guide='hall']"))
    page.keyboard.press("Escape")
    expect(page.locator("[data-ghost]")).to_have_count(0)
    pointer.drop()
    pointer = carry(ann, page.locator(POOL), page.locator(".board [role='group']"))
    expect(page.locator("[data-ghost].shut")).to_be_visible()
    pointer.drop()
    expect(page.locator("aside.fixed [data-move^='hire']")).to_be_visible()
    assert ann.ply() == ply


def test_a_finger_that_rests_on_a_card_takes_it_up_and_one_that_moves_scrolls(people: People) -> None:
    ann = people.come(phone=True)
    hires(ann)
    page = ann.page
    page.locator("nav.narrow [data-pane='pool']").click()
    card, actions = page.locator(POOL), page.locator(".actions")
    page.wait_for_timeout(400)
    quick, start, end = Pointer(page, finger=True), middle(card), middle(actions)
    quick.lift(start)
    quick.carry(start, end)
    expect(page.locator("[data-ghost]")).to_have_count(0)
    quick.drop()
    pointer = carry(ann, card, actions)
    expect(page.locator("[data-ghost] .word")).to_contain_text("Hire for")
    pointer.drop()
    expect(page.locator("[data-move='cancel']")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "finger"])
def test_a_defender_is_carried_onto_the_board(people: People, phone: bool) -> None:
    ann = people.come(phone=phone)
    at(ann, "defend", players=1, seed=3)
    page, ply = ann.page, ann.ply()
    page.wait_for_timeout(400)
    pointer = carry(ann, page.locator(HALL), page.locator(".board [role='group']"))
    expect(page.locator("[data-ghost]")).to_be_visible()
    pointer.drop()
    ann.after(ply)
