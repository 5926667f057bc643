"""Sessions of the example game at terminals of several sizes."""

from __future__ import annotations

from typing import Any

from hordes.terminal.console import Terminal
from hordes.terminal.play import begin
from hordes.terminal.session import Session
from tests.terminal.tables import console

GAME = "marches"


def marches(
    players: int = 2, seed: int = 1, width: int = 80, height: int = 24, hotseat: bool = False, colour: Any = None
) -> Session:
    screen = console(width, height, colour)
    return begin(Terminal(screen, False, fast=True), None, GAME, {"players": players}, seed, 0, hotseat)


def shown(table: Session, seat: int = 0) -> str:
    """What `compose` prints for a seat now."""
    moves = table.match.state.legal_texts()
    scene = table.scene(seat)
    frame = table._frame(scene, table.interface.choices(moves, scene))
    with table.terminal.console.capture() as capture:
        table.terminal.console.print(table.interface.compose(frame, table.terminal.console, table.terminal.palette))
    return capture.get()
