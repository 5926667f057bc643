"""Tritons: one token less on the coast."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import TRIBE, board, granted, held, player, refused, tokens

ON = board(
    "a:farmland,border s:sea,border l:lake b:forest c:hill d:swamp i:forest",
    links="a-s a-b a-c a-i b-s c-l d-s d-l a-d",
)


@pytest.mark.parametrize("coast", "bcd")
def test_tritons_pay_one_less_on_a_sea_or_lake(coast: str) -> None:
    """Ruling 83: sea, lake, or both at once."""
    reply = granted(
        {"a": held(0, "tritons"), coast: TRIBE},
        [player("tritons", "hill", hand=2), player()],
        f"conquer {coast}",
        on=ON,
    )
    assert tokens(reply, coast) == 2


def test_tritons_pay_the_ordinary_price_inland() -> None:
    """Ruling 83."""
    why = "i costs 2: 2; you have 1 token, 1 short"
    refused({"a": held(0, "tritons")}, [player("tritons", "hill", hand=1), player()], "conquer i", on=ON, because=why)


def test_tritons_enter_at_a_discount() -> None:
    """Ruling 83."""
    assert tokens(granted({}, [player("tritons", "hill", hand=1), player()], "conquer a", on=ON), "a") == 1


@pytest.mark.parametrize("water", "sl")
def test_water_is_not_coastal(water: str) -> None:
    """Ruling 3: Seafaring Tritons pay two for a sea or lake."""
    regions = {"a": held(0, "tritons"), "d": held(0, "tritons")}
    why = f"{water} costs 2: 2; you have 1 token"
    refused(regions, [player("tritons", "seafaring", hand=1), player()], f"conquer {water}", on=ON, because=why)
    reply = granted(regions, [player("tritons", "seafaring", hand=2), player()], f"conquer {water}", on=ON)
    assert tokens(reply, water) == 2


def test_a_coast_next_to_a_held_sea_stays_a_coast() -> None:
    """Ruling 3."""
    regions = {"a": held(0, "tritons"), "s": held(1, "ratmen", declined=True)}
    players = [player("tritons", "hill", hand=1), player("orcs", "swamp", declined=[("ratmen", "seafaring")])]
    assert tokens(granted(regions, players, "conquer b", on=ON), "b") == 1
