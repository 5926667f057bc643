"""The one file that knows about the two ways of running.

It is never compiled. Compiled modules take `vec` for an unboxed array of machine words (mypyc resolves the type when it
compiles); interpreted, the same source uses a plain list of ints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i16, i64, mypyc_attr, u8

if TYPE_CHECKING:
    from librt.vecs import vec
else:
    vec = list

__all__ = ["class_number", "class_text", "class_texts", "i16", "i64", "mypyc_attr", "u8", "vec"]


def class_number(kind: type, name: str, default: int) -> int:
    """A number from a class body: a compiled base class does not see what an interpreted subclass writes there."""
    found = getattr(kind, name, default)
    return found if isinstance(found, int) else default


def class_text(kind: type, name: str, default: str) -> str:
    """A text written in a class body; see `class_number`."""
    found = getattr(kind, name, default)
    return found if isinstance(found, str) else default


def class_writes(kind: type, name: str, base: str) -> bool:
    """Does a class, or one between it and the class called `base`, write this method anew?"""
    for owner in kind.__mro__:
        if owner.__name__ == base:
            return False
        if name in vars(owner):
            return True
    return False


def class_texts(kind: type, name: str) -> list[str]:
    """Texts written in a class body, one or several; see `class_number`."""
    found = getattr(kind, name, ())
    several = [found] if isinstance(found, str) else found if isinstance(found, (list, tuple)) else []
    return [text for text in several if isinstance(text, str)]
