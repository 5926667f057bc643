"""Bots as opponents in the terminal."""

from __future__ import annotations

import pytest

from hordes.bots.baselines import GreedyBot
from hordes.bots.protocol import Question
from hordes.engine.core.rng import Rng
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.terminal.opponents import Opponents

OPTIONS = {"players": 3, "turns": 1}


def match() -> Match:
    return Match(load("smallworld"), OPTIONS, seed=2)


def test_bots_are_dealt_out_to_the_seats_in_turn() -> None:
    opponents = Opponents(["easy", "greedy"])
    assert [opponents.spec_of(seat) for seat in range(3)] == ["easy", "greedy", "easy"]
    assert Opponents().spec_of(1) == ""


def test_without_bots_the_seats_are_left_to_chance() -> None:
    game, rng = match(), Rng(1)
    expected = game.state.legal_texts()[Rng(1).below(len(game.state.legal_texts()))]
    assert Opponents().choose(game, rng) == expected


def test_rivals_think_the_same_from_the_same_luck() -> None:
    moves = []
    for _ in range(2):
        game, rng, opponents = match(), Rng(5), Opponents(["greedy"])
        opponents.begin(rng)
        moves.append([opponents.choose(game, rng)])
        game.play(moves[-1][0])
        moves[-1].append(opponents.choose(game, rng))
    assert moves[0] == moves[1]


def test_a_bot_that_fails_is_named_once_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: GreedyBot, question: Question) -> str:
        raise ValueError("lost the thread")

    monkeypatch.setattr(GreedyBot, "choose", broken)
    game, rng, opponents = match(), Rng(5), Opponents(["greedy"])
    for _ in range(2):
        assert opponents.choose(game, rng) in game.state.legal_texts()
    assert opponents.complaints() == ["The bot greedy crashed: ValueError: lost the thread"]
    assert opponents.complaints() == []


def test_an_unknown_bot_is_refused_before_the_game_begins() -> None:
    with pytest.raises(BadRequest, match="There is no bot 'deep blue'"):
        Opponents(["deep blue"])
