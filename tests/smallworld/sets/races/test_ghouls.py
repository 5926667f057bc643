"""Ghouls: in decline they all stay and go on conquering, before the owner's active race."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    active,
    board,
    coins,
    combos,
    declined_entries,
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

FOE = player("ratmen", "swamp")


def ghouls(tokens: int = 1, **pieces: int) -> dict[str, Any]:
    """A region of seat 0's declined Ghouls."""
    return held(0, "ghouls", tokens, declined=True, **pieces)


def owner(
    race: str = "giants", power: str = "hill", hand: int = 0, badge: str | None = None, **more: Any
) -> dict[str, Any]:
    """The owner of declined Ghouls, with another active race."""
    return player(race, power, hand=hand, declined=[("ghouls", badge)], **more)


# Going into decline


def test_declining_ghouls_keep_every_token_on_the_map() -> None:
    """Ruling 66."""
    regions = {"a": held(0, "ghouls", 3), "b": held(0, "ghouls", 2)}
    reply = granted(regions, [player("ghouls", "mounted"), FOE], "decline")
    assert (tokens(reply, "a"), tokens(reply, "b"), coins(reply)[0]) == (3, 2, 7)
    assert region(reply, "a")["declined"]


def test_ghouls_in_hand_when_they_decline_are_lost() -> None:
    """Ruling 54: tokens in hand return to the tray, only those on the map stay."""
    reply = granted({"a": held(0, "ghouls", 2)}, [player("ghouls", "mounted", hand=3), FOE], "decline")
    assert (tokens(reply, "a"), declined_entries(reply, 0)[0]["hand"]) == (2, 0)


def test_stout_ghouls_decline_where_they_were_redeployed() -> None:
    """Rulings 66, 103: all tokens stay where they stand at the end of the turn."""
    regions = {"a": held(0, "ghouls", 4), "b": held(0, "ghouls")}
    reply = granted(regions, [player("ghouls", "stout"), FOE], "stop", "place b 3", "done", "decline")
    assert (tokens(reply, "a"), tokens(reply, "b")) == (1, 4)


def test_stout_ghouls_decline_where_they_were_redeployed_after_a_conquest() -> None:
    """Rulings 66, 103."""
    players = [player("ghouls", "stout"), FOE]
    reply = granted({"a": held(0, "ghouls", 4)}, players, "conquer b", "stop", "place b 2", "done", "decline")
    assert (tokens(reply, "a"), tokens(reply, "b"), coins(reply)[0]) == (1, 3, 7)


@pytest.mark.parametrize(
    ("power", "piece"), [("heroic", "hero"), ("dragon_master", "dragon"), ("bivouacking", "encampment")]
)
def test_pieces_of_declining_ghouls_vanish(power: str, piece: str) -> None:
    """Ruling 142."""
    reply = granted({"a": held(0, "ghouls", 2, False, **{piece: 1})}, [player("ghouls", power), FOE], "decline")
    assert (tokens(reply, "a"), pieces(reply, "a")) == (2, {})


def test_a_later_decline_removes_the_ghouls() -> None:
    """Ruling 66."""
    reply = granted({"a": ghouls(4), "c": held(0, "giants", 2)}, [owner(), FOE], "decline")
    assert (region(reply, "a"), coins(reply)[0]) == ({}, 6)
    assert [race["race"] for race in declined_entries(reply, 0)] == ["giants"]
    assert reply["position"]["returned_banners"] == ["ghouls"]


# The order of a turn


def test_ghouls_act_before_the_active_race() -> None:
    """Ruling 67; protocol: only the Ghouls are readied at the start."""
    reply = granted({"a": ghouls(4), "e": held(0, "giants", 3)}, [owner(), FOE])
    assert (reply["phase"], declined_entries(reply, 0)[0]["hand"], tokens(reply, "a")) == ("ghouls", 3, 1)
    assert (hand(reply, 0), tokens(reply, "e")) == (0, 3)


