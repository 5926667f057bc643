"""The parsed form of a typed line, common to all games."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command: `verb` is a command word, `move` or `unclear`; the argument is a move, file, topic or message."""

    verb: str
    argument: str = ""
    times: int = 1
    """How often the move is made: encampments are placed one by one."""


def parse_number(text: str) -> int | None:
    """A non-negative integer of up to six digits, or None.

    >>> parse_number("12"), parse_number("²"), parse_number("-1"), parse_number("9" * 5000)
    (12, None, None, None)
    """
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None
