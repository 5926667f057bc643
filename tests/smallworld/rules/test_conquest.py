"""Conquest: legal targets and costs (rulings 25-36, 143-144)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    board,
    coins,
    declined,
    events_of_type,
    granted,
    hand,
    held,
    pieces,
    player,
    refused,
    region,
    tokens,
)

PEAK = "a:farmland,border b:mountain c:hill"
RATS = {"a": held(0, "ratmen")}


def conquests(reply: dict[str, Any]) -> list[str]:
    return [move for move in reply["legal"] if move.startswith("conquer")]


@pytest.mark.parametrize(
    ("target", "cost"),
    [
        pytest.param({}, 3, id="mountain"),
        pytest.param(TRIBE, 4, id="lost tribe"),
        pytest.param(held(1, "elves", 3), 6, id="race tokens"),
        pytest.param(held(1, "elves", 1, lair=1), 5, id="lair"),
        pytest.param(held(1, "elves", 1, fortress=1), 5, id="fortress"),
        pytest.param(held(1, "elves", 1, encampment=4), 8, id="encampments"),
        pytest.param(held(1, "elves", 2, lair=1, fortress=1, encampment=1), 8, id="everything"),
    ],
)
def test_a_conquest_costs_two_and_one_for_all_that_defends(target: dict[str, Any], cost: int) -> None:
    """Ruling 25."""
    start = (RATS | {"b": target}, [player("ratmen", "hill", 9), player("elves", "bivouacking")])
    reply = granted(*start, "conquer b", on=board(PEAK))
    assert tokens(reply, "b") == cost
    assert hand(reply, 0) == 9 - cost


@pytest.mark.parametrize(
    ("race", "power", "cost"),
    [
        ("tritons", "commando", 1),
        ("tritons", "mounted", 1),
        ("giants", "mounted", 1),
        ("giants", "hill", 2),
        ("ratmen", "mounted", 2),
    ],
)
def test_all_discounts_add_together(race: str, power: str, cost: int) -> None:
    """Ruling 26: a coastal hill with a Lost Tribe, beside a mountain held, costs three without them."""
    ground = board("a:mountain,border b:hill w:lake")
    reply = granted({"a": held(0, race), "b": TRIBE}, [player(race, power, 6), player()], "conquer b", on=ground)
    assert tokens(reply, "b") == cost


def test_no_conquest_costs_less_than_one_token() -> None:
    """Rulings 26, 30."""
    ground = board("a:farmland,border b:hill w:lake")
    reply = granted({"a": held(0, "tritons")}, [player("tritons", "commando", 6), player()], "conquer b", on=ground)
    assert tokens(reply, "b") == 1
    assert sum(part[1] for part in events_of_type(reply, "conquered")[0]["cost"]) == 1


REMNANTS = {"a": held(0, "orcs"), "b": held(0, "elves", declined=True), "d": held(0, "elves", declined=True)}


@pytest.mark.parametrize(("rulings", "cost"), [([], 2), (["own_tokens_defend"], 3)])
def test_own_declined_tokens_add_nothing_to_the_cost_and_are_lost(rulings: list[str], cost: int) -> None:
    """Rulings 27, 28."""
    players = [player("orcs", "swamp", 3, declined=["elves"]), player()]
    reply = granted(REMNANTS, players, "conquer b", options={"rulings": rulings})
    assert region(reply, "b") == {"player": 0, "race": "orcs", "tokens": cost, "declined": False}
    assert declined(reply, 0) == ["elves"]
    assert events_of_type(reply, "conquered")[0]["non_empty"]
    assert sum(n for _, n in events_of_type(reply, "conquered")[0]["cost"]) == cost


def test_pieces_on_own_remnants_still_cost() -> None:
    """Ruling 27: only tokens are left out."""
    regions = {"a": held(0, "orcs"), "b": held(0, "trolls", declined=True, lair=1, fortress=1)}
    why = "b costs 4: 2 + 0 for your own Trolls + 1 lair + 1 fortress; you have 3 tokens, 1 short"
    refused(
        regions, [player("orcs", "swamp", 3, declined=[("trolls", "fortified")]), player()], "conquer b", because=why
    )


def test_the_die_for_own_remnants_leaves_their_tokens_out_too() -> None:
    """Rulings 27, 43: one token is one short of two."""
    players = [player("orcs", "swamp", 1, declined=["ghouls"]), player()]
    regions = {"a": held(0, "orcs"), "b": held(0, "ghouls", 5, declined=True)}
    reply = granted(regions, players, "stop", "conquer b with die", rolls=(1,))
    assert region(reply, "b")["race"] == "orcs"


def test_the_active_race_defends_against_its_owners_ghouls() -> None:
    """Rulings 25, 27, 69: only tokens in decline are left out."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": held(0, "orcs", 2)}
    players = [player("orcs", "swamp", declined=["ghouls"]), player()]
    refused(regions, players, "conquer b", because="b costs 4: 2 + 2 Orcs; you have 3 tokens")


