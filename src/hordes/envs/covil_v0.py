"""Covil for PettingZoo, version 0: `env` and `raw_env` are turn-based, `parallel_env` is parallel.

The version changes when observations, actions or rewards of a set-up change.
"""

from __future__ import annotations

from typing import Any

from hordes.envs.aec import TurnBasedEnv, parallel


def raw_env(
    options: dict[str, Any] | None = None,
    *,
    rewards: str = "win",
    illegal: str = "end",
    render_mode: str | None = None,
) -> TurnBasedEnv:
    """The environment for these options; see `hordes.envs.aec`."""
    arguments: dict[str, Any] = {"rewards": rewards, "illegal": illegal, "render_mode": render_mode, "name": "covil_v0"}
    return TurnBasedEnv("covil", options, **arguments)


env = raw_env


def parallel_env(**arguments: Any) -> Any:
    """The parallel version of `env`."""
    return parallel(env(**arguments))
