"""OpenSpiel's own test suites, and playthroughs in its format compared with stored ones."""

import copy
import pickle
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, mcts

import hordes.envs.spiel
from hordes.engine.core.rng import Rng
from hordes.engine.games import load

GAMES = [
    "hordes_smallworld_v0",
    "hordes_smallworld_v0(players=3,sets=base+cursed+royal_bonus,turns=3)",
    "hordes_smallworld_v0(players=3,mode=necromancer,turns=2)",
    "hordes_covil_v0",
    "hordes_covil_v0(players=3)",
    "hordes_covil_v0(players=1)",
]
GAME_NAMES = ("smallworld", "covil")
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
SHORT = {"smallworld": "hordes_smallworld_v0(turns=1)", "covil": "hordes_covil_v0"}


@pytest.fixture(autouse=True, scope="module")
def _flags() -> None:
    """OpenSpiel's tools ask for flags of a command line."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])


@pytest.mark.parametrize("game", GAMES)
def test_random_sim_test_with_serialisation(game: str) -> None:
    loaded = pyspiel.load_game(game)
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("game", ["hordes_smallworld_v0(turns=1)", "hordes_covil_v0"])
def test_partial_tree_api(game: str) -> None:
    class Tree(api_test.EnforceAPIOnPartialTreeBase):
        def setUp(self) -> None:
            super().setUp()

    Tree.game_name = game
    Tree.game = pyspiel.load_game(game)
    suite = unittest.TestLoader().loadTestsFromTestCase(Tree)
    outcome = unittest.TextTestRunner(verbosity=0).run(suite)
    assert outcome.testsRun > 0
    assert outcome.wasSuccessful(), outcome.failures + outcome.errors


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_the_playthrough_is_as_it_was(game: str) -> None:
    """Made anew by `python -m tests.envs.test_openspiel` when the rules or the numbers change."""
    original, now = generate_playthrough.replay(str(PLAYTHROUGHS / f"{game}_v0.txt"))
    assert now == original


def test_outcomes_of_chance_weigh_one_together() -> None:
    state, rng = pyspiel.load_game("hordes_smallworld_v0").new_initial_state(), np.random.RandomState(1)
    for _ in range(200):
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(weights) - 1) < 1e-9
            state.apply_action(int(rng.choice(outcomes, p=weights)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))


def test_the_rl_environment_of_openspiel_steps_through_it() -> None:
    env = rl_environment.Environment(pyspiel.load_game("hordes_covil_v0"))
    step = env.reset()
    for _ in range(20):
        step = env.step([step.observations["legal_actions"][step.current_player()][0]])
    assert len(step.observations["info_state"]) == 2


def test_openspiels_mcts_finds_a_legal_move() -> None:
    game = pyspiel.load_game("hordes_smallworld_v0(turns=1)")
    random = np.random.RandomState(3)
    bot = mcts.MCTSBot(game, 2.0, 8, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()


def test_every_declared_option_is_a_parameter() -> None:
    for name in GAME_NAMES:
        parameters = hordes.envs.spiel.option_parameters(load(name))
        assert set(parameters) == {option.name for option in load(name).option_schema() if option.kind != "data"}
        loaded = pyspiel.load_game(f"hordes_{name}_v0")
        assert loaded.setup.options == load(name).normalise({}), "parameters that are not given change nothing"
    text = "hordes_smallworld_v0(mode=necromancer,ghosts=12,rulings.pots=12,rulings.sorcery_by_flight=True)"
    loaded = pyspiel.load_game(str(pyspiel.load_game(text)))
    assert (loaded.setup.options["ghosts"], loaded.setup.options["rulings"]["pots"]) == (12, 12)
    assert loaded.setup.options["rulings"]["sorcery_by_flight"]
    assert not loaded.setup.options["rulings"]["sorcery_without_token"]


@pytest.mark.parametrize("game", GAMES)
def test_chance_decides_no_more_often_than_declared(game: str) -> None:
    loaded = pyspiel.load_game(game)
    state, rng, chance = loaded.new_initial_state(), Rng(3), 0
    while not state.is_terminal():
        chance += state.is_chance_node()
        actions = state.legal_actions()
        state.apply_action(actions[rng.below(len(actions))])
    assert 0 < chance <= loaded.max_chance_nodes_in_history()


def test_unknown_options_are_refused() -> None:
    with pytest.raises(Exception, match="no set 'nothing'"):
        pyspiel.load_game("hordes_smallworld_v0(sets=base+nothing)")


if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for key, text in SHORT.items():
        playthrough = generate_playthrough.playthrough(text, None, seed=1)
        (PLAYTHROUGHS / f"{key}_v0.txt").write_text(playthrough, encoding="utf-8")


@pytest.mark.parametrize("text", ["hordes_smallworld_v0(players=3)", "hordes_covil_v0(players=1,dummies=1)"])
def test_copies_of_a_state_go_on_alike_and_apart(text: str) -> None:
    state = pyspiel.load_game(text).new_initial_state()

    def go_on(state: Any, seed: int, most: int) -> list[Any]:
        rng, history = Rng(seed), list[Any]()
        while not state.is_terminal() and len(history) < most:
            actions = state.legal_actions()
            state.apply_action(actions[rng.below(len(actions))])
            history.append((str(state), state.current_player(), state.returns()))
        return history

    go_on(state, 1, 80)
    twins = [state.clone(), copy.deepcopy(state), copy.copy(state), pickle.loads(pickle.dumps(state))]
    history = go_on(state, 2, 9999)
    assert all(go_on(twin, 2, 9999) == history for twin in twins)
