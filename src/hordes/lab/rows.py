"""What is kept of a simulated game, as rows of tables. The columns are documented in docs/simulate.md."""

from collections.abc import Iterable
from typing import Any

from hordes.engine.state import Event, Game

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
"""Types by column, in words that any format can follow."""

Columns = dict[str, list[Any]]


def empty(table: str) -> Columns:
    """No rows yet."""
    return {name: [] for name in COLUMNS[table]}


def add(columns: Columns, *values: Any) -> None:
    """One row, in the order of the columns."""
    for column, value in zip(columns.values(), values, strict=True):
        column.append(value)


class Course:
    """The turns and picks of one game, as its events tell them."""

    def __init__(self, game: Game, index: int) -> None:
        self.game = game
        self.index = index
        self.turns: list[dict[str, Any]] = []
        self.picks: list[tuple[int, int, int, str, str]] = []
        self.first = -1
        self.number = 0
        self.holds: dict[int, dict[str, str]] = {}

    def follow(self, events: Iterable[Event]) -> None:
        """Everything that happened, in order."""
        for event in events:
            kind = event["type"]
            if kind == "first":
                self.first = event["seat"]
            elif kind == "turn":
                self._turn(event)
            elif self.turns:
                self._within(kind, event)
            self._pick(event)

    def _turn(self, event: Event) -> None:
        when = int(event["turn"] if "turn" in event else event["day"])
        self.turns.append({"turn": when, "seat": event["seat"], "rolls": [], "sources": [], "amounts": []})

    def _within(self, kind: str, event: Event) -> None:
        turn = self.turns[-1]
        own = event.get("seat") == turn["seat"]
        if kind == "scored":
            turn["coins"] = event["coins"]
            turn["sources"] = [str(source) for source, _ in event["sources"]]
            turn["amounts"] = [int(amount) for _, amount in event["sources"]]
            turn |= self.holds.get(turn["seat"], {})
        elif kind == "gained" and own:
            turn["coins"] = turn.get("coins", 0) + event["gold"]
        elif kind == "rolled" and own:
            turn["rolls"].append(int(event["pips"]))
        elif kind == "declined" and own:
            turn["declined"] = True
        elif kind == "conquered" and own:
            turn["conquests"] = turn.get("conquests", 0) + 1
        elif kind == "lost":
            turn["losses"] = turn.get("losses", 0) + 1

    def _pick(self, event: Event) -> None:
        taken = self.game.taken(event)
        if taken:
            self.number += 1
            when = self.turns[-1]["turn"] if self.turns else 0
            self.picks += [(self.number, when, seat, kind, name) for seat, kind, name in taken]
            self.holds[taken[0][0]] = {kind: name for _, kind, name in taken}

    def write(self, tables: dict[str, Columns], result: dict[str, Any]) -> None:
        """Add the rows of this game; each has the points and the share of the victory that its seat had in the end."""
        part, winners, scores = 1 / len(result["winners"]), result["winners"], result["scores"]
        shares = [part if seat in winners else 0.0 for seat in range(len(scores))]
        if "turns" in tables:
            for number, turn in enumerate(self.turns):
                self._write_turn(tables["turns"], number, turn, scores[turn["seat"]], shares[turn["seat"]])
        if "picks" in tables:
            for pick, when, seat, kind, name in self.picks:
                add(tables["picks"], self.index, pick, when, seat, kind, name, scores[seat], shares[seat])

    def _write_turn(self, columns: Columns, number: int, turn: dict[str, Any], score: int, share: float) -> None:
        add(
            columns, self.index, number, turn["turn"], turn["seat"], turn.get("race"), turn.get("power"),
            turn.get("declined", False), turn.get("conquests", 0), turn.get("losses", 0), turn["rolls"],
            turn.get("coins", 0), turn["sources"], turn["amounts"], score, share,
        )  # fmt: skip
