"""A game from another package in the browser: set-up, the generic table, undo, reload, replay."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.example_game import installed
from tests.server.clients import Server
from tests.web.conftest import People
from tests.web.smallworld_player import Player

SHOTS = os.environ.get("HORDES_SHOTS", "")
"""Folder for pictures of the page, to be looked at."""
MOST_MOVES = 60


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the example game installed."""
    with installed(tmp_path_factory.mktemp("site")), Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def shoot(ann: Player, name: str) -> None:
    """Take a picture of the page."""
    if SHOTS:
        ann.page.screenshot(path=Path(SHOTS) / f"{name}.png")


def set_up(ann: Player) -> None:
    """From the home page to a table of the third game against a random bot."""
    page = ann.page
    page.goto(ann.base)
    expect(page.get_by_role("heading", name="Marches")).to_be_visible()
    shoot(ann, "home")
    page.goto(f"{ann.base}/#/new")
    page.get_by_role("radio", name="Marches").check()
    page.get_by_role("spinbutton").first.fill("2")
    expect(page.locator("ol li")).to_have_count(2)
    for select in page.locator("ol select").all():
        if select.locator("option[value='random']").count():
            select.select_option("random")
    shoot(ann, "new")
    page.locator("[data-do='create']").click()
    ann.wait()


def move_once(ann: Player) -> None:
    """Make one decision: march to a target, else the first action of an open region, else the first button."""
    page, ply = ann.page, ann.ply()
    if page.locator(".region.open").count():
        page.locator(".region.open").first.click(force=True)
        page.wait_for_function(
            "ply => Number(document.querySelector('.table').dataset.ply) !== ply"
            " || document.querySelector('.region.chosen')",
            arg=ply,
        )
        if ann.ply() == ply and page.locator(".region.target").count():
            shoot(ann, "targets")
            page.locator(".region.target").first.click(force=True)
        elif ann.ply() == ply:
            page.locator(".actions [data-move]").first.click()
    else:
        page.locator(".actions [data-move]").first.click()
    ann.after(ply)


def test_a_game_from_another_package_is_played_to_its_end(people: People) -> None:
    ann = people.come()
    page = ann.page
    set_up(ann)
    expect(page.locator("[data-region]")).to_have_count(14)
    expect(page.locator(".status")).to_contain_text("Round 1 of 5, 3 actions left")
    shoot(ann, "start")

    page.locator(".region.open").first.click()  # the only move of a harbour is to muster there
    expect(page.locator(".status")).to_contain_text("2 actions left")
    expect(page.get_by_role("log")).to_contain_text("Ann musters 2 in Aldmoor.")
    expect(page.locator("[data-piece='levy']")).to_have_count(1)
    page.locator("header button[aria-keyshortcuts]").click()
    expect(page.locator(".status")).to_contain_text("3 actions left")
    expect(page.locator("[data-piece='levy']")).to_have_count(0)

    move_once(ann)
    page.reload()
    ann.wait()
    expect(page.locator("[data-piece='levy']")).to_have_count(1)
    expect(page.get_by_role("log")).to_contain_text("musters")

    for turn in range(MOST_MOVES):
        if not ann.wait():
            break
        if turn == 4:
            shoot(ann, "middle")
        move_once(ann)
    assert "won" in ann.winner()
    shoot(ann, "end")

    page.locator(".result a[href^='#/replay/']").click()
    expect(page.locator("input.slider")).to_be_visible()
    page.get_by_role("button", name="Story").click()
    expect(page.get_by_role("log")).to_contain_text("The game is over.")
    page.locator(".steps button").first.click()
    expect(page.locator("[data-piece]")).to_have_count(0)
    shoot(ann, "replay")


def test_the_generic_table_on_a_phone(people: People) -> None:
    ann = people.come(phone=True)
    set_up(ann)
    page = ann.page
    page.locator(".region.open").first.tap()
    page.locator(".actions [data-move]").first.tap()
    expect(page.locator("[data-piece='levy']")).to_have_count(1)
    shoot(ann, "phone")
    page.locator("[data-pane='players']").tap()
    expect(page.locator(".facts").first).to_contain_text("forts left: 2")
    shoot(ann, "phone-players")


def test_the_rules_page_lists_the_game(people: People) -> None:
    ann = people.come()
    ann.page.goto(f"{ann.base}/#/rules/marches")
    expect(ann.page.locator("[data-entry='aldmoor']")).to_contain_text("Worth 1 each turn.")
    expect(ann.page.get_by_role("button", name="Marches")).to_have_attribute("aria-pressed", "true")
