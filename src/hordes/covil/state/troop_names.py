"""Names of troops and fortresses in moves, events and positions: `1c` is the third troop of seat 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hordes.covil.state.constants import FIRST_FORTRESS, TROOPS
from hordes.engine.mypyc_compat import i64

if TYPE_CHECKING:
    from hordes.covil.wire.parts import PieceRef

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


def piece_ref(target: i64) -> PieceRef:
    """A troop or a fortress as data.

    >>> piece_ref(7), piece_ref(FIRST_FORTRESS + 2)
    ({'kind': 'troop', 'id': '1c', 'seat': 1}, {'kind': 'fortress', 'id': '2', 'seat': 2})
    """
    if target >= FIRST_FORTRESS:
        seat = target - FIRST_FORTRESS
        return {"kind": "fortress", "id": str(seat), "seat": seat}
    return {"kind": "troop", "id": troop_name(target), "seat": target // TROOPS}
