"""OpenSpiel: both games with explicit chance nodes. Needs the extra `openspiel`; importing this registers them.

    import hordes.envs.spiel
    game = pyspiel.load_game("hordes_smallworld_v0(players=3,sets=base+cursed)")

Seats' actions are those of the other environments, chance's outcomes are numbered apart from them. Observations are the
numbers of `Setup.parts`; hidden information is what a seat cannot see, and there is no information-state tensor: what
happened is in the history.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from hordes.engine.native import i16, i64, vec
from hordes.engine.state import CHANCE, OVER, State
from hordes.envs.setup import Setup

OPTIONS: dict[str, dict[str, Any]] = {
    "smallworld": {"players": 2, "sets": "base", "mode": "standard", "map": "", "turns": 0, "markers": False},
    "covil": {"players": 2, "board": "", "dummies": 0},
}
"""Parameters of each game and their defaults; an empty text or a zero leaves it to the game."""
MOST_SEATS = {"smallworld": 6, "covil": 4}
MOST_CHANCE = {"smallworld": 6, "covil": 12}
"""Answers of chance for each decision at most, as a bound for the length of histories."""


def game_type(name: str) -> Any:
    """What OpenSpiel wants to know before it loads a game."""
    return pyspiel.GameType(
        short_name=f"hordes_{name}_v0",
        long_name={"smallworld": "Small World", "covil": "Covil"}[name],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS[name],
        min_num_players=1 if name == "covil" else 2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={**OPTIONS[name], "rewards": "win"},
    )


def setup_of(name: str, told: dict[str, Any]) -> Setup:
    """The set-up that parameters describe."""
    given = {key: value for key, value in told.items() if key in OPTIONS[name] and value not in ("", 0)}
    if "sets" in given:
        given["sets"] = str(given["sets"]).split("+")
    if not given.get("markers", True) or given.get("mode") == "teams":
        given.pop("markers", None)
    return Setup(name, given, str(told.get("rewards", "win")))


class HordesGame(pyspiel.Game):
    """A game with its options."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        told = {**OPTIONS[self.name], "rewards": "win", **(params or {})}
        self.setup = setup_of(self.name, told)
        least, most = self.setup.bounds()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.actions,
            max_chance_outcomes=int(self.setup.encoder.outcomes),
            num_players=self.setup.deciders,
            min_utility=least,
            max_utility=most,
            utility_sum=None,
            max_game_length=int(self.setup.game.max_game_length(self.setup.options)),
        )
        super().__init__(TYPES[self.name], info, told)

    def new_initial_state(self) -> HordesState:
        """The start of a game, before chance has said anything."""
        return HordesState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game asks chance more often."""
        return MOST_CHANCE[self.name] * (int(self.setup.game.max_game_length(self.setup.options)) + 20)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """What a seat sees, as numbers and as text."""
        return Observer(self.setup)


class SmallWorldSpiel(HordesGame):
    """Small World."""

    name = "smallworld"


class CovilSpiel(HordesGame):
    """Covil."""

    name = "covil"


class HordesState(pyspiel.State):
    """A moment of a game; chance is a player."""

    def __init__(self, game: HordesGame) -> None:
        super().__init__(game)
        self.setup = game.setup
        self.table: State = game.setup.start.clone()

    def current_player(self) -> int:
        """Who decides: a seat, chance, or nobody any more."""
        mover = int(self.table.to_move)
        if mover == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else mover

    def _legal_actions(self, player: int) -> list[int]:
        encoder = self.setup.encoder
        return sorted(int(encoder.action_of(move)) for move in self.table.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and their probabilities."""
        encoder = self.setup.encoder
        return [(int(encoder.outcome_of(move)), weight) for move, weight in self.table.chance_outcomes()]

    def _apply_action(self, action: int) -> None:
        encoder = self.setup.encoder
        chance = self.table.to_move == CHANCE
        self.table.apply(encoder.answer_of(action) if chance else encoder.move_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        encoder = self.setup.encoder
        chance = player == pyspiel.PlayerId.CHANCE
        return str(self.table.describe(encoder.answer_of(action) if chance else encoder.move_of(action)))

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return bool(self.table.to_move == OVER)

    def returns(self) -> list[float]:
        """What the game has paid each player so far."""
        result = self.table.result()
        if self.setup.rewards == "coins":
            return [float(self.table.score(seat)) if result else 0.0 for seat in range(self.setup.deciders)]
        return self.setup.payoffs(result)[: self.setup.deciders] if result else [0.0] * self.setup.deciders

    def __str__(self) -> str:
        return json.dumps(self.table.position(), sort_keys=True)


class Observer:
    """Writes what a seat sees."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tensor = np.zeros(setup.size, dtype=np.float32)
        self.dict = setup.split(self.tensor)
        self._blank = vec[i16]([0] * setup.size)
        setup.encoder.settle(self._blank, 0)

    def set_from(self, state: HordesState, player: int) -> None:
        """The numbers of a seat."""
        encoder = self.setup.encoder
        row, memo = vec[i16]([int(n) for n in self._blank]), vec[i64]([0] * int(encoder.memory))
        encoder.write(state.table, player, row, 0, memo, 0)
        self.tensor[:] = row

    def string_from(self, state: HordesState, player: int) -> str:
        """The view of a seat as JSON."""
        return json.dumps(state.table.view(player), sort_keys=True)


TYPES = {name: game_type(name) for name in OPTIONS}
pyspiel.register_game(TYPES["smallworld"], SmallWorldSpiel)
pyspiel.register_game(TYPES["covil"], CovilSpiel)
