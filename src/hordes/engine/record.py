"""Records: a game is its options and the list of its moves, chance's answers among them.

So a replay needs no generator and no saved state, and undo, replays, bug reports and saved games are all reads of one
list.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hordes.engine.errors import BadRecord, Refusal
from hordes.engine.games import load
from hordes.engine.state import OVER, State

FORMAT = 1


class Record:
    """One game, finished or not, from its beginning or from a given position."""

    def __init__(
        self,
        game: str,
        options: dict[str, Any],
        moves: list[str] | None = None,
        position: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.rules = load(game).rules_version
        self.options = load(game).normalise(options)
        self.position = position
        self.moves: list[str] = list(moves or [])

    def start(self, events: list[dict[str, Any]] | None = None) -> State:
        """The state before the first move."""
        game = load(self.game)
        if self.position is not None:
            return game.from_position(self.options, self.position, events)
        state = game.new(self.options)
        state.sink = events
        return state

    def replay(self, ply: int | None = None, events: list[dict[str, Any]] | None = None) -> State:
        """The state after the first `ply` moves (all by default), every one checked on the way."""
        try:
            state = self.start(events)
        except Refusal as refusal:
            raise BadRecord(f"The record's beginning cannot be: {refusal}") from refusal
        for number, text in enumerate(self.moves[:ply]):
            try:
                state.play(text)
            except Refusal as refusal:
                raise BadRecord(
                    f"Move {number + 1} of the record, `{text}`, cannot be replayed: {refusal}"
                ) from refusal
        return state

    def to_json(self, state: State | None = None) -> dict[str, Any]:
        """The record as data. Whoever has the state it leads to at hand may save us the replay."""
        state = state or self.replay()
        data = {"format": FORMAT, "game": self.game, "rules": self.rules, "options": deepcopy(self.options)}
        if self.position is not None:
            data["position"] = deepcopy(self.position)
        return data | {"moves": list(self.moves), "result": state.result() if state.to_move == OVER else None}

    @classmethod
    def from_json(cls, data: Any) -> Record:
        """A record from data, replayed once to be sure of it; raises `BadRecord`."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f"This is no record of a game (format {FORMAT}).")
        for key, kind in (("game", str), ("options", dict), ("moves", list)):
            if not isinstance(data.get(key), kind):
                raise BadRecord(f"The record lacks its `{key}`.")
        if not isinstance(data.get("position", {}), dict):
            raise BadRecord("The position of a record is an object.")
        if not all(isinstance(text, str) for text in data["moves"]):
            raise BadRecord("The moves of a record are texts.")
        try:
            options = _options(data)
            record = cls(data["game"], options, data["moves"], data.get("position"))
        except BadRecord:
            raise
        except Refusal as refusal:
            raise BadRecord(f"The record cannot be played here: {refusal}") from refusal
        try:
            record.replay()
        except BadRecord as refusal:
            if data.get("rules") == record.rules:
                raise
            raise BadRecord(f"{_versions(data)} {refusal}") from refusal
        return record


def _options(data: dict[str, Any]) -> dict[str, Any]:
    """The options of a record; one that follows older rules is read with what was different then switched on."""
    game = load(data["game"])
    if data.get("rules") == game.rules_version:
        return dict(data["options"])
    former = game.former_options(data["options"], str(data.get("rules")))
    if former is None:
        raise BadRecord(_versions(data))
    return former


def _versions(data: dict[str, Any]) -> str:
    here = load(data["game"]).rules_version
    return f"The record follows version {data.get('rules')!r} of the rules, this program {here!r}."
