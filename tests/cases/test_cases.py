"""Runs the rule cases in JSON: each is a request to the referee and the expected part of its reply.

`expect` is a part of the reply: every key it names is there with that value, at any depth. Lists match entry by entry,
`{}` in a list stands for any entry, a region given as `{}` is empty, and nothing, `null`, 0 and false are the same.
`because` of a forbidden move is the expected reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.referee import answer
from tests.refusals import FEWEST_WORDS, fits

CASES = [
    case
    for name in ("smallworld", "covil")
    for case in json.loads(Path(__file__).with_name(f"{name}.json").read_text())
]
NOTHING = (None, 0, False)


def differences(want: Any, got: Any, at: str) -> Iterator[str]:
    """Differences between the expected and the actual value, each with its path."""
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


def mistakes_in(case: dict[str, Any], reply: dict[str, Any]) -> list[str]:
    """All differences between a reply and what the case expects."""
    legal, sentence = reply.get("legal", []), reply.get("error", {}).get("message", "")
    mistakes = list(differences(case["expect"], reply, ""))
    if not fits(case.get("because", ""), sentence):
        mistakes.append(f"the reason is {sentence!r}")
    mistakes += [f"{move!r} is not legal" for move in case.get("legal_has", []) if move not in legal]
    return mistakes + [f"{move!r} is legal" for move in case.get("legal_lacks", []) if move in legal]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_referee_answers_as_the_rule_says(case: dict[str, Any]) -> None:
    """The text of the rule is in the case (`rule`)."""
    assert not mistakes_in(case, answer(case["request"])), case["rule"]


def test_a_case_of_a_forbidden_move_names_the_reason() -> None:
    forbidden = [case for case in CASES if case["expect"].get("error", {}).get("code") == "illegal_move"]
    assert forbidden
    assert [case["id"] for case in forbidden if len(case.get("because", "").split()) < FEWEST_WORDS] == []


@pytest.mark.parametrize("spoilt", [{"phase": "nowhere"}, {"position": {"players": []}}, {"position": {"turn": 99}}])
def test_a_reply_that_differs_is_noticed(spoilt: dict[str, Any]) -> None:
    """The comparison itself: a wrong phase, a list of another length, a wrong number."""
    case = CASES[0]
    assert mistakes_in(case | {"expect": spoilt}, answer(case["request"]))


def test_a_legal_move_that_is_missing_or_surplus_is_noticed() -> None:
    """The comparison itself: `legal_has` and `legal_lacks`."""
    case, reply = CASES[0], answer(CASES[0]["request"])
    assert mistakes_in(case | {"legal_has": ["fly home"]}, reply) == ["'fly home' is not legal"]
    assert mistakes_in(case | {"legal_lacks": ["stop"]}, reply) == ["'stop' is legal"]


def test_a_move_forbidden_for_another_reason_is_noticed() -> None:
    """The comparison itself: `because`."""
    case = next(case for case in CASES if "because" in case)
    reply = answer(case["request"])
    assert mistakes_in(case, reply) == []
    assert mistakes_in(case | {"because": "the moon is full"}, reply) == [
        f"the reason is {reply['error']['message']!r}"
    ]
