"""The one file that knows about the two ways of running.

It is never compiled. Compiled modules take `vec` for an unboxed array of machine words (mypyc resolves the type when it
compiles); interpreted, the same source uses a plain list of ints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from librt.vecs import vec
else:
    vec = list

__all__ = ["i64", "mypyc_attr", "vec"]
