"""Interactions of races and powers of the base game within one turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    active,
    board,
    coins,
    combos,
    declined,
    declined_entries,
    granted,
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

COAST = board("m:mountain,border s:sea,border b:hill+cavern c:forest", links="m-b b-s b-c")
"""A hill with a cavern, on the sea and next to a mountain."""


# Discounts


@pytest.mark.parametrize(
    ("race", "power", "cost", "less"),
    [
        ("ratmen", "swamp", 5, ""),
        ("ratmen", "commando", 4, " - 1 Commando"),
        ("ratmen", "mounted", 4, " - 1 Mounted"),
        ("ratmen", "underworld", 4, " - 1 Underworld"),
        ("giants", "swamp", 4, " - 1 Giants"),
        ("tritons", "swamp", 4, " - 1 Tritons"),
        ("giants", "commando", 3, " - 1 Giants - 1 Commando"),
        ("giants", "mounted", 3, " - 1 Giants - 1 Mounted"),
        ("giants", "underworld", 3, " - 1 Giants - 1 Underworld"),
        ("tritons", "commando", 3, " - 1 Tritons - 1 Commando"),
        ("tritons", "mounted", 3, " - 1 Tritons - 1 Mounted"),
        ("tritons", "underworld", 3, " - 1 Tritons - 1 Underworld"),
    ],
)
def test_all_discounts_add_up(race: str, power: str, cost: int, less: str) -> None:
    """Ruling 26."""
    regions = {"m": held(0, race), "b": held(1, "elves", 3)}
    foe = player("elves", "hill")
    why = f"b costs {cost}: 2 + 3 Elves{less}; you have {cost - 1} tokens"
    refused(regions, [player(race, power, hand=cost - 1), foe], "conquer b", on=COAST, because=why)
    assert tokens(granted(regions, [player(race, power, hand=cost), foe], "conquer b", on=COAST), "b") == cost


@pytest.mark.parametrize("race", ["giants", "tritons"])
@pytest.mark.parametrize("power", ["commando", "mounted", "underworld"])
def test_discounts_never_go_below_one_token(race: str, power: str) -> None:
    """Ruling 26."""
    players = [player(race, power, hand=2), player()]
    assert tokens(granted({"m": held(0, race)}, players, "conquer b", on=COAST), "b") == 1
    why = "You have 0 tokens in hand"
    refused({"m": held(0, race)}, [player(race, power), player()], "conquer b", on=COAST, because=why)


def test_a_berserk_roll_and_a_race_discount_never_go_below_one_token() -> None:
    """Rulings 26, 86."""
    players = [player("tritons", "berserk", hand=2), player()]
    reply = granted({"m": held(0, "tritons")}, players, "roll", "conquer b", on=COAST, rolls=(3,))
    assert (tokens(reply, "b"), hand(reply, 0)) == (1, 1)


def test_the_final_attempt_may_be_three_short_after_all_discounts() -> None:
    """Ruling 43: 2 + 4 Elves - 2 = 4, with one token in hand."""
    regions = {"m": held(0, "giants"), "b": held(1, "elves", 4)}
    players = [player("giants", "commando", hand=1), player("elves", "hill")]
    assert tokens(granted(regions, players, "conquer b with die", on=COAST, rolls=(3,)), "b") == 1
    why = "b costs 5: 2 + 5 Elves - 1 Giants - 1 Commando; you have 1 token, 4 short, and the die gives at most 3"
    refused(regions | {"b": held(1, "elves", 5)}, players, "conquer b with die", on=COAST, because=why)


def test_all_that_defends_adds_up() -> None:
    """Ruling 25: 2 + mountain + 2 Trolls + lair + fortress."""
    on = board("a:hill,border b:mountain")
    regions = {"a": held(0, "ratmen"), "b": held(1, "trolls", 2, lair=1, fortress=1)}
    reply = granted(regions, [player("ratmen", "swamp", hand=7), player("trolls", "fortified")], "conquer b", on=on)
    assert (tokens(reply, "b"), pieces(reply, "b")) == (7, {})


def test_lair_and_encampments_add_up() -> None:
    """Ruling 25: 2 + 1 Troll + lair + 5 encampments."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "trolls", 1, lair=1, encampment=5)}
    players = [player("ratmen", "swamp", hand=8), player("trolls", "bivouacking")]
    refused(regions, players, "conquer b", because="b costs 9: 2 + 1 Troll + 1 lair + 5 encampments; you have 8 tokens")
    players = [player("ratmen", "swamp", hand=9), player("trolls", "bivouacking")]
    assert tokens(granted(regions, players, "conquer b"), "b") == 9


