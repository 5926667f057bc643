"""VectorEnv: many games stepped in one compiled call, NumPy arrays in and out."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hordes.engine.arena import Arena
from hordes.engine.errors import BadRequest
from hordes.engine.rng import Rng
from hordes.envs.copying import Copied
from hordes.envs.setup import Setup, Window, arena


class Ended(NamedTuple):
    """Games that ended with the last step: all arrays have a row for each game, zeros where `over` is not true.

    The games have begun anew: observations and masks are already those of the next ones.
    """

    over: NDArray[np.bool_]
    scores: NDArray[np.int64]
    shares: NDArray[np.float64]


class VectorEnv(Copied):
    """`count` games of one set-up, each waiting for the seat `to_move[k]`.

    observations  (count, size) int16, masks (count, actions) bool, to_move (count,): views of the core's own memory,
    which change with the next step. With `copy` every step hands out copies. A copy of the environment, deep or
    pickled, plays the same games with the same luck ahead.

    >>> envs = VectorEnv("smallworld", {"players": 2}, count=3, seed=1)
    >>> observations, masks = envs.reset()
    >>> observations.shape == (3, envs.setup.size), masks.any(axis=1).all()
    (True, np.True_)
    >>> rewards, ended = envs.step(envs.sample())
    >>> rewards.shape, ended.over.tolist()
    ((3, 2), [False, False, False])
    """

    _derived = (
        *("arena", "_numbers", "_masks", "_to_move", "_over", "_scores", "_shares", "_prizes", "_actions"),
        *("_nothing", "_none"),
    )

    def __init__(
        self,
        game: str = "smallworld",
        options: dict[str, Any] | None = None,
        *,
        count: int = 64,
        seed: int = 0,
        rewards: str = "win",
        copy: bool = False,
    ) -> None:
        if count < 1:
            raise BadRequest(f"A batch has at least one game, not {count}.")
        self.setup = Setup(game, options, rewards)
        self.count = count
        self.copy = copy
        self._open()
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self.arena.restart(seed)
        self._rng = Rng(seed ^ 0x5A3F)
        self._paid = np.zeros((self.count, self.setup.seats))
        self._score()

    def _open(self) -> None:
        """Windows on the arrays of the core, and what a step answers that ends no game."""
        setup, count = self.setup, self.count
        self.arena = arena(setup, count, 0)
        self._numbers = Window(self.arena.numbers, np.int16, (count, setup.size))
        self._masks = Window(self.arena.masks, np.bool_, (count, setup.actions))
        self._to_move = Window(self.arena.to_move, np.int64, (count,))
        self._over = Window(self.arena.over, np.bool_, (count,))
        self._scores = Window(self.arena.scores, np.int64, (count, setup.seats))
        self._shares = Window(self.arena.shares, np.float64, (count, setup.seats))
        self._prizes = Window(self.arena.prizes, np.float64, (count, setup.seats))
        self._actions = Window(self.arena.actions, np.int64, (count,))
        self._nothing = np.zeros((count, setup.seats))
        self._none = Ended(np.zeros(count, dtype=bool), np.zeros((count, setup.seats), dtype=np.int64), self._nothing)
        for array in self._none:
            array.flags.writeable = False

    def _table(self) -> Arena:
        return self.arena

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """New games; the same seed gives the same ones. Answers with observations and masks."""
        if seed is not None:
            self._begin(seed)
        else:
            self._begin(int(self._rng.word()))
        return self.observations, self.masks

    @property
    def observations(self) -> NDArray[np.int16]:
        """What each seat to move sees."""
        return self._numbers.copy() if self.copy else self._numbers.look()

    @property
    def masks(self) -> NDArray[np.bool_]:
        """What each seat to move may do."""
        return self._masks.copy() if self.copy else self._masks.look()

    @property
    def to_move(self) -> NDArray[np.int64]:
        """Who is to move in each game."""
        return self._to_move.copy() if self.copy else self._to_move.look()

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float64], Ended]:
        """One decision in every game. Answers with the rewards, a row of seats for each game, and what ended."""
        found = np.asarray(actions)
        if found.shape != (self.count,) or not np.issubdtype(found.dtype, np.integer):
            raise BadRequest(f"The actions are {self.count} whole numbers, not {found.dtype} {found.shape}.")
        ended = self.arena.take(found.tolist())
        if ended < 0:
            wrong = -1 - ended
            raise BadRequest(f"Action {found[wrong]} is not legal in game {wrong}; nothing was done in any game.")
        return self._settle(ended)

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game."""
        self.arena.sample(self._rng)
        return self._actions.copy()

    def step_randomly(self) -> tuple[NDArray[np.float64], Ended]:
        """One random legal decision in every game, without a way through NumPy."""
        return self._settle(self.arena.step_randomly(self._rng))

    def _settle(self, ended: int) -> tuple[NDArray[np.float64], Ended]:
        """Rewards and results; most steps of a batch end no game and pay nothing."""
        if self.setup.rewards == "coins":
            rewards = self._score()
        elif ended == 0:
            rewards = np.zeros(self._nothing.shape)
        elif self.setup.rewards == "win":
            rewards = self._prizes.copy()
        else:
            rewards = self._payoffs()
        if ended == 0:
            return rewards, self._none
        return rewards, Ended(self._over.copy(), self._scores.copy(), self._shares.copy())

    def _payoffs(self) -> NDArray[np.float64]:
        """Rewards that the core does not know."""
        rewards, scores, shares = np.zeros(self._nothing.shape), self._scores.look(), self._shares.look()
        for k in np.flatnonzero(self._over.look()):
            winners = [seat for seat in range(self.setup.seats) if shares[k, seat] > 0]
            rewards[k] = self.setup.payoffs({"scores": [int(score) for score in scores[k]], "winners": winners})
        return rewards

    def _score(self) -> NDArray[np.float64]:
        """What the seats have gained since the last step; where a game has ended, up to its end."""
        if self.setup.rewards != "coins":
            return self._nothing
        seats = range(self.setup.seats)
        now = np.array([[game.score(seat) for seat in seats] for game in self.arena.games], dtype=np.float64)
        gained = now - self._paid
        over = self._over.look()
        gained[over] = self._scores.look()[over] - self._paid[over]
        self._paid = now
        return gained
