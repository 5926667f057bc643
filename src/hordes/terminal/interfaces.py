"""Registry of terminal interfaces by game, imported on demand."""

from __future__ import annotations

from typing import Any

from hordes.engine.core.state import Game
from hordes.engine.errors import BadRequest
from hordes.terminal.interface import GameInterface


def interface_for(game: Game, options: dict[str, Any]) -> GameInterface:
    """The terminal interface of a game with these options."""
    if game.name == "smallworld":
        from hordes.terminal.smallworld.interface import SmallWorldInterface

        return SmallWorldInterface(game, options)
    if game.name == "covil":
        from hordes.terminal.covil.interface import CovilInterface

        return CovilInterface(game, options)
    raise BadRequest(f"{game.name} cannot be played in the terminal yet.")