# Amazons


def test_encampments_of_a_region_the_amazons_give_up_are_placed_elsewhere() -> None:
    """Rulings 48, 62, 89."""
    regions = {"a": held(0, "amazons"), "b": held(0, "amazons")}
    moves = ("stop", *["place encampment b"] * 5, "abandon b")
    reply = granted(regions, [player("amazons", "bivouacking", hand=3), player()], *moves)
    assert (active(reply, 0)["encampments"], legal(reply)) == (5, ["place encampment a"])


def test_amazons_must_give_up_regions_even_when_all_encampments_stand() -> None:
    """Rulings 62, 89."""
    regions = {"a": held(0, "amazons"), "b": held(0, "amazons")}
    moves = ("stop", *["place encampment a"] * 5)
    players = [player("amazons", "bivouacking", hand=3), player()]
    assert legal(granted(regions, players, *moves)) == ["abandon a", "abandon b"]
    reply = granted(regions, players, *moves, "abandon b", "done")
    assert (hand(reply, 0), pieces(reply, "a"), coins(reply)[0]) == (4, {"encampment": 5}, 6)


def test_amazons_with_no_region_left_keep_their_encampments_in_hand() -> None:
    """Rulings 62, 89."""
    players = [player("amazons", "bivouacking", hand=3), player()]
    reply = granted({"a": held(0, "amazons")}, players, "stop", "abandon a", "done")
    assert (active(reply, 0)["encampments"], hand(reply, 0)) == (5, 4)


def test_attacked_amazons_place_survivors_and_encampments_but_not_the_waiting_four() -> None:
    """Rulings 62, 89."""
    regions = {
        "a": held(0, "ratmen"),
        "b": held(1, "amazons", 2, encampment=2),
        "d": held(1, "amazons", 1, encampment=3),
    }
    players = [player("ratmen", "hill", hand=6), player("amazons", "bivouacking", hand=4)]
    reply = granted(regions, players, "conquer b", "stop", "place a 5", "done")
    assert legal(reply) == ["place d", "place encampment d"]
    moves = ("place d", "place encampment d", "place encampment d")
    reply = granted(regions, players, "conquer b", "stop", "place a 5", "done", *moves)
    assert (legal(reply), hand(reply, 1)) == (["done"], 4)


def test_heroic_amazons_with_no_region_left_only_say_done() -> None:
    """Rulings 62, 99."""
    players = [player("amazons", "heroic", hand=3), player()]
    reply = granted({"a": held(0, "amazons", 1, hero=1)}, players, "stop", "abandon a", "done")
    assert (reply["phase"], legal(reply)) == ("finish", ["done"])


def test_heroic_amazons_place_their_heroes_after_giving_up_regions() -> None:
    """Rulings 62, 99: Heroes stand where the race still is."""
    regions = {name: held(0, "amazons") for name in "abc"}
    reply = granted(regions, [player("amazons", "heroic", hand=2), player()], "stop", "abandon a", "abandon b", "done")
    assert legal(reply) == ["place hero c"]


def test_fortified_amazons_with_no_region_left_build_nothing() -> None:
    """Rulings 62, 98."""
    players = [player("amazons", "fortified", hand=2), player()]
    reply = granted({"a": held(0, "amazons")}, players, "stop", "abandon a", "done")
    assert (coins(reply)[0], reply["position"]["regions"]) == (5, {})


def test_fortified_amazons_that_give_up_the_new_fortress_build_no_second_one() -> None:
    """Ruling 98: one per turn."""
    regions = {"a": held(0, "amazons"), "b": held(0, "amazons")}
    players = [player("amazons", "fortified", hand=3), player()]
    reply = granted(regions, players, "stop", "place fortress b", "abandon b")
    assert legal(reply) == ["done"]
    assert coins(granted(regions, players, "stop", "place fortress b", "abandon b", "done"))[0] == 6


