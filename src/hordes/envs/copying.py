"""Copies of environments: `copy.deepcopy` and `pickle` give the same game, with the same luck ahead."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar, Self

from hordes.engine.arena import Arena

ARENA = "arena, saved"
"""Where the saved arena lies in the state of a copy; no attribute can have this name."""


class Copied:
    """For an environment over one arena: copies keep all its attributes but those that are made from the others.

    `_open` makes the attributes in `_derived`, the arena among them, and `_table` answers with the arena. The arena is
    saved as its games and generators. A shallow copy would share half of a game, so it is a deep one.
    """

    _derived: ClassVar[tuple[str, ...]]

    def _open(self) -> None:
        raise NotImplementedError

    def _table(self) -> Arena:
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name not in self._derived}
        return kept | {ARENA: self._table().save()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update({name: value for name, value in kept.items() if name != ARENA})
        self._open()
        self._table().restore(kept[ARENA])

    def __copy__(self) -> Self:
        return deepcopy(self)
