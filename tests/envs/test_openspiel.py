"""OpenSpiel's own suites, and golden playthroughs in its format."""

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from absl.testing import absltest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, mcts

GAMES = [
    "hordes_smallworld_v0",
    "hordes_smallworld_v0(players=3,sets=base+cursed+royal_bonus,turns=3)",
    "hordes_smallworld_v0(players=3,mode=necromancer,turns=2)",
    "hordes_covil_v0",
    "hordes_covil_v0(players=3)",
    "hordes_covil_v0(players=1)",
]
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
SHORT = {"smallworld": "hordes_smallworld_v0(turns=1)", "covil": "hordes_covil_v0"}


@pytest.mark.parametrize("game", GAMES)
def test_random_sim_test_with_serialisation(game: str) -> None:
    loaded = pyspiel.load_game(game)
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("game", ["hordes_smallworld_v0(turns=1)", "hordes_covil_v0"])
def test_partial_tree_api(game: str) -> None:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])

    class Tree(api_test.EnforceAPIOnPartialTreeBase):
        def setUp(self) -> None:
            super().setUp()

    Tree.game_name = game
    Tree.game = pyspiel.load_game(game)
    suite = absltest.TestLoader().loadTestsFromTestCase(Tree)
    outcome = absltest.unittest.TextTestRunner(verbosity=0).run(suite) if hasattr(absltest, "unittest") else _run(suite)
    assert outcome.testsRun > 0
    assert outcome.wasSuccessful(), outcome.failures + outcome.errors


def _run(suite: Any) -> Any:
    import unittest

    return unittest.TextTestRunner(verbosity=0).run(suite)


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_the_playthrough_is_as_it_was(game: str) -> None:
    """Made anew by `python -m tests.envs.test_openspiel` when the rules or the numbers change."""
    file = PLAYTHROUGHS / f"{game}_v0.txt"
    assert generate_playthrough.replay(str(file)) == file.read_text(encoding="utf-8")


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


def test_unknown_options_are_refused() -> None:
    with pytest.raises(Exception, match="no set 'nothing'"):
        pyspiel.load_game("hordes_smallworld_v0(sets=base+nothing)")


if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for key, text in SHORT.items():
        found = generate_playthrough.playthrough(text, None, seed=1)
        (PLAYTHROUGHS / f"{key}_v0.txt").write_text(found, encoding="utf-8")