def test_fortified_amazons_build_even_when_only_the_four_are_in_hand() -> None:
    """Rulings 62, 98."""
    players = [player("amazons", "fortified", hand=4), player()]
    assert legal(granted({"a": held(0, "amazons")}, players, "stop")) == ["place fortress a"]


def test_stout_amazons_lose_the_waiting_four_when_they_decline() -> None:
    """Rulings 54, 62, 103."""
    regions = {"a": held(0, "amazons", 3), "b": held(0, "amazons")}
    reply = granted(regions, [player("amazons", "stout", hand=4), player()], "stop", "place b 2", "done", "decline")
    assert (tokens(reply, "a"), tokens(reply, "b"), coins(reply)[0]) == (1, 1, 7)
    assert declined_entries(reply, 0) == [{"race": "amazons", "power": None, "hand": 0}]


def test_a_dragon_in_a_region_the_amazons_give_up_returns_to_hand() -> None:
    """Rulings 62, 94."""
    regions = {"a": held(0, "amazons"), "b": held(0, "amazons", 1, dragon=1), "e": held(1, "ratmen")}
    players = [player("amazons", "dragon_master", hand=3), player("ratmen", "hill")]
    reply = granted(regions, players, "stop", "abandon b", "done", "stop")
    assert "conquer b with dragon" in legal(reply)


def test_a_sea_given_up_by_seafaring_amazons_is_empty() -> None:
    """Rulings 62, 101."""
    on = board("a:hill,border s:sea,border")
    regions = {"a": held(0, "amazons"), "s": held(0, "amazons")}
    reply = granted(regions, [player("amazons", "seafaring", hand=3), player()], "stop", "abandon s", "done", on=on)
    assert (region(reply, "s"), hand(reply, 0)) == ({}, 4)


def test_diplomat_amazons_with_no_region_may_still_make_peace() -> None:
    """Rulings 62, 91: the race is still active."""
    players = [player("amazons", "diplomat", hand=2), player()]
    assert "ally 1" in legal(granted({"a": held(0, "amazons")}, players, "stop", "abandon a", "done"))


def test_berserk_amazons_roll_with_the_four() -> None:
    """Rulings 62, 86."""
    regions = {"a": held(0, "amazons"), "b": TRIBE}
    reply = granted(regions, [player("amazons", "berserk", hand=4), player()], "roll", "conquer b", rolls=(2,))
    assert (tokens(reply, "b"), hand(reply, 0)) == (1, 3)


def test_own_ghouls_taking_an_amazon_region_leave_the_others_for_the_turn() -> None:
    """Rulings 62, 69."""
    regions = {"a": held(0, "ghouls", 5, True), "b": held(0, "amazons", 2), "d": held(0, "amazons")}
    players = [player("amazons", "hill", hand=4, declined=["ghouls"]), player()]
    reply = granted(regions, players, "conquer b", "stop")
    assert (hand(reply, 0), tokens(reply, "d")) == (4 + 1, 1)


# Immunity


def test_a_hole_protects_also_when_the_dragon_flies_on() -> None:
    """Rulings 75, 94."""
    regions = {"b": held(0, "halflings", 2, hole=1, dragon=1), "a": held(1, "ratmen", 6)}
    players = [player("halflings", "dragon_master", holes=0), player("ratmen", "hill")]
    reply = granted(regions, players, "conquer c with dragon", "stop")
    assert (pieces(reply, "b"), pieces(reply, "c")) == ({"hole": 1}, {"dragon": 1})
    assert "conquer b" not in legal(reply)


def test_a_hole_protects_also_when_the_hero_moves_on() -> None:
    """Rulings 75, 99."""
    regions = {"b": held(0, "halflings", 1, hole=1, hero=1), "c": held(0, "halflings"), "d": held(0, "halflings")}
    players = [player("halflings", "heroic", holes=0), player("ratmen", "hill", hand=9)]
    reply = granted(regions | {"a": held(1, "ratmen")}, players, "stop", "place hero c", "place hero d", "done")
    assert "conquer b" not in legal(reply)