def test_the_active_race_is_readied_when_the_ghouls_have_stopped() -> None:
    """Protocol."""
    reply = granted({"a": ghouls(4), "e": held(0, "giants", 3)}, [owner(), FOE], "stop")
    assert (reply["phase"], hand(reply, 0), tokens(reply, "e")) == ("conquer", 2, 1)


def test_ghouls_act_also_in_the_turn_in_which_a_new_race_is_picked() -> None:
    """Rulings 21, 67."""
    players = [player(declined=["ghouls"]), FOE]
    reply = granted({"a": ghouls(4)}, players, "pick 1", "conquer b", column=combos("orcs+hill"))
    assert (reply["phase"], tokens(reply, "b"), hand(reply, 0)) == ("ghouls", 2, 9)


def test_the_active_race_does_not_act_in_the_ghouls_phase() -> None:
    """Ruling 67."""
    why = "c does not border a region of your declined Ghouls, who act now"
    refused({"a": ghouls(), "d": held(0, "giants", 3)}, [owner(), FOE], "conquer c", because=why)


def test_ghouls_do_not_act_again_after_they_stopped() -> None:
    """Seed 000: before any conquest by the active race."""
    why = "b does not border a region of your Giants"
    refused({"a": ghouls(4), "e": held(0, "giants", 3)}, [owner(), FOE], "stop", "conquer b", because=why)


def test_ghouls_score_one_coin_for_each_region() -> None:
    """Ruling 50."""
    regions = {"a": ghouls(4), "e": held(0, "giants")}
    reply = granted(regions, [owner(power="merchant"), FOE], "conquer b", "stop", "stop", "place a 2", "done")
    assert coins(reply)[0] == 5 + 2 + 1 + 1


# Declining instead of acting


def test_a_decline_in_the_ghouls_phase_leaves_spirit_ghouls_where_they_stood() -> None:
    """Protocol: decline undoes the readying."""
    reply = granted(
        {"a": ghouls(4), "b": ghouls(2), "e": held(0, "giants", 2)}, [owner(badge="spirit"), FOE], "decline"
    )
    assert (tokens(reply, "a"), tokens(reply, "b"), tokens(reply, "e"), coins(reply)[0]) == (4, 2, 1, 8)


def test_a_decline_after_the_ghouls_only_stopped_leaves_them_where_they_stood() -> None:
    """Protocol."""
    regions = {"a": ghouls(4), "b": ghouls(2), "e": held(0, "giants", 2)}
    reply = granted(regions, [owner(badge="spirit"), FOE], "stop", "decline")
    assert (tokens(reply, "a"), tokens(reply, "b"), tokens(reply, "e")) == (4, 2, 1)


BEGUN = "Going into decline takes the whole turn"


@pytest.mark.parametrize(
    ("deed", "why"),
    [("conquer b", BEGUN), ("abandon a", BEGUN), ("conquer c with die", "declines at the start of its owner's turn")],
)
@pytest.mark.parametrize("stopped", [True, False])
def test_nobody_declines_after_the_ghouls_have_acted(deed: str, why: str, stopped: bool) -> None:
    """Ruling 55."""
    on = board(links="a-b a-c c-d d-e")
    regions = {"a": ghouls(4), "c": held(1, "ratmen", 3), "e": held(0, "giants", 2)}
    after = ("stop",) if stopped and "die" not in deed else ()
    refused(regions, [owner(badge="spirit"), FOE], deed, *after, "decline", on=on, rolls=(0,), because=why)


def test_spirit_ghouls_stay_where_they_were_redeployed_when_a_stout_race_declines() -> None:
    """Rulings 102, 103."""
    regions = {"a": ghouls(4), "b": ghouls(1), "e": held(0, "giants", 2)}
    moves = ("stop", "stop", "place b 3", "place e", "done", "decline")
    reply = granted(regions, [owner(power="stout", badge="spirit"), FOE], *moves)
    assert (tokens(reply, "a"), tokens(reply, "b"), tokens(reply, "e")) == (1, 4, 1)


# Conquering in decline


def test_declined_ghouls_pay_the_ordinary_price() -> None:
    """Ruling 67."""
    reply = granted({"a": ghouls(5), "b": held(1, "ratmen", 2)}, [owner(), FOE], "conquer b")
    assert (tokens(reply, "b"), declined_entries(reply, 0)[0]["hand"], hand(reply, 1)) == (4, 0, 1)


