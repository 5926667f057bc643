"""Numbers for learners: a state as a row of small integers, and moves as the indices of a fixed action space.

Every set-up (a game with its options) has one encoder. It says what the numbers mean (`parts`), writes them straight
into an array that NumPy can look at without a copy, and numbers the moves that may occur at such a table without gaps.
What a seat cannot know is never written. An encoder holds nothing of a game; what it remembers of the last row it
wrote, so that it need not write all of it again, lies in the `memo` of whoever owns the row.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.errors import BadRequest
from hordes.engine.native import i16, i64, vec
from hordes.engine.state import TARGETS, State

LARGEST: Final = 32767
"""No number of an observation is larger: what could be is cut off."""


class Part:
    """A block of an observation: its name, where it begins, its shape, the most a number can be, and its columns."""

    def __init__(self, name: str, start: int, shape: list[int], most: int, columns: list[str], about: str) -> None:
        self.name = name
        self.start = start
        self.shape = shape
        self.most = most
        self.columns = columns
        self.about = about

    def numbers(self) -> int:
        """How many numbers it has."""
        total = 1
        for n in self.shape:
            total *= n
        return total


class Encoder:
    """How the states and moves of one set-up are numbered; a game's own derives from it."""

    parts: list[Part]
    size: i64 = 0
    memory: i64 = 0
    actions: i64 = 0
    first_action: vec[i64]
    moves: vec[i64]
    outcomes: i64 = 0
    first_outcome: vec[i64]
    answers: vec[i64]

    def __init__(self, verbs: i64) -> None:
        self.parts = []
        self.size = self.memory = self.actions = self.outcomes = 0
        self.first_action = vec[i64]([-1] * verbs)
        self.first_outcome = vec[i64]([-1] * verbs)
        self.moves = vec[i64]([])
        self.answers = vec[i64]([])

    # What a game's own encoder does

    def settle(self, out: vec[i16], at: i64) -> None:
        """Write what never changes at such a table into a row of zeros."""

    def write(self, state: State, seat: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64, follows: bool) -> None:
        """Write what a seat sees from `out[at]` on, over the row that was written last with the memo from `note` on.

        A row that follows its state was last written from this very state, and nothing else can have changed since
        than what `touched` and `news` say.
        """
        raise NotImplementedError

    # What all share

    def numbers(self, state: State, seat: i64) -> list[int]:
        """What a seat sees, as a list of its own: for whoever asks seldom."""
        row, memo = vec[i16]([0] * self.size), vec[i64]([0] * self.memory)
        self.settle(row, 0)
        self.write(state, seat, row, 0, memo, 0, False)
        return [int(number) for number in row]

    def add(self, name: str, rows: i64, columns: list[str], most: int, about: str) -> i64:
        """Another part: rows of named columns, or so many numbers where there is one column without a name."""
        shape = [int(rows), len(columns)] if columns != [""] else [int(rows)]
        part = Part(name, int(self.size), shape, most if most < LARGEST else LARGEST, columns, about)
        self.parts.append(part)
        self.size += part.numbers()
        return part.start

    def allot(self, verb: i64, targets: i64) -> None:
        """Number the moves of a verb: the next actions are its targets from 0 on."""
        self.first_action[verb] = self.actions
        self.actions += targets
        self.moves = vec[i64]([int(m) for m in self.moves] + [int(verb * TARGETS + k) for k in range(targets)])

    def allot_chance(self, verb: i64, targets: i64) -> None:
        """The same for what chance may answer: outcomes are numbered apart from actions."""
        self.first_outcome[verb] = self.outcomes
        self.outcomes += targets
        self.answers = vec[i64]([int(m) for m in self.answers] + [int(verb * TARGETS + k) for k in range(targets)])

    def action_of(self, move: i64) -> i64:
        """The index of a move of a seat; raises `BadRequest` for one that no such table knows."""
        verb = move >> 6
        if not 0 <= verb < len(self.first_action) or self.first_action[verb] < 0:
            raise BadRequest(f"The move {move} has no place in the action space of this set-up.")
        return self.first_action[verb] + (move & 63)

    def move_of(self, action: i64) -> i64:
        """The move of an index."""
        return self.moves[action]

    def outcome_of(self, move: i64) -> i64:
        """The index of an answer of chance."""
        verb = move >> 6
        if not 0 <= verb < len(self.first_outcome) or self.first_outcome[verb] < 0:
            raise BadRequest(f"The move {move} is no answer of chance at such a table.")
        return self.first_outcome[verb] + (move & 63)

    def answer_of(self, outcome: i64) -> i64:
        """The move of an index of chance."""
        return self.answers[outcome]


def small(number: i64) -> i16:
    """A number as it is written: what is too large is cut off, below zero counts as zero.

    >>> small(70000), small(-4)
    (32767, 0)
    """
    if number > LARGEST:
        return 32767
    if number < 0:
        return 0
    return i16(number)


def differs(memo: vec[i64], note: i64, word: i64) -> bool:
    """Is a word another than the last time? It is remembered."""
    if memo[note] == word:
        return False
    memo[note] = word
    return True
