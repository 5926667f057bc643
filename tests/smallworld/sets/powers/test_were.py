"""Were-: by night, on even turns, regions cost two less."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    board,
    combos,
    granted_all_sets,
    hand,
    held,
    legal,
    offers,
    player,
    tokens,
)


def were(hand: int = 9, race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """A Were- player."""
    return player(race, "were", hand=hand, **more)


HOME = {"a": held(0, "ratmen")}
FOE = player("orcs", "swamp")


def test_the_badge_brings_four_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_all_sets({}, [player(), player()], "pick 1", column=combos("ratmen+were")), 0) == 12


@pytest.mark.parametrize(("turn", "used"), [(1, 5), (2, 3), (3, 5), (4, 3), (9, 5), (10, 3)])
def test_even_turns_cost_two_less(turn: int, used: int) -> None:
    """Ruling 140."""
    regions = HOME | {"b": held(1, "orcs", 3)}
    assert tokens(granted_all_sets(regions, [were(), FOE], "conquer b", turn=turn), "b") == used


def test_the_least_is_one() -> None:
    """Ruling 26."""
    assert tokens(granted_all_sets(HOME, [were(), FOE], "conquer b", turn=2), "b") == 1


def test_one_token_is_still_needed() -> None:
    """Ruling 30."""
    assert offers(granted_all_sets(HOME, [were(0), FOE], turn=2), "conquer") == []


def test_it_cumulates_with_the_goblins() -> None:
    """Rulings 26, 109."""
    regions = {"a": held(0, "goblins"), "b": held(1, "ghouls", 4, declined=True)}
    players = [were(9, "goblins"), player("orcs", "swamp", declined=["ghouls"])]
    assert tokens(granted_all_sets(regions, players, "conquer b", turn=2), "b") == 6 - 3


def test_it_cumulates_with_the_giants() -> None:
    """Rulings 26, 74."""
    heights = board("a:mountain,border b:forest")
    regions = {"a": held(0, "giants"), "b": held(1, "orcs", 2)}
    assert tokens(granted_all_sets(regions, [were(9, "giants"), FOE], "conquer b", turn=2, on=heights), "b") == 1


def test_it_counts_for_the_die() -> None:
    """Ruling 43."""
    regions = HOME | {"b": held(1, "orcs", 4)}
    assert "conquer b with die" in legal(granted_all_sets(regions, [were(1), FOE], turn=2))
    assert "conquer b with die" not in legal(granted_all_sets(regions, [were(1), FOE], turn=3))


def test_it_counts_for_the_first_conquest() -> None:
    """Rulings 32, 140: all regions."""
    assert tokens(granted_all_sets({"a": TRIBE}, [were(), FOE], "conquer a", turn=2), "a") == 1


def test_declined_ghouls_have_lost_it() -> None:
    """Rulings 67, 68."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "e": held(0, "ratmen")}
    reply = granted_all_sets(regions, [were(0, declined=["ghouls"]), FOE], "conquer b", turn=2)
    assert tokens(reply, "b") == 2


def test_all_seats_share_the_turn_number() -> None:
    """Ruling 140: game turns, not own ones."""
    players = [FOE, player("ratmen", "were")]
    regions = {"a": held(1, "ratmen", 9), "e": held(0, "orcs")}
    assert tokens(granted_all_sets(regions, players, "stop", "conquer b", turn=2), "b") == 1
