"""Goblins: regions in decline cost one token less."""

from __future__ import annotations

from typing import Any

from tests.smallworld.positions import (
    TRIBE,
    combos,
    granted_all_sets,
    hand,
    held,
    legal,
    offers,
    player,
    tokens,
)


def goblins(hand: int = 0, power: str = "hill", **more: Any) -> dict[str, Any]:
    """A Goblin player."""
    return player("goblins", power, hand=hand, **more)


HOME = {"a": held(0, "goblins")}
FOE = player("orcs", "swamp")


def test_goblins_have_six_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_all_sets({}, [player(), player()], "pick 1", column=combos("goblins+hill")), 0) == 10


def test_a_declined_region_costs_one_less() -> None:
    """Ruling 109."""
    regions = HOME | {"b": held(1, "elves", declined=True)}
    reply = granted_all_sets(regions, [goblins(2), player("orcs", "swamp", declined=["elves"])], "conquer b")
    assert tokens(reply, "b") == 2


def test_a_lost_tribe_costs_one_less() -> None:
    """Rulings 6, 109."""
    assert tokens(granted_all_sets(HOME | {"b": TRIBE}, [goblins(2), FOE], "conquer b"), "b") == 2


def test_an_active_region_costs_as_usual() -> None:
    """Ruling 109."""
    regions = HOME | {"b": held(1, "orcs")}
    assert "conquer b" not in legal(granted_all_sets(regions, [goblins(2), FOE]))


def test_an_empty_region_costs_as_usual() -> None:
    """Rulings 7, 109: nobody is in decline there."""
    assert tokens(granted_all_sets(HOME, [goblins(2), FOE], "conquer b"), "b") == 2


def test_declined_ghouls_cost_one_less() -> None:
    """Rulings 72, 109."""
    regions = HOME | {"b": held(1, "ghouls", 2, declined=True)}
    reply = granted_all_sets(regions, [goblins(3), player("orcs", "swamp", declined=["ghouls"])], "conquer b")
    assert tokens(reply, "b") == 3


def test_the_own_declined_race_costs_one_less() -> None:
    """Rulings 27, 109: any region in decline; its tokens cost nothing."""
    regions = HOME | {"b": held(0, "elves", declined=True)}
    players = [goblins(2, declined=["elves"]), player("orcs", "swamp")]
    assert tokens(granted_all_sets(regions, players, "conquer b"), "b") == 1
    assert tokens(granted_all_sets(regions, players, "conquer b", rulings=("own_tokens_defend",)), "b") == 2


def test_a_kept_fortress_still_counts() -> None:
    """Rulings 25, 109."""
    regions = HOME | {"b": held(1, "elves", declined=True, fortress=1)}
    foe = player("orcs", "swamp", declined=[("elves", "fortified")])
    assert tokens(granted_all_sets(regions, [goblins(3), foe], "conquer b"), "b") == 3


def test_the_discount_cumulates_down_to_one() -> None:
    """Ruling 26."""
    regions = HOME | {"b": TRIBE}
    assert tokens(granted_all_sets(regions, [goblins(2, "were"), FOE], "conquer b", turn=4), "b") == 1


def test_the_discount_counts_for_the_die() -> None:
    """Ruling 43: one to three short after all discounts."""
    regions = HOME | {"b": held(1, "ghouls", 3, declined=True)}
    foe = player("orcs", "swamp", declined=["ghouls"])
    assert offers(granted_all_sets(regions, [goblins(1), foe]), "conquer b") == ["conquer b with die"]


def test_goblins_in_decline_change_no_price() -> None:
    """Ruling 109: the active race conquers."""
    regions = {"a": held(0, "orcs"), "b": TRIBE, "e": held(0, "goblins", declined=True)}
    players = [player("orcs", "swamp", hand=2, declined=["goblins"]), player()]
    assert "conquer b" not in legal(granted_all_sets(regions, players))
