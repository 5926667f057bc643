"""Cache of checked options: equal options give the same board and rules objects."""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from hordes.engine.errors import BadRequest

Built = TypeVar("Built")

MAX_ENTRIES = 256
"""Cached entries at most; then the cache is cleared (running games keep references to their own objects)."""
MAX_SIZE = 2_000_000
"""Bytes and characters of the keys at most, as options may hold whole maps; then the cache is cleared as well."""


def _plain(value: Any) -> Any:
    """Convert a value for JSON that `json` cannot write: a number or boolean of NumPy; refuse anything else.

    >>> _plain({1})
    Traceback (most recent call last):
        ...
    hordes.engine.errors.BadRequest: Options are what JSON can say, and {1} is a set: write a list, [1].
    """
    if isinstance(value, set | frozenset):
        instead = sorted(value, key=repr)
        raise BadRequest(f"Options are what JSON can say, and {value!r} is a set: write a list, {instead!r}.")
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        return value.item()
    raise BadRequest(
        f"Options are what JSON can say (texts, numbers, true and false, lists and dicts), not {value!r}, "
        f"which is a {type(value).__name__}."
    )


def _is_plain(data: Any) -> bool:
    """Whether data has Python's own types only; of others `marshal` writes bare bytes, equal for different types."""
    if isinstance(data, dict):
        return all(_is_plain(key) and _is_plain(value) for key, value in data.items())
    if isinstance(data, list | tuple):
        return all(_is_plain(value) for value in data)
    return data is None or type(data) in (str, int, float, bool)


class OptionsCache(Generic[Built]):
    """Calls `build` once for each distinct content of options, and then returns the same object again.

    Options are equal if they are the same JSON with sorted keys. Writing JSON takes longer than reading a whole
    position, so they are looked up by a `marshal` dump first, which distinguishes 2 from 2.0 and True from 1 like JSON.

    >>> cache = OptionsCache(lambda options: [options["players"]])
    >>> cache.get({"players": 2, "map": "a"}) is cache.get({"map": "a", "players": 2})
    True
    >>> cache.get({"players": 2, "map": "a"}) is cache.get({"players": 3, "map": "a"})
    False
    """

    def __init__(self, build: Callable[[dict[str, Any]], Built]) -> None:
        self._build = build
        self._by_dump: dict[tuple[int, bytes], Built] = {}
        self._by_text: dict[tuple[int, str], Built] = {}
        self.size = 0

    def get(self, options: dict[str, Any], version: int = 0) -> Built:
        """What `build` makes of the options; a new `version` invalidates earlier entries."""
        try:
            key = version, marshal.dumps(options, 2)
        except ValueError:
            return self._read(options, version)
        built = self._by_dump.get(key)
        if built is None:
            built = self._read(options, version)
            if not _is_plain(options):
                return built
            self._make_room(len(self._by_dump), len(key[1]))
            self._by_dump[key] = built
        return built

    def _read(self, options: dict[str, Any], version: int) -> Built:
        if not isinstance(options, dict):
            raise BadRequest(f'Options are a dict such as {{"players": 3}}, not {options!r}.')
        try:
            text = json.dumps(options, sort_keys=True, default=_plain)
        except BadRequest:  # of `_plain`, which names the value
            raise
        except (TypeError, ValueError, RecursionError) as error:
            raise BadRequest(f"Options are what JSON can say: {error}.") from error
        key = version, text
        known = self._by_text.get(key)
        if known is not None:
            return known
        built = self._build(json.loads(text))
        self._make_room(len(self._by_text), len(text))
        self._by_text[key] = built  # another thread may clear it before it is read again
        return built

    def _make_room(self, entries: int, size: int) -> None:
        """Clear the cache if one more entry would be too many or too much."""
        if entries >= MAX_ENTRIES or self.size + size > MAX_SIZE:
            self._by_dump.clear()
            self._by_text.clear()
            self.size = 0
        self.size += size
