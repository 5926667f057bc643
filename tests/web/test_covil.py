"""Covil in the browser: whole games, displayed numbers, hidden hands, undo, dragging of troops."""

import itertools
import math
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import People
from tests.web.covil_player import AIM, HALL, Overlord
from tests.web.pointer import Pointer
from tests.web.smallworld_player import BOT, ME, Player, take_turns
from tools.screenshots_covil import asked, play_until

NIGHTS = 4


def at(player: Player, word: str, day: int = 1, **options: Any) -> Overlord:
    """A table at which a move of this kind is legal for us."""
    table = player.create([ME] if options.get("players") == 1 else [ME, BOT], game="covil", **options)
    play_until(player.page, player.base, table, asked(word, day))
    player.open(table)
    overlord = Overlord(player)
    overlord.wait()
    return overlord


def test_a_whole_game_against_a_bot_and_a_rematch(ann: Player) -> None:
    overlord = Overlord(ann)
    overlord.sit(ME, BOT, players=2)
    overlord.play_out()
    expect(ann.page.locator(".result tbody tr")).to_have_count(2)
    assert overlord.nights == NIGHTS
    assert overlord.hired > 0
    table = overlord.table
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_function("table => !location.hash.includes(table)", arg=table)
    ann.page.wait_for_selector(".result", state="detached")
    assert overlord.wait()


def test_a_solo_game_on_a_phone(people: People) -> None:
    ann = people.come(phone=True)
    overlord = Overlord(ann, hires=0)
    overlord.sit(ME, players=1)
    ann.page.get_by_role("button", name="The whole map").click()
    overlord.play_out()
    assert overlord.nights == NIGHTS
    assert "Dummy" in ann.page.locator(".result").inner_text()


def test_two_browsers_play_against_each_other(people: People) -> None:
    ann, bob = people.come(), people.come(phone=True, name="Bob")
    ann.goto("new?game=covil")
    ann.page.get_by_role("spinbutton", name="Players").fill("2")
    ann.page.get_by_role("spinbutton", name="Players").blur()
    ann.page.get_by_label("Who sits on seat 2").select_option("open")
    ann.page.locator("[data-do='create']").click()
    bob.page.goto(ann.page.get_by_label("Invitation link").input_value())
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    for player in (ann, bob):
        player.page.wait_for_selector("[data-zone]", state="attached")
    bob.page.get_by_role("button", name="The whole map").click()
    one, other = Overlord(ann, hires=0), Overlord(bob, hires=0)
    take_turns(one, other)
    assert one.nights == other.nights == NIGHTS
    assert ann.winner() == bob.winner()


def test_at_one_screen_a_curtain_hides_the_others_hand(ann: Player) -> None:
    overlord = Overlord(ann, hires=0)
    overlord.sit(ME, {"kind": "me", "name": "Bea"}, players=2)
    ann.page.locator(".curtain button").click()
    expect(ann.page.locator("[data-where='hand']")).to_have_count(2)
    overlord.decide()
    expect(ann.page.locator(".curtain")).to_be_visible()
    overlord.play_out()
    assert set(ann.passed) == {"Ann, it is your turn", "Bea, it is your turn"}
    assert all(one != other for one, other in itertools.pairwise(ann.passed))


def test_a_game_with_nothing_but_the_keyboard(ann: Player) -> None:
    overlord = Overlord(ann, hires=1)
    overlord.sit(ME, players=1)
    for _ in range(200):
        if not wait_by_key(overlord):
            break
        overlord.decide_by_key()
    assert overlord.hired == 1
    assert "won" in ann.winner()


def wait_by_key(overlord: Overlord) -> bool:
    """Wait for our turn; the night summary is closed with Escape."""
    player = overlord.player
    while True:
        overlord.page.wait_for_selector(".table[data-mine='true'][data-busy='false'], .result, [data-do='morning']")
        if not player.sees("[data-do='morning']"):
            return not player.sees(".result")
        player.press("Escape")


