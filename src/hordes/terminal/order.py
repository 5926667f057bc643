"""A line that was typed, understood: the command that every game's terminal obeys."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """What to do: `verb` is a command, `move` or `unclear`; the argument is a move, a file, a topic or a message."""

    verb: str
    argument: str = ""
    times: int = 1
    """How often a move is made: encampments are placed one by one."""


def whole(text: str) -> int | None:
    """A plain number of a sensible size, or None.

    >>> whole("12"), whole("²"), whole("-1"), whole("9" * 5000)
    (12, None, None, None)
    """
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None
