"""Validation of JSON values in positions and options; errors say what was expected."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from math import isfinite
from operator import index
from typing import Any

from hordes.engine.errors import BadPosition, BadRequest, UnknownMove


def check_keys(data: dict[str, Any], known: list[str], what: str) -> None:
    """Refuse unknown keys: they are typing errors."""
    if not isinstance(data, dict):
        raise BadPosition(f"{what} is an object, not {data!r}.")
    for key in data:
        if key not in known:
            raise BadPosition(f"{what} has the unknown key {key!r}; there are {', '.join(known)}.")


def check_int(value: Any, what: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadPosition(f"`{what}` is a number from {least} to {most}, not {value!r}.")
    return value


def option_number(options: dict[str, Any], key: str, default: int, least: int, most: int) -> int:
    """An integer option within bounds."""
    value = options.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        allowed = f"a number from {least} to {most}" if least < most else f"always {least} here"
        raise BadRequest(f"`{key}` is {allowed}, not {value!r}.")
    return value


def check_bool(value: Any, what: str) -> bool:
    """The value if it is a boolean, else a `BadPosition` that names the key `what`."""
    if not isinstance(value, bool):
        raise BadPosition(f"`{what}` is true or false, not {value!r}.")
    return value


def check_dict(value: Any, what: str) -> dict[str, Any]:
    """The value if it is a JSON object, else a `BadPosition` that names the key `what`."""
    if not isinstance(value, dict):
        raise BadPosition(f"`{what}` is an object, not {value!r}.")
    return value


def check_list(value: Any, what: str) -> list[Any]:
    """The value if it is a list, else a `BadPosition` that names the key `what`."""
    if not isinstance(value, list):
        raise BadPosition(f"`{what}` is a list, not {value!r}.")
    return value


def check_member(value: Any, known: Sequence[str], what: str) -> int:
    """The index of a word among the known ones."""
    if not isinstance(value, str) or value not in known:
        raise BadPosition(f"There is no {what} {value!r} in this game.")
    return known.index(value)


def is_single_word(text: str) -> bool:
    """Whether a text is one word without spaces, since moves are split into words.

    >>> is_single_word("m01"), is_single_word("two words"), is_single_word("")
    (True, False, False)
    """
    return len(text.split()) == 1 and text == text.strip()


def whole_number(value: Any, what: str) -> int:
    """A whole number of any kind as an int; NumPy's integers are whole numbers, too.

    >>> whole_number(7, "seed")
    7
    """
    if isinstance(value, bool):
        raise BadRequest(f"`{what}` is a whole number, not {value!r}.")
    try:
        return index(value)
    except TypeError as error:
        raise BadRequest(f"`{what}` is a whole number, not {value!r}.") from error


def check_seat(seat: Any, seats: int, public: int | None = None) -> int:
    """A seat of a game as an int; `public` is the number of spectators where they are allowed."""
    try:
        number = -1 if isinstance(seat, bool) else index(seat)
    except TypeError:
        number = -1
    if number == public and public is not None:
        return number
    if not 0 <= number < seats:
        spectators = "; PUBLIC is for spectators" if public is not None else ""
        raise BadRequest(f"Seats are numbered from 0 to {seats - 1}; there is no seat {seat!r}{spectators}.")
    return number


def did_you_mean(word: Any, known: Iterable[str]) -> str:
    """A question to put behind an error, when a word is nearly a known one; else empty.

    >>> did_you_mean("player", ["players", "turns"]), did_you_mean("chess", ["covil", "smallworld"])
    (' Did you mean `players`?', '')
    """
    near = nearest(word, known) if isinstance(word, str) else ""
    return f" Did you mean `{near}`?" if near else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that a word resembles most; empty when none is close.

    >>> nearest("conqer", ["conquer", "stop"]), nearest("dance", ["conquer", "stop"])
    ('conquer', '')
    """
    return next(iter(difflib.get_close_matches(word.lower(), list(known), 1, 0.75)), "")


def differences(given: Any, other: Any, where: str = "") -> list[str]:
    """Where given data differs from other data; keys that only the other has do not count, and 1 is not true or 1.0.

    >>> differences({"turn": 1, "players": [{"coins": 5}, {"coins": True}]}, {"turn": 1, "players": [{}, {"coins": 1}]})
    ['players[0].coins', 'players[1].coins']
    """
    if isinstance(given, dict) and isinstance(other, dict):
        pairs = [(f"{where}.{key}" if where else str(key), given[key], other.get(key, ...)) for key in given]
    elif isinstance(given, list) and isinstance(other, list) and len(given) == len(other):
        pairs = [(f"{where}[{k}]", mine, theirs) for k, (mine, theirs) in enumerate(zip(given, other, strict=True))]
    else:
        return [] if type(given) is type(other) and given == other else [where or "everything"]
    return [place for path, mine, theirs in pairs for place in differences(mine, theirs, path)]


def is_json(data: Any) -> bool:
    """Whether data is what JSON can say, with texts as keys; tuples count as lists.

    >>> is_json({"seats": [(1, "a"), None]}), is_json({1: 2}), is_json({"seats": {1, 2}})
    (True, False, False)
    """
    if isinstance(data, dict):
        return all(isinstance(key, str) and is_json(value) for key, value in data.items())
    if isinstance(data, list | tuple):
        return all(map(is_json, data))
    return data is None or isinstance(data, str | int) or (isinstance(data, float) and isfinite(data))


MAX_SHOWN = 80
"""Characters of a wrong value that a message repeats."""


def shown(value: Any) -> str:
    """A wrong value as a message repeats it: not at length, and without its place in memory.

    >>> shown([1, 2]), shown(object())
    ('[1, 2]', '<object object>')
    """
    text = without_addresses(repr(value))
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "..."


def without_addresses(text: str) -> str:
    """A message without the places of objects in memory, which say nothing and differ each time."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


MAX_MOVE_LENGTH = 500
"""Characters that a move has at most; refusals repeat a move's words."""


def check_text(text: Any) -> None:
    """Refuse a move that is no text, such as the number of one, or far too long to be a move."""
    if not isinstance(text, str):
        raise UnknownMove(f"A move is a text, such as those of `legal_texts()`, not {text!r}.")
    if len(text) > MAX_MOVE_LENGTH:
        raise UnknownMove(f"A move has at most {MAX_MOVE_LENGTH} characters; this text has {len(text)}.")
