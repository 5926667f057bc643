"""Rules engines for board games: one readable source, run as plain Python or compiled.

    >>> import hordes
    >>> match = hordes.Match("smallworld", players=3, seed=7)
    >>> match.legal_texts()
    ['pick 1', 'pick 2', 'pick 3', 'pick 4', 'pick 5', 'pick 6']
    >>> events = match.play("pick 1")
    >>> match.view(0)["phase"]
    'conquer'
    >>> hordes.play_random_game("smallworld", players=3, seed=7).result()["winners"]
    [1]

`Match` plays, undoes and saves one game; its `state` is a `State`, one moment of a game, for searches and learners.
What the rules forbid raises a `RuleViolation` that says why. Bots are in `hordes.bots`, environments for learners in
`hordes.envs`, pieces of one's own begin with the package `custom` of their game.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from hordes.engine.drawing import register_drawer as _register_drawer

if TYPE_CHECKING:
    from hordes import bots as bots
    from hordes import envs as envs
    from hordes.bots.suggest import suggest_move
    from hordes.engine.core.rng import Rng
    from hordes.engine.core.state import CHANCE, OVER, PUBLIC, Game, State
    from hordes.engine.errors import (
        BadPosition,
        BadRecord,
        BadRequest,
        GameOver,
        NotTheMoment,
        Refusal,
        RuleViolation,
        UnknownMove,
    )
    from hordes.engine.games import game_names, load
    from hordes.engine.match import Match, play_random_game
    from hordes.engine.record import Record

__version__ = "0.2.0.dev0"

__all__ = [
    "CHANCE", "OVER", "PUBLIC", "BadPosition", "BadRecord", "BadRequest", "Game", "GameOver", "Match", "NotTheMoment",
    "Record", "Refusal", "Rng", "RuleViolation", "State", "UnknownMove", "game_names", "load", "play_random_game",
    "suggest_move",
]  # fmt: skip

_MODULES = {
    "hordes.bots.suggest": "suggest_move",
    "hordes.engine.core.rng": "Rng",
    "hordes.engine.core.state": "CHANCE OVER PUBLIC Game State",
    "hordes.engine.errors": "BadPosition BadRecord BadRequest GameOver NotTheMoment Refusal RuleViolation UnknownMove",
    "hordes.engine.games": "game_names load",
    "hordes.engine.match": "Match play_random_game",
    "hordes.engine.record": "Record",
}
"""Where each public name is defined. A module is loaded when one of its names is first used, so that commands start
quickly; at once only `engine.drawing`, which is small."""


if not TYPE_CHECKING:  # a type checker would take every misspelt name for a public one

    def __getattr__(name: str) -> Any:
        """A public name or a package inside this one, loaded when it is first asked for."""
        for module, names in _MODULES.items():
            if name in names.split():
                value = globals()[name] = getattr(import_module(module), name)
                return value
        if not name.startswith("_") and find_spec(f"{__name__}.{name}") is not None:
            return import_module(f"{__name__}.{name}")
        # with `name` and `obj` Python adds "Did you mean ...?" to the message that it prints
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted([*__all__, "__version__"])


def _draw(state: State, seat: int, kind: str) -> str:
    """Draw a state with the terminal's board, which is loaded when something is first drawn."""
    drawing: str = import_module("hordes.terminal.board.snapshot").draw(state, seat, kind)
    return drawing


_register_drawer(_draw)
