"""Hordes of: two pieces that act as race tokens until the race declines."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    WITH_BOXES,
    active,
    coins,
    combos,
    continued_all_sets,
    declined,
    events_of_type,
    granted_all_sets,
    hand,
    held,
    legal,
    offers,
    pieces,
    player,
    refused,
    refused_all_sets,
    region,
    same_game,
    tokens,
)


def hordes(hand: int = 0, race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """A player with Hordes of something."""
    return player(race, "hordes_of", hand=hand, **more)


def foe(hand: int = 0, race: str = "orcs", power: str = "swamp", **more: Any) -> dict[str, Any]:
    """Another player."""
    return player(race, power, hand=hand, **more)


def spare(reply: dict[str, Any], seat: int) -> int:
    """The Hordes tokens that a seat has in hand."""
    return int(active(reply, seat)["hordes"])


HOME = {"a": held(0, "ratmen")}
MIXED = {"a": held(0, "orcs"), "b": held(1, "ratmen", 2, horde=1), "e": held(1, "ratmen")}


def test_the_badge_brings_five_tokens_and_two_hordes() -> None:
    """Rulings 14, 134; facts."""
    reply = granted_all_sets({}, [player(), player()], "pick 1", column=combos("ratmen+hordes_of"))
    assert (hand(reply, 0), spare(reply, 0)) == (13, 2)


# Conquests


def test_a_conquest_spends_race_tokens_first() -> None:
    """Protocol."""
    reply = granted_all_sets(HOME, [hordes(1), foe()], "conquer b")
    assert (tokens(reply, "b"), pieces(reply, "b"), spare(reply, 0)) == (1, {"horde": 1}, 1)


def test_hordes_alone_conquer() -> None:
    """Ruling 134: they may hold a region alone."""
    reply = granted_all_sets(HOME, [hordes(0), foe()], "conquer b")
    assert (tokens(reply, "b"), pieces(reply, "b"), region(reply, "b")["race"]) == (0, {"horde": 2}, "ratmen")


def test_they_count_for_the_die() -> None:
    """Rulings 43, 134."""
    reply = granted_all_sets(HOME | {"b": TRIBE}, [hordes(0), foe()], "conquer b with die", rolls=(1,))
    assert region(reply, "b")["player"] == 0


def test_a_region_they_hold_alone_scores() -> None:
    """Rulings 50, 134."""
    moves = ("conquer b", "stop", "place horde a", "done")
    assert coins(granted_all_sets(HOME, [hordes(0), foe()], *moves))[0] == 5 + 2


def test_a_region_they_hold_alone_gives_adjacency() -> None:
    """Rulings 31, 134."""
    regions = HOME | {"b": held(0, "ratmen", 0, horde=1)}
    assert tokens(granted_all_sets(regions, [hordes(2), foe()], "conquer c"), "c") == 2


def test_a_region_they_hold_alone_is_not_empty() -> None:
    """Rulings 5, 134: Orcs profit."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 0, horde=1)}
    reply = granted_all_sets(
        regions, [player("orcs", "hill", hand=3), hordes()], "conquer b", "stop", "place a 2", "done"
    )
    assert coins(reply)[0] == 5 + 2 + 1


# Readying and redeployment


def test_readying_leaves_a_race_token_where_there_is_one() -> None:
    """Protocol."""
    regions = {"a": held(0, "ratmen", 2, horde=1), "b": held(0, "ratmen", 1, horde=1)}
    reply = granted_all_sets(regions, [hordes(), foe()])
    assert (tokens(reply, "a"), tokens(reply, "b"), hand(reply, 0), spare(reply, 0)) == (1, 1, 1, 2)


def test_readying_leaves_a_horde_where_it_is_alone() -> None:
    """Protocol; ruling 47."""
    reply = granted_all_sets({"a": held(0, "ratmen", 0, horde=2)}, [hordes(), foe()])
    assert (pieces(reply, "a"), spare(reply, 0)) == ({"horde": 1}, 1)


def test_placing_them_is_compulsory() -> None:
    """Protocol: all that can be placed must be placed."""
    reply = granted_all_sets(HOME, [hordes(), foe()], "stop")
    assert (reply["phase"], legal(reply)) == ("redeploy", ["place horde a"])
    reply = continued_all_sets(reply, "place horde a", "place horde a")
    assert (pieces(reply, "a"), legal(reply)) == ({"horde": 2}, ["done"])


