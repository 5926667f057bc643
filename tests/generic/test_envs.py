"""Every game in the environments of PettingZoo, Gymnasium and OpenSpiel, by their own suites. Runs in .venv-rl."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import hordes.envs
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER
from hordes.engine.errors import BadRequest
from hordes.envs import pettingzoo_env, pettingzoo_parallel_env, solo, spiel
from hordes.envs.solo import SoloEnv, gymnasium_id
from tests.generic.setups import NAMES, Table, few


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The suites warn of dictionaries as observations; so do PettingZoo's own games."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@few
def test_pettingzoos_api_tests(table: Table) -> None:
    api_test(pettingzoo_env(table.name, table.options), num_cycles=120)
    api_test(pettingzoo_env(table.name, table.options, rewards="coins"), num_cycles=60)
    parallel_api_test(pettingzoo_parallel_env(table.name, table.options), num_cycles=50)


@few
def test_pettingzoos_seed_test(table: Table) -> None:
    seed_test(lambda: pettingzoo_env(table.name, table.options), num_cycles=60)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoos_render_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode=None: pettingzoo_env(name, {}, render_mode=render_mode))
    assert capsys.readouterr().out


@few
def test_a_whole_game_in_pettingzoo_pays_what_the_result_says(table: Table) -> None:
    env, rng, paid = pettingzoo_env(table.name, table.options), Rng(7), dict[str, float]()
    env.reset(seed=2)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        paid[agent] = paid.get(agent, 0.0) + reward
        assert observation is not None
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if over else int(legal[rng.below(len(legal))]))
    result = env.position.result()
    assert result is not None
    expected = env.setup.payoffs(result)
    assert list(paid.values()) == pytest.approx([expected[seat] for seat in map(env.possible_agents.index, paid)])
    assert env.agents == []


@few
def test_gymnasiums_check_env(table: Table) -> None:
    check_env(SoloEnv(table.name, table.options, opponents="random"), skip_render_check=True)


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_makes_a_game_by_its_title_and_runs_it_in_other_processes(name: str) -> None:
    solo.register()
    env = gymnasium.make(gymnasium_id(hordes.load(name)), opponents="greedy")
    assert env.reset(seed=1)[1]["action_mask"].any()
    check_env(gymnasium.make(gymnasium_id(hordes.load(name)), render_mode="rgb_array").unwrapped)
    envs = gymnasium.make_vec(f"hordes.envs.solo:{gymnasium_id(hordes.load(name))}", 2, vectorization_mode="async")
    _, infos = envs.reset(seed=3)
    for _ in range(3):
        actions = [int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]
        _, _, _, _, infos = envs.step(np.array(actions))
    envs.close()


@few
def test_a_whole_game_in_gymnasium_pays_what_the_result_says(table: Table) -> None:
    for rewards in ("win", "coins"):
        env, rng, paid = SoloEnv(table.name, table.options, opponents="random", rewards=rewards), Rng(2), 0.0
        _, info = env.reset(seed=5)
        paid = float(env.position.score(env.seat)) if rewards == "coins" else 0.0
        over = env.position.to_move == OVER
        while not over:
            legal = np.flatnonzero(env.action_masks())
            _, reward, over, _, info = env.step(int(legal[rng.below(len(legal))]))
            paid += reward
        result = env.position.result() or {}
        assert info["winners"] == result["winners"]
        assert env.complaints == []
        if rewards == "coins":
            assert paid == result["scores"][env.seat]
        else:
            assert paid == pytest.approx(env.setup.payoffs(result)[env.seat])


def spiel_game(table: Table) -> Any:
    """A table as OpenSpiel's game."""
    spiel.register()
    parameters = [
        f"{name}={'+'.join(value) if isinstance(value, list) else value}" for name, value in table.options.items()
    ]
    return pyspiel.load_game(f"hordes_{table.name}_v0({','.join(parameters)})")


@few
def test_openspiels_simulation_with_serialisation(table: Table) -> None:
    game = spiel_game(table)
    assert game.num_players() == table.complete["players"]
    assert game.new_initial_state().setup.options == table.complete
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@few
def test_a_whole_game_in_openspiel_stays_within_its_bounds(table: Table) -> None:
    game, rng = spiel_game(table), np.random.RandomState(4)
    state, decisions, events = game.new_initial_state(), 0, 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            assert sum(weights) == pytest.approx(1)
            state.apply_action(int(rng.choice(outcomes, p=weights)))
            events += 1
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
            decisions += 1
    assert decisions <= game.max_game_length()
    assert events <= game.max_chance_nodes_in_history()
    assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())


@pytest.mark.parametrize("name", NAMES)
def test_each_environment_is_found_by_the_name_of_the_game(name: str) -> None:
    env = getattr(hordes.envs, f"{name}_v0").env()
    env.reset(seed=1)
    assert env.metadata["name"] == f"{name}_v0"
    assert f"{name}_v0" in dir(hordes.envs)
    wrong = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    strict = getattr(hordes.envs, f"{name}_v0").env(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(BadRequest, match="is not legal now"):
        strict.step(wrong)
    mover = env.agent_selection
    env.step(wrong)
    assert env.rewards[mover] == -1
    assert all(env.terminations.values())
