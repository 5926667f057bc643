"""Pillaging: a coin for each non-empty region conquered this turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import TRIBE, coins, granted, held, player


@pytest.mark.parametrize(
    ("there", "bonus"), [(None, 0), (TRIBE, 1), (held(1, "orcs"), 1), (held(1, "elves", declined=True), 1)]
)
def test_pillagers_get_a_coin_for_a_conquered_region_that_was_not_empty(
    there: dict[str, Any] | None, bonus: int
) -> None:
    """Ruling 100."""
    regions = {"a": held(0, "ratmen"), "e": held(1, "elves", declined=True)} | ({} if there is None else {"b": there})
    players = [player("ratmen", "pillaging", hand=3), player("orcs", "hill", declined=["elves"])]
    reply = granted(regions, players, "conquer b", "stop", "place b 2", "done")
    assert coins(reply)[0] == 5 + 2 + bonus


def test_orcs_and_pillaging_add_up() -> None:
    """Ruling 100."""
    players = [player("orcs", "pillaging", hand=3), player()]
    reply = granted({"a": held(0, "orcs"), "b": TRIBE}, players, "conquer b", "stop", "place b 2", "done")
    assert coins(reply)[0] == 5 + 2 + 1 + 1


def test_the_coins_are_for_this_turns_conquests_only() -> None:
    """Ruling 100."""
    regions = {"a": held(0, "ratmen"), "b": TRIBE, "e": held(1, "orcs")}
    moves = ("conquer b", "stop", "place b 2", "done", "stop", "stop", "place b 2", "done")
    reply = granted(regions, [player("ratmen", "pillaging", hand=3), player("orcs", "hill")], *moves)
    assert coins(reply)[0] == 5 + (2 + 1) + 2