def test_an_abandoned_hole_with_the_dragon_loses_the_one_and_saves_the_other() -> None:
    """Rulings 48, 75, 94."""
    regions = {"a": held(0, "halflings", 2), "b": held(0, "halflings", 1, hole=1, dragon=1)}
    players = [player("halflings", "dragon_master", holes=0), player()]
    reply = granted(regions, players, "abandon b", "conquer b with dragon")
    assert pieces(reply, "b") == {"dragon": 1}


def test_immunity_needs_no_token_to_spare() -> None:
    """Ruling 8: one Halfling in a hole holds against any number."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "halflings", 1, hole=1)}
    assert "conquer b" not in legal(
        granted(regions, [player("ratmen", "flying", hand=12), player("halflings", "hill")])
    )


# Elves, Trolls, Sorcerers


def test_elves_and_their_encampments_all_come_back() -> None:
    """Rulings 65, 89."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves", 2, encampment=5), "d": held(1, "elves")}
    reply = granted(regions, [player("ratmen", "hill", hand=9), player("elves", "bivouacking")], "conquer b")
    assert (hand(reply, 1), active(reply, 1)["encampments"]) == (2, 5)


def test_one_sorcery_and_one_dragon_may_strike_the_same_opponent() -> None:
    """Rulings 78, 94: once per turn each."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "ratmen"), "c": held(1, "ratmen", 5)}
    players = [player("sorcerers", "dragon_master", hand=1), player("ratmen", "hill")]
    reply = granted(regions, players, "conquer b with sorcery", "conquer c with dragon")
    assert (tokens(reply, "b"), tokens(reply, "c"), hand(reply, 1)) == (1, 1, 4)


def test_sorcery_removes_lair_and_fortress_together() -> None:
    """Ruling 78."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "trolls", 1, lair=1, fortress=1)}
    players = [player("sorcerers", "swamp", 1), player("trolls", "fortified")]
    assert pieces(granted(regions, players, "conquer b with sorcery"), "b") == {}


def test_a_lone_amazon_falls_to_sorcery_while_four_wait() -> None:
    """Rulings 62, 78."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "amazons"), "d": held(1, "amazons")}
    players = [player("sorcerers", "swamp", 1), player("amazons", "hill", hand=4)]
    reply = granted(regions, players, "conquer b with sorcery", "stop", "place a", "done")
    assert (reply["phase"], reply["to_move"], hand(reply, 1)) == ("conquer", 1, 4)


def test_sorcerers_weakened_to_one_token_by_an_earlier_conquest_can_be_bewitched() -> None:
    """Ruling 78: what stands there now counts."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "ratmen", 2), "c": held(1, "ratmen")}
    players = [player("sorcerers", "swamp", hand=5), player("ratmen", "hill")]
    assert tokens(granted(regions, players, "conquer b", "conquer c with sorcery"), "c") == 1


