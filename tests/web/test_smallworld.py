"""Small World in the browser: whole games, reconnecting, undo, costs, keyboard."""

import itertools
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from hordes.lab.verify import FAIR, verify
from tests.server.clients import Server
from tests.web.conftest import People
from tests.web.smallworld_player import BOT, ME, Player, take_turns

SIZES = pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])


def test_one_click_on_the_start_page_begins_a_game_against_bots(ann: Player) -> None:
    ann.goto()
    ann.page.locator("article[data-game='smallworld'] select").first.select_option("1")
    ann.page.locator("[data-play='smallworld']").click()
    ann.page.wait_for_selector("[data-region]", state="attached")
    expect(ann.page.get_by_role("button", name="Undo")).to_be_visible()


@SIZES
def test_a_whole_game_against_a_bot_and_a_rematch(people: People, phone: bool) -> None:
    ann = people.come(phone=phone, motion=not phone)
    ann.open(ann.create([ME, BOT], players=2, turns=3))
    ann.play_out()
    assert "won" in ann.winner()
    table = ann.table
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_function("table => !location.hash.includes(table)", arg=table)
    ann.page.wait_for_selector(".result", state="detached")
    assert ann.wait()


def test_two_browsers_play_against_each_other(people: People) -> None:
    ann, bob = people.come(), people.come(name="Bob", phone=True)
    ann.goto("new")
    ann.page.get_by_role("spinbutton", name="Players").fill("2")
    ann.page.get_by_role("spinbutton", name="Turns").fill("2")
    ann.page.get_by_role("spinbutton", name="Turns").blur()
    ann.page.get_by_label("Who sits on seat 2").select_option("open")
    ann.page.locator("[data-do='create']").click()
    link = ann.page.get_by_label("Invitation link").input_value()
    bob.page.goto(link)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    for player in (ann, bob):
        player.page.wait_for_selector(".table", state="attached")
    take_turns(ann, bob)
    assert ann.winner() == bob.winner()
    table = ann.page.evaluate(r"location.href.match(/[\w-]{22}/)[0]")
    record = ann.page.request.get(f"{ann.base}/api/tables/{table}/record").json()
    assert verify(record).code == FAIR
    assert [one["seat"] for one in record["dice"]["contributions"]] == [0, 1], "both pages contributed to the dice"
    ann.page.locator(".result").get_by_role("button", name="Close").click()
    expect(ann.page.locator(".result")).to_have_count(0)
    ann.page.get_by_role("button", name="Menu").click()
    expect(ann.page.get_by_text(f"Secret: {record['dice']['secret']}")).to_be_visible()
    contributed = " · ".join(
        f"{name}: {one['text']}" for name, one in zip(("Ann", "Bob"), record["dice"]["contributions"], strict=True)
    )
    expect(ann.page.get_by_text(f"Contributions to the dice: {contributed}")).to_be_visible()


def test_reloading_in_the_middle_loses_nothing(ann: Player) -> None:
    ann.open(ann.create([ME, BOT], players=2))
    for _ in range(4):
        ann.wait()
        ann.decide()
    ann.wait()
    before = (ann.ply(), ann.coins(), ann.page.locator(".region.open").count())
    said = ann.page.locator(".log p").count()
    ann.page.reload()
    ann.wait()
    expect(ann.page.locator(".log p")).to_have_count(said)
    assert (ann.ply(), ann.coins(), ann.page.locator(".region.open").count()) == before


@SIZES
def test_a_lost_connection_is_shown_and_comes_back(people: People, phone: bool) -> None:
    ann, lines = people.come(phone=phone), []

    def wire(socket: object) -> None:
        lines.append(socket)
        socket.connect_to_server()  # type: ignore[attr-defined]

    ann.page.route_web_socket("**/ws", wire)
    ann.open(ann.create([ME, BOT], players=2))
    ann.wait()
    lines[-1].close(code=1012)  # type: ignore[attr-defined]
    expect(ann.page.get_by_text("Connection lost")).to_be_visible()
    ann.decide()  # what is done meanwhile is sent when the line is back
    expect(ann.page.get_by_text("Connection lost")).to_be_hidden()
    assert len(lines) >= 2


