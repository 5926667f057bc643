"""Underworld: caverns cost one less and border each other."""

from __future__ import annotations

from tests.smallworld.positions import TRIBE, board, granted, held, legal, offers, player, refused, tokens

ON = board("a:farmland,border+cavern b:forest c:hill d:swamp+cavern e:farmland,border f:hill+cavern")


def test_a_cavern_costs_one_less() -> None:
    """Ruling 90."""
    reply = granted(
        {"c": held(0, "ratmen"), "d": TRIBE}, [player("ratmen", "underworld", hand=2), player()], "conquer d", on=ON
    )
    assert tokens(reply, "d") == 2


def test_other_regions_cost_the_ordinary_price() -> None:
    """Ruling 90."""
    why = "b costs 2: 2; you have 1 token, 1 short"
    refused(
        {"c": held(0, "ratmen")}, [player("ratmen", "underworld", hand=1), player()], "conquer b", on=ON, because=why
    )


def test_from_a_cavern_every_cavern_is_in_reach() -> None:
    """Ruling 90."""
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "underworld", hand=2), player()], on=ON)
    assert offers(reply, "conquer") == ["conquer b", "conquer d", "conquer f"]


def test_without_a_cavern_no_distant_cavern_is_in_reach() -> None:
    """Ruling 90: caverns border caverns only."""
    reply = granted({"b": held(0, "ratmen")}, [player("ratmen", "underworld", hand=2), player()], on=ON)
    assert offers(reply, "conquer") == ["conquer a", "conquer c"]


def test_a_cavern_conquered_this_turn_opens_the_others() -> None:
    """Ruling 90."""
    reply = granted(
        {"c": held(0, "ratmen")}, [player("ratmen", "underworld", hand=2), player()], "conquer d", "conquer a", on=ON
    )
    assert tokens(reply, "a") == 1


def test_a_cavern_is_no_entry_to_the_map() -> None:
    """Ruling 33."""
    reply = granted({}, [player("ratmen", "underworld", hand=4), player()], on=ON)
    assert offers(reply, "conquer") == ["conquer a", "conquer e"]


def test_a_cavern_of_ones_declined_race_opens_nothing() -> None:
    """Ruling 31."""
    regions = {"a": held(0, "elves", declined=True), "c": held(0, "ratmen")}
    reply = granted(regions, [player("ratmen", "underworld", hand=4, declined=["elves"]), player()], on=ON)
    assert "conquer f" not in legal(reply)


def test_the_final_attempt_goes_through_caverns_too() -> None:
    """Rulings 43, 90."""
    players = [player("ratmen", "underworld", hand=1), player()]
    reply = granted({"a": held(0, "ratmen"), "f": TRIBE}, players, "conquer f with die", on=ON, rolls=(1,))
    assert tokens(reply, "f") == 1
