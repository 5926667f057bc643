"""The fields of a state and its parts as integers, for dumps: found by looking at a new object; no list is kept.

A class whose fields are found this way lists each of them once, in `__init__`: a line says its type, its first value,
and that a copy takes it from the original: `self.turn: i64 = i64(1) if o is None else o.turn`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from operator import attrgetter
from typing import Any, Final

from hordes.engine.core.dump_reader import DumpReader
from hordes.engine.mypyc_compat import field_names, i64, vec

NO_CONTENT: Final = ("sink", "menu", "menu_end", "pick_count", "changed_places", "changed_kinds")
"""Fields of every `State` that are not part of its content."""
Getter = Callable[[object], tuple[Any, ...]]


class FieldsOfClass:
    """The fields of a class by what they hold, each kind in alphabetical order.

    Flags, numbers, arrays of numbers, and constants of the game such as a race, for which their `index` stands. They
    are read off a new object (`prototype`), never off one in play: what a custom piece has put there would change
    them. `others` hold objects that are dumped by themselves, or are not dumped.
    """

    def __init__(self, prototype: object, others: Collection[str] = ()) -> None:
        self.flags: list[str] = []
        self.numbers: list[str] = []
        self.constants: list[str] = []
        self.arrays: list[str] = []
        for name in field_names(prototype):
            if name not in others and name not in NO_CONTENT:
                self._kind_of(getattr(prototype, name)).append(name)
        indices = [f"{name}.index" for name in self.constants]
        self.get_words: Getter = getter([*self.flags, *self.numbers, *indices])
        self.get_arrays: Getter = getter(self.arrays)

    def _kind_of(self, value: object) -> list[str]:
        if isinstance(value, bool):
            return self.flags
        if isinstance(value, int):
            return self.numbers
        return self.constants if isinstance(getattr(value, "index", None), int) else self.arrays


def getter(names: list[str]) -> Getter:
    """A function that returns the values of these fields of an object."""
    return attrgetter(*names) if len(names) > 1 else partial(_values, names)


def _values(names: list[str], part: object) -> tuple[Any, ...]:
    return tuple([getattr(part, name) for name in names])


def dump_fields(part: object, fields: FieldsOfClass) -> list[int]:
    """The fields of a state, or of a part of it, as integers."""
    words = [int(word) for word in fields.get_words(part)]
    if fields.arrays:
        for array in fields.get_arrays(part):
            words.append(len(array))
            words.extend(array)
    return words


def restore_fields(part: object, reader: DumpReader, fields: FieldsOfClass) -> dict[str, int]:
    """Set the fields that `dump_fields` has written; returns the indices of the constants, which the caller knows."""
    for name in fields.flags:
        setattr(part, name, reader.read() == 1)
    for name in fields.numbers:
        setattr(part, name, reader.read())
    indices = {name: reader.read() for name in fields.constants}
    for name in fields.arrays:
        setattr(part, name, vec[i64](reader.read_many(reader.read())))
    return indices
