"""Snapshots of a board, as SVG or as text, for notebooks, documents and environments."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from hordes.engine.core.state import PUBLIC, Game, State
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.validation import check_seat
from hordes.terminal.board.palette import palette_for
from hordes.terminal.board.svg import SVG_THEME, strip_external_links
from hordes.terminal.interfaces import interface_for
from hordes.terminal.scene import Frame, Scene

WIDTH, HEIGHT = 120, 44
"""Columns and rows of the screen that is drawn: large enough for the map of every game."""
TABLE_WIDTH = 109
"""Columns of the board as text without colours: a list of regions or zones, for a map lives by its colours."""


def recording_console(width: int = WIDTH, height: int = HEIGHT) -> Console:
    """A console that shows nothing and keeps what is printed.

    In a notebook rich would show every print as an output of the cell, so that the picture appeared twice.
    """
    return Console(
        width=width,
        height=height,
        record=True,
        file=io.StringIO(),
        force_terminal=True,
        force_jupyter=False,
        color_system="truecolor",
    )


class BoardSnapshots:
    """Draws the boards of one set-up: a game with its options and the names of its seats."""

    def __init__(self, game: Game, options: dict[str, Any], names: Sequence[str]) -> None:
        self.interface = interface_for(game, options)
        self.names = tuple(names)

    def scene(self, state: State, seat: int) -> Scene:
        """What a seat, or PUBLIC, sees."""
        return self.interface.scene(state, seat, self.names)

    def _printed(self, state: State, seat: int, width: int) -> Console:
        console = recording_console(width)
        console.print(self.interface.board(Frame(self.scene(state, seat)), console, palette_for(console), 0))
        return console

    def text(self, state: State, seat: int, width: int = WIDTH, *, styles: bool = True) -> str:
        """The board as text, with or without the colours of a terminal."""
        return self._printed(state, seat, width).export_text(styles=styles)

    def svg(self, state: State, seat: int, width: int = WIDTH) -> str:
        """The board as a vector drawing; it loads nothing from the network."""
        return strip_external_links(self._printed(state, seat, width).export_svg(title="hordes", theme=SVG_THEME))


def draw(state: State, seat: int, kind: str) -> str:
    """A state as "svg" or "text" as a seat, or PUBLIC, sees it; empty where its game has no interface at the terminal.

    This is what `State` and `Match` show in a notebook; the package root registers it with the engine.
    """
    try:
        game = load(state.game_name())
        snapshots = BoardSnapshots(game, state.options(), [f"seat {k}" for k in range(state.seats())])
    except BadRequest:
        return ""
    seat = check_seat(seat, int(state.seats()), PUBLIC)
    return snapshots.svg(state, seat) if kind == "svg" else snapshots.text(state, seat, TABLE_WIDTH, styles=False)
