"""Validation of arguments of states, games, generators and options: errors name what was passed and what is expected.

In the compiled core a wrong argument type is refused by the compiled function itself: a TypeError that names the
expected type.
"""

from __future__ import annotations

from typing import Any

import pytest

import hordes
from hordes.engine.core.state import PUBLIC, Game, State
from hordes.engine.errors import BadRequest, UnknownMove
from hordes.engine.games import load

GAMES = ["smallworld", "covil"]
each_game = pytest.mark.parametrize("game", GAMES)


@each_game
@pytest.mark.parametrize("text", [0, None, ["pick 1"], b"pick 1"])
def test_a_move_that_is_no_text_is_no_move(game: str, text: Any) -> None:
    state = hordes.Match(game).state
    for ask in (state.play, state.parse, state.explain):
        with pytest.raises((UnknownMove, TypeError), match=r"A move is a text|str object expected"):
            ask(text)


@each_game
@pytest.mark.parametrize("seat", [-1, -2, 2, 99])
def test_a_wrong_seat_is_told(game: str, seat: int) -> None:
    state = hordes.Match(game, players=2).state
    for ask in (state.view, state.board_text, state.score):
        with pytest.raises(BadRequest, match=f"Seats are numbered from 0 to 1; there is no seat {seat}"):
            ask(seat)


@each_game
def test_a_seat_that_is_no_number_is_told(game: str) -> None:
    state = hordes.Match(game, players=2).state
    for ask in (state.view, state.board_text):
        with pytest.raises((BadRequest, TypeError), match=r"there is no seat '0'|i64 object expected|int"):
            ask("0")  # type: ignore[arg-type]
    assert state.view(PUBLIC)


@pytest.mark.parametrize("match", [None, "smallworld", hordes.Match("smallworld").state])
def test_a_move_is_suggested_for_a_match(match: Any) -> None:
    with pytest.raises(BadRequest, match="A move is suggested for a Match"):
        hordes.suggest_move(match)


def test_the_seed_of_a_suggestion_is_a_whole_number() -> None:
    with pytest.raises(BadRequest, match="`seed` is a whole number, not 'x'"):
        hordes.suggest_move(hordes.Match("smallworld"), "random", seed="x")  # type: ignore[arg-type]


# Generators


@pytest.mark.parametrize("seed", ["7", 7.0, None, [7]])
def test_the_seed_of_a_generator_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(BadRequest, match="The seed of a generator is a whole number, not"):
        hordes.Rng(seed)


def test_the_integers_of_numpy_are_seeds() -> None:
    numpy = pytest.importorskip("numpy")
    for kind in (numpy.int8, numpy.int64, numpy.uint64):
        rng = hordes.Rng(kind(7))
        assert rng == hordes.Rng(7)
        assert type(rng.seed) is int


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_is_drawn_from_nothing(n: int) -> None:
    rng = hordes.Rng(7)
    with pytest.raises(BadRequest, match=f"There is no number from 0 to {n - 1} to draw"):
        rng.below(n)
    assert rng == hordes.Rng(7)


def test_generators_that_go_on_alike_are_equal() -> None:
    rng = hordes.Rng(7)
    assert rng == hordes.Rng(7)
    assert repr(rng) == "Rng(7)"
    rng.below(6)
    assert rng != hordes.Rng(7)
    assert eval(repr(rng), {"Rng": hordes.Rng}) == rng
    assert rng != 7
    with pytest.raises(TypeError, match="unhashable"):
        hash(rng)


# Games and options


@each_game
def test_a_game_says_which_it_is(game: str) -> None:
    assert repr(load(game)) == f"<Game: {game}, rules {load(game).rules_version}>"
    assert load(game) == load(game)


@each_game
@pytest.mark.parametrize("options", [None, 3, [("players", 2)], "players"])
def test_options_are_a_dict(game: str, options: Any) -> None:
    for ask in (load(game).new, load(game).normalise, lambda given: load(game).from_position(given, {})):
        with pytest.raises((BadRequest, TypeError), match=r"Options are a dict|dict object expected"):
            ask(options)


@pytest.mark.parametrize("name", [None, 7, ["smallworld"]])
def test_the_name_of_a_game_is_a_text(name: Any) -> None:
    with pytest.raises(BadRequest, match="A game is a name such as 'smallworld'"):
        load(name)


@each_game
@pytest.mark.parametrize("position", [None, 3, []])
def test_a_position_is_an_object(game: str, position: Any) -> None:
    with pytest.raises((hordes.BadPosition, TypeError), match=r"A position is an object|dict object expected"):
        load(game).from_position({}, position)


@each_game
def test_the_numbers_of_numpy_are_options(game: str) -> None:
    numpy = pytest.importorskip("numpy")
    options = load(game).normalise({"players": numpy.int64(3)})
    assert options == load(game).normalise({"players": 3})
    assert type(options["players"]) is int
    assert (
        hordes.Match(game, players=numpy.int64(3), seed=numpy.int64(1)).save()
        == hordes.Match(game, players=3, seed=1).save()
    )
    bytes_of_it = numpy.int64(3).tobytes()
    with pytest.raises(BadRequest, match="which is a bytes"):
        load(game).normalise({"players": bytes_of_it})


def test_a_set_in_place_of_a_list_is_told_in_plain_words() -> None:
    with pytest.raises(BadRequest, match=r"\{'base'\} is a set: write a list, \['base'\]"):
        hordes.Match("smallworld", sets={"base"})


@pytest.mark.parametrize(
    ("ask", "meant"),
    [
        (lambda: load("smalworld"), "smallworld"),
        (lambda: load("Covil"), "covil"),
        (lambda: hordes.Match("covil", player=2), "players"),
        (lambda: hordes.Match("smallworld", turn=2), "turns"),
        (lambda: hordes.Match("smallworld", mode="team"), "teams"),
        (lambda: hordes.Match("smallworld", map="map-2"), "map-2p"),
        (lambda: hordes.Match("smallworld", sets=["base", "curse"]), "cursed"),
        (lambda: hordes.Match("smallworld", rulings=["sorcery_without_tokens"]), "sorcery_without_token"),
        (lambda: hordes.Match("covil", board="desert_town"), "desert-town"),
        (lambda: hordes.Match("covil", rulings=["instant_forced"]), "instants_forced"),
        (lambda: hordes.Match("smallworld").play("pik 1"), "pick"),
        (lambda: hordes.Match("smallworld").play("conqer 3"), "conquer"),
        (lambda: hordes.Match("covil").play("chose 3"), "choose"),
    ],
)
def test_a_word_that_is_nearly_right_is_met_with_the_right_one(ask: Any, meant: str) -> None:
    with pytest.raises(hordes.Refusal, match=f"Did you mean `{meant}`\\?"):
        ask()


@pytest.mark.parametrize("ask", [lambda: load("chess"), lambda: hordes.Match("smallworld").play("dance")])
def test_a_word_that_is_like_none_is_met_with_no_guess(ask: Any) -> None:
    with pytest.raises(hordes.Refusal) as caught:
        ask()
    assert "Did you mean" not in str(caught.value)


def test_what_games_have_in_common_says_where_games_are() -> None:
    for ask in (State().legal, State().seats, State().clone, lambda: Game().new({}), lambda: Game().normalise({})):
        with pytest.raises(NotImplementedError, match=r"`load\(name\)` gives a Game"):
            ask()
