"""Matches and records: replay, save and load, undo and rewind (never past revealed information), copies."""

import copy
import json
import pickle
from typing import Any

import pytest

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER
from hordes.engine.errors import BadRecord, NotTheMoment, RuleViolation, UnknownMove
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.engine.record import Record

OPTIONS: dict[str, Any] = {"players": 3}


def played(moves: int, seed: int = 4) -> Match:
    """A match after some random moves."""
    match, rng = Match(load("smallworld"), OPTIONS, seed), Rng(seed)
    for _ in range(moves):
        if match.state.to_move != OVER:
            texts = match.state.legal_texts()
            match.play(texts[rng.below(len(texts))])
    return match


def test_a_replay_of_the_record_is_the_same_state() -> None:
    match = played(120)
    assert match.record.replay() == match.state
    assert match.record.replay().fingerprint() == match.state.fingerprint()


def test_a_replay_tells_the_same_events() -> None:
    match, events = played(60), []  # type: ignore[var-annotated]
    match.record.replay(events=events)
    assert events == match.events


def test_save_and_load_go_through_json_and_the_game_goes_on_the_same_way() -> None:
    match = played(80)
    other = Match.load(json.loads(json.dumps(match.save())))
    assert other.state == match.state
    assert other.events == match.events
    for _ in range(30):
        text = match.state.legal_texts()[0]
        assert match.play(text) == other.play(text)


def test_a_finished_game_is_saved_with_its_result() -> None:
    match = played(2000)
    assert match.state.to_move == OVER
    assert match.save()["result"] == match.state.result()
    assert not match.can_undo()


def test_undo_takes_back_ones_own_last_move() -> None:
    match = Match(load("smallworld"), OPTIONS, 1)
    match.play("pick 1")
    before, events = match.state.clone(), list(match.events)
    match.play("conquer " + str(first_border(match)))
    match.undo()
    assert match.state == before
    assert match.events == events


def first_border(match: Match) -> str:
    """The first region that can be conquered."""
    return next(text for text in match.state.legal_texts() if text.startswith("conquer")).split()[1]


def test_undo_stops_at_a_revealed_combo() -> None:
    """A pick turns up a new combo: nobody may unsee it."""
    match = Match(load("smallworld"), OPTIONS, 1)
    match.play("pick 1")
    assert not match.can_undo()
    with pytest.raises(NotTheMoment, match="taken back"):
        match.undo()


def test_undo_stops_at_the_die() -> None:
    match = played(0)
    match.play("pick 1")
    while not any(text.endswith("die") for text in match.state.legal_texts()):
        texts = [text for text in match.state.legal_texts() if text.startswith("conquer")]
        match.play(texts[0] if texts else "stop")
        if match.state.phase_name() == "pick":
            match.play("pick 1")
        while match.state.phase_name() in ("redeploy", "finish", "withdraw"):
            match.play(match.state.legal_texts()[0])
    match.play(next(text for text in match.state.legal_texts() if text.endswith("die")))
    assert not match.can_undo()


def test_undo_stops_at_another_seats_decision() -> None:
    match = played(0)
    match.play("pick 1")
    seat = match.state.to_move
    match.play("stop")
    assert match.state.to_move != seat
    assert not match.can_undo()


def test_rewinding_to_every_ply_gives_the_state_of_that_ply() -> None:
    match = played(25)
    entries = list(match.record.moves)
    decisions = [ply for ply, decider in enumerate(match.deciders) if decider >= 0]
    for ply in reversed(decisions):
        match.rewind(ply)
        assert match.state == Record("smallworld", OPTIONS, entries[:ply]).replay()
        assert match.state.to_move >= 0


def test_nobody_rewinds_into_chance_or_out_of_the_record() -> None:
    match = played(25)
    beyond = len(match.record.moves) + 1
    for ply, why in ((-1, "there is no ply -1"), (0, "Chance was answering at ply 0"), (beyond, f"no ply {beyond}")):
        with pytest.raises(NotTheMoment, match=why):
            match.rewind(ply)


def test_only_the_seat_to_move_plays() -> None:
    match = played(5)
    seat = int(match.state.to_move)
    with pytest.raises(NotTheMoment, match="is to move"):
        match.play(match.state.legal_texts()[0], seat=(seat + 1) % 3)
    match.play(match.state.legal_texts()[0], seat=seat)


def test_what_is_saved_does_not_change_afterwards() -> None:
    match = played(10)
    saved = match.save()
    text = json.dumps(saved)
    match.play(match.state.legal_texts()[0])
    assert json.dumps(saved) == text


def test_a_record_does_not_tell_the_future() -> None:
    """The generator goes along only with the match of whoever runs the game."""
    match = played(10)
    assert not {"seed", "generator"} & set(match.record.to_json())


