"""Which terminal interface a game gets: one of its own if it has one, otherwise the generic one.

A built-in game has its own in the package here that is called like the game; a game from another package names its own
in the entry point group `hordes.terminals`. Imported on demand.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import Any

from hordes.engine.core.state import Game
from hordes.engine.errors import BadRequest
from hordes.engine.games import BUILT_IN
from hordes.engine.validation import shown
from hordes.terminal.generic.interface import GenericInterface
from hordes.terminal.interface import GameInterface

ENTRY_POINT_GROUP = "hordes.terminals"
InterfaceFactory = Callable[[Game, dict[str, Any]], GameInterface]


def interface_for(game: Game, options: dict[str, Any]) -> GameInterface:
    """The terminal interface of a game with these options."""
    return (own_interface(game.name) or GenericInterface)(game, options)


def own_interface(name: str) -> InterfaceFactory | None:
    """What makes a game's own interface; None where the generic one is to be used."""
    factory: InterfaceFactory
    if name in BUILT_IN:
        package = f"{__package__}.{name}"
        if find_spec(package) is None:
            return None
        factory = import_module(f"{package}.interface").INTERFACE
        return factory
    points = [point for point in metadata.entry_points(group=ENTRY_POINT_GROUP) if point.name == name]
    if not points:
        return None
    try:
        factory = points[0].load()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise BadRequest(f"The terminal interface of the game {name!r} cannot be loaded: {reason}.") from error
    if not isinstance(factory, type) or not issubclass(factory, GenericInterface):
        where = f"The terminal interface of the game {name!r} ({points[0].value})"
        raise BadRequest(f"{where} is a class derived from GenericInterface, not {shown(factory)}.")
    return factory
