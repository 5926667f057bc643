"""Covil for PettingZoo, version 0: `env` and `raw_env` act in turn, `parallel_env` is the parallel face.

The version changes when observations, actions or rewards of a set-up do.
"""

from __future__ import annotations

from typing import Any

from hordes.envs.aec import SeatsEnv, parallel


def raw_env(
    options: dict[str, Any] | None = None,
    *,
    rewards: str = "win",
    illegal: str = "end",
    render_mode: str | None = None,
) -> SeatsEnv:
    """The environment of a set-up; see `hordes.envs.aec`."""
    told: dict[str, Any] = {"rewards": rewards, "illegal": illegal, "render_mode": render_mode, "name": "covil_v0"}
    return SeatsEnv("covil", options, **told)


env = raw_env


def parallel_env(**told: Any) -> Any:
    """The parallel face of `env`."""
    return parallel(env(**told))
