"""Misuse of a match, such as moving its state directly or a wrong seat: the error says what to do instead."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.core.state import CHANCE, OVER, PUBLIC
from hordes.engine.errors import BadPosition, BadRecord, BadRequest, GameOver, NotTheMoment, UnknownMove
from hordes.engine.match import Match, play_random_game
from hordes.engine.record import Record

OPTIONS: dict[str, Any] = {"players": 3}
COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]


def started_match() -> Match:
    match = Match("smallworld", OPTIONS, 7)
    match.play("pick 1")
    return match


# A state that is moved without its match


def match_with_moved_state() -> Match:
    match = Match("smallworld", OPTIONS, 7)
    match.state.play("pick 1")
    assert match.to_move == CHANCE
    return match


@pytest.mark.parametrize("ask", [lambda match: match.play("pick 1"), Match.save, Match.undo])
def test_a_match_whose_state_was_moved_on_refuses_to_go_on(ask: Callable[[Match], Any]) -> None:
    match = match_with_moved_state()
    moves = list(match.record.moves)
    with pytest.raises(BadRequest, match=r"Make moves with `match\.play`"):
        ask(match)
    assert match.record.moves == moves


def test_rewinding_to_the_end_of_the_record_brings_its_state_back() -> None:
    match, other = match_with_moved_state(), Match("smallworld", OPTIONS, 7)
    match.rewind(len(match.deciders))
    assert (match.state, match.events, match.save()) == (other.state, other.events, other.save())
    assert match.play("pick 1") == other.play("pick 1")


def test_a_record_that_grew_by_itself_is_noticed() -> None:
    match = started_match()
    match.record.moves.append("stop")
    with pytest.raises(BadRequest, match="or the record was"):
        match.save()


def test_a_match_is_saved_after_moves_undos_and_copies() -> None:
    match = started_match()
    for _ in range(40):
        match.play(match.legal_texts()[0])
        if match.can_undo():
            match.undo()
            match.play(match.legal_texts()[0])
        assert Match.load(match.save()).save() == match.save()
    for way in COPIES:
        assert way(match).save() == match.save()


def test_help_says_how_moves_are_made() -> None:
    assert "`match.play`" in str(Match.__doc__)
    assert "match.record.options" in str(Match.__doc__)


# Attributes of one's own


class MatchWithNotes(Match):
    """A match with notes."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.notes: list[str] = []


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_keeps_attributes_that_were_added(way: Callable[[Any], Any]) -> None:
    match: Any = MatchWithNotes("covil", players=2)
    match.notes.append("first")
    match.label = "mine"
    twin = way(match)
    assert (type(twin), twin.notes, twin.label) == (MatchWithNotes, ["first"], "mine")
    twin.notes.append("second")
    assert match.notes == ["first"]
    twin.play(twin.legal_texts()[0])


# Seats, ends, plies


@pytest.mark.parametrize("seat", ["0", 3, -1, 1.0, True, None, PUBLIC])
def test_a_seat_that_is_none_is_told_so(seat: Any) -> None:
    match = started_match()
    if seat is not None:
        with pytest.raises(BadRequest, match="Seats are numbered from 0 to 2; there is no seat") as caught:
            match.play("stop", seat)
        assert repr(seat) in str(caught.value) or seat == PUBLIC
    if seat != PUBLIC:
        with pytest.raises(BadRequest, match="PUBLIC is for spectators"):
            match.view(seat)


def test_after_the_end_the_game_is_over_for_every_seat() -> None:
    match = play_random_game("covil", players=2)
    assert match.to_move == OVER
    for seat in (None, 0, 1):
        with pytest.raises(GameOver, match="no move can follow"):
            match.play("done", seat)
    with pytest.raises(GameOver, match="its last move cannot be taken back"):
        match.undo()
    match.rewind(max(ply for ply, decider in enumerate(match.deciders) if decider >= 0))
    assert not match.is_over