def test_they_are_not_placed_in_declined_regions() -> None:
    """Ruling 40."""
    regions = HOME | {"c": held(0, "elves", declined=True)}
    assert legal(granted_all_sets(regions, [hordes(declined=["elves"]), foe()], "stop")) == ["place horde a"]


def test_a_horde_in_a_region_of_others_is_refused_for_that() -> None:
    """Ruling 40."""
    regions = HOME | {"c": held(0, "elves", declined=True)}
    why = "c is not held by your active race"
    refused_all_sets(regions, [hordes(declined=["elves"]), foe()], "stop", "place horde c", because=why)


def test_an_abandoned_horde_comes_to_hand() -> None:
    """Ruling 48."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "ratmen", 0, horde=1)}
    reply = granted_all_sets(regions, [hordes(hordes=1), foe()], "abandon b")
    assert (spare(reply, 0), hand(reply, 0), region(reply, "b")) == (2, 0, {})


# Losses


def test_a_horde_adds_one_to_the_defence() -> None:
    """Ruling 25."""
    assert tokens(granted_all_sets(MIXED, [foe(5), hordes()], "conquer b"), "b") == 5
    assert "conquer b" not in legal(granted_all_sets(MIXED, [foe(4), hordes()]))


def test_the_owner_of_a_mixed_region_is_asked_which_is_lost() -> None:
    """Ruling 134; protocol: phase `choice`, out of turn."""
    reply = granted_all_sets(MIXED, [foe(5), hordes()], "conquer b")
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("choice", 1, ["lose token", "lose horde"])
    assert reply["position"]["player"] == 0


def test_lose_token() -> None:
    """Ruling 134."""
    reply = granted_all_sets(MIXED, [foe(5), hordes(hordes=1)], "conquer b", "lose token")
    assert (reply["phase"], reply["to_move"], hand(reply, 1), spare(reply, 1)) == ("conquer", 0, 1, 2)


def test_lose_horde() -> None:
    """Ruling 134."""
    reply = granted_all_sets(MIXED, [foe(5), hordes(hordes=1)], "conquer b", "lose horde")
    assert (reply["phase"], reply["to_move"], hand(reply, 1), spare(reply, 1)) == ("conquer", 0, 2, 1)


def test_a_lost_horde_is_gone_for_good() -> None:
    """Ruling 134: two pieces."""
    reply = granted_all_sets(MIXED, [foe(5), hordes(hordes=0)], "conquer b", "lose horde", "stop", "place a 4", "done")
    assert (reply["phase"], offers(reply, "place horde")) == ("withdraw", [])


def test_a_saved_horde_is_placed_at_the_end_of_the_turn() -> None:
    """Rulings 37, 134."""
    reply = granted_all_sets(MIXED, [foe(5), hordes(hordes=0)], "conquer b", "lose token", "stop", "place a 4", "done")
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("withdraw", 1, ["place e", "place horde e"])


def test_a_horde_alone_is_lost_without_a_question() -> None:
    """Rulings 37, 134."""
    regions = MIXED | {"b": held(1, "ratmen", 0, horde=2)}
    reply = granted_all_sets(regions, [foe(4), hordes(hordes=0)], "conquer b")
    assert (reply["phase"], hand(reply, 1), spare(reply, 1)) == ("conquer", 0, 1)


def test_race_tokens_alone_leave_no_question() -> None:
    """Ruling 134: mixed regions only."""
    regions = MIXED | {"b": held(1, "ratmen", 2)}
    reply = granted_all_sets(regions, [foe(4), hordes()], "conquer b")
    assert (reply["phase"], hand(reply, 1), spare(reply, 1)) == ("conquer", 1, 2)


@pytest.mark.parametrize(("power", "move"), [("dragon_master", "conquer b with dragon"), ("were", "conquer b")])
def test_any_conquest_asks(power: str, move: str) -> None:
    """Ruling 144."""
    reply = granted_all_sets(MIXED, [foe(5, power=power), hordes()], move)
    assert (reply["phase"], reply["to_move"]) == ("choice", 1)


def test_after_a_lucky_die_the_question_comes_before_the_end_of_the_conquests() -> None:
    """Rulings 44, 134."""
    reply = granted_all_sets(MIXED, [foe(4), hordes()], "conquer b with die", rolls=(1,))
    assert (reply["phase"], reply["to_move"]) == ("choice", 1)
    assert same_game(reply)
    assert continued_all_sets(reply, "lose horde")["phase"] == "redeploy"


def test_ghouls_ask_too() -> None:
    """Rulings 67, 134: then they go on."""
    regions = MIXED | {"a": held(0, "ghouls", 6, declined=True), "c": held(0, "orcs")}
    reply = granted_all_sets(regions, [foe(declined=["ghouls"]), hordes()], "conquer b")
    assert (reply["phase"], reply["to_move"], same_game(reply)) == ("choice", 1, True)
    assert continued_all_sets(reply, "lose token")["phase"] == "ghouls"


def test_own_ghouls_ask_their_owner() -> None:
    """Rulings 69, 134."""
    regions = {"a": held(0, "ghouls", 6, declined=True), "b": held(0, "ratmen", 1, horde=1), "e": held(0, "ratmen")}
    reply = granted_all_sets(regions, [hordes(declined=["ghouls"]), foe()], "conquer b")
    assert (reply["phase"], reply["to_move"], same_game(reply)) == ("choice", 0, True)


def test_nothing_else_is_answered_to_the_question() -> None:
    """Protocol."""
    for move in ("stop", "conquer c", "place e"):
        refused_all_sets(
            MIXED, [foe(5), hordes()], "conquer b", move, because="First seat 1 says which piece its Ratmen lose"
        )


def test_without_a_question_there_is_nothing_to_lose() -> None:
    """Protocol."""
    refused_all_sets(MIXED, [foe(5), hordes()], "lose horde", because="Swamp Orcs have no Hordes tokens to choose from")
    why = "`lose horde` has no place in the phase conquer"
    refused_all_sets(MIXED, [foe(5), hordes()], "lose horde", player=1, because=why)


def test_a_position_can_stand_at_the_question() -> None:
    """Protocol: the position leads on with the same game."""
    reply = granted_all_sets(MIXED, [foe(5), hordes()], "conquer b")
    assert same_game(reply)
    again = continued_all_sets(reply, "lose horde")
    assert (again["phase"], again["to_move"], spare(again, 1)) == ("conquer", 0, 1)


def test_a_lost_horde_is_told() -> None:
    """Protocol: events say what happened, as tokens lost for good or as a piece removed."""
    regions = MIXED | {"b": held(1, "ratmen", 0, horde=1)}
    reply = granted_all_sets(regions, [foe(3), hordes()], "conquer b")
    gone = [event for event in events_of_type(reply, "piece_removed") if event["piece"] == "horde"]
    assert events_of_type(reply, "lost")[0]["tokens"] == 1 or gone


def test_igors_gather_a_lost_horde() -> None:
    """Rulings 112, 134: race tokens in all ways."""
    regions = MIXED | {"a": held(0, "igors"), "b": held(1, "ratmen", 0, horde=1)}
    reply = granted_all_sets(regions, [foe(3, "igors"), hordes()], "conquer b")
    assert active(reply, 0)["igor_souls"] == 1


def test_igors_gather_one_of_a_mixed_region() -> None:
    """Rulings 112, 134."""
    regions = MIXED | {"a": held(0, "igors")}
    reply = granted_all_sets(regions, [foe(5, "igors"), hordes()], "conquer b", "lose horde")
    assert active(reply, 0)["igor_souls"] == 1


# Decline and the end


def test_they_are_gone_on_decline() -> None:
    """Rulings 134, 142."""
    reply = granted_all_sets({"a": held(0, "ratmen", 2, horde=2)}, [hordes(), foe()], "decline")
    assert (tokens(reply, "a"), pieces(reply, "a")) == (1, {})


def test_a_region_held_by_hordes_alone_is_lost_on_decline() -> None:
    """Ruling 134."""
    regions = HOME | {"b": held(0, "ratmen", 0, horde=1)}
    reply = granted_all_sets(regions, [hordes(), foe()], "decline")
    assert (region(reply, "b"), coins(reply)[0], declined(reply, 0)) == ({}, 6, ["ratmen"])


def test_a_race_of_hordes_alone_leaves_on_decline() -> None:
    """Rulings 58, 134."""
    reply = granted_all_sets({"b": held(0, "ratmen", 0, horde=1)}, [hordes(), foe()], "decline")
    assert (declined(reply, 0), coins(reply)[0]) == ([], 5)


def test_the_tie_break_counts_them() -> None:
    """Ruling 61."""
    regions = {"a": held(0, "ratmen", 1, horde=2), "e": held(1, "orcs", 2)}
    moves = ("stop", "place horde a", "place horde a", "done", "stop", "place e", "done")
    reply = granted_all_sets(regions, [hordes(), foe(power="hill")], *moves, turn=10)
    assert reply["result"]["winners"] == [0]


# With races


def test_elves_lose_no_horde() -> None:
    """Rulings 65, 134."""
    regions = MIXED | {"b": held(1, "elves", 1, horde=1), "e": held(1, "elves", 0, horde=1)}
    reply = granted_all_sets(regions, [foe(4), hordes(race="elves")], "conquer b")
    assert (reply["phase"], hand(reply, 1), spare(reply, 1)) == ("conquer", 1, 1)


def test_elves_alone_with_a_horde_lose_none() -> None:
    """Rulings 65, 134."""
    regions = MIXED | {"b": held(1, "elves", 0, horde=1), "e": held(1, "elves")}
    assert spare(granted_all_sets(regions, [foe(3), hordes(race="elves", hordes=1)], "conquer b"), 1) == 2


def test_pygmies_roll_after_the_choice() -> None:
    """Rulings 121, 134."""
    regions = MIXED | {"b": held(1, "pygmies", 1, horde=1), "e": held(1, "pygmies")}
    reply = granted_all_sets(regions, [foe(4), hordes(race="pygmies")], "conquer b")
    assert (reply["phase"], same_game(reply)) == ("choice", True)
    assert hand(continued_all_sets(reply, "lose horde", rolls=(2,)), 1) == 1 + 2
    assert hand(continued_all_sets(reply, "lose token", rolls=(2,)), 1) == 2


def test_sorcerers_cannot_replace_a_token_beside_a_horde() -> None:
    """Ruling 81."""
    regions = MIXED | {"a": held(0, "sorcerers"), "b": held(1, "ratmen", 1, horde=1)}
    why = "Sorcery needs a single token; in b there are Hordes tokens too"
    refused_all_sets(regions, [foe(1, "sorcerers"), hordes()], "conquer b with sorcery", because=why)


def test_kobolds_count_a_horde_as_one_of_the_two() -> None:
    """Ruling 115."""
    regions = {"a": held(0, "kobolds", 2), "b": held(0, "kobolds", 1, horde=1)}
    reply = granted_all_sets(regions, [hordes(1, "kobolds"), foe()])
    assert (tokens(reply, "b"), pieces(reply, "b"), hand(reply, 0), spare(reply, 0)) == (1, {"horde": 1}, 1, 1)
    assert pieces(continued_all_sets(reply, "conquer c"), "c") == {"horde": 1}


def test_a_lone_kobold_with_a_horde_enters() -> None:
    """Ruling 115."""
    reply = granted_all_sets({}, [hordes(1, "kobolds", hordes=1), foe()], "conquer a")
    assert (tokens(reply, "a"), pieces(reply, "a")) == (1, {"horde": 1})


def test_a_kobold_and_a_horde_decline_to_one_kobold() -> None:
    """Rulings 114, 134."""
    regions = {"a": held(0, "kobolds", 2), "b": held(0, "kobolds", 1, horde=1), "c": held(0, "kobolds", 2)}
    reply = granted_all_sets(regions, [hordes(0, "kobolds"), foe()], "decline")
    assert (tokens(reply, "a"), tokens(reply, "b"), pieces(reply, "b"), coins(reply)[0]) == (1, 1, {}, 8)


def test_amazons_place_their_hordes_and_keep_four() -> None:
    """Rulings 62, 134."""
    regions = {"a": held(0, "amazons")}
    reply = granted_all_sets(
        regions, [hordes(5, "amazons"), foe()], "stop", "place a", "place horde a", "place horde a", "done"
    )
    assert (reply["to_move"], hand(reply, 0), pieces(reply, "a")) == (1, 4, {"horde": 2})


def test_hordes_of_pixies_wait_in_hand() -> None:
    """Rulings 118, 134: race tokens in all ways."""
    regions = {"a": held(0, "pixies", 3), "e": held(1, "orcs")}
    reply = granted_all_sets(regions, [hordes(0, "pixies"), foe()], "stop")
    assert (reply["to_move"], reply["phase"], spare(reply, 0)) == (1, "conquer", 2)


def test_hordes_of_pixies_that_wait_cannot_be_placed_in_withdraw() -> None:
    """Rulings 118, 134; protocol: tokens they keep off the map cannot be placed in `withdraw`."""
    regions = {"a": held(0, "orcs"), "e": held(1, "pixies")}
    reply = granted_all_sets(regions, [foe(), hordes(4, "pixies", waiting=4, hordes=2)], "stop")
    assert (reply["phase"], reply["to_move"]) == ("conquer", 1)


def test_hordes_of_pixies_wait_through_the_others_turns() -> None:
    """Rulings 118, 134: until the next turn."""
    regions = {"a": held(0, "pixies", 3), "e": held(1, "orcs")}
    reply = granted_all_sets(regions, [hordes(0, "pixies"), foe()], "stop", "stop")
    assert (reply["phase"], reply["to_move"], spare(reply, 0)) == ("conquer", 0, 2)


def test_hordes_of_barbarians_stay_where_they_fought_and_unused_ones_wait() -> None:
    """Rulings 105, 134."""
    regions = {"a": held(0, "barbarians"), "e": held(1, "orcs")}
    reply = granted_all_sets(regions, [hordes(1, "barbarians"), foe()], "conquer b", "stop")
    assert (reply["to_move"], pieces(reply, "b"), spare(reply, 0)) == (1, {"horde": 1}, 1)
    assert continued_all_sets(reply, "stop")["phase"] == "conquer"


def test_surviving_hordes_of_barbarians_redeploy() -> None:
    """Rulings 106, 134."""
    regions = MIXED | {"b": held(1, "barbarians", 1, horde=1), "e": held(1, "barbarians")}
    moves = ("conquer b", "lose token", "stop", "place a 3", "done")
    reply = granted_all_sets(regions, [foe(4), hordes(race="barbarians", hordes=0)], *moves)
    assert (reply["phase"], legal(reply)) == ("withdraw", ["place horde e"])


def test_survivors_of_barbarians_wait_with_that_ruling_whichever_is_lost() -> None:
    """Rulings 106, 134, 175."""
    regions = MIXED | {"b": held(1, "barbarians", 2, horde=1), "e": held(1, "barbarians")}
    moves = ("conquer b", "lose horde", "stop", "place a 4", "done")
    players = [foe(5), hordes(race="barbarians", hordes=0)]
    reply = granted_all_sets(regions, players, *moves, rulings=("barbarian_survivors_wait",))
    assert (reply["phase"], reply["to_move"], hand(reply, 1)) == ("conquer", 1, 2)


def test_ghouls_of_hordes_decline_with_all_their_race_tokens() -> None:
    """Rulings 66, 134."""
    regions = {"a": held(0, "ghouls", 3, horde=1), "b": held(0, "ghouls", 0, horde=1), "c": held(0, "ghouls", 2)}
    reply = granted_all_sets(regions, [hordes(0, "ghouls"), foe()], "decline")
    assert (tokens(reply, "a"), pieces(reply, "a"), region(reply, "b"), tokens(reply, "c")) == (3, {}, {}, 2)


def test_priestesses_build_no_tower_where_only_a_horde_stands() -> None:
    """Rulings 119, 134: one token from each region, in one of those regions; that of the Horde is lost."""
    regions = {"a": held(0, "priestesses"), "b": held(0, "priestesses", 0, horde=1), "c": held(0, "priestesses")}
    reply = granted_all_sets(regions, [hordes(0, "priestesses"), foe()], "decline")
    assert legal(reply) == ["tower a", "tower c"]


def test_priestesses_with_only_hordes_on_the_map_build_no_tower() -> None:
    """Rulings 58, 119, 134."""
    reply = granted_all_sets({"b": held(0, "priestesses", 0, horde=1)}, [hordes(2, "priestesses"), foe()], "decline")
    assert (reply["phase"], reply["to_move"], declined(reply, 0)) == ("conquer", 1, [])


def test_trolls_lose_the_lair_of_a_horde_on_decline() -> None:
    """Rulings 84, 134: the region is empty."""
    regions = {"a": held(0, "trolls"), "b": held(0, "trolls", 0, horde=1, lair=1)}
    assert region(granted_all_sets(regions, [hordes(0, "trolls"), foe()], "decline"), "b") == {}


def test_a_horde_in_a_shrubmen_forest_is_as_immune() -> None:
    """Rulings 122, 134."""
    regions = {"a": held(0, "orcs"), "b": held(1, "shrubmen", 0, horde=1)}
    why = "b is immune: opponents cannot touch Shrubmen there"
    refused_all_sets(regions, [foe(9), hordes(race="shrubmen")], "conquer b", because=why)


def test_fauns_give_for_a_horde_alone() -> None:
    """Rulings 107, 134: an active region."""
    regions = {"a": held(0, "fauns"), "b": held(1, "ratmen", 0, horde=1), "e": held(1, "ratmen")}
    moves = ("conquer b", "stop", "place a 3", "done")
    reply = granted_all_sets(regions, [foe(3, "fauns"), hordes(hordes=0)], *moves)
    assert (reply["phase"], hand(reply, 1)) == ("withdraw", 1)


def test_bewitching_sorcerers_use_a_race_token_not_a_horde() -> None:
    """Rulings 78, 134."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "orcs")}
    reply = granted_all_sets(regions, [hordes(0, "sorcerers"), foe()], "conquer b with sorcery")
    assert (tokens(reply, "b"), pieces(reply, "b"), spare(reply, 0)) == (1, {}, 2)


