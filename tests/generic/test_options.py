"""The declared options of every game against those that it accepts and fills in."""

import json
from typing import Any

import pytest

from hordes.engine.core.state import Game
from hordes.engine.errors import BadRequest
from hordes.engine.option_schema import Option, declared_value, fill_in, nest, player_limits
from hordes.server.http.routes.games import game_info
from tests.generic.setups import with_needs

NOT_CHOSEN = {"digests"}
"""Options that a game itself fills in."""


def test_every_declared_value_is_accepted_and_kept(game: Game) -> None:
    for option in game.option_schema():
        for value in option.values():
            complete = game.normalise(with_needs(option, value))
            assert value is None or declared_value(complete, option.name) == value, option.name


def test_declared_defaults_are_those_of_the_game(game: Game) -> None:
    for option in game.option_schema():
        if option.default is not None:
            needed = {option.needs[0]: option.needs[1]} if option.needs else {}
            assert declared_value(game.normalise(needed), option.name) == option.default, option.name


def test_no_option_is_undeclared(game: Game) -> None:
    names = {option.name.partition(".")[0] for option in game.option_schema()}
    assert set(game.normalise({})) <= names
    with pytest.raises(BadRequest, match="There is no option") as refusal:
        game.normalise({"colour": "red"})
    listed = str(refusal.value).partition("there are ")[2].strip(".").split(", ")
    assert {name.partition(".")[0] for name in listed} - NOT_CHOSEN <= names


def test_values_beyond_the_declaration_are_refused(game: Game) -> None:
    for option in game.option_schema():
        wrong: list[Any] = [[1], "no such thing"]
        if option.kind == "number":
            wrong += [option.least - 1, option.most + 1, True]
        for value in wrong if option.kind != "data" else [[[]]]:
            with pytest.raises((BadRequest, ValueError), match=r"[a-z]+ .*\."):
                game.normalise(with_needs(option, value))


def test_an_option_left_out_and_one_set_to_nothing_are_the_same(game: Game) -> None:
    undecided = {option.name: None for option in game.option_schema() if option.default is None}
    assert game.normalise(undecided) == game.normalise({})


def test_the_numbers_of_players_are_declared_and_playable(game: Game) -> None:
    least, most = player_limits(game.option_schema())
    for players in range(least, most + 1):
        assert game.new({"players": players}).seats() >= players


def test_the_list_of_games_shows_title_and_schema(game: Game) -> None:
    info = game_info(game)
    assert info.title == game.title != ""
    assert [option.name for option in info.schema] == [option.name for option in game.option_schema()]
    assert json.loads(json.dumps([option.as_json() for option in game.option_schema()]))
    kinds = {option.kind for option in info.schema}
    assert kinds <= {"number", "choice", "several", "flag", "data"}


def test_dotted_names_set_keys_of_an_object() -> None:
    assert nest({"a.b": 1, "a.c": 2, "d": None}, ("d",)) == {"a": {"b": 1, "c": 2}}
    with pytest.raises(BadRequest, match=r"`a` is an object, not 3, where `a.b` is set too"):
        nest({"a": 3, "a.b": 1})


def test_several_choices_are_put_in_order_and_checked() -> None:
    colours = Option("colours", ["red"], "Colours in play.", choices=("red", "green", "blue"))
    assert fill_in({"colours": ["blue", "red", "blue"]}, [colours]) == {"colours": ["red", "blue"]}
    assert colours.values() == [["red"], ["red", "green"], ["red", "blue"], ["red", "green", "blue"]]
    with pytest.raises(BadRequest, match=r"is one of red, green, blue, not 'grene'. Did you mean `green`"):
        colours.check(["grene"])
    with pytest.raises(BadRequest, match="is a list of some of red, green, blue, not 'red'"):
        colours.check("red")


def test_data_and_undecided_choices_are_taken_as_they_are() -> None:
    board = Option("board", None, "The board.", choices=("small", "large"), takes_data=True)
    own: dict[str, list[str]] = {"regions": []}
    assert board.kind == "choice"
    assert [board.check(value) for value in (None, "small", own)] == [None, "small", own]
    assert Option("cards", None, "Cards.").as_json() == {
        "name": "cards",
        "kind": "data",
        "default": None,
        "about": "Cards.",
    }


def test_only_an_option_without_a_default_can_be_left_to_the_game(game: Game) -> None:
    for option in game.option_schema():
        if option.default is not None:
            with pytest.raises((BadRequest, ValueError), match=r"[a-z]+ .*\."):
                game.normalise(with_needs(option, None))