def test_undo_at_the_beginning_says_that_there_was_no_move() -> None:
    with pytest.raises(NotTheMoment, match="no seat has made a move yet"):
        Match("smallworld").undo()


@pytest.mark.parametrize("ply", ["3", 2.0, None])
def test_a_ply_is_a_whole_number(ply: Any) -> None:
    with pytest.raises(BadRequest, match="`ply` is a whole number"):
        started_match().rewind(ply)
    if ply is not None:
        with pytest.raises(BadRequest, match="`ply` is a whole number"):
            started_match().record.replay(ply)


@pytest.mark.parametrize("ply", [-1, 99])
def test_a_replay_stays_within_the_record(ply: int) -> None:
    with pytest.raises(NotTheMoment, match=f"there is no ply {ply}"):
        started_match().record.replay(ply)


# Saved matches, positions, records


@pytest.mark.parametrize("data", ["{}", b"{}", Path("game.json"), "game.json"])
def test_load_says_what_to_pass_instead_of_a_text_or_a_path(data: Any) -> None:
    with pytest.raises(BadRecord, match=r"takes the data that `save` returned.*json\.loads"):
        Match.load(data)


def test_a_record_without_its_generator_goes_on_with_seed_0() -> None:
    match = Match.load(json.loads(json.dumps(started_match().record.to_json())))
    assert match.rng.seed == 0
    assert "seed 0" in str(Match.load.__doc__)


@pytest.mark.parametrize("game", ["smallworld", "covil"])
@pytest.mark.parametrize("seat", [PUBLIC, 0, 1])
def test_a_view_is_no_position(game: str, seat: int) -> None:
    match = Match(game, players=2, seed=3)
    for _ in range(12):
        match.play(match.legal_texts()[0])
    with pytest.raises(BadPosition) as caught:
        Match(game, players=2, position=match.view(seat))
    assert {"smallworld": "This is a view, which leaves out", "covil": ""}[game] in str(caught.value)
    if game == "smallworld":
        assert f"players[{1 - seat if seat >= 0 else 0}].coins" in str(caught.value)
    assert Match(game, players=2, position=match.state.position()).state == match.state


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((3, {}), "A game is a name such as 'smallworld'"),
        (("covil", None), "Options are a dict"),
        (("covil", [1]), "Options are a dict"),
        (("covil", {}, "done"), "The moves of a record are a list of texts"),
        (("covil", {}, [3]), "The moves of a record are a list of texts"),
        (("covil", {}, 3), "The moves of a record are a list of texts"),
    ],
)
def test_a_record_of_wrong_things_is_refused(arguments: tuple[Any, ...], why: str) -> None:
    with pytest.raises((BadRequest, BadRecord), match=why):
        Record(*arguments)


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_remembers_that_the_state_was_moved_on(way: Callable[[Any], Any]) -> None:
    match = started_match()
    match.state.apply(match.state.legal()[0])
    twin = way(match)
    with pytest.raises(BadRequest, match="not the one that the record leads to"):
        twin.play(twin.legal_texts()[0])
    with pytest.raises(BadRequest, match="not the one that the record leads to"):
        twin.save()


def test_a_text_far_too_long_for_a_move_is_not_repeated() -> None:
    for game in ("smallworld", "covil"):
        with pytest.raises(UnknownMove, match="at most 500 characters; this text has 100000") as refusal:
            Match(game).play("x" * 100_000)
        assert len(str(refusal.value)) < 100


def test_truth_values_are_no_numbers() -> None:
    with pytest.raises(BadRequest, match="`seed` is a whole number, not True"):
        Match("smallworld", seed=True)
    with pytest.raises(BadRequest, match="`ply` is a whole number, not True"):
        started_match().rewind(True)


def test_an_option_that_json_cannot_say_is_told_once() -> None:
    with pytest.raises(BadRequest) as refusal:
        Match("smallworld", sets={"cursed"})
    assert str(refusal.value).count("Options are what JSON can say") == 1
