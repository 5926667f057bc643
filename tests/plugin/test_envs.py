"""The example game in the environments for learning: PettingZoo, Gymnasium, OpenSpiel, batches. Runs in .venv-rl."""

import copy
import pickle

import gymnasium
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

import hordes.envs
from hordes.engine.games import load
from hordes.envs import VectorEnv, pettingzoo_env, pettingzoo_parallel_env, solo, spiel
from hordes.envs.solo import SoloEnv

GAME = "marches"


@pytest.mark.filterwarnings("ignore")
def test_it_passes_the_suites_of_pettingzoo_and_gymnasium() -> None:
    api_test(pettingzoo_env(GAME, {"players": 3}), num_cycles=150)
    parallel_api_test(pettingzoo_parallel_env(GAME, {"players": 2}), num_cycles=50)
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


def test_its_module_is_made_by_its_name() -> None:
    module = hordes.envs.marches_v0  # type: ignore[attr-defined]
    env = module.env({"players": 4})
    env.reset(seed=1)
    assert env.metadata["name"] == "marches_v0"
    assert len(env.agents) == 4
    assert module.raw_env is module.env
    assert len(module.parallel_env({"players": 3}).possible_agents) == 3
    assert "marches_v0" in dir(hordes.envs)
    with pytest.raises(AttributeError, match="has no attribute 'chess_v0'"):
        hordes.envs.chess_v0  # type: ignore[attr-defined]  # noqa: B018


def test_gymnasium_makes_it_by_its_title() -> None:
    solo.register()
    env = gymnasium.make("hordes/Marches-v0", options={"players": 3}, opponents="random")
    env.reset(seed=1)
    assert env.unwrapped.setup.game is load(GAME)
    picture = SoloEnv(GAME, {"players": 2}, render_mode="rgb_array").render()
    assert len({tuple(pixel) for row in picture for pixel in row}) > 3, "provinces, roads and ground differ"


def test_openspiel_simulates_it_and_reads_its_states_back() -> None:
    spiel.register()
    game = pyspiel.load_game("hordes_marches_v0(players=3)")
    assert (game.num_players(), game.get_type().long_name) == (3, "Marches")
    assert (game.get_type().min_num_players, game.get_type().max_num_players) == (2, 4)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 14
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    with pytest.raises(Exception, match="`players` is a whole number from 2 to 4, not 7"):
        pyspiel.load_game("hordes_marches_v0(players=7)")
