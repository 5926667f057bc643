"""Compatibility layer: the same source runs compiled by mypyc and interpreted.

This module is never compiled. Compiled modules use `vec` as an unboxed array of machine words (mypyc resolves the type
when it compiles); interpreted, `vec` is a plain list.
"""

from __future__ import annotations

from types import GetSetDescriptorType
from typing import TYPE_CHECKING

from mypy_extensions import i16, i64, mypyc_attr, u8

if TYPE_CHECKING:
    from librt.vecs import vec
else:
    vec = list

__all__ = [
    "class_int",
    "class_overrides",
    "class_str",
    "class_strs",
    "field_names",
    "i16",
    "i64",
    "mypyc_attr",
    "u8",
    "vec",
]


def class_int(kind: type, name: str, default: int) -> int:
    """An integer class attribute; a compiled base class does not see one that an interpreted subclass sets."""
    value = getattr(kind, name, default)
    return value if isinstance(value, int) else default


def class_str(kind: type, name: str, default: str) -> str:
    """A string class attribute; see `class_int`."""
    value = getattr(kind, name, default)
    return value if isinstance(value, str) else default


def field_names(part: object) -> list[str]:
    """The names of an object's fields in alphabetical order. A compiled object has descriptors instead of a dict."""
    names = set(getattr(part, "__dict__", ()))
    for kind in type(part).__mro__:
        names |= {name for name, value in vars(kind).items() if isinstance(value, GetSetDescriptorType)}
    return sorted(name for name in names if not name.startswith("__"))


def class_overrides(kind: type, name: str, base: str) -> bool:
    """Whether a class, or one between it and the class named `base`, overrides this method."""
    for owner in kind.__mro__:
        if owner.__name__ == base:
            return False
        if name in vars(owner):
            return True
    return False


def class_strs(kind: type, name: str) -> list[str]:
    """One or several strings of a class attribute as a list; see `class_int`."""
    value = getattr(kind, name, ())
    several = [value] if isinstance(value, str) else value if isinstance(value, (list, tuple)) else []
    return [text for text in several if isinstance(text, str)]
