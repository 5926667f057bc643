"""Sorcerers: once per turn and opponent a lone active token becomes a Sorcerer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    board,
    coins,
    granted,
    granted_all_sets,
    hand,
    held,
    legal,
    offers,
    pieces,
    player,
    refused,
    region,
    tokens,
)

MINE = {"a": held(0, "sorcerers")}
SORCERY = "conquer b with sorcery"


def sorcerers(power: str = "swamp", hand: int = 1) -> dict[str, Any]:
    """A player with active Sorcerers."""
    return player("sorcerers", power, hand=hand)


def test_a_lone_active_token_is_replaced_by_a_sorcerer_from_the_tray() -> None:
    """Ruling 78."""
    reply = granted(MINE | {"b": held(1, "ratmen")}, [sorcerers(hand=2), player("ratmen", "hill")], SORCERY)
    assert (region(reply, "b")["race"], tokens(reply, "b"), hand(reply, 0), hand(reply, 1)) == ("sorcerers", 1, 2, 0)


def test_sorcery_needs_a_token_in_hand_and_uses_none() -> None:
    """Ruling 79: it is a conquest."""
    start = MINE | {"b": held(1, "ratmen")}
    reply = granted(start, [sorcerers(), player("ratmen", "hill")], SORCERY)
    assert (tokens(reply, "b"), hand(reply, 0)) == (1, 1)
    why = "Sorcery is a conquest: at least 1 token must be in hand to begin it, and you have none."
    refused(start, [sorcerers(hand=0), player("ratmen", "hill")], SORCERY, because=why)


def test_sorcery_works_with_no_token_in_hand_by_a_switch() -> None:
    """Ruling 79: `sorcery_without_token`."""
    players = [sorcerers(hand=0), player("ratmen", "hill")]
    reply = granted(MINE | {"b": held(1, "ratmen")}, players, SORCERY, options={"rulings": ["sorcery_without_token"]})
    assert tokens(reply, "b") == 1


def test_a_hordes_token_in_hand_begins_a_substitution() -> None:
    """Rulings 79, 134."""
    start = MINE | {"b": held(1, "ratmen")}
    reply = granted_all_sets(start, [player("sorcerers", "hordes_of", 0), player("ratmen", "hill")], SORCERY)
    assert tokens(reply, "b") == 1


def test_sorcery_works_once_per_turn_on_each_opponent() -> None:
    """Ruling 78."""
    regions = MINE | {"b": held(1, "ratmen"), "c": held(1, "ratmen")}
    why = "Sorcery works once per turn and opponent; seat 1 has been struck"
    refused(regions, [sorcerers(hand=2), player("ratmen", "hill")], SORCERY, "conquer c with sorcery", because=why)


def test_sorcery_works_on_a_second_opponent_in_the_same_turn() -> None:
    """Ruling 78."""
    regions = MINE | {"b": held(1, "ratmen"), "c": held(2, "orcs")}
    players = [sorcerers(), player("ratmen", "hill"), player("orcs", "flying")]
    reply = granted(regions, players, SORCERY, "conquer c with sorcery")
    assert region(reply, "c")["race"] == "sorcerers"


def test_sorcery_works_again_in_the_next_turn() -> None:
    """Ruling 78."""
    regions = MINE | {"b": held(1, "ratmen"), "c": held(1, "ratmen")}
    moves = (SORCERY, "stop", "place a", "done", "stop")
    reply = granted(regions, [sorcerers(), player("ratmen", "hill")], *moves)
    assert "conquer c with sorcery" in legal(reply)


def test_two_tokens_are_not_alone() -> None:
    """Ruling 78."""
    why = "Sorcery needs a single token; in b there are 2 Ratmen"
    refused(MINE | {"b": held(1, "ratmen", 2)}, [sorcerers(), player("ratmen", "hill")], SORCERY, because=why)


def test_an_encampment_protects_from_sorcery() -> None:
    """Ruling 81."""
    regions = MINE | {"b": held(1, "ratmen", 1, encampment=1)}
    why = "An encampment protects the single token in b from sorcery"
    refused(regions, [sorcerers(), player("ratmen", "bivouacking")], SORCERY, because=why)


@pytest.mark.parametrize(
    ("race", "power", "piece", "why"),
    [
        ("ratmen", "heroic", "hero", "a Hero stands there"),
        ("ratmen", "dragon_master", "dragon", "the Dragon is there"),
        ("halflings", "hill", "hole", "it is a Hole-in-the-Ground"),
    ],
)
def test_immunity_protects_from_sorcery(race: str, power: str, piece: str, why: str) -> None:
    """Ruling 81."""
    why = f"b is immune: {why}"
    refused(
        MINE | {"b": held(1, race, 1, False, **{piece: 1})}, [sorcerers(), player(race, power)], SORCERY, because=why
    )


def test_a_pact_protects_from_sorcery() -> None:
    """Ruling 81."""
    regions = MINE | {"b": held(1, "ratmen")}
    why = "b is protected by a pact: seat 1"
    refused(regions, [sorcerers(), player("ratmen", "diplomat", ally=0)], SORCERY, because=why)


def test_a_pact_with_somebody_else_does_not_protect_from_sorcery() -> None:
    """Ruling 91."""
    players = [sorcerers(), player("ratmen", "diplomat", ally=2), player("orcs", "hill")]
    assert tokens(granted(MINE | {"b": held(1, "ratmen")}, players, SORCERY), "b") == 1


def test_declined_tokens_cannot_be_replaced() -> None:
    """Ruling 81."""
    regions = MINE | {"b": held(1, "elves", declined=True)}
    why = "Sorcery replaces a single active token of an opponent; none stands in b"
    refused(regions, [sorcerers(hand=5), player("ratmen", "hill", declined=["elves"])], SORCERY, because=why)


def test_a_lost_tribe_cannot_be_replaced() -> None:
    """Ruling 81."""
    why = "Sorcery replaces a single active token of an opponent; none stands in b"
    refused(MINE | {"b": TRIBE}, [sorcerers(hand=5), player()], SORCERY, because=why)


def test_an_empty_region_cannot_be_taken_by_sorcery() -> None:
    """Ruling 78."""
    why = "Sorcery replaces a single active token of an opponent; none stands in b"
    refused(MINE, [sorcerers(hand=5), player()], SORCERY, because=why)


def test_sorcery_needs_a_sorcerer_in_the_tray() -> None:
    """Ruling 81: eighteen tokens in all."""
    regions = {"a": held(0, "sorcerers", 10), "b": held(1, "ratmen")}
    why = "No Sorcerers token is left in the tray"
    refused(regions, [sorcerers(hand=8), player("ratmen", "hill")], SORCERY, because=why)
    assert tokens(granted(regions, [sorcerers(hand=7), player("ratmen", "hill")], SORCERY), "b") == 1


def test_sorcerers_that_hold_no_region_cannot_use_sorcery() -> None:
    """Ruling 80."""
    reply = granted({"a": held(1, "ratmen")}, [sorcerers(hand=5), player("ratmen", "hill")])
    assert "conquer a" in legal(reply)
    assert "conquer a with sorcery" not in legal(reply)


def test_flying_sorcerers_that_hold_no_region_cannot_use_sorcery() -> None:
    """Ruling 80."""
    why = "Sorcery needs a region of your own to start from"
    refused(
        {"c": held(1, "ratmen")},
        [sorcerers("flying", 5), player("ratmen", "hill")],
        "conquer c with sorcery",
        because=why,
    )


def test_sorcery_reaches_only_neighbours() -> None:
    """Ruling 80."""
    why = "c does not border a region of your Sorcerers"
    refused(
        MINE | {"c": held(1, "ratmen")},
        [sorcerers(hand=5), player("ratmen", "hill")],
        "conquer c with sorcery",
        because=why,
    )


def test_flight_makes_nothing_adjacent_for_sorcery() -> None:
    """Ruling 80."""
    regions = MINE | {"b": held(1, "ratmen"), "d": held(1, "ratmen")}
    players = [sorcerers("flying", 3), player("ratmen", "hill")]
    assert offers(granted(regions, players), "conquer d") == ["conquer d"]
    why = "d borders no region of your Sorcerers: sorcery works next to them, however far they may attack."
    refused(regions, players, "conquer d with sorcery", because=why)
    assert tokens(granted(regions, players, SORCERY), "b") == 1


def test_sorcery_reaches_as_far_as_flying_sorcerers_do_by_a_switch() -> None:
    """Ruling 80: `sorcery_by_flight`."""
    players, far = [sorcerers("flying"), player("ratmen", "hill")], {"rulings": ["sorcery_by_flight"]}
    reply = granted(MINE | {"d": held(1, "ratmen")}, players, "conquer d with sorcery", options=far)
    assert tokens(reply, "d") == 1


@pytest.mark.parametrize(("symbol", "reached"), [("+cavern", True), ("", False)])
def test_sorcery_reaches_from_cavern_to_cavern(symbol: str, reached: bool) -> None:
    """Ruling 80: for Underworld, when they hold one."""
    on = board(f"a:farmland,border{symbol} b:forest c:hill d:swamp+cavern e:hill")
    reply = granted(MINE | {"d": held(1, "ratmen")}, [sorcerers("underworld"), player("ratmen", "hill")], on=on)
    assert ("conquer d with sorcery" in legal(reply)) == reached


def test_sorcery_reaches_no_water() -> None:
    """Ruling 80: the region must be one they could attack."""
    on = board("a:hill,border s:sea,border")
    regions = MINE | {"s": held(1, "ratmen")}
    why = "s is a sea: only an active Seafaring race"
    refused(regions, [sorcerers(hand=5), player("ratmen", "seafaring")], "conquer s with sorcery", on=on, because=why)


@pytest.mark.parametrize(("race", "power", "piece"), [("trolls", "hill", "lair"), ("ratmen", "fortified", "fortress")])
def test_lair_and_fortress_do_not_protect_and_are_removed(race: str, power: str, piece: str) -> None:
    """Ruling 78."""
    reply = granted(MINE | {"b": held(1, race, 1, False, **{piece: 1})}, [sorcerers(), player(race, power)], SORCERY)
    assert (region(reply, "b")["race"], pieces(reply, "b")) == ("sorcerers", {})


def test_a_mountain_does_not_protect() -> None:
    """Ruling 78."""
    on = board("a:hill,border b:mountain")
    reply = granted(MINE | {"b": held(1, "ratmen")}, [sorcerers(), player("ratmen", "hill")], SORCERY, on=on)
    assert tokens(reply, "b") == 1


@pytest.mark.parametrize("roll", [0, 3])
def test_no_sorcery_after_the_die(roll: int) -> None:
    """Ruling 79: conquests are over, and the turn is not: a token is still to be placed."""
    on = board("a:hill,border b:swamp c:mountain", links="a-b a-c")
    regions = MINE | {"b": held(1, "ratmen")}
    players = [sorcerers(hand=2), player("ratmen", "hill")]
    why = "b cannot be conquered now: conquests are over"
    refused(regions, players, "conquer c with die", SORCERY, on=on, rolls=(roll,), because=why)


def test_ordinary_conquests_go_on_after_sorcery() -> None:
    """Ruling 78."""
    reply = granted(
        MINE | {"b": held(1, "ratmen")}, [sorcerers(hand=2), player("ratmen", "hill")], SORCERY, "conquer c"
    )
    assert (tokens(reply, "c"), hand(reply, 0)) == (2, 0)


def test_the_new_sorcerer_stays_where_it_came() -> None:
    """Ruling 29: until redeployment, where a region keeps its last token."""
    reply = granted(
        MINE | {"b": held(1, "ratmen")}, [sorcerers(), player("ratmen", "hill")], SORCERY, "stop", "place a"
    )
    assert (tokens(reply, "b"), legal(reply)) == (1, ["done"])


def test_no_abandoning_after_sorcery() -> None:
    """Rulings 48, 144: it is a conquest."""
    why = "Regions are abandoned before the first conquest, and you have begun"
    refused(MINE | {"b": held(1, "ratmen")}, [sorcerers(), player("ratmen", "hill")], SORCERY, "abandon a", because=why)


def test_no_decline_after_sorcery() -> None:
    """Ruling 55."""
    why = "Going into decline takes the whole turn"
    refused(MINE | {"b": held(1, "ratmen")}, [sorcerers(), player("ratmen", "hill")], SORCERY, "decline", because=why)


def test_sorcery_counts_as_an_attack_for_a_diplomat() -> None:
    """Rulings 91, 144."""
    regions = MINE | {"b": held(1, "ratmen")}
    players = [sorcerers("diplomat"), player("ratmen", "hill"), player("orcs", "flying")]
    assert offers(granted(regions, players, SORCERY, "stop", "place a", "done"), "ally") == ["ally 2"]


def test_sorcery_takes_a_non_empty_region_for_pillagers() -> None:
    """Rulings 100, 144."""
    moves = (SORCERY, "stop", "place a", "done")
    reply = granted(MINE | {"b": held(1, "ratmen")}, [sorcerers("pillaging"), player("ratmen", "hill")], *moves)
    assert coins(reply)[0] == 5 + 2 + 1


def test_berserk_sorcerers_that_have_rolled_use_the_roll_first() -> None:
    """Rulings 79, 86: the roll is for an ordinary conquest."""
    regions = MINE | {"b": held(1, "ratmen")}
    why = "You rolled 2: conquer with it, or stop"
    refused(regions, [sorcerers("berserk", 3), player("ratmen", "hill")], "roll", SORCERY, rolls=(2,), because=why)


def test_a_token_replaced_in_the_last_region_leaves_an_active_race_without_regions() -> None:
    """Ruling 57: its owner still has it."""
    moves = (SORCERY, "stop", "place a", "done")
    reply = granted(MINE | {"b": held(1, "ratmen")}, [sorcerers(), player("ratmen", "hill")], *moves)
    assert legal(reply) == ["decline", "stop"]


def test_declined_sorcerers_know_no_sorcery() -> None:
    """Ruling 50."""
    regions = {"a": held(0, "sorcerers", declined=True), "c": held(0, "giants"), "b": held(1, "ratmen")}
    why = "Hill Giants know no sorcery: that is the Sorcerers' power"
    refused(
        regions, [player("giants", "hill", declined=["sorcerers"]), player("ratmen", "swamp")], SORCERY, because=why
    )
