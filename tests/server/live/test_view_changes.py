"""Changes between two views of a table, as clients apply them."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import PUBLIC, State
from hordes.engine.games import load
from hordes.server.live.messages import ViewCache, ViewDiff


def patched(view: Any, changes: list[list[Any]]) -> Any:
    """The view after the changes, the way `web/src/lib/patch.ts` makes it."""
    for path, *value in changes:
        if not path:
            view = value[0]
            continue
        view = type(view)(view)
        at = view
        for key in path[:-1]:
            at[key] = type(at[key])(at[key])
            at = at[key]
        if value:
            at[path[-1]] = value[0]
        else:
            del at[path[-1]]
    return view


def test_an_object_that_a_view_shows_twice_changes_in_both_places() -> None:
    before, after = {"coins": 1, "hand": [1, 2]}, {"coins": 2, "hand": [1, 3]}
    old, new = {"first": before, "second": before}, {"first": after, "second": after}
    changes = ViewDiff().between(old, new)
    assert sorted(path for path, _ in changes) == [
        ("first", "coins"), ("first", "hand", 1), ("second", "coins"), ("second", "hand", 1),
    ]  # fmt: skip
    assert patched(old, changes) == new


def test_one_difference_serves_views_that_have_their_parts_in_other_places() -> None:
    before, after = {"coins": 1}, {"coins": 2}
    diff = ViewDiff()
    for old, new in (({"a": before}, {"a": after}), ({"b": [before]}, {"b": [after]})):
        assert patched(old, diff.between(old, new)) == new


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_every_viewer_of_a_random_game_arrives_at_the_new_view(game: str) -> None:
    rng, state = Rng(11), load(game).new({"players": 3})
    for _ in range(150):
        before = state.clone()
        state.find_legal()
        state.apply(state.nth_legal(rng.below(state.pick_count)))
        if state.result() is not None:
            break
        _check_all_viewers(before, state)


def _check_all_viewers(before: State, after: State) -> None:
    diff, old, new = ViewDiff(), ViewCache(before), ViewCache(after)
    for seat in (0, 1, 2, PUBLIC):
        assert patched(old.of(seat), diff.between(old.of(seat), new.of(seat))) == new.of(seat)