def test_reloading_in_the_middle_loses_nothing(ann: Player) -> None:
    overlord = at(ann, "move", 2, players=2)
    shown = ".players, [data-guide='hall'], [data-guide='relics'], .pane.log, .actions"
    ann.page.wait_for_load_state("networkidle")
    before = ann.ply(), ann.page.locator(shown).all_inner_texts()
    ann.page.reload()
    overlord.wait()
    ann.page.wait_for_load_state("networkidle")
    assert (ann.ply(), ann.page.locator(shown).all_inner_texts()) == before


def test_a_combat_is_added_up_number_by_number(ann: Player) -> None:
    overlord = at(ann, "exhaust", players=1)
    overlord.click("[data-where='hall'].open:not(.quiet)")
    panel = ann.page.locator("[data-guide='combat']")
    expect(panel.locator(".sum").first).to_have_text(panel_sum(panel.locator(".side").first.locator("li b")))
    expect(panel.locator(".side.right li").first).to_contain_text("troop")


def test_a_combat_that_was_declared_before_a_reload_ends_with_its_own_attacker(ann: Player) -> None:
    overlord = at(ann, "exhaust", players=1)
    overlord.click("[data-where='hall'].open:not(.quiet)")
    expect(ann.page.locator("[data-move='pass']")).to_be_visible()
    ann.page.reload()
    overlord.wait()
    overlord.click("[data-move='pass']")
    expect(ann.page.locator("[data-guide='combat'].settled .who").first).to_contain_text("Ann")


def panel_sum(parts: Locator) -> str:
    """Sum of the numbers of one side of a combat."""
    return str(sum(int(text) for text in parts.all_inner_texts()))


def test_a_full_hall_asks_for_a_minion_before_any_gold(ann: Player) -> None:
    overlord = at(ann, "hire", players=2)
    overlord.hire()
    asked_for = ann.page.locator(".ask")
    expect(asked_for).to_contain_text("Your hall is full")
    expect(ann.page.locator("[data-do='pay'], [data-move^='pay gold']")).to_have_count(0)
    overlord.click(HALL)
    expect(asked_for).to_contain_text("offered")
    expect(asked_for).not_to_contain_text("full")
    expect(ann.page.locator("[data-do='pay'], [data-move='done']").first).to_be_visible()


def test_a_target_says_how_strong_an_attack_would_be_at_best(ann: Player) -> None:
    overlord = at(ann, "ranged", players=2)
    legal = ann.page.request.get(f"{ann.base}/api/tables/{overlord.table}/view").json()["legal"]
    _, troop, _ = next(text.split() for text in legal if text.startswith("ranged"))
    overlord.piece(f"[data-troop='{troop}']")
    ann.page.wait_for_selector(AIM, state="attached")
    ann.page.mouse.move(*overlord.spot(AIM))
    expect(ann.page.locator("aside .odds")).to_contain_text("At best strength")


def test_defenders_say_what_they_add(ann: Player) -> None:
    at(ann, "defend", players=1, seed=3)
    tag = ann.page.locator("[data-where='hall'].open .tag").first
    expect(tag).to_contain_text(re.compile(r"defense \+\d"))


def test_the_night_counts_the_zones_of_the_evening(ann: Player) -> None:
    """The panel shows what the night's event says, terrain by terrain."""
    overlord = Overlord(ann, hires=0)
    overlord.sit(ME, players=1)
    while not ann.sees("[data-do='morning']"):
        if ann.sees(".table[data-mine='true'][data-busy='false']"):
            overlord.decide()
        ann.page.wait_for_timeout(50)
    steps = ann.page.request.get(f"{ann.base}/api/tables/{overlord.table}/history").json()["steps"]
    fallen = next(event for step in steps for event in step["events"] if event["type"] == "night")
    for row, one in zip(ann.page.locator("[data-guide='night'] .fee").all(), fallen["dominance"], strict=True):
        expect(row).to_contain_text(one["terrain"])
        for who, n in zip(("Ann", "Dummy"), one["held"], strict=True):
            assert (f"{who} {n}" in row.inner_text()) == (n > 0)
        assert (f"{one['gold']} gold for" in row.inner_text()) == (one["seat"] >= 0)
    expect(ann.page.locator(".actions")).to_contain_text("Night has fallen")


