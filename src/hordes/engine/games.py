"""Which games there are. The engine knows their names and where to find them, and nothing else about them."""

from __future__ import annotations

import json
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.state import Game

BUILT_IN = {"smallworld": "hordes.smallworld.game", "covil": "hordes.covil.game"}
GROUP = "hordes.games"
_loaded: dict[str, Game] = {}
_enrolled: list[tuple[str, str]] = []


def names() -> list[str]:
    """Every game that can be loaded, built-in or installed beside us."""
    return sorted({*BUILT_IN, *[point.name for point in metadata.entry_points(group=GROUP)]})


def load(name: str) -> Game:
    """A game by its name.

    >>> load("smallworld").name
    'smallworld'
    """
    if name not in _loaded:
        _loaded[name] = _find(name)
    return _loaded[name]


def enrol(game: str, path: str) -> str:
    """Give a game a set of pieces from a file of the user's own; answers with the set's name.

    Only what starts the program may do so, and worker processes after it: never a request.
    """
    name = load(game).enrol(path)
    if (game, path) not in _enrolled:
        _enrolled.append((game, path))
    return name


def enrolled() -> list[tuple[str, str]]:
    """What `enrol` was called with, so that worker processes can do the same."""
    return list(_enrolled)


def read_board(name: str) -> Any:
    """What an option `map` says: a board's name as it is, or the board in a JSON file of the user's own."""
    if not name.endswith(".json"):
        return name
    try:
        return json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRequest(f"Cannot read the map {name}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"The map {name} is no JSON: {error}.") from error


def _find(name: str) -> Game:
    if name in BUILT_IN:
        game = import_module(BUILT_IN[name]).GAME
    else:
        points = [point for point in metadata.entry_points(group=GROUP) if point.name == name]
        if not points:
            raise BadRequest(f"There is no game {name!r}; there are {', '.join(names())}.")
        game = points[0].load()
    if not isinstance(game, Game):
        raise BadRequest(f"What is installed as the game {name!r} is no game.")
    return game