def test_a_stout_sorcerer_scores_the_substituted_region_before_declining() -> None:
    """Rulings 78, 103."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "ratmen")}
    players = [player("sorcerers", "stout", 1), player("ratmen", "hill")]
    reply = granted(regions, players, "conquer b with sorcery", "stop", "place a", "done", "decline")
    assert (coins(reply)[0], region(reply, "b")["declined"]) == (7, True)


def test_lairs_and_fortresses_of_declined_fortified_trolls_stay_together() -> None:
    """Ruling 142."""
    regions = {"a": held(0, "trolls", 2, lair=1, fortress=1)}
    reply = granted(regions, [player("trolls", "fortified"), player()], "decline")
    assert pieces(reply, "a") == {"lair": 1, "fortress": 1}


@pytest.mark.parametrize(
    ("power", "piece"), [("heroic", "hero"), ("dragon_master", "dragon"), ("bivouacking", "encampment")]
)
def test_of_a_declined_trolls_pieces_only_the_lair_stays(power: str, piece: str) -> None:
    """Ruling 142."""
    regions = {"a": held(0, "trolls", 2, False, lair=1, **{piece: 1})}
    assert pieces(granted(regions, [player("trolls", power), player()], "decline"), "a") == {"lair": 1}


# Coins


@pytest.mark.parametrize(
    ("race", "power", "expected"),
    [
        ("humans", "forest", 3 + 1 + 1),
        ("humans", "merchant", 3 + 1 + 3),
        ("wizards", "hill", 3 + 1 + 1),
        ("dwarves", "alchemist", 3 + 1 + 2),
        ("dwarves", "merchant", 3 + 1 + 3),
        ("ratmen", "swamp", 3),
    ],
)
def test_bonuses_of_race_and_badge_add_up(race: str, power: str, expected: int) -> None:
    """Ruling 50."""
    on = board("a:farmland,border b:forest+mine c:hill+magic")
    regions = {name: held(0, race) for name in "abc"}
    assert coins(granted(regions, [player(race, power), player()], "stop", on=on))[0] == 5 + expected


def test_stout_dwarves_score_their_mines_once() -> None:
    """Rulings 64, 103."""
    on = board("a:hill,border+mine b:hill")
    reply = granted({"a": held(0, "dwarves")}, [player("dwarves", "stout"), player()], "stop", "decline", on=on)
    assert coins(reply)[0] == 5 + 1 + 1


def test_skeletons_and_pillaging_both_count_the_same_conquests() -> None:
    """Rulings 77, 100."""
    on = board("a:hill,border b:hill c:hill", links="a-b a-c")
    regions = {"a": held(0, "skeletons"), "b": TRIBE, "c": TRIBE}
    moves = ("conquer b", "conquer c", "stop", "place a 5", "done")
    reply = granted(regions, [player("skeletons", "pillaging", hand=6), player()], *moves, on=on)
    assert (coins(reply)[0], tokens(reply, "a")) == (5 + 3 + 2, 6)


@pytest.mark.parametrize(
    ("power", "moves"), [("berserk", ("roll", "conquer b")), ("dragon_master", ("conquer b with dragon",))]
)
def test_orcs_are_paid_for_every_kind_of_conquest(power: str, moves: tuple[str, ...]) -> None:
    """Ruling 144."""
    regions = {"a": held(0, "orcs"), "b": TRIBE}
    reply = granted(regions, [player("orcs", power, hand=1), player()], *moves, "stop", rolls=(3,))
    assert coins(reply)[0] == 5 + 2 + 1


def test_a_region_taken_from_an_active_and_then_a_declined_race_counts_twice() -> None:
    """Rulings 5, 77: both regions were non-empty."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen"), "c": held(1, "elves", declined=True)}
    players = [player("orcs", "swamp", hand=6), player("ratmen", "hill", declined=["elves"])]
    reply = granted(regions, players, "conquer b", "conquer c", "stop", "place a 4", "done")
    assert coins(reply)[0] == 5 + 3 + 2


# Withdrawals


def test_ghouls_and_active_race_of_one_victim_withdraw_each_to_their_own() -> None:
    """Rulings 40, 71."""
    on = board("a:hill,border b:hill c:hill d:hill e:hill", links="a-b a-c b-d c-e")
    regions: dict[str, Any] = {"a": held(0, "ratmen"), "b": held(1, "ghouls", 2, True), "d": held(1, "ghouls", 1, True)}
    regions |= {"c": held(1, "orcs", 2), "e": held(1, "orcs")}
    players = [player("ratmen", "swamp", hand=8), player("orcs", "hill", declined=["ghouls"])]
    moves = ("conquer b", "conquer c", "stop", "place a 6", "done")
    reply = granted(regions, players, *moves, on=on)
    assert (reply["phase"], legal(reply)) == ("withdraw", ["place d", "place e"])
    why = "You have 0 tokens of the Ghouls in hand, 1 cannot be placed"
    refused(regions, players, *moves, "place d", "place d", on=on, because=why)
    assert legal(granted(regions, players, *moves, "place d", "place e", on=on)) == ["done"]


def test_victims_of_ghouls_withdraw_at_the_end_of_the_turn() -> None:
    """Rulings 37, 67."""
    regions = {"a": held(0, "ghouls", 5, True), "b": held(1, "orcs", 2), "d": held(1, "orcs"), "e": held(0, "ratmen")}
    players = [player("ratmen", "swamp", declined=["ghouls"]), player("orcs", "hill")]
    reply = granted(regions, players, "conquer b", "stop", "stop", "place a 3", "done")
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("withdraw", 1, ["place d"])


