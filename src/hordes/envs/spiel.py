"""OpenSpiel: every game with explicit chance nodes. Needs the extra `openspiel`; importing this registers them.

    import hordes.envs.spiel
    game = pyspiel.load_game("hordes_NAME_v0(players=3)")

A parameter is a declared option of the game; several choices are joined by `+`.

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

from hordes.engine.core.state import CHANCE, OVER, Game, State
from hordes.engine.games import usable_games
from hordes.engine.option_schema import Option, player_limits
from hordes.envs.setup import Setup

REWARDS = "rewards"
"""The one parameter that is no option of the game."""
TOGETHER = "+"
"""Stands between several choices, since commas separate parameters."""


def option_parameters(game: Game) -> dict[str, Any]:
    """Parameters for the declared options, data excepted, with the values that leave them to the game.

    That is the option's default; an empty text or zero where the default follows from other options.

    >>> from hordes.engine.games import load
    >>> parameters = option_parameters(load("covil"))
    >>> parameters["players"], parameters["board"], parameters["dummies"]
    (2, '', 0)
    """
    return {option.name: unset_value(option) for option in game.option_schema() if option.kind != "data"}


def unset_value(option: Option) -> Any:
    """The value of a parameter that leaves an option to the game."""
    follows = option.default is None or option.needs is not None
    match option.kind:
        case "several":
            return TOGETHER.join(option.default)
        case "choice":
            return "" if follows else option.default
        case "number" if follows:
            return 0 if option.least > 0 else option.least - 1
        case _:
            return option.default


def game_type(game: Game) -> Any:
    """Static description of a game for OpenSpiel."""
    fewest, most = player_limits(game.option_schema())
    return pyspiel.GameType(
        short_name=f"hordes_{game.name}_v0",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={**option_parameters(game), REWARDS: "win"},
    )


def setup_from_parameters(game: Game, parameters: dict[str, Any]) -> Setup:
    """The set-up for OpenSpiel parameters; those that leave their option to the game are not set."""
    unset = option_parameters(game)
    given = {name: value for name, value in parameters.items() if name in unset and value != unset[name]}
    several = {option.name for option in game.option_schema() if option.kind == "several"}
    options = {name: str(value).split(TOGETHER) if name in several else value for name, value in given.items()}
    return Setup(game.name, options, str(parameters.get(REWARDS, "win")))


class HordesGame(pyspiel.Game):
    """An OpenSpiel game with its parameters; a subclass for every game is made by `register`."""

    game: Game
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        unset = option_parameters(self.game)
        parameters = {**unset, REWARDS: "win", **(params or {})}
        # a dotted name is a detail, such as a ruling: the game's text names it only where it is set
        details = [name for name, value in unset.items() if "." in name and parameters[name] == value]
        parameters = {name: value for name, value in parameters.items() if name not in details}
        self.setup = setup_from_parameters(self.game, parameters)
        least, most = self.setup.reward_bounds()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.actions,
            max_chance_outcomes=int(self.setup.encoder.outcome_count),
            num_players=self.setup.players,
            min_utility=least,
            max_utility=most,
            utility_sum=None,
            max_game_length=int(self.game.max_game_length(self.setup.options)),
        )
        super().__init__(self.game_type, info, parameters)

    def new_initial_state(self) -> HordesState:
        """The initial state, before the first chance node."""
        return HordesState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Upper bound of the number of chance nodes."""
        return int(self.game.max_chance_events(self.setup.options))

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """Observer of a seat, as tensor and text."""
        return Observer(self.setup)


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


GAMES: dict[str, type[HordesGame]] = {}
"""The registered classes by the names of their games."""


def register() -> None:
    """Register every game with OpenSpiel that is not registered yet."""
    for game in usable_games():
        if game.name not in GAMES:
            body = {"game": game, "game_type": game_type(game), "__doc__": f"{game.title} as an OpenSpiel game."}
            GAMES[game.name] = type(f"{game.name.title()}Spiel", (HordesGame,), body)
            pyspiel.register_game(body["game_type"], GAMES[game.name])


register()
