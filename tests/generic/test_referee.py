"""The referee's protocol for every game: every kind of request, what goes wrong, and nothing silently."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hordes.engine.core.state import CHANCE, OVER
from hordes.engine.games import load
from hordes.engine.match import Match, play_random_game
from hordes.engine.referee import answer, answer_line
from tests.generic.setups import NAMES, Table, every_table, tables
from tests.generic.walks import some_states
from tests.refusals import rejected

REPLY = ["ok", "position", "to_move", "phase", "legal", "events", "result", "seed"]


def asked(table: Table, **more: Any) -> dict[str, Any]:
    """A reply, through JSON as the process writes it."""
    line = json.dumps({"game": table.name, "options": table.options, **more})
    reply: dict[str, Any] = json.loads(answer_line(line))
    return reply


def seats_moves(match: Match) -> list[str]:
    """The moves of seats in a match, as a request has them."""
    return [text for text, decider in zip(match.record.moves, match.deciders, strict=True) if decider >= 0]


@every_table
def test_a_request_with_moves_leads_where_the_same_match_leads(table: Table) -> None:
    match = play_random_game(table.name, table.options, seed=12)
    reply = asked(table, seed=12, moves=seats_moves(match))
    assert list(reply) == REPLY
    assert reply["position"] == match.state.position()
    assert reply["events"] == match.events
    assert (reply["result"], reply["legal"], reply["to_move"]) == (match.result(), [], None)


@every_table
def test_a_reply_sent_back_goes_on_with_the_same_game(table: Table) -> None:
    match = play_random_game(table.name, table.options, seed=13)
    moves, reply = seats_moves(match), asked(table, seed=13)
    while moves:
        chunk, moves = moves[:9], moves[9:]
        reply = asked(table, position=reply["position"], seed=reply["seed"], moves=chunk)
        assert reply["ok"], reply
    assert reply["position"] == match.state.position()


@every_table
def test_positions_of_all_phases_are_answered(table: Table) -> None:
    for state in some_states(table, every=25):
        reply = asked(table, position=state.position())
        assert reply["ok"], reply
        if state.to_move != CHANCE:
            assert reply["position"] == state.position()
            assert reply["to_move"] == (None if state.to_move == OVER else state.to_move)
            assert reply["phase"] == state.phase_name()
            assert reply["legal"] == state.legal_texts()


def first(name: str) -> Table:
    """The first table of a game."""
    return next(table for table in tables() if table.name == name)


@pytest.mark.parametrize("name", NAMES)
def test_a_bad_move_is_named_and_the_position_before_it_shown(name: str) -> None:
    table = first(name)
    good = asked(table, seed=3)["legal"][0]
    before = asked(table, seed=3, moves=[good])
    reply = asked(table, seed=3, moves=[good, "dance"])
    assert not reply["ok"]
    assert (reply["error"]["code"], reply["error"]["move"]) == ("unknown_move", 1)
    assert reply["position"] == before["position"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"move": ["x"]}, "no key 'move'; there are game, options, seed, position, moves, rolls, view. Did you mean"),
        ({"comment": "first"}, "A request has no key 'comment'"),
        ({"seed": "7"}, "`seed` is a whole number"),
        ({"seed": True}, "`seed` is a whole number"),
        ({"seed": 1.5}, "`seed` is a whole number"),
        ({"moves": "pass"}, "`moves` is a list of texts"),
        ({"moves": [1]}, "`moves` is a list of texts"),
        ({"rolls": 3}, "`rolls` is a list of results"),
        ({"rolls": [99]}, "`rolls` lists results of the die"),
        ({"rolls": [True]}, "`rolls` lists results of the die"),
        ({"view": 99}, '`view` is "all" or the number'),
        ({"view": -3}, '`view` is "all" or the number'),
        ({"view": "0"}, '`view` is "all" or the number'),
        ({"options": []}, "`options` is an object"),
        ({"options": {"colour": "red"}}, "There is no option"),
        ({"options": {"players": 99}}, "`players` is a"),
        ({"position": []}, "`position` is an object"),
    ],
)  # fmt: skip
def test_a_wrong_request_is_rejected_with_a_sentence(name: str, more: dict[str, Any], why: str) -> None:
    reply = asked(first(name), **more)
    rejected(reply, "bad_request", because=why)
    assert reply["position"] is None


@pytest.mark.parametrize("name", NAMES)
def test_a_position_that_cannot_be_is_rejected(name: str) -> None:
    position = asked(first(name), seed=3)["position"]
    for wrong in ({**position, "nonsense": 1}, {"nonsense": 1}, {key: [99] for key in position}):
        reply = asked(first(name), position=wrong)
        assert not reply["ok"]
        assert reply["error"]["code"] in ("bad_position", "bad_request"), reply
        assert len(reply["error"]["message"].split()) > 3


@pytest.mark.parametrize("name", NAMES)
def test_dice_fall_as_the_request_says(name: str) -> None:
    """The first die of a game, wherever it is rolled."""
    table = first(name)
    faces = table.game.die_faces()
    for seed in range(12 if faces else 0):
        match = play_random_game(name, table.options, seed=seed)
        rolled = [k for k, text in enumerate(match.record.moves) if match.deciders[k] == CHANCE and is_die(match, k)]
        if rolled:
            decisions = sum(decider >= 0 for decider in match.deciders[: rolled[0]])
            moves = seats_moves(match)[:decisions]
            after = {pips: asked(table, seed=seed, moves=moves, rolls=[pips])["events"] for pips in faces}
            assert len({json.dumps(events) for events in after.values()}) == len(faces)
            return
    assert faces == []


def is_die(match: Match, ply: int) -> bool:
    """Whether an entry of a record is the roll of a die."""
    state = match.record.replay(ply)
    return any(state.die_move(pips) >= 0 for pips in load(match.record.game).die_faces())


@pytest.mark.parametrize(
    "line",
    ["", "   ", "{", "[]", "3", "null", '"x"', "{}", '{"game": 3}', '{"game": "chess"}', "\0", "é" * 9, "[" * 10**5],
)
def test_a_bad_line_is_answered_and_not_the_end(line: str) -> None:
    for data in (line, line.encode()):
        reply = json.loads(answer_line(data))
        assert not reply["ok"]
        assert reply["error"]["code"] == "bad_request"
        assert "stumbled" not in reply["error"]["message"]


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """JSON objects, some keys of which mean something in some place."""
    return st.dictionaries(st.sampled_from(["players", "turn", "phase", "x"]), inner, max_size=3)


@pytest.mark.parametrize("name", NAMES)
def test_no_request_makes_the_referee_stumble(name: str) -> None:
    good = asked(first(name), seed=3)
    request = {"game": name, "seed": 3, "options": first(name).options, "moves": good["legal"][:1], "view": 0}
    request |= {"position": good["position"], "rolls": []}
    leaves = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5))
    data = st.recursive(leaves, lambda inner: st.one_of(st.lists(inner, max_size=3), objects(inner)), max_leaves=5)
    keys = st.sampled_from([*request, "movs", ""])

    @settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    @given(keys, data)
    def check(key: str, value: Any) -> None:
        reply = answer({**request, key: value})
        assert reply["ok"] or len(reply["error"]["message"].split()) > 2

    check()
