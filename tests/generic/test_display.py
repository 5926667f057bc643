"""Events, sentences, drawings and pieces: what interfaces that know no game show of every one."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, PUBLIC, Event, State
from hordes.engine.event_tags import Income, RoundBegins, Taken, TurnBegins, tags_of
from hordes.engine.games import BUILT_IN
from hordes.engine.match import Match
from tests.generic.setups import NAMES, Table, every_table, tables
from tests.generic.walks import new, seats, some_states, viewers, walk

SEAT_GAP = re.compile(r"\{(\w+)\}")


def events_of(table: Table, seed: int = 1) -> tuple[State, list[Event]]:
    """The end of a random game and all its events."""
    state, rng, events = new(table), Rng(seed), list[Event]()
    state.sink = events
    while state.to_move != OVER:
        state.apply(random_move(state, rng))
    return state, events


@every_table
def test_events_are_json_with_a_type_and_seats_that_play(table: Table) -> None:
    state, events = events_of(table)
    assert events
    assert json.loads(json.dumps(events)) == events
    for event in events:
        assert isinstance(event["type"], str)
        assert event.get("seat", 0) in seats(state)


@every_table
def test_a_page_is_told_every_event_with_gaps_for_names_only(table: Table) -> None:
    """A sentence names players by a key of the event in braces, whose value is a seat."""
    state, events = events_of(table)
    for event in events:
        for seat in viewers(state):
            told, known = state.page_event(event, seat), state.redact_event(event, seat)
            assert told["type"] == event["type"]
            for key, value in (told | told.get("values", {})).items():
                assert key in ("text", "values") or str(value) == str(known[key]), told
            for gap in SEAT_GAP.findall(told.get("text", "")):
                assert told["values"][gap] in seats(state), told


@every_table
def test_tags_of_events_are_about_seats_that_play_also_where_secrets_are_missing(table: Table) -> None:
    state, events = events_of(table)
    game = table.game
    known = list(tags_of(game, events))
    for seat in viewers(state):
        assert len(list(tags_of(game, [state.redact_event(event, seat) for event in events]))) <= len(known)
    turns = {tag.seat for tag in known if isinstance(tag, TurnBegins)}
    assert turns <= set(seats(state))
    for tag in known:
        match tag:
            case Taken(seat, pieces):
                assert seat in seats(state)
                assert all(kind and piece for kind, piece in pieces)
            case Income(seat, sources):
                assert seat in seats(state)
                assert all(game.source_kind(source) for source, _ in sources)
                assert tag.total == sum(amount for _, amount in sources)
            case RoundBegins(number):
                assert number > 0
            case _:
                assert tag.seat in seats(state)


@every_table
def test_the_drawn_board_has_borders_that_both_sides_name(table: Table) -> None:
    drawing = table.game.board_drawing(table.options)
    assert json.loads(json.dumps(table.game.page_board(table.options)))
    width, height = drawing["size"]
    by_id = {region["id"]: region for region in drawing["regions"]}
    assert len(by_id) == len(drawing["regions"])
    for region in drawing["regions"]:
        assert region["name"]
        assert all(region["id"] in by_id[other]["neighbours"] for other in region["neighbours"])
        assert 0 < region["centre"][0] < width
        assert 0 < region["centre"][1] < height
        for x, y in region.get("polygon", []):
            assert 0 <= x <= width
            assert 0 <= y <= height


@pytest.mark.parametrize("table", [table for table in tables() if table.name not in BUILT_IN], ids=str)
def test_the_display_shows_pieces_of_the_glossary_where_the_board_has_regions(table: Table) -> None:
    regions = {region["id"] for region in table.game.board_drawing(table.options)["regions"]}
    glossary = table.game.glossary_for(table.options)
    for state in some_states(table, every=10):
        for seat in viewers(state):
            shown = state.display(seat)
            assert json.loads(json.dumps(shown)) == json.loads(json.dumps(state.display(seat)))
            assert shown["status"]
            assert set(shown["regions"]) <= regions
            assert len(shown["seats"]) == state.seats()
            pieces = [piece for there in shown["regions"].values() for piece in there]
            pieces += [piece for own in shown["seats"] for piece in own["pieces"]]
            for piece in pieces:
                assert piece["kind"] in glossary
                assert piece["seat"] in (-1, *seats(state))
                assert piece["count"] > 0
            facts: list[Any] = [fact for own in shown["seats"] for fact in own["facts"]]
            assert all(len(fact) == 2 and all(isinstance(word, str) for word in fact) for fact in facts)
            assert state.page_view(seat)["display"] == shown


@every_table
def test_a_move_as_data_says_what_its_text_says(table: Table) -> None:
    regions = {region["id"] for region in table.game.board_drawing(table.options)["regions"]}
    for state in walk(table, seed=2):
        if state.to_move < 0:
            continue
        for move in state.legal()[:12]:
            data = state.move_data(move)
            assert json.loads(json.dumps(data)) == data
            assert state.move_text(data) == state.describe(move)
            assert set(data.get("regions", [])) <= regions or not regions


@every_table
def test_a_glossary_explains_each_entry(table: Table) -> None:
    for glossary in (table.game.glossary(), table.game.glossary_for(table.options)):
        for entry in glossary.values():
            assert entry["kind"]
            assert entry["name"]
            assert entry["text"]


@pytest.mark.parametrize("name", NAMES)
def test_a_board_can_be_printed_or_is_empty(name: str) -> None:
    match = Match(name, seed=2)
    for seat in (0, PUBLIC):
        text = match.board_text(seat)
        assert isinstance(text, str)
        assert "Traceback" not in text
    picture = match._repr_svg_()
    assert picture is None or picture.startswith("<svg")
