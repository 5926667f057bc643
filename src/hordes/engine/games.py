"""Which games there are. The engine knows their names and where to find them, and nothing else about them."""

from __future__ import annotations

from importlib import import_module, metadata

from hordes.engine.errors import BadRequest
from hordes.engine.state import Game

BUILT_IN = {"smallworld": "hordes.smallworld.game", "covil": "hordes.covil.game"}
GROUP = "hordes.games"
_loaded: dict[str, Game] = {}


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
