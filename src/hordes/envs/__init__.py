"""Reinforcement learning environments: PettingZoo, Gymnasium, OpenSpiel, and a vectorised one, of every game.

    from hordes.envs import VectorEnv                       NumPy only
    from hordes.envs import pettingzoo_env                  PettingZoo (extra `rl`): pettingzoo_env("NAME", options)
    from hordes.envs import NAME_v0                         the same as a module with `env` and `parallel_env`
    gymnasium.make("hordes.envs.solo:hordes/TITLE-v0")      Gymnasium (extra `rl`)
    import hordes.envs.spiel                                OpenSpiel (extra `openspiel`): hordes_NAME_v0

Modules are imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from hordes.engine.games import game_names

if TYPE_CHECKING:
    from hordes.envs.faces import pettingzoo_env as pettingzoo_env
    from hordes.envs.faces import pettingzoo_parallel_env as pettingzoo_parallel_env
    from hordes.envs.setup import Setup as Setup
    from hordes.envs.vector import VectorEnv as VectorEnv

_HOMES = {
    "VectorEnv": "vector", "Setup": "setup", "pettingzoo_env": "faces", "pettingzoo_parallel_env": "faces",
    "solo": "", "spiel": "",
}  # fmt: skip
_MODULE = "_v0"
"""How the name of a game's module ends."""

if not TYPE_CHECKING:  # a type checker would take every misspelt name for an environment

    def __getattr__(name: str) -> Any:
        """Import environments lazily by name, so that optional dependencies are needed only when used."""
        if name in _HOMES:
            module = import_module(f"{__name__}.{_HOMES[name] or name}")
            return getattr(module, name) if _HOMES[name] else module
        game = name.removesuffix(_MODULE)
        if game == name or game not in game_names():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if find_spec(f"{__name__}.{name}") is None:
            from hordes.envs.faces import env_module

            return env_module(game)
        return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    """The environments, loaded or not."""
    return sorted([*_HOMES, *(f"{game}{_MODULE}" for game in game_names())])
