"""Errors for tables that cannot be opened: a damaged row, an entry the rules now refuse, a changed set.

Such a table is left as it is. It is counted and logged once, and viewers with access get the reason; the message names
entry numbers and versions, never a move, which may be secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordes.engine import games
from hordes.engine.errors import PieceError, Refusal, translatable

if TYPE_CHECKING:
    from hordes.server.db.queries import TableRow

UNKNOWN = "?"
"""Shown as the rules version of tables from before it was stored."""


class Unreadable(Refusal):
    """A table that this server cannot open."""

    code = "unreadable"


class GameFailed(Refusal):
    """Code of another package's game, or of a custom set, failed; the log says where, visitors are not told."""

    code = "game_failed"

    def __init__(self) -> None:
        text = "The game itself failed here; whoever runs the server finds the reason in the log."
        super().__init__(translatable("game_failed", text))


def damaged_row() -> Unreadable:
    """The table's row, or one of its seats' rows, is damaged."""
    return Unreadable(translatable("unreadable_row", "This table cannot be opened: its stored data is damaged."))


def damaged_entry(ply: int) -> Unreadable:
    """An entry of the log is damaged."""
    text = "This table cannot be opened: line {n} of its log is damaged."
    return Unreadable(translatable("unreadable_line", text, n=ply))


def refused_setup(row: TableRow, error: Exception) -> Unreadable:
    """The game is not installed, or its rules refuse the options or the position."""
    if row.game not in games.game_names():
        text = "This table cannot be opened: this server does not have the game {game}."
        return Unreadable(translatable("unreadable_game", text, game=row.game))
    if not isinstance(error, Refusal | PieceError):
        return damaged_row()
    text = "This table cannot be opened: it was made with rules {made}, this server has rules {now}. {reason}"
    reason = str(error)[:300]
    return Unreadable(translatable("unreadable_setup", text, made=row.rules or UNKNOWN, now=_rules(row), reason=reason))


def refused_entry(row: TableRow, ply: int) -> Unreadable:
    """The rules refuse an entry that they, or an older version, once accepted."""
    text = (
        "This table cannot be opened: line {n} of its log cannot be replayed. "
        "It was made with rules {made}, this server has rules {now}."
    )
    return Unreadable(translatable("unreadable_move", text, n=ply, made=row.rules or UNKNOWN, now=_rules(row)))


def _rules(row: TableRow) -> str:
    """The version of the rules here; unknown when the installed game cannot be loaded."""
    try:
        return games.load(row.game).rules_version
    except Refusal:
        return UNKNOWN
