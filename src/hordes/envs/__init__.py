"""Faces that researchers know: PettingZoo, Gymnasium, OpenSpiel, and a batch environment of our own.

    from hordes.envs import VectorEnv                       NumPy only
    from hordes.envs import smallworld_v0, covil_v0         PettingZoo (extra `rl`)
    gymnasium.make("hordes.envs.solo:hordes/Covil-v0")      Gymnasium (extra `rl`)
    import hordes.envs.spiel                                OpenSpiel (extra `openspiel`)

Nothing is loaded before it is asked for.
"""

from importlib import import_module
from typing import Any

_HOMES = {"VectorEnv": "vector", "Setup": "setup", "smallworld_v0": "", "covil_v0": ""}


def __getattr__(name: str) -> Any:
    """The environments by name, each with what it needs."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_HOMES[name] or name}")
    return getattr(module, name) if _HOMES[name] else module