def test_ghouls_need_to_border_a_ghoul_region() -> None:
    """Ruling 31: the active race's regions give them no adjacency."""
    why = "d does not border a region of your declined Ghouls"
    refused({"a": ghouls(5), "c": held(0, "giants", 2)}, [owner(), FOE], "conquer d", because=why)


def test_the_active_race_needs_to_border_a_region_of_its_own() -> None:
    """Ruling 31: Ghoul regions give it no adjacency."""
    why = "b does not border a region of your Giants"
    refused({"a": ghouls(5), "e": held(0, "giants", 4)}, [owner(), FOE], "stop", "conquer b", because=why)


@pytest.mark.parametrize(
    ("power", "move", "why"),
    [
        ("commando", "conquer b", "b costs 2: 2; you have 1 token"),
        ("mounted", "conquer b", "b costs 2: 2; you have 1 token"),
        ("underworld", "conquer b", "b costs 2: 2; you have 1 token"),
        ("underworld", "conquer d with die", "d does not border a region of your Ghouls."),
        ("flying", "conquer d with die", "d does not border a region of your Ghouls."),
        ("seafaring", "conquer s with die", "s is a sea: only an active Seafaring race"),
        ("dragon_master", "conquer b with dragon", "Ghouls have no Dragon"),
        ("berserk", "roll", "Ghouls are not Berserk"),
    ],
)
def test_the_badge_of_declined_ghouls_no_longer_works(power: str, move: str, why: str) -> None:
    """Ruling 68."""
    on = board("s:sea,border a:forest,border+cavern b:hill+cavern c:swamp d:hill+cavern e:farmland,border")
    regions = {"a": held(0, "ghouls", 2), "e": held(1, "ratmen")}
    moves = ("decline", "stop", "pick 1", move)
    refused(regions, [player("ghouls", power), FOE], *moves, on=on, column=combos("orcs+hill"), because=why)


def test_formerly_berserk_ghouls_use_the_ordinary_die() -> None:
    """Rulings 67, 68."""
    regions = {"a": held(0, "ghouls", 2), "e": held(1, "ratmen")}
    moves = ("decline", "stop", "pick 1", "conquer b with die")
    column = combos("orcs+hill")
    reply = granted(regions, [player("ghouls", "berserk"), FOE], *moves, rolls=(1,), column=column)
    assert (region(reply, "b")["race"], reply["phase"]) == ("ghouls", "conquer")


def test_a_berserk_active_race_does_not_lend_its_dice_to_the_ghouls() -> None:
    """Ruling 86: the badge belongs to the active race."""
    why = "Your declined Ghouls act now, without a badge"
    refused({"a": ghouls(3), "e": held(0, "giants")}, [owner(power="berserk", hand=2), FOE], "roll", because=why)


def test_a_commando_active_race_lends_no_discount_to_the_ghouls() -> None:
    """Ruling 90."""
    why = "b costs 2: 2; you have 1 token, 1 short"
    refused({"a": ghouls(2), "e": held(0, "giants")}, [owner(power="commando"), FOE], "conquer b", because=why)


@pytest.mark.parametrize("pips", [0, 3])
def test_ghouls_that_roll_end_the_conquests_of_the_active_race_too(pips: int) -> None:
    """Ruling 67: one final attempt a turn."""
    regions = {"a": ghouls(2), "e": held(0, "giants", 4)}
    reply = granted(regions, [owner(), FOE], "conquer b with die", rolls=(pips,))
    assert (reply["phase"], reply["to_move"], offers(reply, "conquer")) == ("redeploy", 0, [])
    why = "d cannot be conquered now: the final attempt of your Ghouls ended the conquests of the turn."
    refused(regions, [owner(), FOE], "conquer b with die", "conquer d", rolls=(pips,), because=why)


