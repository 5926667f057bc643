"""`VectorEnv`: many games stepped in one compiled call, with NumPy arrays in and out."""

from __future__ import annotations

from typing import Any, NamedTuple

from hordes.envs.extras import missing_extra

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ModuleNotFoundError as error:
    raise missing_extra(error, "rl") from error

from hordes.engine.core.rng import Rng
from hordes.engine.errors import BadRequest
from hordes.engine.games import DEFAULT_GAME
from hordes.envs.copying import CopyMixin
from hordes.envs.setup import ArrayView, Setup, new_batch


class EndedGames(NamedTuple):
    """Games that ended in the last step: one row per game, zeros where `over` is false.

    Ended games restart at once: observations and masks are already those of the next game.
    """

    over: NDArray[np.bool_]
    scores: NDArray[np.int64]
    shares: NDArray[np.float64]


class VectorEnv(CopyMixin):
    """`count` games of one set-up; game k waits for seat `to_move[k]`.

    observations  (count, size) int16, masks (count, actions) bool, to_move (count,): views of the core's memory, which
    change with the next step; with `copy`, every step returns copies. Copies of the environment (deepcopy, pickle)
    continue with the same random numbers.

    >>> envs = VectorEnv("smallworld", {"players": 2}, count=3, seed=1)
    >>> observations, masks = envs.reset()
    >>> observations.shape == (3, envs.setup.size), masks.any(axis=1).all()
    (True, np.True_)
    >>> rewards, ended = envs.step(envs.sample())
    >>> rewards.shape, ended.over.tolist()
    ((3, 2), [False, False, False])
    """

    _derived = (
        *("_batch", "_numbers", "_masks", "_to_move", "_over", "_scores", "_shares", "_prizes", "_actions"),
        *("_zero_rewards", "_none_ended"),
    )

    def __init__(
        self,
        game: str = DEFAULT_GAME,
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
        self._allocate()
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self._batch.restart(seed)
        self._rng = Rng(seed ^ 0x5A3F)
        self._paid_scores = np.zeros((self.count, self.setup.seats))
        self._score_changes()

    def _allocate(self) -> None:
        """Create the batch, views of its arrays, and the constant results of a step that ends no game."""
        setup, count = self.setup, self.count
        self._batch = new_batch(setup, count, 0)
        self._numbers = ArrayView(self._batch.observations, np.int16, (count, setup.size))
        self._masks = ArrayView(self._batch.masks, np.bool_, (count, setup.actions))
        self._to_move = ArrayView(self._batch.to_move, np.int64, (count,))
        self._over = ArrayView(self._batch.over, np.bool_, (count,))
        self._scores = ArrayView(self._batch.scores, np.int64, (count, setup.seats))
        self._shares = ArrayView(self._batch.win_shares, np.float64, (count, setup.seats))
        self._prizes = ArrayView(self._batch.rewards, np.float64, (count, setup.seats))
        self._actions = ArrayView(self._batch.actions, np.int64, (count,))
        self._zero_rewards = np.zeros((count, setup.seats))
        self._none_ended = EndedGames(
            np.zeros(count, dtype=bool), np.zeros((count, setup.seats), dtype=np.int64), self._zero_rewards
        )
        # shared by all steps that end no game, so callers must not write to it
        for array in self._none_ended:
            array.flags.writeable = False

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """Start new games; the same seed gives the same ones. Returns observations and masks."""
        if seed is not None:
            self._begin(seed)
        else:
            self._begin(int(self._rng.next_bits()))
        return self.observations, self.masks

    @property
    def observations(self) -> NDArray[np.int16]:
        """Observation of the seat to move, in each game."""
        return self._numbers.copy() if self.copy else self._numbers.current()

    @property
    def masks(self) -> NDArray[np.bool_]:
        """Mask of legal actions of the seat to move, in each game."""
        return self._masks.copy() if self.copy else self._masks.current()

    @property
    def to_move(self) -> NDArray[np.int64]:
        """Seat to move in each game."""
        return self._to_move.copy() if self.copy else self._to_move.current()

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float64], EndedGames]:
        """Take one action in every game. Returns the rewards, one row of seats per game, and the games that ended."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,) or not np.issubdtype(chosen.dtype, np.integer):
            raise BadRequest(f"The actions are {self.count} whole numbers, not {chosen.dtype} {chosen.shape}.")
        ended = self._batch.step_with(chosen.tolist())
        if ended < 0:
            game = -1 - ended
            raise BadRequest(f"Action {chosen[game]} is not legal in game {game}; nothing was done in any game.")
        return self._finish_step(ended)

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game."""
        self._batch.sample_actions(self._rng)
        return self._actions.copy()

    def step_randomly(self) -> tuple[NDArray[np.float64], EndedGames]:
        """Take a random legal action in every game, without passing actions through NumPy."""
        return self._finish_step(self._batch.step_randomly(self._rng))

    def _finish_step(self, ended: int) -> tuple[NDArray[np.float64], EndedGames]:
        """Rewards and ended games; the common case, in which no game ended, allocates little."""
        if self.setup.rewards == "coins":
            rewards = self._score_changes()
        elif ended == 0:
            rewards = np.zeros(self._zero_rewards.shape)
        elif self.setup.rewards == "win":
            rewards = self._prizes.copy()
        else:
            rewards = self._payoffs()
        if ended == 0:
            return rewards, self._none_ended
        return rewards, EndedGames(self._over.copy(), self._scores.copy(), self._shares.copy())

    def _payoffs(self) -> NDArray[np.float64]:
        """Rewards of ended games under schemes that the core does not compute."""
        rewards, scores, shares = np.zeros(self._zero_rewards.shape), self._scores.current(), self._shares.current()
        for k in np.flatnonzero(self._over.current()):
            winners = [seat for seat in range(self.setup.seats) if shares[k, seat] > 0]
            rewards[k] = self.setup.payoffs({"scores": [int(score) for score in scores[k]], "winners": winners})
        return rewards

    def _score_changes(self) -> NDArray[np.float64]:
        """Score gained by each seat since the last step; in games that ended, up to their end."""
        if self.setup.rewards != "coins":
            return self._zero_rewards
        seats = range(self.setup.seats)
        now = np.array([[game.score(seat) for seat in seats] for game in self._batch.games], dtype=np.float64)
        gained = now - self._paid_scores
        over = self._over.current()
        # ended games have already restarted, so their current score is that of the next game
        gained[over] = self._scores.current()[over] - self._paid_scores[over]
        self._paid_scores = now
        return gained
