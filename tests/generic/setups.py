"""The tables that the tests of this folder play at: every game with every number of players and every option."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from hordes.engine.core.state import Game
from hordes.engine.errors import Refusal
from hordes.engine.games import load
from hordes.engine.option_schema import Option, player_limits
from tests.example_game import AUCTION, installed

NAMES = ["auction", "covil", "marches", "smallworld"]
"""Built-in games, the example package, and the tests' own game."""


@dataclass(frozen=True)
class Table:
    """A game, the options that differ from its defaults, and all of them, as JSON."""

    name: str
    text: str
    complete_text: str

    @property
    def game(self) -> Game:
        """The game."""
        return load(self.name)

    @property
    def options(self) -> dict[str, Any]:
        """The options that are given."""
        given: dict[str, Any] = json.loads(self.text)
        return given

    @property
    def complete(self) -> dict[str, Any]:
        """All options."""
        options: dict[str, Any] = json.loads(self.complete_text)
        return options

    def __str__(self) -> str:
        rulings = ["rulings" for name in self.options if "." in name][:1]
        words = [f"{name}={value}" for name, value in self.options.items() if "." not in name]
        return "-".join([self.name, *words, *rulings]).translate(str.maketrans("", "", "'[]{} "))


def accepted(game: Game, options: dict[str, Any], k: int) -> dict[str, Any]:
    """The options with a number of players that they allow, the k-th or the next one."""
    least, most = player_limits(game.option_schema())
    numbers = [options["players"]] if "players" in options else list(range(least, most + 1))
    for players in [*numbers[k % len(numbers) :], *numbers]:
        try:
            game.normalise({**options, "players": players})
        except Refusal:
            continue
        return {"players": players, **{name: value for name, value in options.items() if name != "players"}}
    raise AssertionError(f"no number of players of {game.name} goes with {options}")


def with_needs(option: Option, value: Any) -> dict[str, Any]:
    """Options in which one has a value, and another the value that it needs."""
    return {option.name: value} | ({option.needs[0]: option.needs[1]} if option.needs else {})


def every_option(game: Game) -> Iterator[dict[str, Any]]:
    """Every number of players; every choice and flag, the least number of each option; all rulings together."""
    schema = game.option_schema()
    least, most = player_limits(schema)
    yield from ({"players": players} for players in range(least, most + 1))
    for option in schema:
        if option.name == "players" or "." in option.name:
            continue
        values = option.values()[:1] if option.kind == "number" else option.values()
        yield from (with_needs(option, value) for value in values if value != option.default)
    dotted = [option for option in schema if "." in option.name]
    if dotted:
        yield {option.name: True if option.kind == "flag" else option.least for option in dotted}


def tables_of(name: str) -> list[Table]:
    """The tables of a game, each once."""
    game = load(name)
    every = [accepted(game, options, k) for k, options in enumerate(every_option(game))]
    texts = {json.dumps(options, sort_keys=True): json.dumps(game.normalise(options)) for options in every}
    return [Table(name, text, complete) for text, complete in texts.items()]


@cache
def tables() -> list[Table]:
    """The tables of all games."""
    with TemporaryDirectory() as folder, installed(Path(folder), AUCTION):
        return [table for name in NAMES for table in tables_of(name)]


every_table = pytest.mark.parametrize("table", tables(), ids=str)
"""Runs a test once for each table."""


def few_tables() -> list[Table]:
    """Of each game the table with the fewest players, that of three, and those that differ most from the usual."""
    chosen: list[Table] = []
    for name in NAMES:
        own = [table for table in tables() if table.name == name]
        chosen += [own[0], next(table for table in own if table.complete["players"] == 3), own[-1]]
        chosen += [table for table in own if any(word in table.text for word in ("teams", "robot", "necromancer"))][:3]
    return list(dict.fromkeys(chosen))


few = pytest.mark.parametrize("table", few_tables(), ids=str)
"""Runs a test once for some tables of each game."""