def test_ghouls_that_stop_leave_the_final_attempt_to_the_active_race() -> None:
    """Ruling 67."""
    regions = {"a": ghouls(2), "e": held(0, "giants", 2)}
    reply = granted(regions, [owner(), FOE], "stop", "conquer d with die", rolls=(1,))
    assert (tokens(reply, "d"), reply["phase"]) == (1, "redeploy")


def test_ghouls_and_active_race_have_a_die_each_by_a_switch() -> None:
    """Ruling 67: `ghouls_own_die`."""
    regions = {"a": ghouls(2), "e": held(0, "giants", 2)}
    moves = ("conquer b with die", "conquer d with die")
    reply = granted(regions, [owner(), FOE], *moves, rolls=(0, 1), options={"rulings": ["ghouls_own_die"]})
    assert (region(reply, "b"), tokens(reply, "d"), reply["phase"]) == ({}, 1, "redeploy")


def test_marauders_have_no_round_after_the_die_of_their_owners_ghouls() -> None:
    """Rulings 67, 136."""
    regions = {"a": ghouls(2), "e": held(0, "giants", 4)}
    reply = granted_all_sets(regions, [owner(power="marauding"), FOE], "conquer b with die", rolls=(0,))
    assert reply["phase"] == "redeploy"


def test_barbarians_stay_where_they_stand_when_their_owners_ghouls_have_rolled() -> None:
    """Rulings 67, 105: they were not readied, and never redeploy."""
    regions = {"a": ghouls(2), "e": held(0, "barbarians", 4)}
    reply = granted_all_sets(regions, [owner("barbarians"), FOE], "conquer b with die", "place a", "done", rolls=(0,))
    assert (tokens(reply, "e"), hand(reply, 0), reply["position"]["player"]) == (4, 0, 1)


def test_a_successful_die_ends_the_conquests_of_the_turn() -> None:
    """Rulings 44, 67."""
    reply = granted({"a": ghouls(2), "e": held(0, "giants", 2)}, [owner(), FOE], "conquer b with die", rolls=(3,))
    assert (reply["phase"], tokens(reply, "b")) == ("redeploy", 1)


def test_ghouls_of_a_failed_attempt_join_the_common_redeployment() -> None:
    """Rulings 44, 70."""
    regions = {"a": ghouls(2), "e": held(0, "giants", 2)}
    reply = granted(regions, [owner(), FOE], "conquer b with die", rolls=(0,))
    assert (reply["phase"], legal(reply)) == ("redeploy", ["place a", "place e"])


def test_ghouls_redeploy_within_ghoul_regions_only() -> None:
    """Ruling 70."""
    regions = {"a": ghouls(4), "b": ghouls(), "e": held(0, "giants")}
    players = [owner(), FOE]
    reply = granted(regions, players, "stop", "stop", "place b 3", "done")
    assert (tokens(reply, "a"), tokens(reply, "b")) == (1, 4)
    why = "You have 0 tokens of the Giants in hand, 1 cannot be placed"
    refused(regions, players, "stop", "stop", "place e", because=why)


def test_all_ghouls_must_be_placed_before_done() -> None:
    """Ruling 70; protocol."""
    why = "All that is in hand must be placed first: `place a`"
    refused({"a": ghouls(4), "e": held(0, "giants")}, [owner(), FOE], "stop", "stop", "place a 2", "done", because=why)


def test_ghouls_may_abandon_a_ghoul_region() -> None:
    """Protocol: `abandon R` in `ghouls` means a Ghoul region."""
    regions = {"a": ghouls(2), "b": ghouls(1), "e": held(0, "giants")}
    reply = granted(regions, [owner(), FOE], "abandon b")
    assert (region(reply, "b"), declined_entries(reply, 0)[0]["hand"]) == ({}, 2)
    why = "Your declined Ghouls act now; your Giants leave e, if at all, after their `stop`"
    refused(regions, [owner(), FOE], "abandon e", because=why)


def test_the_active_race_may_still_abandon_after_the_ghouls_conquered() -> None:
    """Ruling 48: it is readied afterwards."""
    regions = {"a": ghouls(4), "d": held(0, "giants"), "e": held(0, "giants")}
    reply = granted(regions, [owner(), FOE], "conquer b", "stop", "abandon d")
    assert (region(reply, "d"), hand(reply, 0)) == ({}, 1)
    refused(regions, [owner(), FOE], "conquer b", "stop", "abandon a", because="a is not held by your Giants")


