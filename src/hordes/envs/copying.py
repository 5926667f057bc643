"""Copying environments: `copy.deepcopy` and `pickle` preserve the game and its future random numbers."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar, Self

from hordes.engine.core.batch import GameBatch

SAVED_BATCH = "game batch, saved"
"""Key of the saved batch in the pickled state; no attribute can have this name."""


class CopyMixin:
    """Mixin for an environment over one `GameBatch`: copies keep all attributes except those derived from others.

    `_allocate` creates the attributes named in `_derived`, the batch `_batch` among them, which is saved
    as its games and generators. A shallow copy would share half of a game, so `copy.copy` copies deeply.
    """

    _derived: ClassVar[tuple[str, ...]]
    _batch: GameBatch

    def _allocate(self) -> None:
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in self._derived}
        return state | {SAVED_BATCH: self._batch.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update({name: value for name, value in state.items() if name != SAVED_BATCH})
        self._allocate()
        self._batch.restore(state[SAVED_BATCH])

    def __copy__(self) -> Self:
        return deepcopy(self)
