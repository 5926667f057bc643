"""Wire structs of played games: replays and income statistics."""

from __future__ import annotations

from msgspec import Raw

from hordes.server.protocol.base import Prose, Wire
from hordes.server.protocol.messages import Snapshot
from hordes.server.protocol.tables import Dice


class History(Wire):
    """A game from its beginning: a snapshot, then every log entry as a step.

    The moves of an uploaded record are steps of their own, all with the ply of the first entry.
    """

    start: Snapshot
    steps: list[Raw]
    dice: Dice | None = None


class Income(Wire):
    """Income of a seat in a turn, with its sources: labels for people."""

    turn: int
    seat: int
    coins: int
    sources: list[tuple[Prose, int]]


class Statistics(Wire):
    """All incomes of a game."""

    incomes: list[Income]
