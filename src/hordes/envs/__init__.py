"""Reinforcement learning environments: PettingZoo, Gymnasium, OpenSpiel, and a vectorised one.

    from hordes.envs import VectorEnv                       NumPy only
    from hordes.envs import smallworld_v0, covil_v0         PettingZoo (extra `rl`)
    gymnasium.make("hordes.envs.solo:hordes/Covil-v0")      Gymnasium (extra `rl`)
    import hordes.envs.spiel                                OpenSpiel (extra `openspiel`)

Modules are imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hordes.envs import covil_v0 as covil_v0
    from hordes.envs import smallworld_v0 as smallworld_v0
    from hordes.envs.setup import Setup as Setup
    from hordes.envs.vector import VectorEnv as VectorEnv

_HOMES = {"VectorEnv": "vector", "Setup": "setup", "smallworld_v0": "", "covil_v0": "", "solo": "", "spiel": ""}

if not TYPE_CHECKING:  # a type checker would take every misspelt name for an environment

    def __getattr__(name: str) -> Any:
        """Import environments lazily by name, so that optional dependencies are needed only when used."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(f"{__name__}.{_HOMES[name] or name}")
        return getattr(module, name) if _HOMES[name] else module


def __dir__() -> list[str]:
    """The environments, loaded or not."""
    return sorted(_HOMES)
