"""Conformance suites of PettingZoo and Gymnasium, run on both games with several options."""

import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test, state_test
from pettingzoo.utils import TerminateIllegalWrapper

import hordes.envs.solo
from hordes.engine.core.rng import Rng
from hordes.engine.errors import BadRequest
from hordes.envs import covil_v0, smallworld_v0
from hordes.envs.aec import TurnBasedEnv
from tests.envs.setups import FEW, SETUPS, name

MODULES = {"smallworld": smallworld_v0, "covil": covil_v0}
IDS = {"smallworld": "hordes/SmallWorld-v0", "covil": "hordes/Covil-v0"}
each_setup = pytest.mark.parametrize(("game", "options"), SETUPS, ids=name)
few_setups = pytest.mark.parametrize(("game", "options"), FEW, ids=name)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The suites warn of dictionaries as observations; so do PettingZoo's own games."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def env_of(game: str, options: dict[str, Any], **arguments: Any) -> Any:
    return MODULES[game].env(options, **arguments)


@each_setup
def test_pettingzoo_api_test(game: str, options: dict[str, Any]) -> None:
    for rewards in ("win", "coins"):
        api_test(env_of(game, options, rewards=rewards), num_cycles=300)


@few_setups
def test_pettingzoo_seed_test(game: str, options: dict[str, Any]) -> None:
    seed_test(lambda: env_of(game, options), num_cycles=120)


@each_setup
def test_pettingzoo_parallel_api_test(game: str, options: dict[str, Any]) -> None:
    parallel_api_test(MODULES[game].parallel_env(options=options), num_cycles=100)


@few_setups
def test_pettingzoo_render_test(game: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode=None: env_of(game, options, render_mode=render_mode))
    assert "\x1b[" in capsys.readouterr().out


@few_setups
def test_pettingzoo_state_test(game: str, options: dict[str, Any]) -> None:
    env = TerminateIllegalWrapper(env_of(game, options), illegal_reward=-1)
    state_test(env, MODULES[game].parallel_env(options=options), num_cycles=10)


@each_setup
def test_gymnasium_check_env(game: str, options: dict[str, Any]) -> None:
    check_env(gymnasium.make(IDS[game], options=options).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_gymnasium_check_env_with_every_render_mode(game: str) -> None:
    check_env(gymnasium.make(IDS[game], render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_gymnasium_vectorised_in_other_processes(game: str) -> None:
    envs = gymnasium.make_vec(f"hordes.envs.solo:{IDS[game]}", num_envs=2, vectorization_mode="async")
    observations, infos = envs.reset(seed=3)
    for _ in range(5):
        actions = [int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]
        observations, _, _, _, infos = envs.step(np.array(actions))
    assert observations.shape[0] == 2
    envs.close()


@few_setups
def test_whole_games_end_with_rewards_that_fit_the_result(game: str, options: dict[str, Any]) -> None:
    env, rng = env_of(game, options), Rng(7)
    env.reset(seed=2)
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if over else int(legal[rng.below(len(legal))]))
        if over:
            assert env.infos.get(agent, {}).get("illegal") is None
    result = env.position.result()
    assert result is not None
    assert env.agents == []


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_an_illegal_action_ends_the_game_or_raises(game: str) -> None:
    env = env_of(game, {"players": 2})
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    mover, wrong = env.agent_selection, int(np.flatnonzero(mask == 0)[0])
    env.step(wrong)
    assert env.rewards[mover] == -1
    assert all(env.terminations.values())
    strict = env_of(game, {"players": 2}, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(BadRequest, match="is not legal now"):
        strict.step(wrong)


def test_an_environment_survives_pickling() -> None:
    env = pickle.loads(pickle.dumps(smallworld_v0.env({"players": 3}, rewards="rank")))
    assert isinstance(env, TurnBasedEnv)
    assert (env.setup.players, env.setup.rewards) == (3, "rank")


@pytest.mark.parametrize("opponents", ["random", "greedy", ["greedy", "random"]])
def test_opponents_are_bots_of_ones_choice(opponents: str | list[str]) -> None:
    options = {"players": 3 if isinstance(opponents, list) else 2, "turns": 2}
    env = gymnasium.make(IDS["smallworld"], options=options, opponents=opponents).unwrapped
    _, info = env.reset(seed=4)
    for _ in range(500):
        _, reward, over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
        if over:
            break
    assert over
    assert env.complaints == []
    assert reward == env.setup.payoffs({"scores": info["scores"], "winners": info["winners"]})[info["seat"]]


def test_bad_words_are_refused() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"opponents": ["random"] * 3}, "1 opponents are needed at this table, not 3"),
        ({"seat": 7}, "no seat 7 at a table of 2"),
        ({"illegal": "ignore"}, "`illegal` is end or raise, not 'ignore'"),
        ({"render_mode": "hologram"}, "no render mode 'hologram'"),
    ]
    for told, why in wrong:
        with pytest.raises(BadRequest, match=why):
            hordes.envs.solo.SoloEnv("smallworld", {"players": 2}, **told)
    with pytest.raises(BadRequest, match="no bot 'nobody'"):
        hordes.envs.solo.SoloEnv("smallworld", opponents="nobody")


def test_a_notebook_gets_a_drawing() -> None:
    assert smallworld_v0.env()._repr_svg_().startswith("<svg")
    assert hordes.envs.solo.SoloEnv("covil")._repr_svg_().startswith("<svg")
