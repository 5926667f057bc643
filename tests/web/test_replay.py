"""Replays: uploaded records, slider and chart, links to a moment, continuing a game from there."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hordes.engine.core.rng import Rng
from hordes.engine.games import load
from hordes.engine.match import Match
from tests.web.conftest import People
from tests.web.faults import faults
from tests.web.smallworld_player import Player

GAMES = pytest.mark.parametrize("game", ["smallworld", "covil"])


def record(game: str, folder: Path, *, whole: bool = True) -> Path:
    """Write the record of a random game of two seats, whole or unfinished."""
    match, chance = Match(load(game), {"players": 2}, seed=3), Rng(3)
    while match.state.result() is None and (whole or len(match.record.moves) < 12):
        legal = match.state.legal_texts()
        match.play(legal[chance.below(len(legal))])
    path = folder / "game.json"
    path.write_text(json.dumps(match.save()), encoding="utf-8")
    return path


def upload(ann: Player, path: Path) -> None:
    """Upload a record on the page of records."""
    ann.goto("records")
    ann.page.locator("input[type='file']").set_input_files(path)
    ann.page.get_by_role("button", name="Open", exact=True).click()


def moment(ann: Player) -> int:
    return int(ann.page.locator(".slider").input_value())


@GAMES
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_record_is_brought_along_and_looked_at(people: People, game: str, phone: bool, tmp_path: Path) -> None:
    ann = people.come(phone=phone)
    upload(ann, record(game, tmp_path))
    slider = ann.page.locator(".slider")
    slider.wait_for()
    last = moment(ann)
    assert ann.ply() > 20
    slider.focus()
    ann.press("Home")
    expect(ann.page.locator(".table")).to_have_attribute("data-ply", "0")
    ann.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert moment(ann) == 3
    ann.page.get_by_role("button", name="One back").click()
    assert moment(ann) == 2
    ann.page.get_by_role("button", name="To the end").click()
    assert moment(ann) == last
    bar = ann.page.locator(".actions").bounding_box()
    assert bar
    assert bar["height"] < (90 if phone else 70), "the bar takes more rows than it needs"
    if phone:
        ann.page.locator("nav.narrow button").last.click()
    expect(ann.page.locator(".chart svg[role='img'] .line")).to_have_count(2)
    assert faults(ann.page) == []


@GAMES
def test_a_link_leads_to_the_moment_it_was_made_at(people: People, game: str, tmp_path: Path) -> None:
    ann, bob = people.come(), people.come(name="Bob", phone=True)
    upload(ann, record(game, tmp_path))
    ann.page.locator(".slider").fill("7")
    expect(ann.page).to_have_url(re.compile(r"\?ply=7$"))
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.get_by_role("button", name="Copy link to this moment").click()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"[?&]ply=7$", link)
    bob.page.goto(link)
    bob.page.locator(".slider").wait_for()
    assert moment(bob) == 7
    assert bob.ply() == ann.ply()


@GAMES
def test_a_game_is_played_on_from_a_moment(ann: Player, game: str, tmp_path: Path) -> None:
    upload(ann, record(game, tmp_path))
    ann.page.locator(".slider").fill("9")
    ann.page.get_by_role("button", name="Play on from here").click()
    ann.page.wait_for_selector(".table[data-mine='true']")
    assert "/t/" in ann.page.url


@GAMES
def test_a_record_of_a_game_that_is_not_over_is_gone_on_with(ann: Player, game: str, tmp_path: Path) -> None:
    upload(ann, record(game, tmp_path, whole=False))
    ann.page.wait_for_selector(".table[data-mine='true']")
    assert "/t/" in ann.page.url


def test_a_file_that_is_no_record_is_refused_in_words(ann: Player, tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    path.write_text("not a game", encoding="utf-8")
    ann.goto("records")
    ann.page.locator("input[type='file']").set_input_files(path)
    expect(ann.page.get_by_role("alert")).to_contain_text("notes.json")
