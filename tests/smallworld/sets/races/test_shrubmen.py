"""Shrubmen: their forests are immune, also in decline."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    board,
    combos,
    granted_all_sets,
    hand,
    held,
    legal,
    player,
    refused_all_sets,
    region,
    tokens,
)


def shrubmen(hand: int = 0, power: str = "hill", **more: Any) -> dict[str, Any]:
    """A Shrubman player."""
    return player("shrubmen", power, hand=hand, **more)


GROVE = {"a": held(0, "orcs"), "b": held(1, "shrubmen")}


def foe(hand: int = 9, race: str = "orcs", power: str = "swamp") -> dict[str, Any]:
    """The attacker."""
    return player(race, power, hand=hand)


def test_shrubmen_have_six_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_all_sets({}, [player(), player()], "pick 1", column=combos("shrubmen+hill")), 0) == 10


def test_their_forest_is_immune() -> None:
    """Ruling 122."""
    refused_all_sets(
        GROVE, [foe(), shrubmen()], "conquer b", because="b is immune: opponents cannot touch Shrubmen there"
    )


def test_no_die_is_rolled_for_it() -> None:
    """Rulings 8, 122."""
    why = "b is immune: opponents cannot touch Shrubmen there"
    refused_all_sets(GROVE, [foe(2), shrubmen()], "conquer b with die", because=why)


@pytest.mark.parametrize(
    ("race", "power", "means"),
    [("sorcerers", "swamp", "sorcery"), ("orcs", "dragon_master", "dragon"), ("orcs", "mercenary", "mercenary")],
)
def test_no_power_touches_it(race: str, power: str, means: str) -> None:
    """Rulings 8, 122."""
    regions = GROVE | {"a": held(0, race)}
    why = "b is immune: opponents cannot touch Shrubmen there"
    refused_all_sets(regions, [foe(5, race, power), shrubmen()], f"conquer b with {means}", because=why)


def test_no_catapult_reaches_it() -> None:
    """Rulings 8, 122."""
    woods = board("a:farmland,border b:hill c:forest d:swamp")
    regions = {"a": held(0, "orcs"), "c": held(1, "shrubmen")}
    players = [foe(5, "orcs", "catapult"), shrubmen()]
    assert "catapult a" not in legal(granted_all_sets(regions, players, on=woods))


def test_other_regions_are_not_immune() -> None:
    """Ruling 122."""
    regions = {"a": held(0, "orcs"), "c": held(1, "shrubmen"), "b": held(0, "orcs")}
    assert tokens(granted_all_sets(regions, [foe(3), shrubmen()], "conquer c"), "c") == 3


def test_it_stays_immune_in_decline() -> None:
    """Rulings 122, 141."""
    regions = {"a": held(0, "orcs"), "b": held(1, "shrubmen", declined=True)}
    why = "b is immune: opponents cannot touch Shrubmen there"
    refused_all_sets(regions, [foe(), player("elves", "hill", declined=["shrubmen"])], "conquer b", because=why)


def test_declined_regions_that_are_no_forest_fall() -> None:
    """Ruling 122."""
    regions = {"a": held(0, "orcs"), "b": held(0, "orcs"), "c": held(1, "shrubmen", declined=True)}
    players = [foe(3), player("elves", "hill", declined=["shrubmen"])]
    assert tokens(granted_all_sets(regions, players, "conquer c"), "c") == 3


def test_the_owners_next_race_may_take_it() -> None:
    """Rulings 8, 122."""
    regions = {"a": held(0, "orcs"), "b": held(0, "shrubmen", declined=True)}
    players = [player("orcs", "swamp", hand=3, declined=["shrubmen"]), player()]
    assert region(granted_all_sets(regions, players, "conquer b"), "b")["race"] == "orcs"


def test_the_owners_ghouls_may_take_it() -> None:
    """Rulings 8, 69, 122."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": held(0, "shrubmen"), "e": held(0, "shrubmen")}
    reply = granted_all_sets(regions, [shrubmen(declined=["ghouls"]), player()], "conquer b")
    assert region(reply, "b")["race"] == "ghouls"


def test_it_goes_when_the_owner_declines_again() -> None:
    """Ruling 122."""
    regions = {"a": held(0, "orcs"), "b": held(0, "shrubmen", declined=True)}
    players = [player("orcs", "swamp", declined=["shrubmen"]), player("elves", "hill")]
    assert region(granted_all_sets(regions, players, "decline"), "b") == {}


def test_an_abandoned_forest_is_open() -> None:
    """Ruling 122: forests they hold."""
    regions = {"b": held(0, "shrubmen"), "a": held(1, "orcs", 3), "d": held(0, "shrubmen")}
    reply = granted_all_sets(regions, [shrubmen(), player("orcs", "swamp")], "abandon b", "stop", "place d", "done")
    assert "conquer b" in legal(reply)
