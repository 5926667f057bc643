"""Double-clicks and held keys: the second click never resigns, buys or ends a turn by mistake."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from hordes.covil.state.constants import MAX_GOLD
from tests.web.conftest import People
from tests.web.smallworld_player import BOT, JSON, ME, Player
from tests.web.test_turn import at, legal, only_tokens, view

PATIENT: dict[str, Any] = {"patience": 400}
"""As it is for everybody who has not chosen otherwise."""


def double(player: Player, button: Locator) -> None:
    """Two clicks or taps on a button."""
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for _ in range(2):
        player.point(x, y)
        player.page.wait_for_timeout(100)


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "finger"])
def test_a_double_click_does_not_resign_and_a_resignation_is_told_at_once(people: People, phone: bool) -> None:
    people.expected = "403"  # a question about moves may arrive when Ann, who has resigned, decides no more
    ann, bob = people.come(phone=phone, **PATIENT), people.come(name="Bob")
    body = {"game": "smallworld", "options": {"players": 3}, "seats": [ME, {"kind": "open"}, BOT], "name": "Ann"}
    made = ann.page.request.post(f"{ann.base}/api/tables", data=json.dumps(body), headers=JSON).json()
    table = made["table"]
    bob.goto(f"t/{table}?invite={made['invite']}")
    bob.page.get_by_role("button", name="Sit down").click()
    bob.page.wait_for_selector(".table", state="attached")
    ann.open(table)
    ann.page.get_by_role("button", name="Menu").click()
    double(ann, ann.page.get_by_role("button", name="Resign", exact=True))
    sure = ann.page.get_by_role("button", name="Yes, resign")
    expect(sure).to_be_visible()
    assert not view(ann, table)["facts"].get("resigned")
    ann.page.wait_for_timeout(500)
    sure.click()
    expect(bob.page.get_by_role("article", name="Player Ann")).to_contain_text("resigned")
    expect(bob.page.get_by_role("log")).to_contain_text("Ann resigns.")
    ann.page.get_by_role("button", name="Menu").click()
    expect(ann.page.get_by_role("dialog").get_by_role("button", name="Resign")).to_have_count(0)


def with_full_treasury(ann: Player) -> str:
    """A table of Covil with a full treasury: the next gold overflows."""
    table = ann.create([ME, ME], game="covil", players=2, seed=3)
    for _ in range(400):
        seen = view(ann, table)
        choices = legal(seen)
        player = seen["view"]["players"][seen["facts"]["to_move"]]
        earning = [text for text in choices if text.startswith("gold ")]
        if earning and player["gold"] == MAX_GOLD:
            return table
        liked = [text for text in choices if text.split()[0] in ("gold", "found", "pass", "end", "skip", "retreat")]
        send(ann, table, seen, (earning or liked or choices)[0])
    raise AssertionError("no treasury is ever full")


def send(ann: Player, table: str, seen: dict[str, Any], text: str) -> None:
    body = {"type": "move", "ply": seen["ply"], "text": text, "id": os.urandom(8).hex()}
    assert ann.page.request.post(f"{ann.base}/api/tables/{table}/moves", data=json.dumps(body), headers=JSON).ok


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "finger"])
def test_a_double_click_that_earns_gold_does_not_buy_a_relic(people: People, phone: bool) -> None:
    ann = people.come(phone=phone, curtain=False, **PATIENT)
    table = with_full_treasury(ann)
    ann.open(table)
    ann.wait()
    if not ann.sees("[data-move^='gold ']"):
        ann.page.locator("[data-troop].actor").first.press("Enter")
    ply = ann.ply()
    double(ann, ann.page.locator("[data-move^='gold ']"))
    expect(ann.page.locator("[data-move='draw']")).to_be_visible()
    assert view(ann, table)["ply"] == ply + 1
    ann.page.wait_for_timeout(500)
    ann.page.locator("[data-move='pass']").click()
    ann.after(ply + 1)


def test_a_held_key_counts_once(people: People) -> None:
    ann = people.come(**PATIENT)
    ann.open(at(ann, only_tokens, [ME, BOT]))
    ann.wait()
    region = ann.page.locator(".region.place").first
    region.focus()
    for _ in range(3):
        ann.page.keyboard.down("Enter")
    ann.page.keyboard.up("Enter")
    expect(ann.page.locator("aside.fixed output")).to_have_text("1")


def test_whoever_does_not_double_click_never_waits(people: People) -> None:
    """Quick clicks on different regions and buttons are not delayed: no button moves to where another one was."""
    ann = people.come(**PATIENT)
    ann.open(at(ann, only_tokens, [ME, BOT]))
    ann.wait()
    boxes = [button.bounding_box() for button in ann.page.locator(".buttons button").all()]
    ann.page.get_by_role("button", name="Spread evenly").click()
    expect(ann.page.locator("[data-do='place']")).to_have_text("Place and end turn")
    assert [button.bounding_box() for button in ann.page.locator(".buttons button").all()] == boxes
    ann.page.get_by_role("button", name="Start over").click()
    ann.page.get_by_role("button", name="Spread evenly").click()
    ann.page.locator("[data-do='place']").click()
    expect(ann.page.get_by_role("log")).to_contain_text("Ann scores")
