"""A live game: the state, its record, and a generator that answers chance at once."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hordes.engine.errors import BadRecord, NotTheMoment
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, Event, Game, State


class Match:
    """What a terminal, a server or a notebook holds of one game.

    Undo is free back to the last die, reveal or other seat's decision: it never takes back what somebody has learnt.
    A copy, deep or pickled, is the same game with the same luck ahead; what is played in one never shows in the other.
    """

    def __init__(
        self, game: Game, options: dict[str, Any], seed: int = 0, position: dict[str, Any] | None = None
    ) -> None:
        self.record = Record(game.name, options, position=position)
        self.rng = Rng(seed)
        self.events: list[Event] = []
        self.deciders: list[int] = []
        self.lengths: list[int] = []
        self.state: State = self.record.start(self.events)
        self._settle()

    def __reduce__(self) -> tuple[Any, ...]:
        heard = self.events, self.deciders, self.lengths
        return _resumed, (type(self), self.record, int(self.rng.seed), heard, self.state)

    def __copy__(self) -> Match:
        return deepcopy(self)

    def play(self, text: str, seat: int | None = None) -> list[Event]:
        """Make a move of the seat to move, let chance answer, and say what happened.

        A server names the seat that sent the move; a seat that is not to move is refused.
        """
        if seat is not None and seat != self.state.to_move:
            raise NotTheMoment(f"Seat {self.state.to_move} is to move, not seat {seat}.")
        before = len(self.events)
        self._push(text)
        self._settle()
        return self.events[before:]

    def _push(self, text: str) -> None:
        decider, length = int(self.state.to_move), len(self.events)
        self.state.play(text)
        self.record.moves.append(" ".join(text.split()))
        self.deciders.append(decider)
        self.lengths.append(length)

    def _settle(self) -> None:
        while self.state.to_move == CHANCE:
            move = self.state.nth_legal(self.rng.below(self.state.find_legal()))
            self._push(self.state.describe(move))

    def can_undo(self) -> bool:
        """Is the last move the mover's own, with nothing revealed since?"""
        if not self.deciders or self.state.to_move == OVER:
            return False
        return bool(self.deciders[-1] == self.state.to_move)

    def undo(self) -> None:
        """Take back the last move; raises `NotTheMoment` when somebody would be the wiser for it."""
        if not self.can_undo():
            raise NotTheMoment(
                "Nothing can be taken back: the last thing that happened was chance's or another seat's."
            )
        self.rewind(len(self.record.moves) - 1)

    def rewind(self, ply: int) -> None:
        """Back to the decision after `ply` entries of the record, whatever happened since."""
        if not 0 <= ply <= len(self.record.moves):
            raise NotTheMoment(f"The record has {len(self.record.moves)} entries; there is no ply {ply}.")
        if (self.deciders[ply] if ply < len(self.deciders) else self.state.to_move) == CHANCE:
            raise NotTheMoment(f"Chance was answering at ply {ply}; go back to a seat's decision.")
        del self.record.moves[ply:]
        del self.deciders[ply:]
        length = self.lengths[ply] if ply < len(self.lengths) else len(self.events)
        del self.lengths[ply:]
        del self.events[length:]
        self.state = self.record.replay()
        self.state.sink = self.events

    def save(self) -> dict[str, Any]:
        """The record as data, and the generator's state, so that the game goes on as it would have.

        The generator tells the future: a saved match is for whoever runs the game, the record alone for everybody.
        """
        return self.record.to_json(self.state) | {"generator": int(self.rng.seed)}

    @classmethod
    def load(cls, data: Any) -> Match:
        """A match from saved data; raises `BadRecord`."""
        record = Record.from_json(data)
        generator = data.get("generator", 0)
        if not isinstance(generator, int) or isinstance(generator, bool):
            raise BadRecord("The generator of a saved match is a whole number.")
        match = cls.__new__(cls)
        match.record = Record(record.game, record.options, position=record.position)
        match.rng = Rng(generator)
        match.events, match.deciders, match.lengths = [], [], []
        match.state = match.record.start(match.events)
        for text in record.moves:
            match._push(text)
        match._settle()
        return match


def _resumed(
    kind: type[Match], record: Record, generator: int, heard: tuple[list[Event], list[int], list[int]], state: State
) -> Match:
    """A match from the parts of its copy; raises `BadRecord` when the rules have changed since it was pickled."""
    rules = load(record.game).rules_version
    if record.rules != rules:
        raise BadRecord(f"The match follows version {record.rules!r} of the rules, this program {rules!r}.")
    match = kind.__new__(kind)
    match.record, match.rng, match.state = record, Rng(generator), state
    match.events, match.deciders, match.lengths = heard
    match.state.sink = match.events
    return match
