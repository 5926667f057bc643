"""Game record: the options and the list of all moves, chance outcomes included.

A replay needs neither a generator nor a saved state: undo, replays, bug reports and saved games all use this list.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hordes.engine.core.state import OVER, State
from hordes.engine.errors import BadPosition, BadRecord, BadRequest, NotTheMoment, Refusal
from hordes.engine.fair_dice import read_proof
from hordes.engine.games import load
from hordes.engine.validation import did_you_mean, whole_number

FORMAT = 1
KEYS = ("format", "game", "rules", "options", "position", "moves", "result", "players", "generator", "dice")
"""What a record may say: `players`, their names, and `dice` (`fair_dice.py`) are a server's, `generator` is that of a
saved match."""


class Record:
    """One game, finished or not, from its beginning or from a given position.

    >>> record = Record("covil", {"players": 2})
    >>> record.game, record.options["players"], record.moves
    ('covil', 2, [])
    """

    def __init__(
        self,
        game: str,
        options: dict[str, Any],
        moves: list[str] | None = None,
        position: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.rules = load(game).rules_version
        if not isinstance(options, dict):
            raise BadRequest(f'Options are a dict such as {{"players": 3}}, not {options!r}.')
        self.options = load(game).normalise(options)
        _check_moves(moves)
        if position is not None and not isinstance(position, dict):
            raise BadPosition(f"A position is an object, not {position!r}.")
        self.position = deepcopy(position)
        self.moves: list[str] = list(moves or [])

    def __repr__(self) -> str:
        return f"<Record: {self.game}, rules {self.rules}, {len(self.moves)} moves>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # a record grows

    def __copy__(self) -> Record:
        return deepcopy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (type(self), dict(vars(self)))

    def start(self, events: list[dict[str, Any]] | None = None) -> State:
        """The state before the first move."""
        game = load(self.game)
        if self.position is not None:
            return game.from_position(self.options, self.position, events)
        state = game.new(self.options)
        state.sink = events
        return state

    def replay(self, ply: int | None = None, events: list[dict[str, Any]] | None = None) -> State:
        """The state after the first `ply` moves (all by default), each of them checked.

        :raises BadRecord: the record cannot be replayed
        :raises NotTheMoment: the record has fewer moves
        """
        if ply is not None and not 0 <= whole_number(ply, "ply") <= len(self.moves):
            raise NotTheMoment(f"The record has {len(self.moves)} entries; there is no ply {ply}.")
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
        """The record as data; pass its final state to save the replay."""
        state = state or self.replay()
        data = {"format": FORMAT, "game": self.game, "rules": self.rules, "options": deepcopy(self.options)}
        if self.position is not None:
            data["position"] = deepcopy(self.position)
        return data | {"moves": list(self.moves), "result": state.result() if state.to_move == OVER else None}

    @classmethod
    def from_json(cls, data: Any) -> Record:
        """A record from data, validated by a replay; raises `BadRecord`."""
        record = cls.not_replayed(data)
        try:
            end = record.replay()
        except BadRecord as refusal:
            if data.get("rules") == record.rules:
                raise
            raise BadRecord(f"{_versions(data)} {refusal}") from refusal
        _check_result(data.get("result"), end)
        return record

    @classmethod
    def not_replayed(cls, data: Any) -> Record:
        """A record from data, its shape and options checked, but not its moves; raises `BadRecord`."""
        _check_keys(data)
        try:
            return cls(data["game"], _options(data), data["moves"], data.get("position"))
        except BadRecord:
            raise
        except Refusal as refusal:
            raise BadRecord(f"The record cannot be played here: {refusal}") from refusal


def _check_keys(data: Any) -> None:
    """Refuse what has not the shape of a record."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord(f"This is no record of a game (format {FORMAT}).")
    for key in data:
        if key not in KEYS:
            raise BadRecord(f"A record has no key {key!r}; there are {', '.join(KEYS)}.{did_you_mean(key, KEYS)}")
    for key, kind in (("game", str), ("options", dict), ("moves", list)):
        if not isinstance(data.get(key), kind):
            raise BadRecord(f"The record lacks its `{key}`.")
    if not isinstance(data.get("position", {}), dict):
        raise BadRecord("The position of a record is an object.")
    if not all(isinstance(text, str) for text in data["moves"]):
        raise BadRecord("The moves of a record are texts.")
    if data.get("dice") is not None:
        read_proof(data["dice"])


def _check_result(told: Any, end: State) -> None:
    """Refuse a result that is none, or not that of the moves; a game that was given up ends without all its moves."""
    if told is None:
        return
    if not isinstance(told, dict):
        raise BadRecord(f"The result of a record is an object with scores, winners and a reason, not {told!r}.")
    result = end.result()
    if result is not None:
        for key in ("scores", "winners"):
            if told.get(key) != result[key]:
                raise BadRecord(f"The record says that its {key} are {told.get(key)!r}; by its moves, {result[key]!r}.")


def _check_moves(moves: Any) -> None:
    """Refuse moves that are no list of texts; a single text would be taken apart into its letters."""
    if moves is not None and not (isinstance(moves, list | tuple) and all(isinstance(text, str) for text in moves)):
        raise BadRecord(f"The moves of a record are a list of texts, not {moves!r}.")


def _revived(kind: type[Record], fields: dict[str, Any]) -> Record:
    """A record from a copy or a pickle; raises `BadRecord` when it follows other rules than this program's."""
    if fields["rules"] != load(fields["game"]).rules_version:
        raise BadRecord(_versions(fields))
    record = kind.__new__(kind)
    vars(record).update(fields)
    return record


def _options(data: dict[str, Any]) -> dict[str, Any]:
    """The options of a record; those of an older rules version get the rulings of that version."""
    game = load(data["game"])
    if data.get("rules") == game.rules_version:
        return dict(data["options"])
    former = game.options_for_version(data["options"], str(data.get("rules")))
    if former is None:
        raise BadRecord(_versions(data))
    return former


def _versions(data: dict[str, Any]) -> str:
    here = load(data["game"]).rules_version
    return f"The record follows version {data.get('rules')!r} of the rules, this program {here!r}."
