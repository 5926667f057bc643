"""A game that nobody here has seen before, in the browser: its options, its sentence, its board or none, its rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.example_game import installed
from tests.server.clients import Server
from tests.web.conftest import People
from tests.web.smallworld_player import Player
from tests.web.test_third_game import shoot

ABOUT = "A harbour is dark, and everybody has matches."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has a game of the tests installed."""
    lanterns = {"lanterns": "tests.web.lantern_game:GAME"}
    folder = tmp_path_factory.mktemp("site")
    with installed(folder, lanterns), Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def open_form(ann: Player, players: int | None = None) -> Page:
    """The form for a new table of the game."""
    page = ann.page
    page.goto(f"{ann.base}/#/new")
    page.get_by_role("radio", name="Lanterns").check()
    if players is not None:
        page.get_by_role("spinbutton", name="Players").fill(str(players))
        expect(page.locator("ol li")).to_have_count(players)
    return page


def begin(ann: Player) -> None:
    """Press Begin, and wait for one's turn at the table."""
    ann.page.locator("[data-do='create']").click()
    ann.wait()


def options_of(server: Server, page: Page) -> dict[str, Any]:
    """The options of the table that a page shows."""
    table = page.url.partition("#/t/")[2]
    options: dict[str, Any] = page.evaluate(f"fetch('/api/tables/{table}').then(a => a.json())")["options"]
    return options


def test_an_option_may_need_a_number_of_players(people: People) -> None:
    page = open_form(people.come(), 3)
    teams = page.get_by_role("checkbox", name="Teams")
    expect(page.get_by_role("checkbox", name="Auction")).to_be_visible()
    expect(teams).to_have_count(0)
    page.get_by_role("spinbutton", name="Players").fill("4")
    expect(teams).to_be_visible()


def test_an_option_that_is_hidden_again_is_not_sent(people: People, server: Server) -> None:
    ann = people.come()
    page = open_form(ann, 4)
    auction = page.get_by_role("checkbox", name="Auction")
    auction.check()
    page.get_by_role("spinbutton", name="Stake").fill("7")
    page.get_by_role("checkbox", name="Teams").check()
    auction.uncheck()
    page.get_by_role("spinbutton", name="Players").fill("2")
    begin(ann)
    options = options_of(server, page)
    assert (options["auction"], options["stake"], options["teams"]) == (False, 3, False)


def test_data_that_is_no_json_begins_no_table_and_moves_no_button(people: People, server: Server) -> None:
    ann = people.come()
    page = open_form(ann, 2)
    field, button = page.get_by_role("textbox", name="Oil"), page.locator("[data-do='create']")
    field.fill('{"quay": ')
    page.mouse.wheel(0, 5000)  # at its end the page has no bar that stays in its place
    place = button.bounding_box()
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("This is no JSON")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    page.mouse.wheel(0, 5000)
    assert button.bounding_box() == place
    assert page.url.endswith("#/new")
    shoot(ann, "lanterns-no-json")
    field.fill('{"quay": 2}')
    begin(ann)  # one click, though the sentence goes away when the field is left
    assert options_of(server, page)["oil"] == {"quay": 2}


def test_a_board_of_ones_own_is_given_as_data(people: People, server: Server, tmp_path: Path) -> None:
    people.expected = "400"
    ann = people.come()
    page = open_form(ann, 2)
    page.locator("select[name='board']").select_option("own (JSON)")
    page.locator("[data-do='create']").click()
    expect(page.get_by_role("alert")).to_contain_text("Paste the data here")
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"places": ["Rock"]}))
    page.locator("[data-file='board']").set_input_files(file)
    page.locator("[data-do='create']").click()
    expect(page.get_by_role("alert")).to_contain_text("A board of one's own has 2 to 20 places, not 1.")
    shoot(ann, "lanterns-own-board")
    page.get_by_role("textbox", name="Board").fill(json.dumps({"places": ["Rock", "Skerry", "Sound", "Bar"]}))
    begin(ann)
    expect(page.locator("[data-region]")).to_have_count(4)
    assert options_of(server, page)["board"] == {"places": ["Rock", "Skerry", "Sound", "Bar"]}


def test_a_board_of_ones_own_for_a_game_with_pages_of_its_own(people: People) -> None:
    ann = people.come()
    page = ann.page
    page.goto(f"{ann.base}/#/new")
    page.locator("select[name='map']").select_option("own (JSON)")
    expect(page.locator("[data-file='map']")).to_be_visible()
    page.locator("select[name='map']").select_option(index=0)
    expect(page.locator("[data-file='map']")).to_have_count(0)


