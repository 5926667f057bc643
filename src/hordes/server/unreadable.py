"""Tables that cannot be opened: a damaged row, a line that the rules refuse now, a set that has changed.

Such a table is left alone. It is counted and logged once, and whoever may see it is told why; the sentence names lines
and versions, never a move, which may be secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordes.engine import games
from hordes.engine.errors import PieceError, Refusal, said

if TYPE_CHECKING:
    from hordes.server.archive import GameRow

UNKNOWN = "?"
"""The rules version of tables from before it was kept."""


class Unreadable(Refusal):
    """A table that this server cannot open."""

    code = "unreadable"


def damaged_row() -> Unreadable:
    """Its row, or those of its seats, are not what a server has written."""
    return Unreadable(said("unreadable_row", "This table cannot be opened: its stored data is damaged."))


def damaged_line(ply: int) -> Unreadable:
    """A line of its log is not what a server has written."""
    told = "This table cannot be opened: line {n} of its log is damaged."
    return Unreadable(said("unreadable_line", told, n=ply))


def refused_setup(row: GameRow, error: Exception) -> Unreadable:
    """The game is not installed, or its rules do not accept the options or the position."""
    if row.game not in games.names():
        told = "This table cannot be opened: this server does not have the game {game}."
        return Unreadable(said("unreadable_game", told, game=row.game))
    if not isinstance(error, Refusal | PieceError):
        return damaged_row()
    told = "This table cannot be opened: it was made with rules {made}, this server has rules {now}. {reason}"
    reason = str(error)[:300]
    return Unreadable(said("unreadable_setup", told, made=row.rules or UNKNOWN, now=_rules(row), reason=reason))


def refused_line(row: GameRow, ply: int) -> Unreadable:
    """The rules do not accept a line that they, or others before them, once did."""
    told = (
        "This table cannot be opened: line {n} of its log cannot be replayed. "
        "It was made with rules {made}, this server has rules {now}."
    )
    return Unreadable(said("unreadable_move", told, n=ply, made=row.rules or UNKNOWN, now=_rules(row)))


def _rules(row: GameRow) -> str:
    return games.load(row.game).rules_version
