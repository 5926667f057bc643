"""Matches and records of every game: replay, undo, rewind, copies, saving and loading."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER
from hordes.engine.errors import BadRecord, BadRequest, GameOver, NotTheMoment, Refusal, RuleViolation
from hordes.engine.games import load
from hordes.engine.match import Match, play_random_game
from hordes.engine.record import Record
from tests.generic.setups import NAMES, Table, every_table, tables

COPIES: dict[str, Callable[[Match], Match]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda match: pickle.loads(pickle.dumps(match)),
    "save": lambda match: Match.load(json.loads(json.dumps(match.save()))),
}


def begun(table: Table, decisions: int, seed: int = 4) -> Match:
    """A match after so many random decisions, or at its end."""
    match = Match(table.name, table.options, seed)
    go_on(match, Rng(seed), decisions)
    return match


def go_on(match: Match, rng: Rng, most: int = 10**6) -> list[Any]:
    """Play on at random; what could be seen of every step."""
    seen: list[Any] = []
    while not match.is_over and len(seen) < most:
        texts = match.legal_texts()
        seen.append([match.play(texts[rng.below(len(texts))]), match.can_undo(), match.state.fingerprint()])
    return seen


def some_table(name: str) -> Table:
    """A table of a game for three."""
    return next(table for table in tables() if table.name == name and table.complete["players"] == 3)


@every_table
def test_a_record_replays_to_the_same_end_with_the_same_events(table: Table) -> None:
    match = begun(table, 10**6)
    data = json.loads(json.dumps(match.record.to_json(match.state)))
    record, events = Record.from_json(data), list[Any]()
    assert record.replay(events=events) == match.state
    assert events == match.events
    assert record.to_json() == data
    assert data["result"] == match.result()
    assert json.loads(json.dumps(events)) == events


@every_table
def test_every_move_can_be_taken_back_and_made_again(table: Table) -> None:
    match, rng, undone = Match(table.name, table.options, 2), Rng(2), 0
    for _ in range(60):
        if match.is_over:
            break
        before = match.save(), list(match.events), match.state.dump()
        texts, seat = match.legal_texts(), match.to_move
        text = texts[rng.below(len(texts))]
        told = match.play(text)
        may = match.can_undo()
        assert may == (match.to_move == seat and match.deciders[-1] == seat)
        if may:
            match.undo()
            assert (match.save(), match.events, match.state.dump()) == before
            assert match.play(text) == told
            undone += 1
        else:
            with pytest.raises(RuleViolation, match="taken back"):
                match.undo()
    assert undone or table.name == "auction", "here no seat decides twice"


@every_table
def test_rewinding_leads_to_the_state_of_that_ply(table: Table) -> None:
    match = begun(table, 12)
    moves = list(match.record.moves)
    for ply in reversed(range(len(moves))):
        if match.deciders[ply] == CHANCE:
            with pytest.raises(NotTheMoment, match=f"Chance was answering at ply {ply}"):
                match.rewind(ply)
            continue
        match.rewind(ply)
        record = Record(table.name, table.options, moves[:ply])
        events: list[Any] = []
        assert (match.state, match.events) == (record.replay(events=events), events)
    with pytest.raises(NotTheMoment, match=f"there is no ply {len(moves) + 9}"):
        match.rewind(len(moves) + 9)


@pytest.mark.parametrize("way", COPIES)
@every_table
def test_a_copy_of_a_match_is_the_same_game_and_independent(table: Table, way: str) -> None:
    match = begun(table, 3)
    twin = COPIES[way](match)
    assert (twin.events, twin.deciders, twin.event_counts) == (match.events, match.deciders, match.event_counts)
    before = match.save()
    steps = go_on(twin, Rng(3))
    assert match.save() == before != twin.save()
    assert go_on(match, Rng(3)) == steps
    assert match.save() == twin.save()


@every_table
def test_a_match_goes_on_from_a_position(table: Table) -> None:
    match = begun(table, 9)
    if match.is_over:
        match.rewind(max(ply for ply, decider in enumerate(match.deciders) if decider >= 0))
    text = match.legal_texts()[0]
    other = Match(table.name, table.options, position=json.loads(json.dumps(match.state.position())))
    assert other.state == match.state
    other.play(text)
    again = Match.load(json.loads(json.dumps(other.save())))
    assert again.state == other.state
    assert again.record.position == match.state.position()


@every_table
def test_the_same_seed_is_the_same_game_and_a_finished_one_takes_nothing(table: Table) -> None:
    match = play_random_game(table.name, table.options, seed=6)
    assert match.save() == play_random_game(table.name, table.options, seed=6).save()
    for _ in range(2):
        with pytest.raises(GameOver, match="no move can follow"):
            match.play("pass")
        with pytest.raises(GameOver, match="cannot be taken back"):
            match.undo()
    assert match.legal_texts() == []
    assert repr(match).startswith(f"<Match: {table.name}, {match.state.seats()} seats, ")


@pytest.mark.parametrize("seed", [0, -1, 2**62, 2**64, 10**30, -(10**30)])
@pytest.mark.parametrize("name", NAMES)
def test_any_whole_number_is_a_seed(name: str, seed: int) -> None:
    first, second = Match(name, seed=seed), Match(name, seed=seed)
    assert first.save() == second.save() == Match.load(first.save()).save()


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_is_another_game(name: str) -> None:
    games = {json.dumps(play_random_game(name, seed=seed).record.moves) for seed in range(8)}
    assert len(games) == 8


@pytest.mark.parametrize("name", NAMES)
def test_only_the_seat_to_move_plays(name: str) -> None:
    match = begun(some_table(name), 3)
    text, seat = match.legal_texts()[0], match.to_move
    with pytest.raises(NotTheMoment, match=f"Seat {seat} is to move"):
        match.play(text, seat=(seat + 1) % 3)
    for wrong in (99, -1, "0", True):
        with pytest.raises(BadRequest, match="Seats are numbered from 0"):
            match.play(text, seat=wrong)  # type: ignore[arg-type]
    match.play(text, seat=seat)


@pytest.mark.parametrize("name", NAMES)
def test_a_match_whose_state_was_moved_refuses_to_go_on(name: str) -> None:
    match = begun(some_table(name), 2)
    match.state.play(match.legal_texts()[0])
    for ask in (match.save, match.undo, lambda: match.play("pass")):
        with pytest.raises(BadRequest, match=r"Make moves with `match\.play`"):
            ask()
    match.rewind(len(match.deciders))
    match.play(match.legal_texts()[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_record_says_nothing_else_and_nothing_wrong(name: str) -> None:
    match = begun(some_table(name), 10**6)
    data = match.record.to_json()
    scores = [score + 1 for score in data["result"]["scores"]]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"move": []}, r"A record has no key 'move'.*Did you mean `moves`"),
        ({"comment": "mine"}, "A record has no key 'comment'"),
        ({"rules": "0"}, "version '0' of the rules"),
        ({"result": {**data["result"], "scores": scores}}, "says that its scores are"),
        ({"result": {**data["result"], "winners": [99]}}, "says that its winners are"),
        ({"result": "won"}, "The result of a record is an object"),
        ({"format": 2}, "This is no record of a game"),
        ({"moves": [*data["moves"], "pass"]}, r"Move \d+ of the record, `pass`, cannot be replayed: The game is over"),
        ({"moves": ["dance", *data["moves"]]}, "Move 1 of the record, `dance`, cannot be replayed"),
        ({"options": {"colour": "red"}}, "The record cannot be played here: There is no option .colour."),
        ({"generator": True}, "The generator of a saved match is a whole number"),
    ]
    for change, why in wrong:
        with pytest.raises(BadRecord, match=why):
            Match.load({**data, **change})
    last = max(ply for ply, decider in enumerate(match.deciders) if decider >= 0)
    given_up = {**data, "moves": data["moves"][:last], "players": ["Ann", "Bob", "Eve"]}
    assert not Match.load(given_up).is_over, "a game that was given up has a result and not all its moves"


@pytest.mark.parametrize("name", NAMES)
def test_spoilt_records_are_read_or_refused_with_a_sentence(name: str) -> None:
    data = begun(some_table(name), 6).save()
    words = sorted({word for text in data["moves"] for word in text.split()})
    odd = st.one_of(st.none(), st.integers(), st.text(max_size=9), st.lists(st.integers(), max_size=2), st.booleans())

    @settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    @given(st.data())
    def check(choose: st.DataObject) -> None:
        spoilt = dict(data)
        if choose.draw(st.booleans()):
            spoilt[choose.draw(st.sampled_from(sorted(data)))] = choose.draw(odd)
        else:
            text = " ".join(choose.draw(st.lists(st.sampled_from(words), max_size=4)))
            k = choose.draw(st.integers(0, len(data["moves"])))
            spoilt["moves"] = [*data["moves"][:k], text, *data["moves"][k:]]
        try:
            match = Match.load(spoilt)
        except Refusal as refusal:
            refused_by = refusal
        else:
            assert match.to_move in (OVER, *range(match.state.seats()))
            return
        assert isinstance(refused_by, BadRecord)
        assert len(str(refused_by).split()) > 3

    check()


@pytest.mark.parametrize("name", NAMES)
def test_a_pickled_state_or_match_of_other_rules_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(some_table(name), 2)
    version = load(name).rules_version
    match.record.rules = version + "9"
    with pytest.raises(BadRecord, match=f"version '{version}9' of the rules"):
        pickle.loads(pickle.dumps(match))


@every_table
def test_a_view_is_no_position(table: Table) -> None:
    match = begun(table, 5)
    for seat in range(match.state.seats()):
        view = match.view(seat)
        if view != match.state.position():
            with pytest.raises(Refusal, match=r"\w+ \w+ .*\."):
                Match(table.name, table.options, position=view)
