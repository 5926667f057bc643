"""Bots as opponents in the terminal."""

from __future__ import annotations

import pytest

from hordes.bots.plain import Greedy
from hordes.bots.protocol import Question
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.engine.rng import Rng
from hordes.terminal.rivals import Rivals

OPTIONS = {"players": 3, "turns": 1}


def match() -> Match:
    return Match(load("smallworld"), OPTIONS, seed=2)


def test_bots_are_dealt_out_to_the_seats_in_turn() -> None:
    rivals = Rivals(["easy", "greedy"])
    assert [rivals.described(seat) for seat in range(3)] == ["easy", "greedy", "easy"]
    assert Rivals().described(1) == ""


def test_without_bots_the_seats_are_left_to_chance() -> None:
    game, luck = match(), Rng(1)
    expected = game.state.legal_texts()[Rng(1).below(len(game.state.legal_texts()))]
    assert Rivals().choose(game, luck) == expected


def test_rivals_think_the_same_from_the_same_luck() -> None:
    moves = []
    for _ in range(2):
        game, luck, rivals = match(), Rng(5), Rivals(["greedy"])
        rivals.begin(luck)
        moves.append([rivals.choose(game, luck)])
        game.play(moves[-1][0])
        moves[-1].append(rivals.choose(game, luck))
    assert moves[0] == moves[1]


def test_a_bot_that_fails_is_named_once_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Greedy, question: Question) -> str:
        raise ValueError("lost the thread")

    monkeypatch.setattr(Greedy, "choose", broken)
    game, luck, rivals = match(), Rng(5), Rivals(["greedy"])
    for _ in range(2):
        assert rivals.choose(game, luck) in game.state.legal_texts()
    assert rivals.complaints() == ["The bot greedy crashed: ValueError: lost the thread"]
    assert rivals.complaints() == []


def test_an_unknown_bot_is_refused_before_the_game_begins() -> None:
    with pytest.raises(BadRequest, match="There is no bot 'deep blue'"):
        Rivals(["deep blue"])