NO_OVERLAP = """() => {
  const at = [...document.querySelectorAll("[data-troop]")].map((one) => [one.closest("svg"), one.style.transform]);
  const spots = at.map(([, move]) => move.match(/-?[\\d.]+/g).map(Number));
  return Math.min(...spots.flatMap((a, k) => spots.slice(k + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1]))));
}"""


@pytest.mark.parametrize("board", ["desert-town", "forest-town", "water-town", "mountain-town"])
def test_troops_do_not_stand_on_each_other(ann: Player, board: str) -> None:
    at(ann, "move", 3, players=2, board=board)
    assert ann.page.evaluate(NO_OVERLAP) >= 44


def test_a_forbidden_zone_says_why(ann: Player) -> None:
    overlord = at(ann, "move", 2, players=2)
    overlord.piece("[data-troop].actor")
    for zone in ann.page.locator("[data-zone]:not(.open)").all():
        overlord.zone(zone.get_attribute("data-zone") or "")
        expect(ann.page.locator("aside .no")).not_to_be_empty()
        if "zones from" in ann.page.locator("aside .no").inner_text():  # the troop's own zone has another reason
            break
    expect(ann.page.locator("aside .no")).to_contain_text("zones from")


def test_a_move_is_taken_back(ann: Player) -> None:
    overlord = at(ann, "gold", players=2)
    overlord.piece("[data-troop].actor")
    ply = ann.ply()
    overlord.click("[data-move^='gold']")
    ann.after(ply)
    overlord.wait()
    ann.page.keyboard.press("Control+z")
    expect(ann.page.locator("[data-troop].actor").first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "finger"])
def test_a_troop_is_carried_to_another_zone(people: People, phone: bool) -> None:
    overlord = at(people.come(phone=phone), "move", players=2)
    page, pointer = overlord.page, Pointer(overlord.page, phone)
    troop = page.locator("[data-troop].actor").first
    name = troop.get_attribute("data-troop") or ""
    here = overlord.spot(f"[data-troop='{name}']")
    pointer.lift(here)
    pointer.carry(here, (here[0] + 20, here[1] + 20))
    target = next(one for one in page.locator("[data-zone].open").all() if overlord.in_sight(one))
    zone = target.get_attribute("data-zone") or ""
    pointer.carry((here[0] + 20, here[1] + 20), overlord.label(zone))
    expect(page.locator("[data-ghost]")).to_be_visible()
    expect(target).to_contain_class("over")
    ply = overlord.player.ply()
    pointer.drop()
    overlord.player.after(ply)
    place = (page.locator(f"[data-zone='{zone}']").get_attribute("aria-label") or "").split(",")[0]
    expect(page.locator(f"[data-troop='{name}']")).to_have_attribute("aria-label", re.compile(place))


def test_a_troop_carried_too_far_goes_back_and_the_rules_say_why(ann: Player) -> None:
    overlord = at(ann, "move", 2, players=2)
    page, pointer = ann.page, Pointer(ann.page, finger=False)
    troop = page.locator("[data-troop].actor").first
    before = troop.get_attribute("aria-label")
    here = overlord.spot(f"[data-troop='{troop.get_attribute('data-troop')}']")
    pointer.lift(here)
    pointer.carry(here, (here[0] + 20, here[1] + 20))
    home = troop.get_attribute("aria-label") or ""
    shut = [one.get_attribute("data-zone") or "" for one in page.locator("[data-zone]:not(.open)").all()]
    names = {one: page.locator(f"[data-zone='{one}']").get_attribute("aria-label") or "" for one in shut}
    shut = [one for one in shut if names[one].split(",")[0] not in home]
    far = max(shut, key=lambda one: math.dist(overlord.label(one), here))  # a near one may have another reason
    pointer.carry((here[0] + 20, here[1] + 20), overlord.label(far))
    expect(page.locator(f"[data-zone='{far}']")).to_contain_class("shut")
    pointer.drop()
    expect(page.locator("aside .no")).to_contain_text("zones from")
    assert troop.get_attribute("aria-label") == before
