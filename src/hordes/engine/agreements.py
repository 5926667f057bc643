"""What a table has agreed on, kept: the same options give the same objects, however often they are asked for."""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from hordes.engine.errors import BadRequest

Built = TypeVar("Built")

MOST = 256
"""Agreements that are kept; a table keeps its own ones alive anyway."""


class Agreements(Generic[Built]):
    """Options already checked, found again by their content.

    Order does not matter, so the true key is sorted JSON. Writing that takes longer than reading a whole position does,
    so a dump of the object as it came, which tells 2 from 2.0 and True from 1 as JSON does, is looked up first.

    >>> kept = Agreements(lambda options: [options["players"]])
    >>> kept.of({"players": 2, "map": "a"}) is kept.of({"map": "a", "players": 2})
    True
    >>> kept.of({"players": 2, "map": "a"}) is kept.of({"players": 3, "map": "a"})
    False
    """

    def __init__(self, build: Callable[[dict[str, Any]], Built]) -> None:
        self._build = build
        self._by_dump: dict[tuple[int, bytes], Built] = {}
        self._by_text: dict[tuple[int, str], Built] = {}

    def of(self, options: dict[str, Any], version: int = 0) -> Built:
        """What the options describe; another `version` of what can be described asks anew."""
        try:
            key = version, marshal.dumps(options, 2)
        except ValueError:
            return self._read(options, version)
        found = self._by_dump.get(key)
        if found is None:
            found = self._read(options, version)
            if len(self._by_dump) >= MOST:
                self._by_dump.clear()
            self._by_dump[key] = found
        return found

    def _read(self, options: dict[str, Any], version: int) -> Built:
        try:
            text = json.dumps(options, sort_keys=True)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadRequest(f"Options are what JSON can say: {error}.") from error
        key = version, text
        if key not in self._by_text:
            built = self._build(json.loads(text))
            if len(self._by_text) >= MOST:
                self._by_text.clear()
            self._by_text[key] = built
        return self._by_text[key]
