"""Drawings of states for notebooks and interactive sessions.

The engine cannot draw: a board is drawn by `hordes.terminal`, which knows the engine and not the other way round. So
the package root registers a function that draws, and states ask for it here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Drawer = Callable[[Any, int, str], str]
"""Takes a state, the seat that looks (or PUBLIC) and "svg" or "text"; empty where the game has no drawing."""

_drawers: list[Drawer] = []


def register_drawer(drawer: Drawer) -> None:
    """Draw all states with this function from now on."""
    _drawers[:] = [drawer]


def draw(state: Any, seat: int, kind: str) -> str:
    """The drawing of a state as "svg" or "text"; empty where there is none."""
    return _drawers[0](state, seat, kind) if _drawers else ""
