"""Environments under stable-baselines3, sb3-contrib, torchrl and shimmy."""

import warnings
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("torch")

with warnings.catch_warnings():  # other projects' imports warn, and here a warning is an error
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from shimmy import OpenSpielCompatibilityV0
    from stable_baselines3.common.env_checker import check_env
    from torchrl.envs import GymWrapper, PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

import hordes.envs.solo
import hordes.envs.spiel
from hordes.envs import covil_v0, smallworld_v0
from tests.envs.setups import FEW, name

MODULES = {"smallworld": smallworld_v0, "covil": covil_v0}
few_setups = pytest.mark.parametrize(("game", "options"), FEW, ids=name)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def solo(game: str, options: dict[str, Any]) -> Any:
    return hordes.envs.solo.SoloEnv(game, options)


@few_setups
def test_stable_baselines3_check_env(game: str, options: dict[str, Any]) -> None:
    check_env(solo(game, options))


@few_setups
def test_sb3_contrib_masking(game: str, options: dict[str, Any]) -> None:
    env = solo(game, options)
    assert is_masking_supported(env)
    env.reset(seed=1)
    assert get_action_masks(env).any()


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_maskable_ppo_learns_without_an_illegal_action(game: str) -> None:
    env = solo(game, {"players": 2})
    env.illegal = "raise"
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=1, device="cpu")
    model.learn(256)
    assert model.num_timesteps >= 256


@few_setups
def test_torchrl_check_env_specs_gymnasium(game: str, options: dict[str, Any]) -> None:
    check_env_specs(GymWrapper(solo(game, options)))


@pytest.mark.parametrize(("game", "options"), FEW[:3], ids=name)
def test_torchrl_check_env_specs_pettingzoo(game: str, options: dict[str, Any]) -> None:
    check_env_specs(PettingZooWrapper(MODULES[game].env(options), use_mask=True))


@pytest.mark.parametrize("game", ["hordes_smallworld_v0(turns=1)", "hordes_covil_v0"])
def test_shimmy_brings_the_openspiel_game_to_pettingzoo(game: str) -> None:
    import pyspiel

    api_test(OpenSpielCompatibilityV0(env=pyspiel.load_game(game)), num_cycles=20)
