"""`Setup`: a game with its options, its encoding, and its rewards, for all environments. Depends on NumPy only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hordes.envs.extras import missing_extra

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing_extra(error, "rl") from error

from hordes.engine.core.batch import GameBatch, zero_sum_reward
from hordes.engine.core.bits import COMPILED
from hordes.engine.core.encoding import Encoder, ObservationPart
from hordes.engine.core.state import Game, State
from hordes.engine.errors import BadRequest
from hordes.engine.games import load

REWARDS = ("win", "rank", "coins", "lead")
"""Reward schemes.

win    at the end, zero-sum: 1 for winning alone, -1/(n-1) for losing; shared victories in between; 0 if nobody wins.
       Alone, without opponents: 1 or -1
rank   at the end, from 1 for the first place to -1 for the last, evenly spaced; ties share the mean
coins  at every step the points gained; they add up to the final score
lead   at the end, the lead over the mean of the others, in hundredths of a point
"""

ILLEGAL_ACTIONS = ("end", "raise")
"""What an illegal action does: end the game with -1 for the agent that made it, or raise `BadRequest`."""


class Setup:
    """A game with its options and reward scheme; immutable.

    >>> setup = Setup("smallworld", {"players": 2})
    >>> setup.agents
    ['seat_0', 'seat_1']
    >>> setup.split(setup.empty_observation())["column"].shape
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
        self.players = int(self.options["players"])
        self.agents = [f"seat_{seat}" for seat in range(self.players)]
        self.size = int(self.encoder.size)
        self.actions = int(self.encoder.action_count)

    def __deepcopy__(self, memo: object) -> Setup:
        """Return self: a set-up never changes, so copies (OpenSpiel makes many) share it."""
        return self

    def __reduce__(self) -> tuple[type[Setup], tuple[str, dict[str, Any], str]]:
        """Pickle the arguments only; the rest is rebuilt."""
        return Setup, (self.game.name, self.options, self.rewards)

    @property
    def parts(self) -> list[ObservationPart]:
        """The blocks that make up an observation."""
        return list(self.encoder.parts)

    def empty_observation(self) -> NDArray[np.int16]:
        """An observation of zeros."""
        return np.zeros(self.size, dtype=np.int16)

    def observation_high(self) -> NDArray[np.int16]:
        """The upper bound of each number of an observation."""
        return np.concatenate([np.full(part.size(), part.most, dtype=np.int16) for part in self.parts])

    def split(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Split observations into named blocks: views, not copies."""
        ahead = observation.shape[:-1]
        return {
            part.name: observation[..., part.start : part.start + part.size()].reshape(*ahead, *part.shape)
            for part in self.parts
        }

    def action_text(self, action: int, state: State) -> str:
        """An action as move text."""
        return str(state.describe(self.encoder.move_of(int(action))))

    def payoffs(self, result: dict[str, Any]) -> list[float]:
        """Rewards of all seats at the end of a game; with `coins` everything has been paid before."""
        winners: list[int] = result["winners"]
        shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]
        if self.rewards == "coins":
            return [0.0] * self.seats
        if self.rewards == "lead":
            return lead_rewards(result["scores"])
        if self.rewards == "rank":
            return rank_rewards(result["scores"], shares)
        if not winners and self.seats > 1:
            return [0.0] * self.seats
        return [zero_sum_reward(self.seats, share) for share in shares]

    def reward_bounds(self) -> tuple[float, float]:
        """The minimum and maximum return of a whole game."""
        least, most = self.game.score_bounds(self.options)
        if self.rewards == "coins":
            return float(least), float(most)
        if self.rewards == "lead":
            return ((least - most) / 100, (most - least) / 100) if self.seats > 1 else (least / 100, most / 100)
        return (-1 / (self.seats - 1) if self.rewards == "win" and self.seats > 1 else -1.0), 1.0


def lead_rewards(scores: Sequence[int]) -> list[float]:
    """Lead of each seat over the mean of the others, in hundredths of a point; over nothing where there are none.

    >>> lead_rewards([90, 60, 60]), lead_rewards([50])
    ([0.3, -0.15, -0.15], [0.5])
    """
    total, others = sum(scores), max(1, len(scores) - 1)
    return [(score - (total - score) / others) / 100 for score in scores]


def rank_rewards(scores: Sequence[int], shares: Sequence[float]) -> list[float]:
    """Rewards by rank, from 1 for the first to -1 for the last: winners first, then by score; ties share the mean.

    A seat that plays alone is first if it has won, and else last.

    >>> rank_rewards([70, 70, 50], [1.0, 0.0, 0.0]), rank_rewards([70, 50, 50], [1.0, 0.0, 0.0])
    ([1.0, 0.0, -1.0], [1.0, -0.5, -0.5])
    """
    if len(scores) == 1:
        return [zero_sum_reward(1, shares[0])]
    # all winners share the first rank, whatever their scores
    keys = [(share > 0, score) if share == 0 else (True, 0) for share, score in zip(shares, scores, strict=True)]
    step, last = 2 / (len(keys) - 1), len(keys) - 1
    rewards = []
    for key in keys:
        ahead, equal = sum(other > key for other in keys), keys.count(key)
        rewards.append(1 - step * (ahead + min(last, ahead + equal - 1)) / 2)
    return rewards


class ArrayView:
    """NumPy view of an array of the compiled core; in plain Python, where that is a list, a copy.

    Its contents change with the next step; use `copy` for what is to be kept.
    """

    def __init__(self, words: Any, dtype: type[np.generic], shape: tuple[int, ...]) -> None:
        self.buffer = words
        self.dtype = dtype
        self.shape = shape
        self.shared: NDArray[Any] | None = np.frombuffer(words, dtype).reshape(shape) if COMPILED else None

    def current(self) -> NDArray[Any]:
        """The array as it is now, shared where possible."""
        if self.shared is not None:
            return self.shared
        return np.array(self.buffer, dtype=self.dtype).reshape(self.shape)

    def copy(self) -> NDArray[Any]:
        """A copy of the array."""
        return self.copy_function()()

    def copy_function(self) -> Callable[[], NDArray[Any]]:
        """A function that copies the array, for callers that need many copies."""
        return self.shared.copy if self.shared is not None else self.current


def new_batch(setup: Setup, count: int, seed: int) -> GameBatch:
    """A batch of `count` games that are stepped together."""
    return GameBatch(setup.start, setup.encoder, count, seed)