def test_a_match_can_begin_at_a_position() -> None:
    before = played(40)
    match = Match(load("smallworld"), OPTIONS, 1, position=before.state.position())
    assert match.state == before.state


def test_a_refused_move_changes_nothing() -> None:
    match = played(10)
    before, moves = match.state.clone(), list(match.record.moves)
    with pytest.raises(UnknownMove, match="`dance` is no move of Small World"):
        match.play("dance")
    with pytest.raises(RuleViolation, match="the move is written `pick NUMBER`"):
        match.play("pick 6 6")
    assert match.state == before
    assert match.record.moves == moves


OLD: dict[str, Any] = {"format": 1, "game": "smallworld", "rules": "1", "options": {}, "moves": []}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "This is no record of a game"),
        ([], "This is no record of a game"),
        ({}, "This is no record of a game"),
        ({"format": 99}, "This is no record of a game"),
        ({"format": 1}, "The record lacks its `game`"),
        (OLD | {"game": "chess"}, "There is no game 'chess'"),
        (OLD | {"options": {"players": 9}}, "`players` is a number from 2 to 6, not 9"),
        (OLD | {"moves": ["first 0"]}, "Move 1 of the record, `first 0`, cannot be replayed"),
        (OLD | {"moves": [3]}, "The moves of a record are texts"),
        (OLD | {"rules": "0"}, "The record follows version '0' of the rules"),
        (OLD | {"position": 3}, "The position of a record is an object"),
        (OLD | {"position": {"turn": 99}}, "`turn` is a number from 1 to 10, not 99"),
        (OLD | {"generator": "abc"}, "The generator of a saved match is a whole number"),
    ],
)
def test_a_broken_record_is_refused_with_a_sentence(data: Any, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        Match.load(data)


def test_a_record_can_begin_at_a_position() -> None:
    match = played(40)
    position = json.loads(json.dumps(match.state.position()))
    text = match.state.legal_texts()[0]
    record = Record("smallworld", OPTIONS, [text], position=position)
    after = match.state.clone()
    after.play(text)
    assert record.replay() == after
    assert Record.from_json(json.loads(json.dumps(record.to_json()))).replay() == after


def ways(match: Match) -> list[Match]:
    return [copy.deepcopy(match), copy.copy(match), pickle.loads(pickle.dumps(match))]


def go_on(match: Match, rng: Rng, most: int) -> list[Any]:
    steps: list[Any] = []
    while match.state.to_move != OVER and len(steps) < most:
        texts = match.state.legal_texts()
        steps.append([match.play(texts[rng.below(len(texts))]), match.can_undo(), match.state.fingerprint()])
    return steps


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("smallworld", {"players": 3}),
        ("smallworld", {"players": 4, "mode": "necromancer", "turns": 3}),
        ("smallworld", {"players": 6, "mode": "teams", "turns": 2}),
        ("covil", {"players": 2}),
        ("covil", {"players": 1, "dummies": 1}),
    ],
)
def test_a_copy_of_a_match_is_the_same_game_with_the_same_random_numbers(game: str, options: dict[str, Any]) -> None:
    match = Match(load(game), options, seed=5)
    go_on(match, Rng(1), 40)
    twins = ways(match)
    steps, saved = go_on(match, Rng(2), 9999), match.save()
    for twin in twins:
        assert twin.record.moves == saved["moves"][: len(twin.record.moves)] != saved["moves"]
        assert go_on(twin, Rng(2), 9999) == steps
        assert twin.save() == saved
        assert (twin.events, twin.deciders, twin.event_counts) == (match.events, match.deciders, match.event_counts)


def test_a_copy_of_a_match_can_be_taken_back_and_leaves_the_other_alone() -> None:
    match = Match(load("smallworld"), {"players": 2}, seed=7)
    match.play("pick 1")
    begun = len(match.record.moves)
    match.play(match.state.legal_texts()[0])
    before = match.save(), list(match.events)
    for twin in ways(match):
        twin.rewind(begun)
        go_on(twin, Rng(3), 10)
        assert (match.save(), match.events) == before


def test_a_pickled_match_of_other_rules_is_refused() -> None:
    match = Match(load("smallworld"), {"players": 2}, seed=7)
    match.record.rules = "0"
    with pytest.raises(BadRecord, match="version '0' of the rules"):
        pickle.loads(pickle.dumps(match))


def test_an_undo_after_a_move_that_passed_the_turn_is_refused_with_the_true_reason() -> None:
    match = Match("covil", players=2, seed=1)
    seat = match.to_move
    while match.to_move == seat:
        match.play(match.legal_texts()[0])
    assert match.deciders[-1] == seat
    with pytest.raises(NotTheMoment, match="while the seat that made it is still to move"):
        match.undo()
