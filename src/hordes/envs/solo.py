"""Gymnasium environment: one agent against bots. Needs the extra `rl`.

    gymnasium.make("hordes.envs.solo:hordes/TITLE-v0", options={"players": 3}, opponents=["greedy", "random"])

Importing this module registers an id for every game: its title without spaces, see `gymnasium_id`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from hordes.envs.extras import missing_extra

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing_extra(error, "rl") from error

from hordes.bots.protocol import Bot, Question
from hordes.bots.registry import parse_bot
from hordes.bots.runner import ask_bot
from hordes.engine.core.batch import ILLEGAL as NOT_LEGAL
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, Game, State
from hordes.engine.errors import BadRequest
from hordes.engine.games import DEFAULT_GAME, usable_games
from hordes.envs.copying import CopyMixin
from hordes.envs.drawing import BoardRenderer
from hordes.envs.setup import ILLEGAL_ACTIONS, ArrayView, Setup, new_batch

RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL_PENALTY = -1.0


class SoloEnv(CopyMixin, gymnasium.Env[NDArray[np.int16], np.int64]):
    """Single-agent environment: the agent plays one seat, bots play the others.

    `opponents` are bot descriptions as on the command line (random, greedy, easy, search:simulations=50,
    my_bots.py:Name), one for all or one for each other seat in turn order. `seat` is the agent's seat; without it, a
    seat is drawn for every game. The mask of legal actions is `action_masks()`, and `action_mask` in every info.

    Copies (deepcopy, pickle) continue with the same random numbers and opponents' plans; an opponent that is a running
    program cannot be copied.
    """

    _derived = ("_batch", "_numbers", "_mask", "_renderer")

    def __init__(
        self,
        game: str = DEFAULT_GAME,
        options: dict[str, Any] | None = None,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        rewards: str = "win",
        illegal: str = "end",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ILLEGAL_ACTIONS:
            raise BadRequest(f"`illegal` is {' or '.join(ILLEGAL_ACTIONS)}, not {illegal!r}.")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadRequest(f"There is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}.")
        self.setup = Setup(game, options, rewards)
        if seat is not None and not 0 <= seat < self.setup.players:
            raise BadRequest(f"There is no seat {seat} at a table of {self.setup.players}.")
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 4}
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, self.setup.observation_high(), dtype=np.int16)
        self.action_space = spaces.Discrete(self.setup.actions)
        self.fixed_seat = seat
        self.opponents = self._make_opponents(opponents)
        self._seeds = Rng(0)
        self._allocate()
        self._begin(0)

    def _allocate(self) -> None:
        """Create the batch and views of its arrays; the renderer is created on demand."""
        self._renderer: BoardRenderer | None = None
        self._batch = new_batch(self.setup, 1, 0)
        self._numbers = ArrayView(self._batch.observations, np.int16, (self.setup.size,))
        self._mask = ArrayView(self._batch.masks, np.bool_, (self.setup.actions,))

    def _make_opponents(self, opponents: str | Sequence[str]) -> list[Bot | None]:
        """A bot for each other seat, in turn order from the agent on; None stands for random moves made by the core."""
        others = self.setup.players - 1
        texts = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(texts) != others:
            raise BadRequest(f"{others} opponents are needed at this table, not {len(texts)}.")
        return [None if text == "random" else parse_bot(text).make() for text in texts]

    def _begin(self, seed: int) -> None:
        rng = Rng(seed)
        self._batch.restart(int(rng.next_bits()))
        self._rng = rng
        self.seat = rng.below(self.setup.players) if self.fixed_seat is None else self.fixed_seat
        for bot in self.opponents:
            if bot is not None:
                bot.begin(int(rng.next_bits()))
        self.complaints: list[str] = []
        self._paid_score = float(self.position.score(self.seat))
        self._play_opponents()

    def _play_opponents(self) -> None:
        """Let the opponents play until the agent has to decide or the game is over."""
        while self._batch.to_move[0] not in (self.seat, OVER):
            # opponents are numbered in turn order from the agent on, whatever its seat
            bot = self.opponents[(int(self._batch.to_move[0]) - self.seat - 1) % self.setup.players]
            if bot is None:
                action = self._batch.random_action(0, self._rng)
            else:
                state = self.position
                answer = ask_bot(bot, Question(self.setup.game.name, self.setup.options, state), self._rng)
                if answer.complaint:
                    self.complaints.append(answer.complaint)
                action = self.setup.encoder.action_of(state.parse(answer.move))
            self._batch.step(0, action)
        self._batch.write_observation(0)

    @property
    def position(self) -> State:
        """The full state with all hidden information: for tools, not for agents."""
        return self._batch.games[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Start a new game; the same seed gives the same random numbers, seat and opponents."""
        super().reset(seed=seed)
        if seed is not None:
            self._seeds = Rng(seed)
        self._begin(int(self._seeds.next_bits()))
        if self.render_mode == "human":
            self.render()
        return self._numbers.copy(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """Take the agent's action, then let the opponents play until it is asked again."""
        if self._batch.step(0, int(action)) == NOT_LEGAL:
            if self.illegal == "raise":
                raise BadRequest(f"Action {action} is not legal now.")
            return self._numbers.copy(), ILLEGAL_PENALTY, True, False, self._info() | {"illegal": int(action)}
        self._play_opponents()
        over = bool(self._batch.to_move[0] == OVER)
        reward = self._reward(over)
        if self.render_mode == "human":
            self.render()
        return self._numbers.copy(), reward, over, False, self._info()

    def _reward(self, over: bool) -> float:
        if self.setup.rewards == "coins":
            now = float(self.position.score(self.seat))
            gained, self._paid_score = now - self._paid_score, now
            return gained
        return float(self.setup.payoffs(self.position.result() or {})[self.seat]) if over else 0.0

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8), "seat": int(self.seat)}
        result = self.position.result()
        if result is not None:
            info |= {"scores": result["scores"], "winners": result["winners"]}
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Mask of legal actions; after the end of the game the first action, because learners need at least one."""
        mask = self._mask.copy()
        if self._batch.to_move[0] == OVER:
            mask[0] = True
        return mask

    @property
    def renderer(self) -> BoardRenderer:
        """Renderer of this game, created on first use."""
        if self._renderer is None:
            self._renderer = BoardRenderer(self.setup.game, self.setup.options, self.setup.agents)
        return self._renderer

    def render(self) -> Any:
        """Draw the board as the render mode says: text, pixels, or printed to the terminal."""
        if self.render_mode == "rgb_array":
            return self.renderer.pixels(self.position)
        if self.render_mode == "ansi":
            return self.renderer.text(self.position)
        if self.render_mode == "human":
            print(self.renderer.text(self.position))
        return None

    def _repr_svg_(self) -> str:
        return self.renderer.svg(self.position)

    def close(self) -> None:
        """End bots that run as processes."""
        for bot in self.opponents:
            if bot is not None:
                bot.close()


def gymnasium_id(game: Game) -> str:
    """The id of a game's environment: its title without spaces.

    >>> from hordes.engine.games import load
    >>> gymnasium_id(load("smallworld")), gymnasium_id(load("covil"))
    ('hordes/SmallWorld-v0', 'hordes/Covil-v0')
    """
    return f"hordes/{re.sub(r'[^A-Za-z0-9]', '', game.title) or game.name}-v0"


def register() -> None:
    """Register an id for every game with Gymnasium; of two games with one title the second is called by its name."""
    for game in usable_games():
        key = gymnasium_id(game)
        taken = gymnasium.registry.get(key)
        if taken is not None and taken.kwargs.get("game") != game.name:
            key = f"hordes/{game.name}-v0"
        if key not in gymnasium.registry:
            gymnasium.register(key, entry_point="hordes.envs.solo:SoloEnv", kwargs={"game": game.name})


register()
