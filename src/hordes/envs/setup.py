"""A set-up: a game with its options, how it is numbered, and what a game is worth to a learner. NumPy only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hordes.engine.arena import Arena, prize
from hordes.engine.bits import COMPILED
from hordes.engine.encoding import Encoder, Part
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.state import Game, State

REWARDS = ("win", "rank", "coins", "lead")
"""What an environment pays.

win    at the end the share of the victory, so that the sum is zero: 1 for winning alone, -1/(n-1) for losing
rank   at the end 1 for the first place, -1 for the last, evenly spaced, ties shared
coins  whenever they change the points gained: their sum is the final score
lead   at the end the points ahead of the mean of the others, in hundredths
"""

ILLEGAL = ("end", "raise")
"""What an illegal action does: end the game with -1 for whoever made it, or raise `BadRequest`."""


class Setup:
    """A game with its options, as every environment needs it.

    >>> setup = Setup("smallworld", {"players": 2})
    >>> setup.agents
    ['seat_0', 'seat_1']
    >>> setup.split(setup.blank())["column"].shape
    (6, 4)
    """

    def __init__(self, game: str, options: dict[str, Any] | None = None, rewards: str = "win") -> None:
        if rewards not in REWARDS:
            raise BadRequest(f"There are no rewards {rewards!r}; there are {', '.join(REWARDS)}.")
        self.game: Game = load(game)
        self.options: dict[str, Any] = self.game.normalise(options or {})
        self.rewards = rewards
        self.encoder: Encoder = self.game.encoder(self.options)
        self.start: State = self.game.new(self.options)
        self.seats = int(self.start.seats())
        self.deciders = int(self.options["players"])
        self.agents = [f"seat_{seat}" for seat in range(self.deciders)]
        self.size = int(self.encoder.size)
        self.actions = int(self.encoder.actions)

    def __deepcopy__(self, memo: object) -> Setup:
        """A set-up never changes: copies of a state, as OpenSpiel makes them, share it."""
        return self

    def __reduce__(self) -> tuple[type[Setup], tuple[str, dict[str, Any], str]]:
        """Made anew in another process from what describes it."""
        return Setup, (self.game.name, self.options, self.rewards)

    @property
    def parts(self) -> list[Part]:
        """What the numbers of an observation mean, block by block."""
        return list(self.encoder.parts)

    def blank(self) -> NDArray[np.int16]:
        """An observation of nothing."""
        return np.zeros(self.size, dtype=np.int16)

    def most(self) -> NDArray[np.int16]:
        """The most that each number can be."""
        return np.concatenate([np.full(part.numbers(), part.most, dtype=np.int16) for part in self.parts])

    def split(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """An observation, or an array of them, as named blocks: views, not copies."""
        ahead = observation.shape[:-1]
        return {
            part.name: observation[..., part.start : part.start + part.numbers()].reshape(*ahead, *part.shape)
            for part in self.parts
        }

    def text(self, action: int, state: State) -> str:
        """An action in the words of the game."""
        return str(state.describe(self.encoder.move_of(int(action))))

    def payoffs(self, result: dict[str, Any]) -> list[float]:
        """What the end of a game pays each seat; `coins` has been paid all along."""
        shares = [1 / len(result["winners"]) if seat in result["winners"] else 0.0 for seat in range(self.seats)]
        if self.rewards == "coins":
            return [0.0] * self.seats
        if self.rewards == "lead":
            return leads(result["scores"])
        if self.rewards == "rank":
            return ranks(result["scores"], shares)
        return [prize(self.seats, share) for share in shares]

    def bounds(self) -> tuple[float, float]:
        """The least and the most that a whole game can pay."""
        least, most = self.game.score_bounds(self.options)
        if self.rewards == "coins":
            return float(least), float(most)
        if self.rewards == "lead":
            return (least - most) / 100, (most - least) / 100
        return (-1 / (self.seats - 1) if self.rewards == "win" else -1.0), 1.0


def leads(scores: Sequence[int]) -> list[float]:
    """How far each is ahead of the mean of the others, in hundredths of a point.

    >>> leads([90, 60, 60])
    [0.3, -0.15, -0.15]
    """
    total, others = sum(scores), len(scores) - 1
    return [(score - (total - score) / others) / 100 for score in scores]


def ranks(scores: Sequence[int], shares: Sequence[float]) -> list[float]:
    """From 1 for the first to -1 for the last: winners before all others, then by score, ties in the middle.

    >>> ranks([70, 70, 50], [1.0, 0.0, 0.0]), ranks([70, 50, 50], [1.0, 0.0, 0.0])
    ([1.0, 0.0, -1.0], [1.0, -0.5, -0.5])
    """
    keys = [(share > 0, score) if share == 0 else (True, 0) for share, score in zip(shares, scores, strict=True)]
    step, last = 2 / (len(keys) - 1), len(keys) - 1
    found = []
    for key in keys:
        ahead, equal = sum(other > key for other in keys), keys.count(key)
        found.append(1 - step * (ahead + min(last, ahead + equal - 1)) / 2)
    return found


class Window:
    """An array of the compiled core as NumPy sees it: without a copy; interpreted, where it is a list, with one.

    What is seen through it changes with the next step; `copy` what is to be kept.
    """

    def __init__(self, words: Any, dtype: type[np.generic], shape: tuple[int, ...]) -> None:
        self.words = words
        self.dtype = dtype
        self.shape = shape
        self.seen: NDArray[Any] | None = np.frombuffer(words, dtype).reshape(shape) if COMPILED else None

    def look(self) -> NDArray[Any]:
        """The array as it is now."""
        if self.seen is not None:
            return self.seen
        return np.array(self.words, dtype=self.dtype).reshape(self.shape)

    def copy(self) -> NDArray[Any]:
        """The array as it is now, to keep."""
        return self.copier()()

    def copier(self) -> Callable[[], NDArray[Any]]:
        """What makes such copies, for whoever needs many."""
        return self.seen.copy if self.seen is not None else self.look


def arena(setup: Setup, count: int, seed: int) -> Arena:
    """Games side by side; a new set of them for every seed."""
    return Arena(setup.start, setup.encoder, count, seed)