def test_ghouls_that_left_every_region_enter_through_the_border() -> None:
    """Ruling 32."""
    on = board("a:farmland,border b:forest c:hill d:swamp e:farmland,border")
    reply = granted({"b": ghouls(4)}, [owner(hand=2), FOE], "abandon b", on=on)
    assert offers(reply, "conquer") == ["conquer a", "conquer e"]


# Against their owner's active race


def test_ghouls_may_attack_their_owners_active_race() -> None:
    """Ruling 69: an ordinary conquest with an ordinary loss."""
    regions = {"a": ghouls(5), "b": held(0, "giants", 2), "e": held(0, "giants")}
    reply = granted(regions, [owner(), FOE], "conquer b")
    assert (region(reply, "b")["race"], tokens(reply, "b"), hand(reply, 0)) == ("ghouls", 4, 1)


def test_a_lone_token_of_the_own_active_race_is_lost_to_the_ghouls() -> None:
    """Ruling 69."""
    regions = {"a": ghouls(5), "b": held(0, "giants"), "e": held(0, "giants")}
    reply = granted(regions, [owner(), FOE], "conquer b", "stop")
    assert (hand(reply, 0), declined_entries(reply, 0)[0]["hand"]) == (0, 1)


def test_own_elves_lose_nothing_to_own_ghouls() -> None:
    """Rulings 65, 69."""
    regions = {"a": ghouls(5), "b": held(0, "elves", 2), "e": held(0, "elves")}
    reply = granted(regions, [owner("elves"), FOE], "conquer b")
    assert hand(reply, 0) == 2


@pytest.mark.parametrize(
    ("race", "power", "piece"),
    [("giants", "heroic", "hero"), ("giants", "dragon_master", "dragon"), ("halflings", "hill", "hole")],
)
def test_immunity_does_not_stop_the_owners_ghouls(race: str, power: str, piece: str) -> None:
    """Ruling 8: immunity never binds the owner."""
    regions = {"a": ghouls(4), "b": held(0, race, 1, False, **{piece: 1}), "e": held(0, race)}
    reply = granted(regions, [owner(race, power), FOE], "conquer b")
    assert (region(reply, "b")["race"], pieces(reply, "b")) == ("ghouls", {})


def test_a_hero_driven_out_by_own_ghouls_is_placed_again() -> None:
    """Rulings 8, 99."""
    regions = {
        "a": ghouls(4),
        "b": held(0, "giants", 1, hero=1),
        "d": held(0, "giants", 1),
        "e": held(0, "giants", 1, hero=1),
    }
    moves = ("conquer b", "stop", "stop", "place a 2", "done")
    reply = granted(regions, [owner(power="heroic"), FOE], *moves)
    assert (reply["phase"], legal(reply)) == ("finish", ["place hero d", "place hero e"])


def test_a_dragon_driven_out_by_own_ghouls_may_be_used_in_the_same_turn() -> None:
    """Rulings 8, 94."""
    regions = {"a": ghouls(4), "b": held(0, "giants", 1, dragon=1), "e": held(0, "giants", 2)}
    moves = ("conquer b", "stop", "conquer d with dragon")
    reply = granted(regions, [owner(power="dragon_master"), FOE], *moves)
    assert (tokens(reply, "d"), pieces(reply, "d")) == (1, {"dragon": 1})


def test_a_hole_lost_to_own_ghouls_is_not_dug_again() -> None:
    """Ruling 75."""
    regions = {"a": ghouls(4), "b": held(0, "halflings", 1, hole=1), "e": held(0, "halflings", 3, hole=1)}
    reply = granted(regions, [owner("halflings"), FOE], "conquer b", "stop", "conquer d")
    assert (pieces(reply, "d"), active(reply, 0)["holes"]) == ({}, 0)


