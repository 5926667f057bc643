"""Copies of states: clones, dumps, pickles and positions are the same state, independent, and go on alike."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, State
from hordes.engine.errors import BadPosition, BadRequest, Refusal
from hordes.engine.games import load
from tests.generic.setups import NAMES, Table, every_table, tables
from tests.generic.walks import disturb, finished, has_display, new, some_states, viewers

COPIES: dict[str, Callable[[Table, State], State]] = {
    "clone": lambda _, state: state.clone(),
    "copy": lambda _, state: copy.copy(state),
    "deepcopy": lambda _, state: copy.deepcopy(state),
    "pickle": lambda _, state: pickle.loads(pickle.dumps(state)),
    "dump": lambda table, state: table.game.load(table.options, state.dump()),
    "position": lambda table, state: table.game.from_position(table.options, json.loads(json.dumps(state.position()))),
}
each_way = pytest.mark.parametrize("way", COPIES)


def same(state: State) -> list[Any]:
    """All by which two equal states must agree."""
    shown = [[state.view(seat), state.page_view(seat)] for seat in viewers(state)]
    return [
        int(state.to_move), state.dump(), state.fingerprint(), state.legal_texts(), state.chance_outcomes(),
        state.position(), shown, state.views(), state.page_views(), state.public_summary(), state.result(),
        state.phase_name(), int(state.turn_seat()), state.options(), state.game_name(), int(state.seats()),
        [int(state.score(seat)) for seat in range(state.seats())],
        [state.move_data(move) for move in state.legal()[:5]],
    ]  # fmt: skip


@each_way
@every_table
def test_a_copy_is_the_same_state(table: Table, way: str) -> None:
    for state in some_states(table, every=40):
        state.sink = []
        twin = COPIES[way](table, state)
        assert twin == state
        assert hash(twin) == hash(state)
        assert repr(twin) == repr(state)
        assert same(twin) == same(state)
        assert twin.sink is None, "a copy tells nobody what happens in it"


@each_way
@every_table
def test_a_copy_goes_on_alike_and_leaves_the_other_alone(table: Table, way: str) -> None:
    for state in list(some_states(table, every=60))[:-1]:
        twin = COPIES[way](table, state)
        before = state.dump()
        twin.sink = []
        finished(twin, 11)
        assert state.dump() == before, "what happens in a copy happens in the original"
        again, events = COPIES[way](table, state), list[Any]()
        state.sink = events
        finished(state, 11)
        assert again.dump() == before, "what happens in the original happens in a copy"
        assert (state.dump(), events) == (twin.dump(), twin.sink)


@every_table
def test_a_position_is_json_and_says_everything(table: Table) -> None:
    seen: dict[str, list[int]] = {}
    for state in some_states(table, every=5):
        position = state.position()
        assert json.loads(json.dumps(position)) == position
        text = json.dumps(position, sort_keys=True)
        assert seen.setdefault(text, state.dump()) == state.dump(), "two states have the same position"


@every_table
def test_a_dump_is_whole_numbers_that_every_machine_has(table: Table) -> None:
    for state in some_states(table, every=30):
        assert all(type(word) is int and -(2**62) < word < 2**62 for word in state.dump())
        assert 0 <= state.fingerprint() < 2**62


@every_table
def test_what_is_handed_out_belongs_to_the_caller(table: Table) -> None:
    for state in some_states(table, every=40):
        before = same(state)
        for seat in viewers(state):
            disturb(state.view(seat))
            disturb(state.page_view(seat))
            disturb(state.display(seat)) if has_display(table) else None
        for data in (state.position(), state.public_summary(), state.options(), state.result(), state.legal_texts()):
            disturb(data)
        for move in state.legal()[:5]:
            disturb(state.move_data(move))
        assert same(state) == before


@every_table
def test_what_a_game_hands_out_belongs_to_the_caller(table: Table) -> None:
    game, options = table.game, table.options

    def everything() -> list[Any]:
        return [
            game.normalise(options), game.board_data(options), game.page_board(options), game.board_drawing(options),
            game.glossary(), game.glossary_for(options), game.option_choices(), game.die_faces(),
            [option.as_json() for option in game.option_schema()], game.fuzz_start(0).options,
        ]  # fmt: skip

    before = copy.deepcopy(everything())
    disturb(everything())
    assert everything() == before
    assert json.loads(json.dumps(before)) == json.loads(json.dumps(everything()))


@every_table
def test_dumps_and_positions_of_other_tables_are_not_taken(table: Table) -> None:
    others = [other for other in tables() if other.name == table.name and other.complete != table.complete]
    words = new(table).dump()
    for other in others[:6]:
        assert new(other) != new(table)
        with pytest.raises(BadPosition, match="another set-up"):
            other.game.load(other.options, words)


@pytest.mark.parametrize("name", NAMES)
def test_words_that_are_no_dump_are_refused(name: str) -> None:
    table = next(table for table in tables() if table.name == name)
    words = new(table).dump()
    for wrong in ([], words[:1], words[: len(words) // 2], words[1:], [0] * len(words)):
        with pytest.raises(BadPosition, match=r"(dump|dumped)"):
            load(name).load(table.options, wrong)


def spoil(position: Any, choose: st.DataObject) -> Any:
    """The same data with one value replaced, removed or added at any depth."""
    if isinstance(position, dict) and position and choose.draw(st.integers(0, 3)):
        key = choose.draw(st.sampled_from(sorted(position)))
        if choose.draw(st.integers(0, 5)) == 0:
            return {name: value for name, value in position.items() if name != key}
        if choose.draw(st.integers(0, 9)) == 0:
            return {**position, "nonsense": 1}
        return {**position, key: spoil(position[key], choose)}
    if isinstance(position, list) and position and choose.draw(st.integers(0, 3)):
        k = choose.draw(st.integers(0, len(position) - 1))
        return [*position[:k], spoil(position[k], choose), *position[k + choose.draw(st.integers(0, 1)) :]]
    odd: list[Any] = [None, -1, 0, 1, 99, 2**40, 10**30, 0.5, float("nan"), True, "", "x", [], [[]], {}, {"x": 1}]
    return choose.draw(st.sampled_from(odd))


def read(table: Table, position: Any) -> tuple[State | None, Refusal | None]:
    """The state of a position, or how it is refused."""
    try:
        return table.game.from_position(table.options, position), None
    except Refusal as refusal:
        return None, refusal


@pytest.mark.parametrize("name", NAMES)
def test_spoilt_positions_are_read_or_refused_with_a_sentence(name: str) -> None:
    """One that is read is a position like any other: a game that goes on to its end."""
    own = [table for table in tables() if table.name == name]
    positions = [(table, state.position()) for table in own[-3:] for state in some_states(table, every=25)]

    @settings(max_examples=250, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    @given(st.integers(0, len(positions) - 1), st.data())
    def check(k: int, choose: st.DataObject) -> None:
        table, position = positions[k]
        key = choose.draw(st.sampled_from(sorted(position)))
        wrong = {**position, key: spoil(position[key], choose)}
        if choose.draw(st.integers(0, 9)) == 0:
            wrong = {name: value for name, value in wrong.items() if name != key}
        state, refusal = read(table, wrong)
        if state is None:
            assert isinstance(refusal, BadPosition | BadRequest), refusal
            assert len(str(refusal).split()) > 3
            return
        assert table.game.from_position(table.options, state.position()) == state
        rng = Rng(1)
        for _ in range(40):
            if state.to_move == OVER:
                break
            state.apply(random_move(state, rng))

    check()
