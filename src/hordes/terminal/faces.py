"""Which face each game has at the terminal; loaded when it is asked for."""

from __future__ import annotations

from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.state import Game
from hordes.terminal.face import Face


def face_of(game: Game, options: dict[str, Any]) -> Face:
    """The face of a game with these options."""
    if game.name == "smallworld":
        from hordes.terminal.smallworld import SmallWorldFace

        return SmallWorldFace(game, options)
    if game.name == "covil":
        from hordes.terminal.covil.face import CovilFace

        return CovilFace(game, options)
    raise BadRequest(f"{game.name} cannot be played in the terminal yet.")
