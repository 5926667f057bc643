"""What the fuzzer's checks have in common: how a check fails, and where two answers differ."""

from __future__ import annotations

from typing import Any

from hordes.engine.validation import differences


class InvariantViolated(Exception):
    """An invariant does not hold."""


def expect(holds: bool, problem: str) -> None:
    """Raise `InvariantViolated` unless the condition holds."""
    if not holds:
        raise InvariantViolated(problem)


def expect_same(one: Any, other: Any, problem: str) -> None:
    """Raise `InvariantViolated`, with the places where they differ, unless two answers are the same."""
    if one != other:
        raise InvariantViolated(problem + places(one, other))


def places(one: Any, other: Any) -> str:
    """Where two answers differ, as the end of a sentence; empty where that is nowhere in particular.

    >>> places({"seats": [{"points": 1}, {}]}, {"seats": [{"points": 2}, {}]}), places(1, 2)
    (' (in seats[0].points)', '')
    """
    differing = dict.fromkeys([*differences(one, other), *differences(other, one)])
    named = [place for place in differing if place != "everything"]
    return f" (in {', '.join(named)})" if named else ""


def scribble(data: Any) -> None:
    """Change data at every depth."""
    inner = list(data.values()) if isinstance(data, dict) else list(data) if isinstance(data, list) else []
    for value in inner:
        scribble(value)
    if isinstance(data, dict | list):
        data.clear()
