"""Covil in the browser: whole games, what the table shows, and that nobody sees another's hand."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.overlord import Overlord
from tests.web.player import Player
from tests.web.test_pages import faults
from tools.covil_scenes import asked, played

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
ONE_SCREEN = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"


def at(player: Player, word: str, day: int = 1, **options: object) -> Overlord:
    """A table at the moment when a move of this kind is ours."""
    table = player.create([ME, BOT], game="covil", **options)
    played(player.page, player.base, table, asked(word, day))
    player.open(table)
    overlord = Overlord(player)
    overlord.wait()
    return overlord


def test_a_whole_game_against_a_bot(ann: Player) -> None:
    overlord = Overlord(ann)
    overlord.sit(ME, BOT, players=2)
    overlord.play_out()
    expect(ann.page.locator(".result tbody tr")).to_have_count(2)
    assert overlord.nights == 4
    assert overlord.hires > 0


def test_a_solo_game_on_a_phone(people: People) -> None:
    ann = people.come(phone=True)
    overlord = Overlord(ann)
    overlord.sit(ME, players=1)
    ann.page.get_by_role("button", name="The whole map").click()
    overlord.hires = 2
    overlord.play_out()
    assert overlord.nights == 4
    assert "Dummy" in ann.page.locator(".result").inner_text()


def test_a_combat_is_added_up_number_by_number(ann: Player) -> None:
    overlord = at(ann, "exhaust", players=1)
    overlord.click("[data-where='hall'].open:not(.quiet)")
    panel = ann.page.locator("[data-guide='combat']")
    expect(panel.locator(".sum").first).to_have_text(panel_sum(panel.locator(".side").first.locator("li b")))
    expect(panel.locator(".side.right li").first).to_contain_text("troop")


def panel_sum(parts: object) -> str:
    """What the numbers of a side come to."""
    found = parts.all_inner_texts()  # type: ignore[attr-defined]
    return str(sum(int(text) for text in found))


def test_a_forbidden_zone_says_why(ann: Player) -> None:
    overlord = at(ann, "move", 2, players=2)
    overlord.piece("[data-troop].actor")
    for zone in ann.page.locator("[data-zone]:not(.open)").all():
        overlord.zone(zone.get_attribute("data-zone") or "")
        ann.page.wait_for_timeout(400)
        if ann.page.locator("aside .no").count():
            break
    expect(ann.page.locator("aside .no")).to_contain_text("adjacent")


def test_a_move_is_taken_back(ann: Player) -> None:
    overlord = at(ann, "gold", players=2)
    overlord.piece("[data-troop].actor")
    ply = ann.ply()
    overlord.click("[data-move^='gold']")
    ann.after(ply)
    overlord.wait()
    ann.page.keyboard.press("Control+z")
    expect(ann.page.locator("[data-troop].actor").first).to_be_visible()


def test_a_screen_that_is_shared_hides_hands(ann: Player) -> None:
    overlord = Overlord(ann)
    overlord.sit(ME, ME, players=2)
    ann.page.locator(".curtain button").click()
    expect(ann.page.locator("[data-where='hand']")).to_have_count(2)
    first = ann.page.locator(".curtain").count()
    overlord.zone(overlord.first_zone())
    expect(ann.page.locator(".curtain")).to_have_count(first + 1)
    ann.page.locator(".curtain button").click()
    expect(ann.page.locator("[data-where='hand']")).to_have_count(2)


@pytest.mark.parametrize("phone", [False, True])
def test_a_covil_table_has_no_axe_violations_and_does_not_scroll(people: People, phone: bool) -> None:
    ann = people.come(phone=phone)
    overlord = at(ann, "move", 2, players=2)
    assert faults(ann.page) == []
    overlord.piece("[data-troop].actor")
    assert faults(ann.page) == []
    assert ann.page.evaluate(ONE_SCREEN) == [0, 0]