def test_taking_the_last_own_declined_region_returns_the_banner() -> None:
    """Rulings 18, 27."""
    regions = {"a": held(0, "orcs"), "b": held(0, "elves", declined=True)}
    reply = granted(regions, [player("orcs", "swamp", 3, declined=["elves"]), player()], "conquer b")
    assert declined(reply, 0) == []
    assert reply["position"]["returned_banners"] == ["elves"]


def test_exactly_the_cost_is_deployed_and_stays_until_redeployment() -> None:
    """Ruling 29."""
    reply = granted(RATS, [player("ratmen", "hill", 5), player()], "conquer b", "conquer c")
    assert (tokens(reply, "b"), tokens(reply, "c"), hand(reply, 0)) == (2, 2, 1)


@pytest.mark.parametrize("power", ["dragon_master", "commando", "berserk", "flying", "underworld"])
def test_without_a_token_in_hand_no_conquest_can_start(power: str) -> None:
    """Ruling 30."""
    assert granted(RATS, [player("ratmen", power), player()])["legal"] == ["abandon a", "decline", "stop"]


def test_a_target_must_border_a_region_of_the_attacking_race() -> None:
    """Ruling 31; the race may use what it took this turn."""
    start = (RATS, [player("ratmen", "hill", 6), player()])
    assert conquests(granted(*start)) == ["conquer b"]
    assert conquests(granted(*start, "conquer b")) == ["conquer c"]


def test_own_declined_regions_give_no_adjacency() -> None:
    """Ruling 31."""
    regions = RATS | {"c": held(0, "elves", declined=True)}
    start = (regions, [player("ratmen", "hill", 6, declined=["elves"]), player()])
    assert conquests(granted(*start)) == ["conquer b"]
    refused(*start, "conquer d", because="d does not border a region of your Ratmen")


