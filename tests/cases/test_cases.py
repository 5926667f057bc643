"""Rule cases of our own: a request, and what the referee's reply must hold.

`expect` is a part of the reply: every key it names is there with that value, at any depth. Lists match entry by entry,
`{}` in a list stands for any entry, a region given as `{}` is empty, and nothing, `null`, 0 and false are the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.referee import answer

CASES = [
    case
    for name in ("smallworld", "covil")
    for case in json.loads(Path(__file__).with_name(f"{name}.json").read_text())
]
NOTHING = (None, 0, False)


def differences(want: Any, got: Any, at: str) -> Iterator[str]:
    """Where the reply does not hold what the case expects."""
    if isinstance(want, dict):
        if not isinstance(got, dict):
            got = {}
        if not want and at.rpartition("/")[0].endswith("/regions") and any(got.values()):
            yield f"{at} is {got!r}, not empty"
        for key, value in want.items():
            yield from differences(value, got.get(key), f"{at}/{key}")
    elif isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            yield f"{at} is {got!r}, not {want!r}"
            return
        for number, entry in enumerate(want):
            yield from differences(entry, got[number], f"{at}/{number}")
    elif want != got and not (want in NOTHING and got in NOTHING):
        yield f"{at} is {got!r}, not {want!r}"


def wrong(case: dict[str, Any], reply: dict[str, Any]) -> list[str]:
    """All that a reply has wrong."""
    legal = reply.get("legal", [])
    found = list(differences(case["expect"], reply, ""))
    found += [f"{move!r} is not legal" for move in case.get("legal_has", []) if move not in legal]
    return found + [f"{move!r} is legal" for move in case.get("legal_lacks", []) if move in legal]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_referee_answers_as_the_rule_says(case: dict[str, Any]) -> None:
    """The sentence of the rule stands in the case."""
    assert not wrong(case, answer(case["request"])), case["rule"]


@pytest.mark.parametrize("spoilt", [{"phase": "nowhere"}, {"position": {"players": []}}, {"position": {"turn": 99}}])
def test_a_reply_that_differs_is_noticed(spoilt: dict[str, Any]) -> None:
    """The comparison itself: a wrong phase, a list of another length, a wrong number."""
    case = CASES[0]
    assert wrong(case | {"expect": spoilt}, answer(case["request"]))


def test_a_legal_move_that_is_missing_or_surplus_is_noticed() -> None:
    """The comparison itself: `legal_has` and `legal_lacks`."""
    case, reply = CASES[0], answer(CASES[0]["request"])
    assert wrong(case | {"legal_has": ["fly home"]}, reply) == ["'fly home' is not legal"]
    assert wrong(case | {"legal_lacks": ["stop"]}, reply) == ["'stop' is legal"]
