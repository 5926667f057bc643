"""PettingZoo environments of a game by its name, and the functions of modules such as `hordes.envs.GAME_v0`."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Protocol

from hordes.envs.aec import TurnBasedEnv, parallel

VERSION = "v0"
"""Changes when observations, actions or rewards of a set-up change."""


def pettingzoo_env(
    game: str,
    options: dict[str, Any] | None = None,
    *,
    rewards: str = "win",
    illegal: str = "end",
    render_mode: str | None = None,
) -> TurnBasedEnv:
    """The turn-based environment of any game, also one from another package; see `hordes.envs.aec`."""
    return TurnBasedEnv(
        game, options, rewards=rewards, illegal=illegal, render_mode=render_mode, name=f"{game}_{VERSION}"
    )


def pettingzoo_parallel_env(game: str, options: dict[str, Any] | None = None, **arguments: Any) -> Any:
    """The parallel version of `pettingzoo_env`."""
    return parallel(pettingzoo_env(game, options, **arguments))


class EnvFunction(Protocol):
    """Makes the turn-based environment of one game."""

    def __call__(
        self,
        options: dict[str, Any] | None = None,
        *,
        rewards: str = "win",
        illegal: str = "end",
        render_mode: str | None = None,
    ) -> TurnBasedEnv:
        """The environment for these options; see `hordes.envs.aec`."""


class ParallelEnvFunction(Protocol):
    """Makes the parallel environment of one game."""

    def __call__(self, options: dict[str, Any] | None = None, **arguments: Any) -> Any:
        """The parallel version of `env`."""


def env_functions(game: str) -> tuple[EnvFunction, ParallelEnvFunction]:
    """What PettingZoo expects of a game's module: `env` (and, the same, `raw_env`) and `parallel_env`."""

    def env(
        options: dict[str, Any] | None = None,
        *,
        rewards: str = "win",
        illegal: str = "end",
        render_mode: str | None = None,
    ) -> TurnBasedEnv:
        """The environment for these options; see `hordes.envs.aec`."""
        return pettingzoo_env(game, options, rewards=rewards, illegal=illegal, render_mode=render_mode)

    def parallel_env(options: dict[str, Any] | None = None, **arguments: Any) -> Any:
        """The parallel version of `env`."""
        return pettingzoo_parallel_env(game, options, **arguments)

    return env, parallel_env


def env_module(game: str) -> ModuleType:
    """A module like those of the built-in games, for a game from another package."""
    module = ModuleType(f"hordes.envs.{game}_{VERSION}", f"{game} for PettingZoo.")
    env, parallel_env = env_functions(game)
    vars(module).update(env=env, raw_env=env, parallel_env=parallel_env)
    return module
