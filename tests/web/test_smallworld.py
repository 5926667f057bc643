"""Small World through the page, in a real browser."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.player import READY, Player

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}


def test_one_click_on_the_start_page_begins_a_game_against_bots(ann: Player) -> None:
    ann.goto()
    ann.page.locator("article.smallworld select").first.select_option("1")
    ann.page.locator("[data-play='smallworld']").click()
    ann.page.wait_for_selector("[data-region]", state="attached")
    expect(ann.page.get_by_role("button", name="Undo")).to_be_visible()


def test_a_whole_game_against_a_bot(ann: Player) -> None:
    ann.open(ann.create([ME, BOT], players=2, turns=4))
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
    for _ in range(200):
        ann.page.wait_for_selector(".table", state="attached")
        mover = ann.page.locator(READY).count() > 0
        if ann.page.locator(".result").count() > 0:
            break
        if mover:
            ann.decide()
        elif bob.page.locator(READY).count() > 0:
            bob.decide()
        else:
            ann.page.wait_for_timeout(30)
    assert ann.winner() == bob.winner()
    ann.page.get_by_role("button", name="Close").first.click()


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


def test_a_lost_connection_is_shown_and_comes_back(ann: Player) -> None:
    lines = []

    def wire(socket: object) -> None:
        lines.append(socket)
        socket.connect_to_server()  # type: ignore[attr-defined]

    ann.page.route_web_socket("**/ws", wire)
    ann.open(ann.create([ME, BOT], players=2))
    ann.wait()
    lines[-1].close(code=1012)  # type: ignore[attr-defined]
    expect(ann.page.get_by_text("Connection lost")).to_be_visible()
    expect(ann.page.get_by_text("Connection lost")).to_be_hidden()
    ann.decide()
    assert len(lines) >= 2


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


def test_at_one_screen_a_curtain_hides_the_others_coins(ann: Player) -> None:
    ann.open(ann.create([ME, {"kind": "me", "name": "Bea"}], players=2, turns=1))
    seen = []
    for _ in range(80):
        ann.page.wait_for_selector(f"{READY}, .result")
        if ann.page.locator(".result").count() > 0:
            break
        if ann.page.locator(".curtain").count() > 0:
            seen.append(ann.page.locator(".curtain h1").inner_text())
            ann.page.locator(".curtain button").click()
        ann.decide()
    assert set(seen) == {"Ann, it is your turn", "Bea, it is your turn"}
    assert all(one != other for one, other in itertools.pairwise(seen))


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
    expect(ann.page.locator(".board aside").first).to_contain_text("= 2")


def test_a_game_with_nothing_but_the_keyboard(ann: Player) -> None:
    page = ann.page
    ann.open(ann.create([ME, BOT], players=2, turns=1))
    for _ in range(40):
        if not ann.wait():
            break
        ply = ann.ply()
        if page.locator(".take:not([disabled])").count() > 0:
            page.locator(".take:not([disabled])").first.focus()
            page.keyboard.press("Enter")
        elif page.locator("[data-do='place']").count() > 0:
            page.locator(".region[tabindex='0']").focus()
            page.keyboard.press("n")
            for _ in range(30):
                page.keyboard.press("+")
            page.keyboard.press("Control+Enter")
        elif page.locator(".region.open").count() > 0:
            page.locator(".region[tabindex='0']").focus()
            page.keyboard.press("n")
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
            if ann.ply() == ply:
                page.locator(".buttons button").last.focus()
                page.keyboard.press("Enter")
        else:
            page.locator(".buttons button").last.focus()
            page.keyboard.press("Enter")
        ann.after(ply)
    assert "won" in ann.winner()


@pytest.mark.parametrize("mode", ["necromancer", "teams"])
def test_other_ways_to_play(ann: Player, mode: str) -> None:
    players = 3 if mode == "necromancer" else 6
    ann.open(ann.create([ME, *[BOT] * (players - 1)], players=players, mode=mode, turns=2))
    ann.play_out()
    assert "won" in ann.winner()
