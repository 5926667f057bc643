"""Flying: any land region, at any time."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import board, granted, held, legal, offers, player, refused, tokens


@pytest.mark.parametrize("where", "abcde")
def test_flying_troops_enter_anywhere_on_land(where: str) -> None:
    """Ruling 33."""
    assert tokens(granted({}, [player("ratmen", "flying", hand=2), player()], f"conquer {where}"), where) == 2


def test_flying_troops_attack_any_land_region() -> None:
    """Ruling 96."""
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "flying", hand=2), player()])
    assert offers(reply, "conquer") == [f"conquer {name}" for name in "bcde"]


def test_flying_troops_take_no_water() -> None:
    """Ruling 96."""
    on = board("a:hill,border s:sea,border l:lake b:hill", links="a-s a-l l-b")
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "flying", hand=4), player()], on=on)
    assert offers(reply, "conquer") == ["conquer b"]


def test_flying_troops_do_not_enter_through_water() -> None:
    """Rulings 33, 34."""
    on = board("a:hill,border s:sea,border l:lake b:hill", links="a-s a-l l-b")
    reply = granted({}, [player("ratmen", "flying", hand=4), player()], on=on)
    assert offers(reply, "conquer") == ["conquer a", "conquer b"]


def test_the_final_attempt_may_fly_too() -> None:
    """Rulings 43, 96."""
    regions = {"a": held(0, "ratmen")}
    assert (
        tokens(granted(regions, [player("ratmen", "flying", hand=1), player()], "conquer d with die", rolls=(1,)), "d")
        == 1
    )


def test_flying_does_not_lower_the_price() -> None:
    """Ruling 96."""
    why = "d costs 2: 2; you have 1 token, 1 short"
    refused({"a": held(0, "ratmen")}, [player("ratmen", "flying", hand=1), player()], "conquer d", because=why)


def test_flying_does_not_pass_immunity() -> None:
    """Ruling 8."""
    regions = {"a": held(0, "ratmen"), "d": held(1, "orcs", 1, hero=1)}
    assert "conquer d" not in legal(granted(regions, [player("ratmen", "flying", hand=9), player("orcs", "heroic")]))
