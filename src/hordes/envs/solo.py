"""Gymnasium: one agent at a table with opponents of one's choice. Needs the extra `rl`.

    gymnasium.make("hordes.envs.solo:hordes/SmallWorld-v0", options={"players": 3}, opponents=["greedy", "random"])

Importing this module registers `hordes/SmallWorld-v0` and `hordes/Covil-v0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from hordes.bots.host import ask
from hordes.bots.protocol import Bot, Question
from hordes.bots.registry import recipe
from hordes.engine.arena import ILLEGAL as NOT_LEGAL
from hordes.engine.arena import Arena
from hordes.engine.errors import BadRequest
from hordes.engine.rng import Rng
from hordes.engine.state import OVER, State
from hordes.envs.copying import Copied
from hordes.envs.drawing import Artist
from hordes.envs.setup import ILLEGAL, Setup, Window, arena

RENDER_MODES = ["human", "ansi", "rgb_array"]
PENALTY = -1.0


class SoloEnv(Copied, gymnasium.Env[NDArray[np.int16], np.int64]):
    """One seat is the agent's, bots play the others.

    `opponents` are bots as on the command line (random, greedy, easy, search:simulations=50, my_bots.py:Name), one for
    all or one for each other seat in turn order. `seat` is where the agent sits; without it, a seat drawn anew for
    every game. The mask of legal actions is `action_masks()`, and `action_mask` in every info.

    A copy, deep or pickled, is the same game with the same luck and the same opponents' plans ahead; with an opponent
    that is a running program a copy is refused.
    """

    _derived = ("_arena", "_numbers", "_mask", "_artist")

    def __init__(
        self,
        game: str = "smallworld",
        options: dict[str, Any] | None = None,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        rewards: str = "win",
        illegal: str = "end",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ILLEGAL:
            raise BadRequest(f"`illegal` is {' or '.join(ILLEGAL)}, not {illegal!r}.")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadRequest(f"There is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}.")
        self.setup = Setup(game, options, rewards)
        if seat is not None and not 0 <= seat < self.setup.deciders:
            raise BadRequest(f"There is no seat {seat} at a table of {self.setup.deciders}.")
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 4}
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, self.setup.most(), dtype=np.int16)
        self.action_space = spaces.Discrete(self.setup.actions)
        self.chosen_seat = seat
        self.rivals = self._rivals(opponents)
        self._seeds = Rng(0)
        self._open()
        self._begin(0)

    def _open(self) -> None:
        """The arena, windows on its arrays, and what draws it."""
        self._artist: Artist | None = None
        self._arena = arena(self.setup, 1, 0)
        self._numbers = Window(self._arena.numbers, np.int16, (self.setup.size,))
        self._mask = Window(self._arena.masks, np.bool_, (self.setup.actions,))

    def _table(self) -> Arena:
        return self._arena

    def _rivals(self, opponents: str | Sequence[str]) -> list[Bot | None]:
        """A bot for each other seat, in turn order from the agent on; None plays at random without being asked."""
        others = self.setup.deciders - 1
        texts = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(texts) != others:
            raise BadRequest(f"{others} opponents are needed at this table, not {len(texts)}.")
        return [None if text == "random" else recipe(text).make() for text in texts]

    def _begin(self, seed: int) -> None:
        luck = Rng(seed)
        self._arena.restart(int(luck.word()))
        self._luck = luck
        self.seat = luck.below(self.setup.deciders) if self.chosen_seat is None else self.chosen_seat
        for bot in self.rivals:
            if bot is not None:
                bot.begin(int(luck.word()))
        self.complaints: list[str] = []
        self._paid = float(self.position.score(self.seat))
        self._pass_on()

    def _pass_on(self) -> None:
        """Let the others play until the agent decides or all is over."""
        while self._arena.to_move[0] not in (self.seat, OVER):
            bot = self.rivals[(int(self._arena.to_move[0]) - self.seat - 1) % self.setup.deciders]
            if bot is None:
                action = self._arena.pick(0, self._luck)
            else:
                state = self.position
                answer = ask(bot, Question(self.setup.game.name, self.setup.options, state), self._luck)
                if answer.complaint:
                    self.complaints.append(answer.complaint)
                action = self.setup.encoder.action_of(state.parse(answer.move))
            self._arena.step(0, action)
        self._arena.look(0)

    @property
    def position(self) -> State:
        """The state itself, all secrets included: for tools, not for agents."""
        return self._arena.games[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """A new game; the same seed gives the same luck, the same seat and the same opponents."""
        super().reset(seed=seed)
        if seed is not None:
            self._seeds = Rng(seed)
        self._begin(int(self._seeds.word()))
        if self.render_mode == "human":
            self.render()
        return self._numbers.copy(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """One decision of the agent, then the others' until it is asked again."""
        if self._arena.step(0, int(action)) == NOT_LEGAL:
            if self.illegal == "raise":
                raise BadRequest(f"Action {action} is not legal now.")
            return self._numbers.copy(), PENALTY, True, False, self._info() | {"illegal": int(action)}
        self._pass_on()
        over = bool(self._arena.to_move[0] == OVER)
        reward = self._reward(over)
        if self.render_mode == "human":
            self.render()
        return self._numbers.copy(), reward, over, False, self._info()

    def _reward(self, over: bool) -> float:
        if self.setup.rewards == "coins":
            now = float(self.position.score(self.seat))
            gained, self._paid = now - self._paid, now
            return gained
        return float(self.setup.payoffs(self.position.result() or {})[self.seat]) if over else 0.0

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8), "seat": int(self.seat)}
        result = self.position.result()
        if result is not None:
            info |= {"scores": result["scores"], "winners": result["winners"]}
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions; once all is over the first one, because learners want at least one."""
        mask = self._mask.copy()
        if self._arena.to_move[0] == OVER:
            mask[0] = True
        return mask

    @property
    def artist(self) -> Artist:
        """Draws this table."""
        if self._artist is None:
            self._artist = Artist(self.setup.game, self.setup.options, self.setup.agents)
        return self._artist

    def render(self) -> Any:
        """The board as text, as pixels, or on the terminal, as the render mode says."""
        if self.render_mode == "rgb_array":
            return self.artist.pixels(self.position)
        if self.render_mode == "ansi":
            return self.artist.text(self.position)
        if self.render_mode == "human":
            print(self.artist.text(self.position))
        return None

    def _repr_svg_(self) -> str:
        return self.artist.svg(self.position)

    def close(self) -> None:
        """End bots that are programs."""
        for bot in self.rivals:
            if bot is not None:
                bot.close()


def register() -> None:
    """Make the ids known to Gymnasium."""
    for name, game in (("SmallWorld", "smallworld"), ("Covil", "covil")):
        key = f"hordes/{name}-v0"
        if key not in gymnasium.registry:
            gymnasium.register(key, entry_point="hordes.envs.solo:SoloEnv", kwargs={"game": game})


register()