@pytest.mark.parametrize(
    "moves", [(), ("conquer b",), ("conquer b", "stop"), ("conquer b", "stop", "place horde a"), ("abandon a",)]
)
def test_every_position_leads_on(moves: tuple[str, ...]) -> None:
    """Protocol: the position leads on with the same game."""
    assert same_game(granted_all_sets(HOME, [hordes(1), foe()], *moves))


def test_positions_do_not_give_lost_hordes_back() -> None:
    """Protocol: `hordes` beside the hand."""
    regions = MIXED | {"b": held(1, "ratmen", 0, horde=1)}
    reply = granted_all_sets(regions, [foe(3), hordes(hordes=0)], "conquer b")
    assert (spare(reply, 1), spare(continued_all_sets(reply, "stop"), 1)) == (0, 0)


# With the ruling that Hordes need company

COMPANY = {"rulings": ["hordes_need_company"]}
LONE = {"a": held(0, "ratmen"), "b": held(0, "ratmen", 0, horde=1)}


def test_a_horde_alone_gets_a_race_token_first() -> None:
    """Ruling 134 as switched: company at the end of one's turn."""
    reply = granted_all_sets(LONE, [hordes(3, hordes=0), foe()], "stop", rulings=("hordes_need_company",))
    assert legal(reply) == ["place b"]
    reply = continued_all_sets(reply, "place b", rulings=("hordes_need_company",))
    assert offers(reply, "place a") == ["place a", "place a 2"]


