"""Tables and columns in which simulated games are stored; documented in docs/simulate.md."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from hordes.engine.core.state import Event, Game
from hordes.engine.event_tags import (
    Conquered,
    Declined,
    EventTag,
    GameBegins,
    Income,
    Lost,
    Rolled,
    Taken,
    TurnBegins,
    tags_of,
)

TABLES = ("games", "turns", "picks", "decisions")
COLUMNS: dict[str, dict[str, str]] = {
    "games": {
        "game": "int64", "seed": "int64", "decisions": "int32", "first": "int8", "scores": "list<int32>",
        "winners": "list<int8>",
    },
    "turns": {
        "game": "int64", "number": "int16", "turn": "int16", "seat": "int8", "race": "text", "power": "text",
        "declined": "bool", "conquests": "int16", "losses": "int16", "rolls": "list<int8>", "coins": "int32",
        "sources": "list<text>", "amounts": "list<int32>", "score": "int32", "share": "float",
    },
    "picks": {
        "game": "int64", "pick": "int16", "turn": "int16", "seat": "int8", "kind": "text", "name": "text",
        "score": "int32", "share": "float",
    },
    "decisions": {
        "game": "int64", "ply": "int32", "seat": "int8", "choices": "int32", "move": "text",
    },
}  # fmt: skip
"""Column types by table, in a notation of our own."""


class TableColumns:
    """The columns of some rows of a table, in the order of COLUMNS.

    >>> table = TableColumns("decisions")
    >>> table.add_rows([(3, 0, 1, 12, "pick 2"), (3, 1, 1, 7, "conquer 4")])
    >>> table.columns["move"]
    ['pick 2', 'conquer 4']
    """

    def __init__(self, table: str) -> None:
        self.columns: dict[str, list[Any]] = {name: [] for name in COLUMNS[table]}

    def add_rows(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Append rows, each with its values in the order of the columns."""
        self.add_columns(*zip(*rows, strict=True))

    def add_columns(self, *values: Iterable[Any]) -> None:
        """Append the values of several rows, column by column; none at all if there are no rows."""
        if values:
            for column, more in zip(self.columns.values(), values, strict=True):
                column.extend(more)


Tables = dict[str, TableColumns]


@dataclass(slots=True)
class TurnCounts:
    """What is counted in one turn of a seat."""

    number: int
    seat: int
    rolls: list[int] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    amounts: list[int] = field(default_factory=list)
    pieces: dict[str, str] = field(default_factory=dict)
    declined: bool = False
    conquests: int = 0
    losses: int = 0


class GameRows:
    """Extracts the rows of tables `turns` and `picks` from the events of one game."""

    def __init__(self, game: Game, index: int) -> None:
        self.game = game
        self.index = index
        self.turns: list[TurnCounts] = []
        self.picks: list[tuple[int, int, int, str, str]] = []
        self.first = -1
        self.pick_number = 0
        self.held_pieces: dict[int, dict[str, str]] = {}

    def read_events(self, events: Iterable[Event]) -> None:
        """Process all events in order."""
        readers: dict[type[EventTag], Callable[[Any], None]] = {
            GameBegins: self._begin_game, TurnBegins: self._begin_turn, Taken: self._add_picks,
        }  # fmt: skip
        counters: dict[type[EventTag], Callable[[TurnCounts, Any], None]] = {
            Income: self._count_income, Rolled: _count_roll, Declined: _count_decline, Conquered: _count_conquest,
            Lost: _count_loss,
        }  # fmt: skip
        for tag in tags_of(self.game, events):
            count = counters.get(type(tag))
            if count is not None and self.turns:
                count(self.turns[-1], tag)
            elif count is None and type(tag) in readers:
                readers[type(tag)](tag)

    def _begin_game(self, begins: GameBegins) -> None:
        self.first = begins.seat

    def _begin_turn(self, begins: TurnBegins) -> None:
        self.first = begins.seat if self.first < 0 else self.first
        self.turns.append(TurnCounts(begins.number, begins.seat))

    def _add_picks(self, taken: Taken) -> None:
        self.pick_number += 1
        when = self.turns[-1].number if self.turns else 0
        self.picks += [(self.pick_number, when, taken.seat, kind, name) for kind, name in taken.pieces]
        # what the seat has taken last is what its turn is scored with
        self.held_pieces[taken.seat] = dict(taken.pieces)

    def _count_income(self, turn: TurnCounts, income: Income) -> None:
        if income.seat == turn.seat:
            turn.sources += [source for source, _ in income.sources]
            turn.amounts += [amount for _, amount in income.sources]
            turn.pieces |= self.held_pieces.get(income.seat, {})

    def write_rows(self, tables: Tables, result: dict[str, Any]) -> None:
        """Append the rows of this game; each contains the final score and win share of its seat."""
        part, winners, scores = 1 / len(result["winners"]), result["winners"], result["scores"]
        shares = [part if seat in winners else 0.0 for seat in range(len(scores))]
        if "turns" in tables:
            tables["turns"].add_rows(
                self._turn_row(number, turn, scores[turn.seat], shares[turn.seat])
                for number, turn in enumerate(self.turns)
            )
        if "picks" in tables:
            tables["picks"].add_rows(
                (self.index, pick, when, seat, kind, name, scores[seat], shares[seat])
                for pick, when, seat, kind, name in self.picks
            )

    def _turn_row(self, number: int, turn: TurnCounts, score: int, share: float) -> tuple[Any, ...]:
        return (
            self.index, number, turn.number, turn.seat, turn.pieces.get("race"), turn.pieces.get("power"),
            turn.declined, turn.conquests, turn.losses, turn.rolls, sum(turn.amounts), turn.sources, turn.amounts,
            score, share,
        )  # fmt: skip


def _count_roll(turn: TurnCounts, rolled: Rolled) -> None:
    if rolled.seat == turn.seat:
        turn.rolls.append(rolled.pips)


def _count_decline(turn: TurnCounts, declined: Declined) -> None:
    turn.declined = turn.declined or declined.seat == turn.seat


def _count_conquest(turn: TurnCounts, conquered: Conquered) -> None:
    turn.conquests += conquered.seat == turn.seat


def _count_loss(turn: TurnCounts, _: Lost) -> None:
    turn.losses += 1