def test_own_encampments_hold_against_own_ghouls_and_come_back_to_hand() -> None:
    """Rulings 42, 69, 89."""
    regions = {"a": ghouls(6), "b": held(0, "giants", 1, encampment=2), "e": held(0, "giants", 1, encampment=3)}
    players = [owner(power="bivouacking"), FOE]
    reply = granted(regions, players, "conquer b")
    assert (tokens(reply, "b"), active(reply, 0)["encampments"]) == (5, 2)
    why = "b costs 5: 2 + 1 Giant + 2 encampments; you have 4 tokens"
    refused(regions | {"a": ghouls(5)}, players, "conquer b", because=why)


@pytest.mark.parametrize(("race", "power", "piece"), [("trolls", "hill", "lair"), ("giants", "fortified", "fortress")])
def test_own_lairs_and_fortresses_hold_against_own_ghouls_and_are_removed(race: str, power: str, piece: str) -> None:
    """Rulings 42, 69."""
    regions = {"a": ghouls(5), "b": held(0, race, 1, False, **{piece: 1}), "e": held(0, race)}
    reply = granted(regions, [owner(race, power), FOE], "conquer b")
    assert (tokens(reply, "b"), pieces(reply, "b")) == (4, {})


# What their attacks do not count for


@pytest.mark.parametrize(("race", "power"), [("orcs", "swamp"), ("giants", "pillaging"), ("orcs", "pillaging")])
def test_conquests_of_ghouls_bring_the_active_race_no_plunder(race: str, power: str) -> None:
    """Ruling 73."""
    regions = {"a": ghouls(4), "b": TRIBE, "c": held(0, race)}
    moves = ("conquer b", "stop", "stop", "place a 2", "done")
    reply = granted(regions, [owner(race, power), player("ratmen", "flying")], *moves)
    assert coins(reply)[0] == 5 + 3


def test_conquests_of_ghouls_raise_no_skeletons() -> None:
    """Ruling 73."""
    on = board(links="a-b a-c c-d d-e")
    regions = {"a": ghouls(7), "b": TRIBE, "c": TRIBE, "e": held(0, "skeletons")}
    reply = granted(regions, [owner("skeletons"), FOE], "conquer b", "conquer c", "stop", "stop", on=on)
    assert (hand(reply, 0), offers(reply, "place e")) == (0, [])


def test_an_attack_by_ghouls_does_not_spoil_a_pact() -> None:
    """Ruling 73."""
    regions = {"a": ghouls(4), "b": held(1, "ratmen"), "e": held(0, "giants")}
    moves = ("conquer b", "stop", "stop", "place a 2", "done")
    reply = granted(regions, [owner(power="diplomat"), FOE], *moves)
    assert "ally 1" in legal(reply)


def test_a_failed_attempt_by_ghouls_does_not_spoil_a_pact() -> None:
    """Rulings 73, 92."""
    regions = {"a": ghouls(2), "b": held(1, "ratmen"), "e": held(0, "giants")}
    moves = ("conquer b with die", "place a", "done")
    reply = granted(regions, [owner(power="diplomat"), FOE], *moves, rolls=(0,))
    assert "ally 1" in legal(reply)


def test_ghouls_ignore_a_pact() -> None:
    """Ruling 72."""
    regions = {"a": ghouls(4), "b": held(1, "ratmen"), "c": held(0, "giants", 6)}
    players = [owner(), player("ratmen", "diplomat", ally=0)]
    assert "conquer b" in legal(granted(regions, players))
    refused(regions, players, "stop", "conquer b", because="b is protected by a pact: seat 1")


# Under attack


def test_attacked_ghouls_lose_one_and_the_others_go_to_ghoul_regions() -> None:
    """Rulings 40, 71."""
    regions = {"a": held(1, "ratmen"), "b": ghouls(3), "d": ghouls(1), "e": held(0, "giants")}
    moves = ("conquer b", "stop", "place a 4", "done")
    reply = granted(regions, [owner(), player("ratmen", "swamp", hand=5)], *moves, player=1)
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("withdraw", 0, ["place d", "place d 2"])


