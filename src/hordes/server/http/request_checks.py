"""Checks of what a request contains, before anything else sees it: characters that no text has, and nested data.

PostgreSQL cannot store NUL, a path of the file system cannot contain it, and other control characters would be shown
as nothing or move a terminal's cursor. Line breaks and tabs are allowed in bodies and queries.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote_to_bytes

from litestar import Request

from hordes.engine.errors import BadRequest, translatable

CONTROL_CHARACTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
CONTROL_IN_PATH = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
CONTROL_BYTE = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
MAX_DEPTH = 60
"""Lists and objects within each other; options, positions and records need fewer than twenty."""


class CheckedRequest(Request[Any, Any, Any]):
    """A request whose body is checked when it is read as JSON."""

    async def json(self) -> Any:
        """The body as data; refuses nested data that is too deep, and control characters."""
        try:
            data = await super().json()
        except RecursionError:
            raise too_deep() from None
        except UnicodeDecodeError:
            raise BadRequest(translatable("not_utf8", "The request is no text in UTF-8.")) from None
        check_data(data)
        return data


def check_data(data: Any) -> None:
    r"""Refuse control characters in texts and keys, and data that is nested too deeply.

    >>> check_data({"name": ["Grim\nthe Troll"]})
    >>> check_data([{"name": "Gr\0im"}])
    Traceback (most recent call last):
    hordes.engine.errors.BadRequest: A text contains the control character U+0000; it may contain line breaks and tabs.
    """
    level, depth = [data], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise too_deep()
        check_texts(item for item in level if isinstance(item, str))
        level = [part for item in level for part in _parts(item)]


def _parts(item: Any) -> Iterable[Any]:
    if isinstance(item, dict):
        return (*item, *item.values())
    return item if isinstance(item, list) else ()


def check_texts(texts: Iterable[str]) -> None:
    """Refuse texts with control characters."""
    for text in texts:
        match = CONTROL_CHARACTER.search(text)
        if match is not None:
            message = "A text contains the control character {code}; it may contain line breaks and tabs."
            raise BadRequest(translatable("control_character", message, code=f"U+{ord(match[0]):04X}"))


def too_deep() -> BadRequest:
    """The refusal of data that is nested too deeply."""
    message = "Lists and objects are nested more than {n} times; nothing here is."
    return BadRequest(translatable("nested_deep", message, n=MAX_DEPTH))


def has_control_characters(path: str, query: bytes) -> bool:
    r"""Whether the address of a request contains control characters, as they are or percent-encoded.

    >>> has_control_characters("/api/players/a\0", b""), has_control_characters("/", b"text=a%00")
    (True, True)
    >>> has_control_characters("/api/players/a b", b"text=a%0Ab")
    False
    """
    return bool(CONTROL_IN_PATH.search(path) or CONTROL_BYTE.search(unquote_to_bytes(query)))
