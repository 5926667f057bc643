"""Options varied for fuzzing by their declarations."""

from typing import Any

import pytest

from hordes.engine.core.state import Game
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.option_schema import Option, declared_value, fill_in
from hordes.engine.option_variation import MOST_VALUES, some_values, vary

DECLARED = [
    Option("players", 2, "How many.", least=2, most=4),
    Option("land", "large", "The land.", choices=("large", "small")),
    Option("auction", False, "An auction first."),
    Option("bid", 3, "Least bid.", least=1, most=400, needs=("auction", True)),
]


class Declared(Game):
    """A game of nothing but options; three cannot play in the small land."""

    def option_schema(self) -> list[Option]:
        return DECLARED

    def normalise(self, options: dict[str, Any]) -> dict[str, Any]:
        complete = fill_in(options, DECLARED)
        if (complete["players"], complete["land"]) == (3, "small"):
            raise BadRequest("The small land is too small for three.")
        return complete

    def new(self, options: dict[str, Any]) -> Any:
        return self.normalise(options)


def test_numbers_of_players_take_turns_and_every_value_comes() -> None:
    starts = [Declared().fuzz_start(k).options for k in range(90)]
    assert [options["players"] for options in starts[:3]] == [2, 3, 4]
    assert [options["players"] for options in starts[3:6]] == [2, 2, 4], "three have no room in the small land"
    assert starts[0] == fill_in({}, DECLARED)
    assert {options["land"] for options in starts} == {"large", "small"}
    assert {options["bid"] for options in starts} == {3, *some_values(DECLARED[3])}
    assert all(options["auction"] for options in starts if options["bid"] != 3)
    assert len({tuple(map(str, options.values())) for options in starts}) > 40, "mixtures follow"


def test_what_does_not_go_together_is_left_at_its_default() -> None:
    for k in range(60):
        options = vary(Declared(), k, {"players": 3})
        assert (options["players"], options["land"]) == (3, "large")


def test_given_options_stay_and_bring_what_they_need() -> None:
    for k in range(40):
        options = vary(Declared(), k, {"bid": 7})
        assert (options["bid"], options["auction"]) == (7, True)
        assert vary(Declared(), k, {"auction": False})["bid"] == 3
    with pytest.raises(BadRequest, match="`players` is a whole number from 2 to 4"):
        vary(Declared(), 0, {"players": 9})


def test_a_wide_range_is_sampled_with_both_ends() -> None:
    values = some_values(DECLARED[3])
    assert (len(values), values[0], values[-1]) == (MOST_VALUES, 1, 400)
    assert some_values(DECLARED[0]) == [2, 3, 4]


@pytest.mark.parametrize("name", ["smallworld", "covil"])
def test_the_built_in_games_could_be_varied_like_this_too(name: str) -> None:
    game = load(name)
    seen: dict[str, set[str]] = {}
    for k in range(400):
        options = vary(game, k)
        for option in game.option_schema():
            seen.setdefault(option.name, set()).add(str(declared_value(options, option.name)))
    narrow = [option for option in game.option_schema() if option.kind in ("flag", "choice")]
    for option in narrow:
        assert {str(value) for value in option.values()} <= seen[option.name], option.name