def test_a_game_survives_a_server_that_goes_away(browser: Browser, tmp_path: Path) -> None:
    first = Server(tmp_path)
    people = People(browser, first.base)
    people.expected = "WebSocket connection|ERR_CONNECTION"
    ann = people.come()
    with first:
        ann.open(ann.create([ME, BOT], players=2, turns=1))
        ann.wait()
        ann.decide()
        ann.wait()
        before = ann.page.locator(".region.open").count()
    expect(ann.page.get_by_text("Connection lost")).to_be_visible()
    with Server(tmp_path, port=first.settings.port):
        expect(ann.page.get_by_text("Connection lost")).to_be_hidden(timeout=30_000)
        assert ann.page.locator(".region.open").count() == before
        ann.play_out()
        assert "won" in ann.winner()
        people.close()


def test_undo_takes_a_conquest_back_by_button_and_by_key(ann: Player) -> None:
    ann.open(ann.create([ME, BOT], players=2))
    ann.wait()
    ann.decide()
    ann.wait()
    hand = ann.page.locator("article.me .army").inner_text()
    for way in ("button", "key"):
        ann.decide()
        assert ann.page.locator("article.me .army").inner_text() != hand
        ply = ann.ply()
        if way == "button":
            ann.page.get_by_role("button", name="Undo").click()
        else:
            ann.page.keyboard.press("Control+z")
        ann.after(ply)
        expect(ann.page.locator("article.me .army")).to_have_text(hand)


@SIZES
def test_at_one_screen_a_curtain_hides_the_others_coins(people: People, phone: bool) -> None:
    ann = people.come(phone=phone)
    ann.open(ann.create([ME, {"kind": "me", "name": "Bea"}], players=2, turns=1))
    ann.play_out()
    assert set(ann.passed) == {"Ann, it is your turn", "Bea, it is your turn"}
    assert all(one != other for one, other in itertools.pairwise(ann.passed))


def test_a_forbidden_region_says_why(ann: Player) -> None:
    ann.open(ann.create([ME, BOT], players=2))
    ann.wait()
    ann.decide()
    ann.wait()
    shut = ann.page.locator(".region:not(.open):not(.luck)").first
    shut.focus()
    shut.press("Enter")
    expect(ann.page.locator(".board aside .no")).not_to_be_empty()


def test_prices_are_added_up(ann: Player) -> None:
    ann.open(ann.create([ME, BOT], players=2))
    ann.wait()
    ann.decide()
    ann.wait()
    ann.page.locator(".region.open").first.focus()
    expect(ann.page.locator(".board aside").first).to_contain_text("you have")
    expect(ann.page.locator(".board aside").first).to_contain_text(re.compile(r"\b\d tokens?; you have \d"))


def decide_by_key(ann: Player) -> None:
    """Make one decision with the keyboard: Tab to the element, N to the next open region, Enter."""
    place, target = "[data-do='place']", ".region.open, .region.place"
    what, ply = ann.first(".take:not([disabled])", place, target, ".buttons button")
    if what == 0:
        ann.tab_to(".take:not([disabled])")
        ann.press("Enter")
    elif what == 1:
        ann.press("n", *["+"] * 12, "Control+Enter")
    elif what == 2:
        ann.press("n", "Enter")
        if ann.wait() and ann.ply() == ply:  # several ways: a card to choose from
            ann.tab_to("aside.fixed .option button")
            ann.press("Enter")
    else:
        ann.tab_to(".buttons button:last-child")
        ann.press("Enter")
    ann.after(ply)


def test_a_game_with_nothing_but_the_keyboard(ann: Player) -> None:
    ann.open(ann.create([ME, BOT], players=2, turns=1))
    for _ in range(40):
        if not ann.wait():
            break
        decide_by_key(ann)
    assert "won" in ann.winner()


@SIZES
@pytest.mark.parametrize("mode", ["necromancer", "teams"])
def test_other_ways_to_play(people: People, mode: str, phone: bool) -> None:
    ann, players = people.come(phone=phone), 3 if mode == "necromancer" else 6
    ann.open(ann.create([ME, *[BOT] * (players - 1)], players=players, mode=mode, turns=2))
    ann.play_out()
    assert "won" in ann.winner()
