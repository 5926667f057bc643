"""Giants: one token less next to a mountain they hold."""

from __future__ import annotations

from tests.smallworld.positions import TRIBE, board, granted, hand, held, player, refused, tokens

ON = board("m:mountain,border+cavern b:forest c:hill+cavern d:swamp e:mountain,border", links="m-b b-c c-d d-e")


def test_a_region_next_to_a_mountain_held_by_giants_costs_one_less() -> None:
    """Ruling 74."""
    reply = granted(
        {"m": held(0, "giants"), "b": TRIBE}, [player("giants", "swamp", hand=2), player()], "conquer b", on=ON
    )
    assert tokens(reply, "b") == 2


def test_the_price_is_ordinary_further_on() -> None:
    """Ruling 74."""
    why = "c costs 2: 2; you have 1 token, 1 short"
    refused(
        {"m": held(0, "giants")},
        [player("giants", "swamp", hand=2), player()],
        "conquer b",
        "conquer c",
        on=ON,
        because=why,
    )


def test_a_mountain_the_giants_do_not_hold_is_no_help() -> None:
    """Ruling 74: the Giant must stand there."""
    why = "b costs 2: 2; you have 1 token, 1 short"
    refused({"c": held(0, "giants")}, [player("giants", "hill", hand=1), player()], "conquer b", on=ON, because=why)


def test_a_mountain_held_by_ones_declined_race_is_no_help() -> None:
    """Ruling 74."""
    regions = {"c": held(0, "giants"), "m": held(0, "elves", declined=True)}
    why = "b costs 2: 2; you have 1 token, 1 short"
    refused(regions, [player("giants", "hill", hand=1, declined=["elves"]), player()], "conquer b", on=ON, because=why)


def test_a_mountain_itself_is_not_cheaper() -> None:
    """Ruling 74: the mountain's own defence still counts."""
    reply = granted({}, [player("giants", "swamp", hand=3), player()], "conquer m", on=ON)
    assert tokens(reply, "m") == 3


def test_a_mountain_conquered_earlier_in_the_turn_counts() -> None:
    """Ruling 74."""
    reply = granted({}, [player("giants", "swamp", hand=4), player()], "conquer m", "conquer b", on=ON)
    assert (tokens(reply, "b"), hand(reply, 0)) == (1, 0)


def test_caverns_border_each_other_for_underworld_giants() -> None:
    """Ruling 74: -1 for the cavern, and -1 because it borders their mountain."""
    regions = {"m": held(0, "giants"), "c": TRIBE}
    players = [player("giants", "underworld", hand=1), player()]
    assert tokens(granted(regions, players, "conquer c", on=ON), "c") == 1


def test_a_cavern_link_is_no_true_border_by_a_switch() -> None:
    """Ruling 74: `giants_true_borders`; -1 for the cavern, none for the mountain."""
    regions = {"m": held(0, "giants"), "c": TRIBE}
    former = {"rulings": ["giants_true_borders"]}
    why = "costs 2: 2 + 1 Lost Tribe - 1 Underworld"
    refused(
        regions, [player("giants", "underworld", hand=1), player()], "conquer c", on=ON, options=former, because=why
    )
    reply = granted(regions, [player("giants", "underworld", hand=2), player()], "conquer c", on=ON, options=former)
    assert tokens(reply, "c") == 2


def test_flight_is_no_true_border() -> None:
    """Ruling 74."""
    why = "d costs 2: 2; you have 1 token, 1 short"
    refused({"m": held(0, "giants")}, [player("giants", "flying", hand=1), player()], "conquer d", on=ON, because=why)


def test_a_mountain_that_was_abandoned_is_no_help() -> None:
    """Rulings 48, 74."""
    regions = {"m": held(0, "giants"), "c": held(0, "giants")}
    why = "b costs 2: 2; you have 1 token, 1 short"
    refused(regions, [player("giants", "swamp", hand=0), player()], "abandon m", "conquer b", on=ON, because=why)


def test_two_mountains_do_not_count_twice() -> None:
    """Seed 000: one token less than normal."""
    on = board("m:mountain,border n:mountain,border b:forest", links="m-b n-b")
    regions = {"m": held(0, "giants"), "n": held(0, "giants"), "b": TRIBE}
    reply = granted(regions, [player("giants", "swamp", hand=2), player()], "conquer b", on=on)
    assert tokens(reply, "b") == 2
