"""The example game in the environments for learning: PettingZoo, Gymnasium and batches. Runs in .venv-rl."""

import copy

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from hordes.envs import VectorEnv
from hordes.envs.aec import TurnBasedEnv
from hordes.envs.solo import SoloEnv

GAME = "marches"


@pytest.mark.filterwarnings("ignore")
def test_it_passes_the_suites_of_pettingzoo_and_gymnasium() -> None:
    api_test(TurnBasedEnv(GAME, {"players": 3}, name="marches_v0"), num_cycles=150)
    check_env(SoloEnv(GAME, {"players": 2}, opponents="greedy"), skip_render_check=True)


def test_batches_step_many_games_and_copies_go_on_alike() -> None:
    envs = VectorEnv(GAME, {"players": 2}, count=8, seed=1)
    envs.reset(seed=1)
    for _ in range(40):
        envs.step_randomly()
    twin = copy.deepcopy(envs)
    for _ in range(10):
        envs.step_randomly()
        twin.step_randomly()
    assert (envs.observations == twin.observations).all()