def test_ghouls_reach_from_ghoul_regions_and_the_active_race_from_its_own() -> None:
    """Ruling 31."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "e": held(0, "orcs", 4)}
    start = (regions, [player("orcs", "hill", declined=["ghouls"]), player()])
    assert conquests(granted(*start)) == ["conquer b"]
    assert conquests(granted(*start, "stop")) == ["conquer d"]


@pytest.mark.parametrize(
    ("regions", "moves"),
    [
        pytest.param({}, (), id="new race or wiped off"),
        pytest.param({"c": held(0, "ratmen", 2)}, ("abandon c",), id="abandoned everything"),
        pytest.param({"c": held(0, "elves", declined=True)}, (), id="only a declined race"),
    ],
)
def test_a_race_with_nothing_on_the_map_must_enter_at_the_border(
    regions: dict[str, Any], moves: tuple[str, ...]
) -> None:
    """Ruling 32; the new race need not come in beside the declined one."""
    old = ["elves"] if "c" in regions and regions["c"]["declined"] else []
    reply = granted(regions, [player("ratmen", "hill", 4, declined=old), player()], *moves)
    assert conquests(reply) == ["conquer a", "conquer e"]


def test_having_abandoned_one_of_two_regions_is_no_new_entry() -> None:
    """Ruling 32."""
    regions = {"b": held(0, "ratmen", 2), "c": held(0, "ratmen")}
    reply = granted(regions, [player("ratmen", "hill", 4), player()], "abandon b")
    assert conquests(reply) == ["conquer b", "conquer d"]


@pytest.mark.parametrize(("race", "power"), [("halflings", "hill"), ("ratmen", "flying")])
def test_halflings_and_the_flying_enter_anywhere_on_land(race: str, power: str) -> None:
    """Ruling 33."""
    ground = board("a:hill,border b:hill c:hill l:lake")
    reply = granted({}, [player(race, power, 4), player()], on=ground)
    assert conquests(reply) == ["conquer a", "conquer b", "conquer c"]


def test_the_underworld_does_not_help_to_enter() -> None:
    """Ruling 33."""
    ground = board("a:hill,border b:hill c:hill+cavern")
    assert conquests(granted({}, [player("ratmen", "underworld", 4), player()], on=ground)) == ["conquer a"]


def test_seafarers_may_enter_through_a_sea_at_the_edge_but_not_the_lake() -> None:
    """Ruling 33."""
    ground = board("s:sea,border b:hill l:lake")
    assert conquests(granted({}, [player("ratmen", "seafaring", 4), player()], on=ground)) == ["conquer s"]


def test_only_an_active_seafaring_race_takes_water() -> None:
    """Ruling 34: declined Seafaring Ghouls no longer do."""
    ground = board("a:hill,border s:sea,border")
    regions = {"a": held(0, "ghouls", 5, declined=True)}
    start = (regions, [player("orcs", "hill", 4, declined=[("ghouls", "seafaring")]), player()])
    refused(*start, "conquer s", on=ground, because="s is a sea: only an active Seafaring race")


def test_a_region_abandoned_this_turn_may_be_retaken() -> None:
    """Ruling 35; nothing of its former pieces is left."""
    regions = {"a": held(0, "trolls", 2, lair=1), "b": held(0, "trolls", 1, lair=1)}
    reply = granted(regions, [player("trolls", "hill", 1), player()], "abandon a", "conquer a")
    assert (tokens(reply, "a"), hand(reply, 0), pieces(reply, "a")) == (2, 1, {"lair": 1})


def test_one_cannot_attack_ones_own_active_regions() -> None:
    """Ruling 36."""
    regions = {"a": held(0, "ratmen", 5), "b": held(0, "ratmen")}
    refused(regions, [player("ratmen", "hill"), player()], "conquer b", because="b is already held by your Ratmen")


def test_declined_ghouls_may_attack_their_owners_active_race() -> None:
    """Rulings 36, 69: an ordinary loss; the survivor is in hand when the active race begins."""
    regions = {"a": held(0, "ghouls", 5, declined=True), "b": held(0, "orcs", 2), "d": held(0, "orcs")}
    start = (regions, [player("orcs", "hill", declined=["ghouls"]), player()])
    reply = granted(*start, "conquer b", "stop")
    assert (region(reply, "b")["race"], hand(reply, 0), reply["phase"]) == ("ghouls", 1, "conquer")


def test_an_active_race_may_attack_its_owners_ghouls() -> None:
    """Rulings 27, 36, 71."""
    regions = {"a": held(0, "orcs"), "b": held(0, "ghouls", 1, declined=True), "d": held(0, "ghouls", 1, declined=True)}
    reply = granted(regions, [player("orcs", "hill", 3, declined=["ghouls"]), player()], "stop", "conquer b")
    assert region(reply, "b")["race"] == "orcs"


def test_a_fallen_region_is_stripped_then_its_defender_loses_then_the_victor_builds() -> None:
    """Ruling 143."""
    regions = {"a": held(0, "trolls"), "b": held(1, "elves", 1, fortress=1)}
    reply = granted(regions, [player("trolls", "hill", 4), player("elves", "fortified")], "conquer b")
    kinds = [
        event["type"]
        for event in reply["events"]
        if event["type"] in "conquered piece_removed lost piece_placed".split()
    ]
    assert kinds == ["conquered", "piece_removed", "lost", "piece_placed"]


@pytest.mark.parametrize(
    ("race", "power", "hand_size", "moves"),
    [
        ("orcs", "swamp", 3, ("conquer b", "stop", "place a 2")),
        ("orcs", "swamp", 2, ("conquer b with die", "place a")),
        ("orcs", "berserk", 3, ("roll", "conquer b", "stop", "place a 2")),
        ("orcs", "dragon_master", 3, ("conquer b with dragon", "stop", "place a 2")),
        ("sorcerers", "pillaging", 3, ("conquer b with sorcery", "stop", "place a 3")),
    ],
)
def test_every_way_to_take_a_region_counts_as_a_conquest(
    race: str, power: str, hand_size: int, moves: tuple[str, ...]
) -> None:
    """Ruling 144, shown by the coin for a non-empty region: two regions and one coin."""
    start = ({"a": held(0, race), "b": held(1, "elves")}, [player(race, power, hand_size), player("elves", "stout")])
    assert coins(granted(*start, *moves, "done", rolls=(1,)))[0] == 5 + 2 + 1
