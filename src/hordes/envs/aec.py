"""PettingZoo environments: turn-based (AEC) and its parallel wrapper. Needs the extra `rl`."""

from __future__ import annotations

from typing import Any

from hordes.envs.extras import missing_extra

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ModuleNotFoundError as error:
    raise missing_extra(error, "rl") from error

from hordes.engine.core.batch import ILLEGAL as ILLEGAL_MOVE
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, State
from hordes.engine.errors import BadRequest
from hordes.envs.copying import CopyMixin
from hordes.envs.drawing import BoardRenderer
from hordes.envs.setup import ILLEGAL_ACTIONS, ArrayView, Setup, new_batch

Observation = dict[str, NDArray[Any]]
RENDER_MODES = ["human", "ansi", "rgb_array"]


class TurnBasedEnv(CopyMixin, AECEnv):
    """PettingZoo AEC environment of one game; the agents are its seats.

    An observation has the numbers of `Setup.parts` and the mask of legal actions. Chance is resolved between two
    actions by a generator that `reset(seed)` restarts. An illegal action ends the game for all, with -1 for the agent
    that made it, or raises if `illegal` is "raise". Built for speed: no wrapper is needed, and a step writes only what
    has changed of the observation and the mask. Copies (deepcopy, pickle) continue with the same random numbers.
    """

    _derived = ("_batch", "_act", "_copy_numbers", "_copy_mask", "_other_observation", "_no_mask", "_renderer")

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
        if illegal not in ILLEGAL_ACTIONS:
            raise BadRequest(f"`illegal` is {' or '.join(ILLEGAL_ACTIONS)}, not {illegal!r}.")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadRequest(f"There is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}.")
        self.metadata = {
            "render_modes": RENDER_MODES, "name": name or f"{game}_v0", "is_parallelizable": True, "render_fps": 4,
        }  # fmt: skip
        self.setup = Setup(game, options, rewards)
        self.illegal = illegal
        self.render_mode = render_mode
        self.possible_agents = list(self.setup.agents)
        box = spaces.Box(0, self.setup.observation_high(), dtype=np.int16)
        mask = spaces.Box(0, 1, (self.setup.actions,), dtype=np.int8)
        both = spaces.Dict({"observation": box, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, both)
        self.action_spaces = {agent: spaces.Discrete(self.setup.actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, np.tile(self.setup.observation_high(), self.setup.players), dtype=np.int16)
        self._seeds = Rng(0)
        self._pays_each_step = self.setup.rewards == "coins"
        self._allocate()
        self._begin(0)

    def _allocate(self) -> None:
        """Create the batch and views of its arrays; the renderer is created on demand."""
        self._renderer: BoardRenderer | None = None
        self._batch = new_batch(self.setup, 1, 0)
        self._act = self._batch.step_single
        self._copy_numbers = ArrayView(self._batch.observations, np.int16, (self.setup.size,)).copy_function()
        self._copy_mask = ArrayView(self._batch.masks, np.int8, (self.setup.actions,)).copy_function()
        self._other_observation = ArrayView(self._batch.scratch, np.int16, (self.setup.size,))
        self._no_mask = np.zeros(self.setup.actions, dtype=np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Observation space, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Action space, the same for all agents."""
        return self.action_spaces[agent]

    # Playing

    def _begin(self, seed: int) -> None:
        setup = self.setup
        self._batch.restart(seed)
        self.agents = list(setup.agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._over = False
        self._fast_path = not self._pays_each_step and self.render_mode != "human"
        self._paid_scores = [0.0] * setup.seats
        self.agent_selection = setup.agents[self._batch.to_move[0]]
        if self._pays_each_step:
            self._pay_score_changes()
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; the same seed gives the same random numbers."""
        if seed is not None:
            self._seeds = Rng(seed)
        self._begin(int(self._seeds.next_bits()))
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Take the action of `agent_selection`; None once its game is over."""
        # the common case: no reward, no end, no rendering; PettingZoo's bookkeeping is skipped
        if self._fast_path and action is not None:
            seat = self._act(action)
            if seat >= 0:
                self.agent_selection = self.possible_agents[seat]
                return
            self._step_slowly(seat, action)
        elif self._over:
            self._was_dead_step(action)
            return
        else:
            self._step_slowly(ILLEGAL_MOVE if action is None else self._act(action), action)
        if self.render_mode == "human":
            self.render()

    def _step_slowly(self, seat: int, action: Any) -> None:
        """The slow path of a step: scores change, the action is illegal, or the game ends."""
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0.0
        if seat == OVER:
            self._end(self.setup.payoffs(self.position.result() or {}))
        elif seat < 0:
            self._handle_illegal(mover, action)
            return
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self.possible_agents[seat]
        if self._pays_each_step:
            self._pay_score_changes()
        self._accumulate_rewards()

    def _handle_illegal(self, mover: str, action: Any) -> None:
        if self.illegal == "raise":
            raise BadRequest(f"Action {action} of {mover} is not legal now.")
        self.infos[mover]["illegal"] = action
        self._end([-1.0 if agent == mover else 0.0 for agent in self.possible_agents])
        self._accumulate_rewards()

    def _end(self, payoffs: list[float]) -> None:
        self._over = True
        self._fast_path = False
        self.rewards = dict(zip(self.possible_agents, payoffs, strict=False))
        self.terminations = dict.fromkeys(self.agents, True)
        result = self.position.result()
        if result is not None:
            for seat, agent in enumerate(self.agents):
                self.infos[agent] = {"score": result["scores"][seat], "winner": seat in result["winners"]}

    def _pay_score_changes(self) -> None:
        now = [float(self.position.score(seat)) for seat in range(self.setup.seats)]
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] += now[seat] - self._paid_scores[seat]
        self._paid_scores = now

    # Observations

    @property
    def position(self) -> State:
        """The full state with all hidden information: for tools, not for agents."""
        return self._batch.games[0]

    def observe(self, agent: str) -> Observation:
        """An agent's observation and action mask; the mask is empty when it is not its turn."""
        if agent == self.agent_selection and not self._over:
            return {"observation": self._copy_numbers(), "action_mask": self._copy_mask()}
        self._batch.write_seat_observation(0, self.possible_agents.index(agent))
        return {"observation": self._other_observation.copy(), "action_mask": self._no_mask.copy()}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent that acts next."""
        agent = self.agent_selection
        if self._fast_path and observe:  # no reward and no end yet
            observation = {"observation": self._copy_numbers(), "action_mask": self._copy_mask()}
            return observation, 0.0, False, False, self.infos[agent]
        return (
            self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
            self.truncations[agent], self.infos[agent],
        )  # fmt: skip

    def state(self) -> NDArray[np.int16]:
        """The observations of all seats, concatenated."""
        rows = []
        for seat in range(self.setup.players):
            self._batch.write_seat_observation(0, seat)
            rows.append(self._other_observation.copy())
        return np.concatenate(rows)

    def action_text(self, action: int) -> str:
        """An action as move text."""
        return self.setup.action_text(action, self.position)

    # Rendering

    @property
    def renderer(self) -> BoardRenderer:
        """Renderer of this game, created on first use."""
        if self._renderer is None:
            self._renderer = BoardRenderer(self.setup.game, self.setup.options, self.possible_agents)
        return self._renderer

    def render(self) -> str | NDArray[np.uint8] | None:
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
        """Nothing to release."""


def parallel(env: TurnBasedEnv) -> Any:
    """Wrap as a PettingZoo parallel environment: all agents are asked at once, only the one to move acts."""
    return turn_based_aec_to_parallel(env)