def test_ghouls_without_a_region_wait_in_hand() -> None:
    """Ruling 71: the banner stays out meanwhile."""
    regions = {"a": held(1, "ratmen"), "b": ghouls(3), "e": held(0, "giants")}
    reply = granted(regions, [owner(), player("ratmen", "swamp", hand=5)], "conquer b", player=1)
    assert declined_entries(reply, 0) == [{"race": "ghouls", "power": None, "hand": 2}]
    assert "returned_banners" not in reply["position"]


def test_waiting_ghouls_enter_again_through_the_border() -> None:
    """Ruling 71."""
    old = {"race": "ghouls", "power": None, "hand": 2}
    reply = granted({"b": held(0, "giants", 3)}, [player("giants", "hill", declined=[old]), FOE])
    assert (reply["phase"], offers(reply, "conquer")) == ("ghouls", ["conquer a", "conquer e"])


def test_waiting_ghouls_go_on_waiting_when_they_only_stop() -> None:
    """Rulings 22, 71."""
    old = {"race": "ghouls", "power": None, "hand": 2}
    reply = granted({"b": held(0, "giants")}, [player("giants", "hill", declined=[old]), FOE], "stop", "stop")
    assert (reply["position"]["player"], declined_entries(reply, 0)[0]["hand"]) == (1, 2)


def test_waiting_ghouls_leave_when_their_owner_declines() -> None:
    """Rulings 66, 71."""
    old = {"race": "ghouls", "power": None, "hand": 2}
    reply = granted({"b": held(0, "giants")}, [player("giants", "hill", declined=[old]), FOE], "decline")
    assert [race["race"] for race in declined_entries(reply, 0)] == ["giants"]
    assert reply["position"]["returned_banners"] == ["ghouls"]


def test_the_last_ghoul_takes_the_banner_with_it() -> None:
    """Ruling 18."""
    regions = {"a": held(1, "ratmen"), "b": ghouls(), "e": held(0, "giants")}
    reply = granted(regions, [owner(), player("ratmen", "swamp", hand=5)], "conquer b", player=1)
    assert (declined_entries(reply, 0), reply["position"]["returned_banners"]) == ([], ["ghouls"])


def test_the_active_race_may_conquer_its_owners_ghouls() -> None:
    """Rulings 27, 41: it pays for them, and they lose one."""
    regions = {"a": ghouls(3), "b": held(0, "giants", 6), "e": ghouls()}
    reply = granted(regions, [owner(), FOE], "stop", "conquer a", "stop")
    assert (region(reply, "a")["race"], tokens(reply, "a")) == ("giants", 1)
    assert "place e" in legal(reply)


def test_taking_own_ghouls_counts_as_taking_a_non_empty_region() -> None:
    """Ruling 28."""
    regions = {"a": ghouls(1), "b": held(0, "orcs", 4)}
    reply = granted(
        regions, [owner("orcs", "swamp"), player("ratmen", "hill")], "stop", "conquer a", "stop", "place a 2", "done"
    )
    assert coins(reply)[0] == 5 + 2 + 1


def test_sorcerers_cannot_replace_a_lone_declined_ghoul() -> None:
    """Ruling 72."""
    regions = {"a": held(1, "sorcerers"), "b": ghouls(), "e": held(0, "giants")}
    why = "Sorcery replaces a single active token of an opponent; none stands in b"
    refused(regions, [owner(), player("sorcerers", "swamp", hand=5)], "conquer b with sorcery", player=1, because=why)


def test_attacking_declined_ghouls_does_not_spoil_a_pact() -> None:
    """Ruling 72."""
    regions = {"a": held(1, "ratmen", 6), "b": ghouls(), "e": held(0, "giants")}
    players = [owner(), player("ratmen", "diplomat")]
    reply = granted(regions, players, "conquer b", "stop", "place a 4", "done", player=1)
    assert "ally 0" in legal(reply)


def test_a_pact_does_not_protect_the_diplomats_declined_ghouls() -> None:
    """Ruling 93."""
    regions = {"a": held(1, "ratmen", 6), "b": ghouls(), "e": held(0, "giants")}
    players = [owner(power="diplomat", ally=1), player("ratmen", "swamp")]
    assert "conquer b" in legal(granted(regions, players, player=1))


