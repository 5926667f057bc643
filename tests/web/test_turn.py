"""A turn of Small World in the browser: the die, the end of a redeployment, a withdrawal without a click."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.smallworld_player import BOT, JSON, ME, Player
from tools.screenshots import play_until

DICE = """() => {
  window.dice = [];
  const look = () => {
    const die = document.querySelector(".die");
    const spots = die?.querySelectorAll("circle").length;
    if (die) window.last = { rolling: die.classList.contains("rolling"), spots, label: die.ariaLabel };
    else if (window.last) [window.dice, window.last] = [[...window.dice, window.last], null];
  };
  const what = { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] };
  new MutationObserver(look).observe(document.body, what);
}"""
"""Notes how each die looked at the very end, before it was taken away."""

Seen = dict[str, Any]


def view(ann: Player, table: str) -> Seen:
    return ann.page.request.get(f"{ann.base}/api/tables/{table}/view?wait=3").json()  # type: ignore[no-any-return]


def legal(seen: Seen) -> list[str]:
    return list(seen.get("legal", ()))


def send(ann: Player, table: str, text: str) -> None:
    """Make a move over HTTP, not through the page."""
    body = {"type": "move", "ply": view(ann, table)["ply"], "text": text, "id": os.urandom(8).hex()}
    assert ann.page.request.post(f"{ann.base}/api/tables/{table}/moves", data=json.dumps(body), headers=JSON).ok


def at(ann: Player, until: Callable[[Seen], bool], seats: list[dict[str, Any]], seeds: int = 40, **options: Any) -> str:
    """Play at a table until a condition holds; returns the table."""
    for seed in range(seeds):
        table = ann.create(seats, seed=seed, players=len(seats), **options)
        play_until(ann.page, ann.base, table, lambda seen: until(seen) or bool(seen["facts"].get("result")))
        if until(view(ann, table)):
            return table
    raise AssertionError("no table comes to this moment")


def phase(seen: Seen, name: str) -> bool:
    return bool(seen["view"]["phase"] == name and seen["facts"].get("to_move") in seen["you"])


def test_a_die_comes_to_rest_on_what_was_rolled(people: People) -> None:
    ann = people.come(motion=True, pace=2)
    table = at(ann, lambda seen: any(text.endswith(" with die") for text in legal(seen)), [ME, BOT])
    ann.open(table)
    ann.wait()
    ann.page.evaluate(DICE)
    send(ann, table, next(text for text in legal(view(ann, table)) if text.endswith(" with die")))
    ann.page.wait_for_function("() => window.dice.length > 0")
    die = ann.page.evaluate("window.dice[0]")
    assert die["rolling"] is False
    assert die["label"].endswith(f" {die['spots']}") or (die["spots"] == 0 and "blank" in die["label"])


def only_tokens(seen: Seen) -> bool:
    """Whether only tokens can be placed in this redeployment."""
    return phase(seen, "redeploy") and all(re.fullmatch(r"place \d+( \d+)?", text) for text in legal(seen))


def tokens_and_fortress(seen: Seen) -> bool:
    texts = " ".join(legal(seen))
    return phase(seen, "redeploy") and "place fortress" in texts and re.search(r"place \d", texts) is not None


@pytest.mark.parametrize("key", [False, True], ids=["button", "key"])
def test_place_and_end_turn_ends_the_turn(ann: Player, key: bool) -> None:
    ann.open(at(ann, only_tokens, [ME, BOT]))
    ann.wait()
    turn = ann.page.locator("[data-move='done'], [data-do='place']")
    ann.page.get_by_role("button", name="Spread evenly").click()
    expect(ann.page.get_by_role("button", name="Place and end turn")).to_be_enabled()
    if key:
        ann.press("Control+Enter")
    else:
        turn.click()
    expect(ann.page.get_by_role("log")).to_contain_text("Ann scores")
    assert not [text for text in legal(view(ann, ann.table)) if text == "done"]


def test_a_fortress_that_is_still_to_be_built_keeps_the_turn_open(ann: Player) -> None:
    """The button then does not end the turn: the player places the fortress, and can undo it."""
    table = at(ann, tokens_and_fortress, [ME, BOT])
    ann.open(table)
    ann.wait()
    ann.page.get_by_role("button", name="Spread evenly").click()
    ply = ann.ply()
    expect(ann.page.locator("[data-do='place']")).to_have_text("Place")
    ann.page.locator("[data-do='place']").click()
    ann.after(ply)
    assert any(text.startswith("place fortress") for text in legal(view(ann, table)))
    ply = ann.ply()
    ann.page.locator(".region.place").first.press("Enter")
    ann.after(ply)
    expect(ann.page.locator("[data-move='done']")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Undo")).to_be_enabled()


def test_a_withdrawal_ends_when_nothing_is_left_to_place(ann: Player) -> None:
    ann.open(at(ann, lambda seen: phase(seen, "withdraw"), [ME, ME]))
    ann.wait()
    expect(ann.page.locator(".ask")).to_contain_text("withdraw")
    ann.page.get_by_role("button", name="Spread evenly").click()
    ann.page.locator("[data-do='place']").click()
    expect(ann.page.locator(".ask")).not_to_contain_text("withdraw")


def test_the_lesson_ends_a_turn_with_the_button_it_names(ann: Player) -> None:
    ann.goto("learn/smallworld")
    ann.page.locator("[data-do='next']").click()
    ann.page.locator(".take:not([disabled])").first.click()
    for step in ("conquer", "more"):
        ann.page.wait_for_selector(f"[data-step='learn.sw.{step}']")
        ann.page.locator(".region.open").first.press("Enter")
    ann.page.wait_for_selector("[data-step='learn.sw.stop']")
    ann.page.locator("[data-move='stop']").click()
    ann.page.wait_for_selector("[data-step='learn.sw.redeploy']")
    expect(ann.page.locator("[data-step='learn.sw.redeploy']")).to_contain_text("Place and end turn")
    ann.page.get_by_role("button", name="Spread evenly").click()
    ann.page.get_by_role("button", name="Place and end turn").click()
    ann.page.wait_for_selector("[data-step='learn.sw.scored']")
