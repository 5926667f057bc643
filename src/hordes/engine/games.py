"""Registry of games: built-in ones by module path, others by entry point."""

from __future__ import annotations

import copyreg
import json
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from hordes.engine.core.state import Game
from hordes.engine.errors import BadRequest
from hordes.engine.validation import did_you_mean

BUILT_IN = {"smallworld": "hordes.smallworld.game", "covil": "hordes.covil.game"}
DEFAULT_GAME = "smallworld"
"""The game that is meant where none is named: on the command line, and in records of before there was a second one."""
ENTRY_POINT_GROUP = "hordes.games"
_loaded: dict[str, Game] = {}
_registered_sets: list[tuple[str, str]] = []


def game_names() -> list[str]:
    """Names of all games, built-in or installed as plugins."""
    return sorted({*BUILT_IN, *[point.name for point in metadata.entry_points(group=ENTRY_POINT_GROUP)]})


def load(name: str) -> Game:
    """A game by its name.

    >>> load("smallworld").name
    'smallworld'
    """
    if not isinstance(name, str):
        raise BadRequest(f"A game is a name such as {DEFAULT_GAME!r}, not {name!r}.")
    if name not in _loaded:
        _loaded[name] = _find(name)
        copyreg.pickle(type(_loaded[name]), _by_name)
    return _loaded[name]


def register_set(game: str, path: str) -> str:
    """Load a custom set of pieces into a game from a user's file; returns the set's name.

    This runs the file: only for command lines and their worker processes, never for requests.
    """
    name = load(game).register_set(path)
    if (game, path) not in _registered_sets:
        _registered_sets.append((game, path))
    return name


def registered_sets() -> list[tuple[str, str]]:
    """Game and path of every custom set registered so far, for worker processes to register too."""
    return list(_registered_sets)


def game_of_file(path: str) -> str:
    """The name of the game that a user's file is clearly meant for: pieces (.py), or a board or cards (.json).

    The default game for a file that no game recognises, or that cannot be read: its reader says what is wrong with it.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
        content: Any = json.loads(text) if path.endswith(".json") else text
    except (OSError, ValueError, RecursionError):
        return DEFAULT_GAME
    return next((name for name in game_names() if load(name).recognises(content)), DEFAULT_GAME)


def _by_name(game: Game) -> tuple[Any, ...]:
    """How a game is copied and pickled: there is one of each, and its name is all that goes into a pickle."""
    return load, (game.name,)


def _find(name: str) -> Game:
    if name in BUILT_IN:
        game = import_module(BUILT_IN[name]).GAME
    else:
        points = [point for point in metadata.entry_points(group=ENTRY_POINT_GROUP) if point.name == name]
        if not points:
            names = game_names()
            raise BadRequest(f"There is no game {name!r}; there are {', '.join(names)}.{did_you_mean(name, names)}")
        game = points[0].load()
    if not isinstance(game, Game):
        raise BadRequest(f"What is installed as the game {name!r} is no game.")
    if game.name != name:  # records and pickles name the game, and are read by that name
        raise BadRequest(f"The game installed as {name!r} calls itself {game.name!r}; both names must be the same.")
    return game
