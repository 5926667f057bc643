"""Names of troops and fortresses in moves, events and positions: `1c` is the third troop of seat 1."""

from __future__ import annotations

from typing import Final

from hordes.covil.state.constants import FIRST_FORTRESS, TROOPS
from hordes.engine.mypyc_compat import i64

TROOP_LETTERS: Final = "abcde"


def troop_name(troop: i64) -> str:
    """The name of a troop: seat and letter.

    >>> troop_name(7)
    '1c'
    """
    return f"{troop // TROOPS}{TROOP_LETTERS[troop % TROOPS]}"


def target_name(target: i64) -> str:
    """A troop, or a fortress by its seat."""
    return f"fortress {target - FIRST_FORTRESS}" if target >= FIRST_FORTRESS else troop_name(target)