def test_ghouls_and_active_race_may_strike_the_same_victim_in_one_turn() -> None:
    """Rulings 37, 67."""
    regions = {
        "a": held(0, "ghouls", 5, True),
        "b": held(1, "orcs", 2),
        "d": held(1, "orcs", 2),
        "e": held(0, "ratmen"),
    }
    players = [player("ratmen", "swamp", hand=4, declined=["ghouls"]), player("orcs", "hill")]
    reply = granted(regions, players, "conquer b", "stop", "conquer d")
    assert hand(reply, 1) == 2


def test_the_active_race_may_take_what_its_ghouls_just_took() -> None:
    """Rulings 27, 69."""
    regions = {"a": held(0, "ghouls", 3, True), "c": held(0, "ratmen", 6)}
    players = [player("ratmen", "swamp", declined=["ghouls"]), player()]
    reply = granted(regions, players, "conquer b", "stop", "conquer b")
    assert (region(reply, "b")["race"], tokens(reply, "b"), declined_entries(reply, 0)[0]["hand"]) == ("ratmen", 2, 1)


def test_ghouls_wiped_out_by_their_owner_wait_in_hand() -> None:
    """Rulings 27, 71."""
    regions = {"a": held(0, "ghouls", 1, True), "b": held(0, "ratmen", 8)}
    old = {"race": "ghouls", "power": None, "hand": 2}
    players = [player("ratmen", "swamp", declined=[old]), player()]
    reply = granted(regions, players, "stop", "conquer a")
    assert declined_entries(reply, 0) == [{"race": "ghouls", "power": None, "hand": 2}]


# Ghouls beside other badges of their owner


def test_a_fortified_active_race_builds_in_no_ghoul_region() -> None:
    """Ruling 98."""
    regions = {"a": held(0, "ghouls", 1, True), "c": held(0, "ratmen")}
    reply = granted(regions, [player("ratmen", "fortified", declined=["ghouls"]), player()], "stop", "stop")
    assert offers(reply, "place") == ["place fortress c"]


def test_a_merchant_gets_nothing_for_ghoul_regions() -> None:
    """Ruling 97."""
    regions = {"a": held(0, "ghouls", 1, True), "c": held(0, "ratmen")}
    reply = granted(regions, [player("ratmen", "merchant", declined=["ghouls"]), player()], "stop", "stop")
    assert coins(reply)[0] == 5 + 2 + 1


def test_ghouls_get_no_flight_from_a_flying_active_race() -> None:
    """Ruling 96."""
    regions = {"a": held(0, "ghouls", 4, True), "c": held(0, "ratmen")}
    why = "d does not border a region of your declined Ghouls"
    refused(regions, [player("ratmen", "flying", declined=["ghouls"]), player()], "conquer d", because=why)


def test_a_pact_of_their_owner_is_over_before_the_ghouls_act() -> None:
    """Ruling 21: it ends when the turn begins."""
    regions = {"a": held(0, "ghouls", 4, True), "c": held(0, "ratmen")}
    reply = granted(regions, [player("ratmen", "diplomat", ally=1, declined=["ghouls"]), player()])
    assert (reply["phase"], active(reply, 0)["ally"]) == ("ghouls", None)


def test_a_new_race_picked_beside_ghouls_enters_after_them() -> None:
    """Rulings 32, 67."""
    regions = {"a": held(0, "ghouls", 4, True)}
    moves = ("pick 1", "conquer b", "stop", "conquer e")
    reply = granted(regions, [player(declined=["ghouls"]), player()], *moves, column=combos("orcs+hill"))
    assert (region(reply, "b")["race"], region(reply, "e")["race"]) == ("ghouls", "orcs")
    assert declined(reply, 0) == ["ghouls"]


def test_waiting_spirit_ghouls_survive_another_decline() -> None:
    """Rulings 71, 102."""
    old = {"race": "ghouls", "power": "spirit", "hand": 2}
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "hill", declined=[old]), player()], "decline")
    assert declined(reply, 0) == ["ghouls", "ratmen"]
    assert declined_entries(reply, 0)[0]["hand"] == 2
