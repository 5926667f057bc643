"""OpenSpiel: both games with explicit chance nodes. Needs the extra `openspiel`; importing this registers them.

    import hordes.envs.spiel
    game = pyspiel.load_game("hordes_smallworld_v0(players=3,sets=base+cursed)")

Seats' actions are those of the other environments; chance outcomes have their own numbering. Observations are the
numbers of `Setup.parts`. There is no information-state tensor: the past is in the history.
"""

from __future__ import annotations

import json
from typing import Any

from hordes.envs.extras import missing_extra

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise missing_extra(error, "openspiel") from error

from hordes.engine.core.state import CHANCE, OVER, State
from hordes.envs.setup import Setup

PARAMETERS: dict[str, dict[str, Any]] = {
    "smallworld": {"players": 2, "sets": "base", "mode": "standard", "map": "", "turns": 0, "markers": False},
    "covil": {"players": 2, "board": "", "dummies": 0},
}
"""Parameters of each game and their defaults; an empty text or zero means the game's own default."""
MAX_SEATS = {"smallworld": 6, "covil": 4}
MAX_CHANCE_PER_DECISION = {"smallworld": 6, "covil": 12}
"""Maximum number of chance nodes per decision, as a bound for the length of histories."""


def game_type(name: str) -> Any:
    """Static description of a game for OpenSpiel."""
    return pyspiel.GameType(
        short_name=f"hordes_{name}_v0",
        long_name={"smallworld": "Small World", "covil": "Covil"}[name],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_SEATS[name],
        min_num_players=1 if name == "covil" else 2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={**PARAMETERS[name], "rewards": "win"},
    )


def setup_from_parameters(name: str, parameters: dict[str, Any]) -> Setup:
    """The set-up for OpenSpiel parameters."""
    given = {key: value for key, value in parameters.items() if key in PARAMETERS[name] and value not in ("", 0)}
    if "sets" in given:
        given["sets"] = str(given["sets"]).split("+")
    if not given.get("markers", True) or given.get("mode") == "teams":
        given.pop("markers", None)
    return Setup(name, given, str(parameters.get("rewards", "win")))


class HordesGame(pyspiel.Game):
    """An OpenSpiel game with its parameters."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = {**PARAMETERS[self.name], "rewards": "win", **(params or {})}
        self.setup = setup_from_parameters(self.name, parameters)
        least, most = self.setup.reward_bounds()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.actions,
            max_chance_outcomes=int(self.setup.encoder.outcome_count),
            num_players=self.setup.players,
            min_utility=least,
            max_utility=most,
            utility_sum=None,
            max_game_length=int(self.setup.game.max_game_length(self.setup.options)),
        )
        super().__init__(GAME_TYPES[self.name], info, parameters)

    def new_initial_state(self) -> HordesState:
        """The initial state, before the first chance node."""
        return HordesState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Upper bound of the number of chance nodes."""
        return MAX_CHANCE_PER_DECISION[self.name] * (int(self.setup.game.max_game_length(self.setup.options)) + 20)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """Observer of a seat, as tensor and text."""
        return Observer(self.setup)


class SmallWorldSpiel(HordesGame):
    """Small World as an OpenSpiel game, with the parameters of `PARAMETERS`."""

    name = "smallworld"


class CovilSpiel(HordesGame):
    """Covil as an OpenSpiel game, with the parameters of `PARAMETERS`."""

    name = "covil"


class HordesState(pyspiel.State):
    """An OpenSpiel state; chance is an explicit player."""

    def __init__(self, game: HordesGame) -> None:
        super().__init__(game)
        self.setup = game.setup
        self.engine_state: State = game.setup.start.clone()

    def current_player(self) -> int:
        """The player to move: a seat, chance, or terminal."""
        mover = int(self.engine_state.to_move)
        if mover == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else mover

    def _legal_actions(self, player: int) -> list[int]:
        encoder = self.setup.encoder
        return sorted(int(encoder.action_of(move)) for move in self.engine_state.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and their probabilities."""
        encoder = self.setup.encoder
        return [(int(encoder.outcome_of(move)), weight) for move, weight in self.engine_state.chance_outcomes()]

    def _apply_action(self, action: int) -> None:
        encoder = self.setup.encoder
        chance = self.engine_state.to_move == CHANCE
        self.engine_state.apply(encoder.outcome_move(action) if chance else encoder.move_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        encoder = self.setup.encoder
        chance = player == pyspiel.PlayerId.CHANCE
        return str(self.engine_state.describe(encoder.outcome_move(action) if chance else encoder.move_of(action)))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.engine_state.to_move == OVER)

    def returns(self) -> list[float]:
        """Returns of all players so far."""
        result = self.engine_state.result()
        if self.setup.rewards == "coins":
            return [float(self.engine_state.score(seat)) if result else 0.0 for seat in range(self.setup.players)]
        return self.setup.payoffs(result)[: self.setup.players] if result else [0.0] * self.setup.players

    def __str__(self) -> str:
        return json.dumps(self.engine_state.position(), sort_keys=True)


class Observer:
    """OpenSpiel observer: writes a seat's observation."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tensor = np.zeros(setup.size, dtype=np.float32)
        self.dict = setup.split(self.tensor)

    def set_from(self, state: HordesState, player: int) -> None:
        """Write the observation tensor of a seat."""
        self.tensor[:] = self.setup.encoder.observation(state.engine_state, player)

    def string_from(self, state: HordesState, player: int) -> str:
        """The view of a seat as JSON."""
        return json.dumps(state.engine_state.view(player), sort_keys=True)


GAME_TYPES = {name: game_type(name) for name in PARAMETERS}
pyspiel.register_game(GAME_TYPES["smallworld"], SmallWorldSpiel)
pyspiel.register_game(GAME_TYPES["covil"], CovilSpiel)
