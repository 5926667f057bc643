"""PettingZoo: an environment in which seats act in turn (AEC), and its parallel face. Needs the extra `rl`."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from hordes.engine.arena import ILLEGAL as ILLEGAL_MOVE
from hordes.engine.arena import Arena
from hordes.engine.errors import BadRequest
from hordes.engine.rng import Rng
from hordes.engine.state import OVER, State
from hordes.envs.copying import Copied
from hordes.envs.drawing import Artist
from hordes.envs.setup import ILLEGAL, Setup, Window, arena

Observation = dict[str, NDArray[Any]]
RENDER_MODES = ["human", "ansi", "rgb_array"]


class SeatsEnv(Copied, AECEnv):
    """A game of any set-up; the agents are its seats.

    An observation has the numbers of `Setup.parts` and the mask of legal actions. Chance is settled between two
    actions by a generator that `reset(seed)` begins anew. An illegal action ends the game for all, with -1 for whoever
    made it, or raises if `illegal` says so. Built for speed: no wrapper is needed, and a step writes only what has
    changed of the observation and the mask. A copy, deep or pickled, is the same game with the same luck ahead.
    """

    _derived = ("_arena", "_act", "_copy_numbers", "_copy_mask", "_other", "_no_mask", "_artist")

    def __init__(
        self,
        game: str,
        options: dict[str, Any] | None = None,
        *,
        rewards: str = "win",
        illegal: str = "end",
        render_mode: str | None = None,
        name: str = "",
    ) -> None:
        super().__init__()
        if illegal not in ILLEGAL:
            raise BadRequest(f"`illegal` is {' or '.join(ILLEGAL)}, not {illegal!r}.")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadRequest(f"There is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}.")
        self.metadata = {
            "render_modes": RENDER_MODES, "name": name or f"{game}_v0", "is_parallelizable": True, "render_fps": 4,
        }  # fmt: skip
        self.setup = Setup(game, options, rewards)
        self.illegal = illegal
        self.render_mode = render_mode
        self.possible_agents = list(self.setup.agents)
        box = spaces.Box(0, self.setup.most(), dtype=np.int16)
        mask = spaces.Box(0, 1, (self.setup.actions,), dtype=np.int8)
        both = spaces.Dict({"observation": box, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, both)
        self.action_spaces = {agent: spaces.Discrete(self.setup.actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, np.tile(self.setup.most(), self.setup.deciders), dtype=np.int16)
        self._seeds = Rng(0)
        self._dense = self.setup.rewards == "coins"
        self._open()
        self._begin(0)

    def _open(self) -> None:
        """The arena, windows on its arrays, and what draws it."""
        self._artist: Artist | None = None
        self._arena = arena(self.setup, 1, 0)
        self._act = self._arena.act
        self._copy_numbers = Window(self._arena.numbers, np.int16, (self.setup.size,)).copier()
        self._copy_mask = Window(self._arena.masks, np.int8, (self.setup.actions,)).copier()
        self._other = Window(self._arena.scratch, np.int16, (self.setup.size,))
        self._no_mask = np.zeros(self.setup.actions, dtype=np.int8)

    def _table(self) -> Arena:
        return self._arena

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.action_spaces[agent]

    # The course of a game

    def _begin(self, seed: int) -> None:
        setup = self.setup
        self._arena.restart(seed)
        self.agents = list(setup.agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._over = False
        self._plain = not self._dense and self.render_mode != "human"
        self._paid = [0.0] * setup.seats
        self.agent_selection = setup.agents[self._arena.to_move[0]]
        if self._dense:
            self._pay()
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same luck."""
        if seed is not None:
            self._seeds = Rng(seed)
        self._begin(int(self._seeds.word()))
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """The action of `agent_selection`; None once it is over for it."""
        if self._plain and action is not None:
            seat = self._act(action)
            if seat >= 0:
                self.agent_selection = self.possible_agents[seat]
                return
            self._unusual(seat, action)
        elif self._over:
            self._was_dead_step(action)
            return
        else:
            self._unusual(ILLEGAL_MOVE if action is None else self._act(action), action)
        if self.render_mode == "human":
            self.render()

    def _unusual(self, seat: int, action: Any) -> None:
        """Points change, or the game ends."""
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0.0
        if seat == OVER:
            self._end(self.setup.payoffs(self.position.result() or {}))
        elif seat < 0:
            self._offence(mover, action)
            return
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self.possible_agents[seat]
        if self._dense:
            self._pay()
        self._accumulate_rewards()

    def _offence(self, mover: str, action: Any) -> None:
        if self.illegal == "raise":
            raise BadRequest(f"Action {action} of {mover} is not legal now.")
        self.infos[mover]["illegal"] = action
        self._end([-1.0 if agent == mover else 0.0 for agent in self.possible_agents])
        self._accumulate_rewards()

    def _end(self, payoffs: list[float]) -> None:
        self._over = True
        self._plain = False
        self.rewards = dict(zip(self.possible_agents, payoffs, strict=False))
        self.terminations = dict.fromkeys(self.agents, True)
        result = self.position.result()
        if result is not None:
            for seat, agent in enumerate(self.agents):
                self.infos[agent] = {"score": result["scores"][seat], "winner": seat in result["winners"]}

    def _pay(self) -> None:
        now = [float(self.position.score(seat)) for seat in range(self.setup.seats)]
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] += now[seat] - self._paid[seat]
        self._paid = now

    # What there is to see

    @property
    def position(self) -> State:
        """The state itself, all secrets included: for tools, not for agents."""
        return self._arena.games[0]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, and what it may do; nothing when it is not its turn."""
        if agent == self.agent_selection and not self._over:
            return {"observation": self._copy_numbers(), "action_mask": self._copy_mask()}
        self._arena.look_for(0, self.possible_agents.index(agent))
        return {"observation": self._other.copy(), "action_mask": self._no_mask.copy()}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent that acts next."""
        agent = self.agent_selection
        if self._plain and observe:  # nothing was paid and nothing has ended yet
            seen = {"observation": self._copy_numbers(), "action_mask": self._copy_mask()}
            return seen, 0.0, False, False, self.infos[agent]
        return (
            self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
            self.truncations[agent], self.infos[agent],
        )  # fmt: skip

    def state(self) -> NDArray[np.int16]:
        """What all seats see, one after the other."""
        rows = []
        for seat in range(self.setup.deciders):
            self._arena.look_for(0, seat)
            rows.append(self._other.copy())
        return np.concatenate(rows)

    def action_text(self, action: int) -> str:
        """An action in the words of the game."""
        return self.setup.text(action, self.position)

    # Pictures

    @property
    def artist(self) -> Artist:
        """Draws this table."""
        if self._artist is None:
            self._artist = Artist(self.setup.game, self.setup.options, self.possible_agents)
        return self._artist

    def render(self) -> str | NDArray[np.uint8] | None:
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
        """Nothing is held open."""


def parallel(env: SeatsEnv) -> Any:
    """The parallel face: all agents are asked at once, and whoever is to move acts."""
    return turn_based_aec_to_parallel(env)
