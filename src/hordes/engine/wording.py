"""Checks on what a position or options may say, each with a sentence that tells what was expected."""

from __future__ import annotations

from typing import Any

from hordes.engine.errors import BadPosition, BadRequest


def check_keys(found: dict[str, Any], known: list[str], what: str) -> None:
    """Refuse keys that nobody would read: they are slips of the pen."""
    for key in found:
        if key not in known:
            raise BadPosition(f"{what} has the unknown key {key!r}; there are {', '.join(known)}.")


def whole(value: Any, what: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadPosition(f"`{what}` is a number from {least} to {most}, not {value!r}.")
    return value


def option_number(options: dict[str, Any], key: str, default: int, least: int, most: int) -> int:
    """A number that the table agrees on before the game."""
    value = options.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        allowed = f"a number from {least} to {most}" if least < most else f"always {least} here"
        raise BadRequest(f"`{key}` is {allowed}, not {value!r}.")
    return value


def flag(value: Any, what: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise BadPosition(f"`{what}` is true or false, not {value!r}.")
    return value


def mapping(value: Any, what: str) -> dict[str, Any]:
    """An object."""
    if not isinstance(value, dict):
        raise BadPosition(f"`{what}` is an object, not {value!r}.")
    return value


def listing(value: Any, what: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise BadPosition(f"`{what}` is a list, not {value!r}.")
    return value


def member(value: Any, known: list[str], what: str) -> int:
    """The number of a word among the known ones."""
    if not isinstance(value, str) or value not in known:
        raise BadPosition(f"There is no {what} {value!r} in this game.")
    return known.index(value)


def plain_word(text: str) -> bool:
    """One word without spaces, as moves are read word by word.

    >>> plain_word("m01"), plain_word("two words"), plain_word("")
    (True, False, False)
    """
    return len(text.split()) == 1 and text == text.strip()