def test_the_home_page_proposes_the_games_own_number_of_players(people: People) -> None:
    ann = people.come()
    page = ann.page
    page.goto(ann.base)
    card = page.locator("[data-game='lanterns']")
    expect(card).to_contain_text(ABOUT)
    expect(card.get_by_label("Opponents")).to_have_value("2")
    expect(page.locator("header")).to_contain_text("4 board games")
    shoot(ann, "lanterns-home")
    page.locator("[data-play='lanterns']").click()
    ann.wait()
    expect(page.locator("article[aria-label]")).to_have_count(3)


def test_two_at_one_screen_have_two_names(people: People) -> None:
    ann = people.come(name="")
    page = open_form(ann, 2)
    page.locator("ol select").nth(1).select_option("here")
    page.locator("[data-do='create']").click()
    curtain = page.get_by_role("dialog")
    expect(curtain).to_contain_text("Guest")
    curtain.get_by_role("button").click()
    page.locator(".region.open").first.click()
    expect(curtain).to_contain_text("Player 2")


def test_the_rules_name_the_places_of_this_board_only(people: People) -> None:
    ann = people.come()
    page = open_form(ann, 2)
    expect(page.get_by_text(ABOUT)).to_be_visible()
    begin(ann)
    page.get_by_role("button", name="Rules").first.click()
    rules = page.get_by_role("region", name="Rules")
    expect(rules).to_contain_text(ABOUT)
    expect(rules.get_by_role("heading", name="Mooring place", exact=True)).to_be_visible()
    expect(rules.locator("[data-entry='quay']")).to_be_visible()
    expect(rules.locator("[data-entry='lantern']")).to_be_visible()
    expect(rules.locator("[data-entry='reef']")).to_have_count(0)
    shoot(ann, "lanterns-rules")


def test_the_map_stays_where_it_is_when_the_actions_grow(people: People) -> None:
    ann = people.come()
    page = open_form(ann, 2)
    page.get_by_role("checkbox", name="Wordy").check()
    begin(ann)
    world, bar = page.locator("g.world"), page.locator("section.actions")
    before, low = world.bounding_box(), bar.bounding_box()
    expect(bar).to_contain_text("Choose a region.")
    ply = ann.ply()
    page.locator(".region.open").first.click()
    ann.after(ply)
    ann.wait()
    ways = page.get_by_role("combobox", name="Wave").locator("option")
    expect(ways).to_have_count(8)
    assert bar.bounding_box() == low
    assert world.bounding_box() == before
    shoot(ann, "lanterns-tall-bar")


def test_a_long_name_stands_in_two_lines(people: People) -> None:
    ann = people.come()
    page = open_form(ann, 2)
    begin(ann)
    long = page.locator("text.name", has_text="Southeastern")
    expect(long.locator("tspan")).to_have_text(["Southeastern", "warehouse quarter"])
    boxes = [box for name in page.locator("text.name").all() if (box := name.bounding_box())]
    for k, one in enumerate(boxes):
        for other in boxes[k + 1 :]:
            apart = abs(one["x"] + one["width"] / 2 - other["x"] - other["width"] / 2)
            assert one["y"] != other["y"] or apart >= (one["width"] + other["width"]) / 2
    shoot(ann, "lanterns-names")


@pytest.mark.parametrize("phone", [False, True])
def test_without_a_board_points_and_story_take_its_place(people: People, phone: bool) -> None:
    ann = people.come(phone=phone)
    page = open_form(ann, 2)
    page.locator("select[name='board']").select_option("None")
    begin(ann)
    page.locator(".actions [data-move]").first.click()
    ann.wait()
    expect(page.get_by_text("lanterns are dark")).to_have_count(1)
    expect(page.locator(".points").first).to_be_in_viewport()
    expect(page.get_by_text("matches left").first).to_be_in_viewport()
    expect(page.get_by_role("log")).to_be_in_viewport()
    shoot(ann, f"lanterns-boardless-{'phone' if phone else 'wide'}")


def test_no_tab_looks_chosen_on_a_fresh_phone(people: People) -> None:
    ann = people.come(phone=True)
    page = open_form(ann, 2)
    page.locator("[data-do='create']").scroll_into_view_if_needed()
    chat = {"x": 340, "y": 815}
    begin(ann)
    page.mouse.move(**chat)  # where the finger was, as far as the browser knows
    colours = page.locator("[data-pane]").evaluate_all("all => all.map(one => getComputedStyle(one).backgroundColor)")
    assert len(set(colours)) == 1
    assert re.match("rgba.*, 0", colours[0])
    shoot(ann, "lanterns-phone")
