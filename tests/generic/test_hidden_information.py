"""What a seat cannot know shows nowhere: with it dealt anew, all that the seat is given stays the same."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from hordes.bots.protocol import Question
from hordes.bots.suggest import suggest_move
from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, PUBLIC, Event, State
from hordes.engine.errors import Refusal
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.engine.referee import answer
from tests.generic.setups import NAMES, Table, every_table, tables
from tests.generic.walks import new, seats, some_states, viewers, walk

HAVE_SECRETS = {"auction", "covil", "marches", "smallworld"}
"""Games in which a seat does not know everything."""
ALL_MOVES_PUBLIC = {"smallworld"}
HIDING_MOVES = [table for table in tables() if table.name not in ALL_MOVES_PUBLIC]
hiding_moves = pytest.mark.parametrize("table", HIDING_MOVES, ids=str)
"""Where all moves are public, events may say more than views: these need not tell again what everybody has seen."""


def shown_to(state: State, seat: int) -> dict[str, Any]:
    """Everything that a seat, or the spectators, are given of a state without asking about a move."""
    shown = {
        "view": state.view(seat), "views": state.views()[seat if seat >= 0 else -1],
        "page": state.page_view(seat), "pages": state.page_views()[seat if seat >= 0 else -1],
        "to move": int(state.to_move), "turn": int(state.turn_seat()),
        "phase": state.phase_name(), "summary": state.public_summary(), "result": state.result(),
    }  # fmt: skip
    if seat == state.to_move:
        shown["legal"] = state.legal_texts()
        shown["as data"] = [state.move_data(move) for move in state.legal()]
        shown["explained"] = [state.explain(text) for text in state.legal_texts()[:8]]
        shown["default"] = state.describe(state.default_move())
    return shown


def worlds(state: State, seat: int, count: int = 2) -> list[State]:
    """States that may be, as far as a seat knows."""
    return [state.resample(seat, Rng(number)) for number in range(count)]


@every_table
def test_nothing_that_a_seat_is_given_depends_on_what_it_cannot_know(table: Table) -> None:
    for state in some_states(table, every=30):
        for seat in viewers(state):
            shown = shown_to(state, seat)
            for world in worlds(state, seat):
                assert shown_to(world, seat) == shown
                assert [world.is_automatic(k) for k in seats(world)] == [state.is_automatic(k) for k in seats(state)]


@every_table
def test_the_numbers_for_learners_show_nothing_hidden(table: Table) -> None:
    encoder = table.game.encoder(table.options)
    for state in some_states(table, every=30):
        for seat in seats(state)[: table.complete["players"]]:
            numbers = encoder.observation(state, seat)
            assert all(encoder.observation(world, seat) == numbers for world in worlds(state, seat))


@every_table
def test_worlds_are_drawn_from_what_is_known_and_from_nothing_else(table: Table) -> None:
    """So they are as likely in every state that a seat cannot tell apart."""
    for state in some_states(table, every=30):
        for seat in viewers(state):
            for world in worlds(state, seat):
                assert world.resample(seat, Rng(77)) == state.resample(seat, Rng(77))
                assert world.sink is None


def table_of(name: str) -> Table:
    """A table of a game with three players or the most there are."""
    own = [table for table in tables() if table.name == name]
    return next(table for table in own if table.complete["players"] == 3)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_secrets_or_none(name: str) -> None:
    """Otherwise the other tests of this module would compare equal states."""
    differ = 0
    for state in some_states(table_of(name), every=3):
        before = state.dump()
        drawn = {tuple(world.dump()) for seat in viewers(state) for world in worlds(state, seat, 6)}
        differ += len(drawn - {tuple(before)}) > 0
        assert state.dump() == before, "drawing a world changed the state"
    assert (differ > 0) == (name in HAVE_SECRETS)
    assert load(name).moves_are_public == (name in ALL_MOVES_PUBLIC)


@pytest.mark.parametrize("name", NAMES)
def test_drawings_show_nothing_hidden(name: str) -> None:
    state = list(some_states(table_of(name), every=11))[2]
    for seat in (0, PUBLIC):
        drawn = state.board_text(seat)
        assert all(world.board_text(seat) == drawn for world in worlds(state, seat, 1))
    assert state.resample(PUBLIC, Rng(1))._repr_svg_() == state._repr_svg_()


@pytest.mark.parametrize("name", ["auction", "marches"])
def test_every_world_that_may_be_is_drawn_equally_often(name: str) -> None:
    """Where there are few enough to count them."""
    counted = 0
    table = next(table for table in tables() if table.name == name and table.complete["players"] == 2)
    for state in list(some_states(table, every=1))[:8]:
        if len({tuple(world.dump()) for world in worlds(state, 1, 60)}) in range(2, 16):
            drawn = Counter(tuple(world.dump()) for world in worlds(state, 1, 900))
            assert max(drawn.values()) < 3 * min(drawn.values())
            counted += 1
    assert counted


@hiding_moves
def test_events_tell_a_seat_what_its_view_shows_and_no_more(table: Table) -> None:
    """After the same move in two worlds with the same views a seat has been told the same."""
    for state in some_states(table, every=12):
        if state.to_move == OVER:
            continue
        move = random_move(state, Rng(5))
        for seat in viewers(state):
            told = told_by(state, move, seat)
            for world in worlds(state, seat, 3):
                if world.is_legal(move):
                    other = told_by(world, move, seat)
                    assert other["view"] != told["view"] or other["events"] == told["events"]


@hiding_moves
def test_a_seat_is_told_nothing_that_tells_moves_of_others_apart(table: Table) -> None:
    """Two moves, or two outcomes of chance, that lead to states which a seat cannot tell apart, are the same to it."""
    for state in some_states(table, every=12):
        for seat in viewers(state):
            told = [told_by(state, move, seat) for move in state.legal()[:6] if state.to_move != seat]
            for one in told:
                alike = [other for other in told if one["view"] == other["view"] and one["state"] != other["state"]]
                assert all(one["events"] == other["events"] for other in alike)


def told_by(state: State, move: int, seat: int) -> dict[str, Any]:
    """The view of a seat after a move, and what it was told about it."""
    after, events = state.clone(), list[Event]()
    after.sink = events
    after.apply(move)
    told = [after.redact_event(event, seat) for event in events]
    assert json.loads(json.dumps(told)) == told
    told += [after.page_event(event, seat) for event in events]
    return {"view": after.view(seat), "events": told, "state": after}


@every_table
def test_redacting_an_event_leaves_it_as_it_was(table: Table) -> None:
    state, rng = new(table), Rng(6)
    state.sink = events = list[Event]()
    while state.to_move != OVER:
        state.apply(random_move(state, rng))
    kept = json.dumps(events)
    for event in events:
        for seat in viewers(state):
            assert state.redact_event(event, seat)["type"] == event["type"]
    assert json.dumps(events) == kept


@every_table
def test_a_refusal_tells_others_nothing_hidden(table: Table) -> None:
    """`Refusal.public` is for everybody: it depends on nothing that some seat cannot know."""
    texts = list(dict.fromkeys(text for state in walk(table, seed=8) for text in state.legal_texts()))
    for number, state in enumerate(some_states(table, every=40)):
        if state.to_move < 0:
            continue
        for text in texts[number % 9 :: 9][:40]:
            public = public_refusal(state, text)
            for seat in viewers(state):
                if seat != state.to_move and public:
                    for world in worlds(state, seat):
                        other = public_refusal(world, text)
                        assert other in ("", public), f"{text} at seat {seat}"


def public_refusal(state: State, text: str) -> str:
    """What everybody may read about a refused move; empty when it is legal."""
    try:
        state.clone().play(text)
    except Refusal as refusal:
        return refusal.public
    return ""


@every_table
def test_bots_and_other_programs_are_asked_without_secrets(table: Table) -> None:
    for state in some_states(table, every=40):
        if state.to_move < 0:
            continue
        seat, options = int(state.to_move), table.complete
        line = Question(table.name, options, state).as_json()
        assert json.loads(json.dumps(line)) == line
        assert (line["view"], line["legal"]) == (state.view(seat), state.legal_texts())
        for world in worlds(state, seat):
            assert Question(table.name, options, world).as_json() == line


@pytest.mark.parametrize("bot", ["random", "greedy", "flat:rollouts=1", "planner", "search:simulations=4"])
@pytest.mark.parametrize("name", NAMES)
def test_hints_of_bots_depend_on_nothing_hidden(name: str, bot: str) -> None:
    table, compared = table_of(name), 0
    for state in some_states(table, every=5):
        if state.to_move < 0 or compared > 5:
            continue
        hint = suggest_move(at(table, state), bot, 3)
        for world in worlds(state, int(state.to_move)):
            assert suggest_move(at(table, world), bot, 3) == hint
            compared += world != state
    assert compared


def at(table: Table, state: State) -> Match:
    """A match that begins in a state."""
    return Match(table.name, table.options, position=state.position())


@every_table
def test_a_referee_shows_a_seat_its_view_and_nothing_else(table: Table) -> None:
    for state in list(some_states(table, every=40)):
        if state.to_move == CHANCE:
            continue
        request = {"game": table.name, "options": table.options, "position": state.position()}
        for seat in seats(state):
            reply = answer({**request, "view": seat})
            assert reply["ok"], reply
            assert (reply["position"], reply["seed"]) == (state.view(seat), None)
            assert reply["legal"] == (state.legal_texts() if seat == state.to_move else [])
            for world in worlds(state, seat, 1):
                assert answer({**request, "position": world.position(), "view": seat}) == reply
