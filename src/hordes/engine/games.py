"""Registry of games: built-in ones by module path, others by entry point."""

from __future__ import annotations

import copyreg
import json
import logging
import traceback
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from hordes.engine.core.state import Game
from hordes.engine.errors import BadRequest, PieceError
from hordes.engine.validation import did_you_mean, shown, without_addresses

BUILT_IN = {"smallworld": "hordes.smallworld.game", "covil": "hordes.covil.game"}
DEFAULT_GAME = "smallworld"
"""The game that is meant where none is named: on the command line, and in records of before there was a second one."""
ENTRY_POINT_GROUP = "hordes.games"
logger = logging.getLogger(__name__)
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


def register_game(game: Game) -> None:
    """Make a game known by its name in this process, without a package; other processes do not know it.

    For trying out a game of one's own, in notebooks and tests.
    """
    if not isinstance(game, Game):
        raise BadRequest(f"A game is an object of a class such as PluginGame, not {shown(game)}.")
    if game.name in game_names():
        raise BadRequest(f"There is a game {game.name!r} already: choose another name.")
    _loaded[game.name] = game
    copyreg.pickle(type(game), _by_name)


def usable_games() -> list[Game]:
    """All games that can be loaded: an installed one that is at fault is left out, with a warning in the log."""
    usable: list[Game] = []
    for name in game_names():
        try:
            usable.append(load(name))
        except BadRequest as fault:
            logger.warning("%s", fault)
    return usable


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
    return next((game.name for game in usable_games() if game.recognises(content)), DEFAULT_GAME)


def _by_name(game: Game) -> tuple[Any, ...]:
    """How a game is copied and pickled: there is one of each, and its name is all that goes into a pickle."""
    return load, (game.name,)


def _import(point: metadata.EntryPoint) -> Any:
    """What an entry point names; an error in its module is a `BadRequest` that says where."""
    try:
        return point.load()
    except PieceError as fault:
        raise BadRequest(f"The game {point.name!r} cannot be loaded. {fault}") from fault
    except Exception as problem:
        said = without_addresses(f"{type(problem).__name__}: {problem}")
        raise BadRequest(
            f"The game {point.name!r} ({point.value}) cannot be loaded: {said}{_place(problem)}."
        ) from problem


def _place(problem: BaseException) -> str:
    """Where in a package an error arose; empty where only Python's own importing was at work."""
    frames = traceback.extract_tb(problem.__traceback__)
    own = [
        frame for frame in frames if not (frame.filename.startswith("<") or "importlib" in Path(frame.filename).parts)
    ]
    own = [frame for frame in own if Path(frame.filename) != Path(__file__)]
    return f" (line {own[-1].lineno} of {own[-1].filename})" if own else ""


def _find(name: str) -> Game:
    if name in BUILT_IN:
        others = [point.value for point in metadata.entry_points(group=ENTRY_POINT_GROUP) if point.name == name]
        if others:
            logger.warning(
                "%s is a game of hordes itself; what is installed by this name is left out: %s.", name, others
            )
        game = import_module(BUILT_IN[name]).GAME
    else:
        points = [point for point in metadata.entry_points(group=ENTRY_POINT_GROUP) if point.name == name]
        if not points:
            names = game_names()
            raise BadRequest(f"There is no game {name!r}; there are {', '.join(names)}.{did_you_mean(name, names)}")
        if len(points) > 1:
            packages = sorted(str(point.dist.name) if point.dist else point.value for point in points)
            raise BadRequest(f"Several packages install a game {name!r}: {', '.join(packages)}. Uninstall all but one.")
        game = _import(points[0])
    if not isinstance(game, Game):
        raise BadRequest(f"What is installed as the game {name!r} is no game, but {shown(game)}.")
    if game.name != name:  # records and pickles name the game, and are read by that name
        raise BadRequest(f"The game installed as {name!r} calls itself {game.name!r}; both names must be the same.")
    return game
