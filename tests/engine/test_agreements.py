"""Options that were agreed on once are found again by what they say."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.agreements import MOST, Agreements
from hordes.engine.errors import BadRequest


def kept() -> Agreements[list[Any]]:
    return Agreements(lambda options: [options])


def test_the_order_of_the_words_does_not_matter() -> None:
    table = kept()
    assert table.of({"a": 1, "b": 2}) is table.of({"b": 2, "a": 1})


@pytest.mark.parametrize("other", [{"a": 2}, {"a": 1.0}, {"a": True}, {"a": "1"}, {"a": [1]}])
def test_what_json_tells_apart_is_apart(other: dict[str, Any]) -> None:
    table = kept()
    assert table.of({"a": 1}) is not table.of(other)


def test_a_tuple_is_a_list_as_in_json() -> None:
    table = kept()
    assert table.of({"a": (1, 2)}) is table.of({"a": [1, 2]})


def test_options_changed_by_their_owner_are_other_options() -> None:
    table, options = kept(), {"a": [1]}
    before = table.of(options)
    options["a"].append(2)
    assert before == [{"a": [1]}]
    assert table.of(options) == [{"a": [1, 2]}]


def test_another_version_is_built_anew() -> None:
    table = kept()
    assert table.of({"a": 1}, 1) is not table.of({"a": 1}, 2)


def test_refused_options_are_refused_each_time() -> None:
    def refuse(options: dict[str, Any]) -> int:
        raise BadRequest("no")

    table = Agreements(refuse)
    for _ in range(2):
        with pytest.raises(BadRequest, match="no"):
            table.of({})


def test_what_json_cannot_say_is_refused() -> None:
    loop: dict[str, Any] = {}
    loop["again"] = loop
    for options in ({"a": {1, 2}}, {"a": object()}, loop):
        with pytest.raises(BadRequest, match="what JSON can say"):
            kept().of(options)


def test_only_so_many_are_kept() -> None:
    table = kept()
    first = table.of({"a": -1})
    for n in range(MOST + 1):
        table.of({"a": n})
    assert table.of({"a": -1}) is not first
