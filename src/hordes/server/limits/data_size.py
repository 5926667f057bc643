"""Limits on the JSON that a stranger can send and the server keeps: options with maps and cards, and positions.

The games check what data means; here it is only measured, before anything reads it. The largest map of the package has
41,000 characters and 8,800 values.
"""

from __future__ import annotations

import json
from typing import Any

from hordes.engine.errors import BadRequest, translatable

MAX_CHARACTERS = 80_000
"""Characters of options, or of a position, as JSON."""
MAX_VALUES = 20_000
"""Values and keys in all, however deep."""
MAX_ITEMS = 1_000
"""Items of one list or keys of one object."""
MAX_DEPTH = 12
"""Lists and objects within each other."""
MAX_TEXT = 500
"""Characters of one text, such as the text of a card."""
MAX_NAME = 100
"""Characters of a key, or of a text under one of `NAME_KEYS`."""
MAX_NUMBER = 2**53
MAX_MOVE_TEXT = 200
"""Characters of one move of a record."""
NAME_KEYS = frozenset({"id", "name", "title", "map", "board", "mode", "sets", "race", "power"})


def check_size(what: str, data: Any) -> None:
    """Refuse data that is too large, too deep or too long somewhere; `what` is its name: options, position.

    >>> check_size("options", {"map": {"regions": [{"name": "x" * 101}]}})
    Traceback (most recent call last):
        ...
    hordes.engine.errors.BadRequest: A name in `options` has at most 100 characters, not 101.
    """
    _check_values(what, data)
    length = len(json.dumps(data, ensure_ascii=False))
    if length > MAX_CHARACTERS:
        text = "`{what}` has at most {n} characters as JSON, not {asked}."
        raise BadRequest(translatable("data_long", text, what=what, n=MAX_CHARACTERS, asked=length))


def check_moves(moves: Any) -> None:
    """Refuse a record with a move that is too long to be one."""
    for move in moves if isinstance(moves, list) else []:
        if isinstance(move, str) and len(move) > MAX_MOVE_TEXT:
            text = "A move of a record has at most {n} characters, not {asked}."
            raise BadRequest(translatable("data_move", text, n=MAX_MOVE_TEXT, asked=len(move)))


def _check_values(what: str, data: Any) -> None:
    """Measure every value, without recursion: data may be nested as deep as its text is long."""
    waiting: list[tuple[Any, str, int]] = [(data, "", 1)]
    count = 0
    while waiting:
        value, key, depth = waiting.pop()
        count += 1
        if isinstance(value, str):
            _check_text(what, value, is_name=key in NAME_KEYS)
        elif isinstance(value, int | float):
            _check_number(what, value)
        elif isinstance(value, dict | list):
            _check_container(what, value, depth)
            waiting += _parts(value, key, depth)
            count += len(value) if isinstance(value, dict) else 0
        if count > MAX_VALUES:
            text = "`{what}` has at most {n} values and keys in all."
            raise BadRequest(translatable("data_values", text, what=what, n=MAX_VALUES))


def _parts(value: dict[str, Any] | list[Any], key: str, depth: int) -> list[tuple[Any, str, int]]:
    if isinstance(value, dict):
        return [(part, name, depth + 1) for name, part in value.items()]
    return [(part, key, depth + 1) for part in value]


def _check_container(what: str, value: dict[str, Any] | list[Any], depth: int) -> None:
    if depth > MAX_DEPTH:
        text = "`{what}` has lists and objects nested more than {n} deep."
        raise BadRequest(translatable("data_deep", text, what=what, n=MAX_DEPTH))
    if len(value) > MAX_ITEMS:
        text = "A list or object in `{what}` has at most {n} items, not {asked}."
        raise BadRequest(translatable("data_items", text, what=what, n=MAX_ITEMS, asked=len(value)))
    for key in value if isinstance(value, dict) else ():
        _check_text(what, key, is_name=True)


def _check_text(what: str, text: str, is_name: bool) -> None:
    if is_name and len(text) > MAX_NAME:
        template = "A name in `{what}` has at most {n} characters, not {asked}."
        raise BadRequest(translatable("data_name", template, what=what, n=MAX_NAME, asked=len(text)))
    if len(text) > MAX_TEXT:
        template = "A text in `{what}` has at most {n} characters, not {asked}."
        raise BadRequest(translatable("data_text", template, what=what, n=MAX_TEXT, asked=len(text)))


def _check_number(what: str, number: float) -> None:
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        text = "A number in `{what}` is too large or no number: at most 2**53 either way."
        raise BadRequest(translatable("data_number", text, what=what))
