"""Cache of checked options: lookup by content, rules versions, size limit."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.errors import BadRequest
from hordes.engine.options_cache import MAX_ENTRIES, OptionsCache


def new_cache() -> OptionsCache[list[Any]]:
    return OptionsCache(lambda options: [options])


def test_the_order_of_the_words_does_not_matter() -> None:
    cache = new_cache()
    assert cache.get({"a": 1, "b": 2}) is cache.get({"b": 2, "a": 1})


@pytest.mark.parametrize("other", [{"a": 2}, {"a": 1.0}, {"a": True}, {"a": "1"}, {"a": [1]}])
def test_what_json_tells_apart_is_apart(other: dict[str, Any]) -> None:
    cache = new_cache()
    assert cache.get({"a": 1}) is not cache.get(other)


def test_a_tuple_is_a_list_as_in_json() -> None:
    cache = new_cache()
    assert cache.get({"a": (1, 2)}) is cache.get({"a": [1, 2]})


def test_options_changed_by_their_owner_are_other_options() -> None:
    cache, options = new_cache(), {"a": [1]}
    before = cache.get(options)
    options["a"].append(2)
    assert before == [{"a": [1]}]
    assert cache.get(options) == [{"a": [1, 2]}]


def test_another_version_is_built_anew() -> None:
    cache = new_cache()
    assert cache.get({"a": 1}, 1) is not cache.get({"a": 1}, 2)


def test_refused_options_are_refused_each_time() -> None:
    def refuse(options: dict[str, Any]) -> int:
        raise BadRequest("no")

    cache = OptionsCache(refuse)
    for _ in range(2):
        with pytest.raises(BadRequest, match="no"):
            cache.get({})


def test_what_json_cannot_say_is_refused() -> None:
    loop: dict[str, Any] = {}
    loop["again"] = loop
    for options in ({"a": {1, 2}}, {"a": object()}, loop):
        with pytest.raises(BadRequest, match="what JSON can say"):
            new_cache().get(options)


def test_only_so_many_are_kept() -> None:
    cache = new_cache()
    first = cache.get({"a": -1})
    for n in range(MAX_ENTRIES + 1):
        cache.get({"a": n})
    assert cache.get({"a": -1}) is not first
