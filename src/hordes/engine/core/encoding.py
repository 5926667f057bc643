"""Encoding for learning: a state as a row of small integers (observation), moves as indices of an action space.

Every set-up (a game with its options) has one encoder. It describes the observation (`parts`), writes it straight into
an array that NumPy can view without a copy, and numbers the moves that can occur with these options without gaps.
Hidden information is never written. An encoder is stateless: what is remembered of the last row written, so that only
changes need to be written, is in the `memo` array that the owner of the row passes in.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.core.state import TARGETS, State
from hordes.engine.errors import BadRequest
from hordes.engine.mypyc_compat import i16, i64, vec

MAX_VALUE: Final = 32767
"""Largest value in an observation (int16); greater values are clipped."""


class ObservationPart:
    """A named block of an observation: its offset, shape, maximum value, column names and description."""

    def __init__(self, name: str, start: int, shape: list[int], most: int, columns: list[str], about: str) -> None:
        self.name = name
        self.start = start
        self.shape = shape
        self.most = most
        self.columns = columns
        self.about = about

    def size(self) -> int:
        """How many numbers the block has."""
        total = 1
        for n in self.shape:
            total *= n
        return total


class Encoder:
    """Base class of encoders: observation layout and action space of one set-up."""

    parts: list[ObservationPart]
    size: i64 = 0
    memo_size: i64 = 0
    action_count: i64 = 0
    first_action: vec[i64]
    action_moves: vec[i64]
    outcome_count: i64 = 0
    first_outcome: vec[i64]
    outcome_moves: vec[i64]

    def __init__(self, verbs: i64) -> None:
        self.parts = []
        self.size = self.memo_size = self.action_count = self.outcome_count = 0
        self.first_action = vec[i64]([-1] * verbs)
        self.first_outcome = vec[i64]([-1] * verbs)
        self.action_moves = vec[i64]([])
        self.outcome_moves = vec[i64]([])

    # Overridden by each game

    def write_constants(self, out: vec[i16], at: i64) -> None:
        """Write the part of the observation that never changes with these options into a row of zeros."""

    def write(self, state: State, seat: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64, follows: bool) -> None:
        """Write a seat's observation into the row of `out` that begins at index `at`, over what was written there last.

        `memo` has, from index `note` on, the `memo_size` integers that the encoder keeps about this row: what it wrote
        last, to write only what has changed. Zeros stand for a row that has only its constants. `follows` means that
        the row was last written from this same state object: then only what the state's `changed_places` and
        `changed_kinds` mark can differ.
        """
        raise NotImplementedError

    # Shared

    def observation(self, state: State, seat: i64) -> list[int]:
        """The observation of a seat as a new list: the simple way, without a memo."""
        row, memo = vec[i16]([0] * self.size), vec[i64]([0] * self.memo_size)
        self.write_constants(row, 0)
        self.write(state, seat, row, 0, memo, 0, False)
        return [int(number) for number in row]

    def add_part(self, name: str, rows: i64, columns: list[str], most: int, about: str) -> i64:
        """Append a part: a table of named columns, or a plain vector when there is one column without a name."""
        shape = [int(rows), len(columns)] if columns != [""] else [int(rows)]
        part = ObservationPart(name, int(self.size), shape, most if most < MAX_VALUE else MAX_VALUE, columns, about)
        self.parts.append(part)
        self.size += part.size()
        return part.start

    def add_actions(self, verb: i64, targets: i64) -> None:
        """Assign the next action indices to the targets of a verb, from 0 up."""
        # `vec` cannot grow in place, so the table is rebuilt; this happens only while an encoder is set up
        self.first_action[verb] = self.action_count
        self.action_count += targets
        self.action_moves = vec[i64](
            [int(m) for m in self.action_moves] + [int(verb * TARGETS + k) for k in range(targets)]
        )

    def add_outcomes(self, verb: i64, targets: i64) -> None:
        """Assign the next outcome indices to a verb of chance; outcomes are numbered apart from actions."""
        self.first_outcome[verb] = self.outcome_count
        self.outcome_count += targets
        self.outcome_moves = vec[i64](
            [int(m) for m in self.outcome_moves] + [int(verb * TARGETS + k) for k in range(targets)]
        )

    def action_of(self, move: i64) -> i64:
        """The action index of a seat's move; raises `BadRequest` for a move that is not in this action space."""
        verb = move >> 6
        if not 0 <= verb < len(self.first_action) or self.first_action[verb] < 0:
            raise BadRequest(f"The move {move} has no place in the action space of this set-up.")
        return self.first_action[verb] + (move & 63)

    def move_of(self, action: i64) -> i64:
        """The move of an action index."""
        return self.action_moves[action]

    def outcome_of(self, move: i64) -> i64:
        """The outcome index of a chance move."""
        verb = move >> 6
        if not 0 <= verb < len(self.first_outcome) or self.first_outcome[verb] < 0:
            raise BadRequest(f"The move {move} is no answer of chance at such a table.")
        return self.first_outcome[verb] + (move & 63)

    def outcome_move(self, outcome: i64) -> i64:
        """The chance move of an outcome index."""
        return self.outcome_moves[outcome]


def clamp(number: i64) -> i16:
    """A number clipped to the range 0 to MAX_VALUE.

    >>> clamp(70000), clamp(-4)
    (32767, 0)
    """
    if number > MAX_VALUE:
        return 32767
    if number < 0:
        return 0
    return i16(number)


def memo_changed(memo: vec[i64], note: i64, word: i64) -> bool:
    """Whether a word differs from the one in the memo, which is updated."""
    if memo[note] == word:
        return False
    memo[note] = word
    return True
