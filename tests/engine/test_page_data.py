"""What pages get of a game: schemas are those of the types in Python, and games of every kind send what they say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, PUBLIC, FuzzStart, Game, State
from hordes.engine.games import load
from tests.example_game import installed
from tools import wire_types

Check = Callable[[str, Any], None]
ID = re.compile(r"\S+")
STARTS = {"smallworld": 45, "covil": 12}
"""Starts of the fuzzer that together have every set, mode, map, board, number of seats, and many pieces in play."""


def checker(folder: str, names: frozenset[str]) -> Check:
    """Checks data of a role (`view`, `event` ...) against the schema of a folder of the page.

    An id is one word, and none of the English names that the glossary has for people.
    """
    path = wire_types.SOURCES / folder / "wire.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    formats = {"id": lambda text: ID.fullmatch(text) is not None and text not in names}
    validators = {
        role: jsonschema_rs.Draft7Validator({**part, "$defs": schema["$defs"]}, validate_formats=True, formats=formats)
        for role, part in schema["properties"].items()
    }

    def check(role: str, data: Any) -> None:
        error = next(validators[role].iter_errors(json.loads(json.dumps(data))), None)
        assert error is None, f"{role} at {error.instance_path}: {error.message}"

    return check


def names_of(glossary: dict[str, dict[str, Any]]) -> frozenset[str]:
    """English names of pieces that are not their ids."""
    words = {str(entry[key]) for entry in glossary.values() for key in ("name", "one") if key in entry}
    return frozenset(words - {*glossary, "Water", "Desert", "Mountain", "Forest", "Town"})


def check_game(game: Game, start: FuzzStart, check: Check, moves: int, seed: int) -> None:
    """Check what pages get along a random game."""
    options = game.normalise(start.options)
    check("board", game.page_board(options))
    for entry in game.glossary_for(options).values():
        check("entry", entry)
    state = game.new(options) if start.position is None else game.from_position(options, start.position)
    events: list[Any] = []
    state.sink = events
    rng, opening = Rng(seed), list(start.opening)
    for n in range(moves):
        if state.to_move == OVER:
            break
        check_events(state, events, check)
        if n % 7 == 0:
            check_position(state, check)
        for move in state.legal():
            check("move", state.move_data(move))
        if opening and opening[0] in state.legal_texts():
            state.play(opening.pop(0))
        else:
            state.apply(state.nth_legal(rng.below(state.find_legal())))
    check_events(state, events, check)
    check_position(state, check)


def check_events(state: State, events: list[Any], check: Check) -> None:
    for event in events:
        for seat in (0, PUBLIC):
            check("event", state.page_event(event, seat))
    events.clear()


def check_position(state: State, check: Check) -> None:
    check("summary", state.public_summary())
    for view in state.page_views():
        check("view", view)
    check("view", state.page_view(0))


@pytest.mark.parametrize(("name", "number"), [(name, k) for name, count in STARTS.items() for k in range(count)])
def test_a_built_in_game_sends_what_its_types_say(name: str, number: int) -> None:
    game = load(name)
    start = game.fuzz_start(number)
    check = checker(name, names_of(game.glossary_for(game.normalise(start.options))))
    check_game(game, start, check, moves=120, seed=number)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(STARTS))
def test_whole_games_send_what_their_types_say(name: str) -> None:
    game = load(name)
    for number in range(STARTS[name], 8 * STARTS[name]):
        start = game.fuzz_start(number)
        check = checker(name, names_of(game.glossary_for(game.normalise(start.options))))
        check_game(game, start, check, moves=100_000, seed=number)


def test_a_game_from_another_package_sends_what_the_generic_table_needs(tmp_path: Path) -> None:
    with installed(tmp_path):
        game = load("marches")
        check_game(game, game.fuzz_start(0), checker("generic", names_of(game.glossary())), moves=60, seed=1)


@pytest.mark.parametrize(
    ("role", "data", "fault"),
    [
        ("event", {"type": "turn", "turn": 1, "seat": 0, "cards": []}, "an unknown key"),
        ("event", {"type": "turn", "turn": 1}, "a key is missing"),
        ("event", {"type": "vanished", "seat": 0, "race": "Trolls"}, "a name in place of an id"),
        ("event", {"type": "souls", "tokens": 2, "why": "bonus of elves"}, "a sentence in place of an id"),
        ("move", {"verb": "pick", "slot": "1"}, "a text in place of a number"),
        ("move", {"verb": "leap", "region": "1"}, "an unknown verb"),
    ],
)
def test_the_schemas_refuse(role: str, data: Any, fault: str) -> None:
    check = checker("smallworld", names_of(load("smallworld").glossary()))
    with pytest.raises(AssertionError, match=role):
        check(role, data)


def test_the_schemas_are_up_to_date() -> None:
    """If this fails: `python -m tools.wire_types`."""
    assert wire_types.outdated() == []