def test_a_horde_without_company_gives_its_region_up() -> None:
    """Ruling 134 as switched: no race token is left to stand with it."""
    reply = granted_all_sets(LONE, [hordes(0, hordes=0), foe()], "stop", rulings=("hordes_need_company",))
    assert legal(reply) == ["abandon b"]
    reply = continued_all_sets(reply, "abandon b", rulings=("hordes_need_company",))
    assert (region(reply, "b"), spare(reply, 0), legal(reply)) == ({}, 1, ["place horde a"])


def test_a_horde_alone_says_what_it_waits_for() -> None:
    """Ruling 134 as switched."""
    options = WITH_BOXES | COMPANY
    why = "In b a Hordes token stands alone: first one race token goes there"
    refused(LONE, [hordes(3, hordes=0), foe()], "stop", "place a", options=options, because=why)
    why = "A Hordes token may not stay alone, and no race token is in hand: abandon that region"
    refused(LONE, [hordes(0, hordes=0), foe()], "stop", "done", options=options, because=why)


def test_without_the_ruling_a_horde_holds_alone() -> None:
    """Ruling 134."""
    reply = granted_all_sets(LONE, [hordes(0, hordes=0), foe()], "stop")
    assert (reply["to_move"], pieces(reply, "b")) == (1, {"horde": 1})


def test_a_horde_alone_is_bewitched_like_a_race_token() -> None:
    """Rulings 78, 81, 134: only a companion would protect it."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "ratmen", 0, horde=1), "e": held(1, "ratmen")}
    players = [player("sorcerers", "hill", 1), hordes(hordes=0)]
    reply = granted_all_sets(regions, players, "conquer b with sorcery")
    assert (region(reply, "b")["race"], tokens(reply, "b"), pieces(reply, "b")) == ("sorcerers", 1, {})
    assert (spare(reply, 1), hand(reply, 1)) == (0, 0)