# Badges that outlast the decline


def test_seafaring_ghouls_keep_their_seas_in_decline_and_take_no_new_ones() -> None:
    """Rulings 68, 101."""
    on = board("s:sea,border a:farmland,border l:lake b:hill", links="s-a a-l a-b")
    regions = {"s": ghouls(3), "a": ghouls(3)}
    players = [owner(hand=2, badge="seafaring"), FOE]
    reply = granted(regions, players, on=on)
    assert offers(reply, "conquer") == ["conquer b"]
    reply = granted(regions, players, "stop", "stop", "place s 4", "done", on=on)
    assert (tokens(reply, "s"), coins(reply)[0]) == (5, 7)


def test_ghouls_on_a_sea_attack_its_shore() -> None:
    """Rulings 31, 101."""
    on = board("s:sea,border a:farmland,border b:hill", links="s-a a-b")
    reply = granted({"s": ghouls(3)}, [owner(hand=2, badge="seafaring"), FOE], "conquer a", on=on)
    assert tokens(reply, "a") == 2


def test_a_fortress_of_declined_ghouls_defends_but_pays_nothing() -> None:
    """Rulings 68, 98."""
    regions = {"a": held(1, "ratmen", 4), "b": ghouls(1, fortress=1), "e": held(0, "giants")}
    players = [owner(badge="fortified"), FOE]
    refused(regions, players, "conquer b", player=1, because="b costs 4: 2 + 1 Ghoul + 1 fortress; you have 3 tokens")
    reply = granted(regions, players, "stop", "stop")
    assert (coins(reply)[0], pieces(reply, "b")) == (7, {"fortress": 1})


def test_declined_fortified_ghouls_build_no_fortress() -> None:
    """Ruling 98: once per turn while active."""
    regions = {"b": ghouls(2, fortress=1), "c": ghouls(1), "e": held(0, "giants")}
    reply = granted(regions, [owner(badge="fortified"), FOE], "stop", "stop")
    assert offers(reply, "place fortress") == []


def test_a_fortress_in_an_abandoned_ghoul_region_is_removed() -> None:
    """Rulings 48, 98."""
    regions = {"b": ghouls(2, fortress=1), "c": ghouls(1), "e": held(0, "giants")}
    reply = granted(regions, [owner(badge="fortified"), FOE], "abandon b", "conquer b")
    assert (tokens(reply, "b"), pieces(reply, "b")) == (2, {})


def test_spirit_ghouls_act_alongside_another_declined_race() -> None:
    """Ruling 102."""
    regions = {"a": ghouls(3), "d": held(0, "elves", 1, declined=True), "e": held(0, "giants")}
    players = [player("giants", "hill", declined=[("ghouls", "spirit"), "elves"]), FOE]
    reply = granted(regions, players, "conquer b", "stop", "stop", "place b", "done")
    assert (region(reply, "b")["race"], tokens(reply, "b"), coins(reply)[0]) == ("ghouls", 2, 5 + 2 + 1 + 1)


def test_spirit_ghouls_may_be_the_newer_of_two_declined_races() -> None:
    """Ruling 102: they do not push out the older one."""
    regions = {"a": held(0, "ghouls", 3), "d": held(0, "elves", 1, declined=True)}
    reply = granted(regions, [player("ghouls", "spirit", declined=["elves"]), FOE], "decline")
    assert (tokens(reply, "a"), tokens(reply, "d"), coins(reply)[0]) == (3, 1, 7)


def test_spirit_ghouls_may_attack_the_other_declined_race() -> None:
    """Rulings 27, 102."""
    regions = {"a": ghouls(4), "b": held(0, "elves", 1, declined=True), "e": held(0, "giants")}
    players = [player("giants", "hill", declined=[("ghouls", "spirit"), "elves"]), FOE]
    reply = granted(regions, players, "conquer b")
    assert [race["race"] for race in declined_entries(reply, 0)] == ["ghouls"]
    assert tokens(reply, "b") == 2
