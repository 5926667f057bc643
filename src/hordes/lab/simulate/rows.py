"""Tables and columns in which simulated games are stored; documented in docs/simulate.md."""

from collections.abc import Iterable
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


class GameRows:
    """Extracts the rows of tables `turns` and `picks` from the events of one game."""

    def __init__(self, game: Game, index: int) -> None:
        self.game = game
        self.index = index
        self.turns: list[dict[str, Any]] = []
        self.picks: list[tuple[int, int, int, str, str]] = []
        self.first = -1
        self.pick_number = 0
        self.held_pieces: dict[int, dict[str, str]] = {}

    def read_events(self, events: Iterable[Event]) -> None:
        """Process all events in order."""
        for tag in tags_of(self.game, events):
            match tag:
                case GameBegins(seat):
                    self.first = seat
                case TurnBegins(seat, number):
                    self.first = seat if self.first < 0 else self.first
                    self.turns.append({"turn": number, "seat": seat, "rolls": [], "sources": [], "amounts": []})
                case Taken():
                    self._add_picks(tag)
                case _ if self.turns:
                    self._count_in_turn(tag, self.turns[-1])

    def _count_in_turn(self, tag: EventTag, turn: dict[str, Any]) -> None:
        """Count what the seat whose turn it is gets and does, and what anybody loses meanwhile."""
        match tag:
            case Income(seat, sources) if seat == turn["seat"]:
                turn["sources"] += [source for source, _ in sources]
                turn["amounts"] += [amount for _, amount in sources]
                turn |= self.held_pieces.get(seat, {})
            case Rolled(seat, pips) if seat == turn["seat"]:
                turn["rolls"].append(pips)
            case Declined(seat) if seat == turn["seat"]:
                turn["declined"] = True
            case Conquered(seat) if seat == turn["seat"]:
                turn["conquests"] = turn.get("conquests", 0) + 1
            case Lost():
                turn["losses"] = turn.get("losses", 0) + 1

    def _add_picks(self, taken: Taken) -> None:
        self.pick_number += 1
        when = self.turns[-1]["turn"] if self.turns else 0
        self.picks += [(self.pick_number, when, taken.seat, kind, name) for kind, name in taken.pieces]
        # what the seat has taken last is what its turn is scored with
        self.held_pieces[taken.seat] = dict(taken.pieces)

    def write_rows(self, tables: Tables, result: dict[str, Any]) -> None:
        """Append the rows of this game; each contains the final score and win share of its seat."""
        part, winners, scores = 1 / len(result["winners"]), result["winners"], result["scores"]
        shares = [part if seat in winners else 0.0 for seat in range(len(scores))]
        if "turns" in tables:
            tables["turns"].add_rows(
                self._turn_row(number, turn, scores[turn["seat"]], shares[turn["seat"]])
                for number, turn in enumerate(self.turns)
            )
        if "picks" in tables:
            tables["picks"].add_rows(
                (self.index, pick, when, seat, kind, name, scores[seat], shares[seat])
                for pick, when, seat, kind, name in self.picks
            )

    def _turn_row(self, number: int, turn: dict[str, Any], score: int, share: float) -> tuple[Any, ...]:
        return (
            self.index, number, turn["turn"], turn["seat"], turn.get("race"), turn.get("power"),
            turn.get("declined", False), turn.get("conquests", 0), turn.get("losses", 0), turn["rolls"],
            sum(turn["amounts"]), turn["sources"], turn["amounts"], score, share,
        )  # fmt: skip
