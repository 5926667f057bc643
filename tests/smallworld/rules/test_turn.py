"""Order of a turn, and the phases that the referee names (rulings 21-24)."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import (
    TRIBE,
    active,
    coins,
    combos,
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

GHOUL_TURN = (
    {"a": held(0, "ghouls", 4, declined=True), "c": held(0, "orcs", 3)},
    [player("orcs", "hill", declined=["ghouls"]), player()],
)
"""Declined Ghouls and active Orcs, both with spare tokens."""


def test_a_turn_goes_from_readying_over_conquest_and_redeployment_to_scoring_and_withdrawals() -> None:
    """Ruling 21."""
    regions = {"a": held(0, "ratmen", 5), "b": held(1, "orcs", 2), "d": held(1, "orcs")}
    players = [player("ratmen", "merchant"), player("orcs", "hill")]
    reply = granted(regions, players, "conquer b", "stop", "place a 3", "done", "place d", "done", column=SIX)
    kinds = [event["type"] for event in reply["events"]]
    assert kinds == "turn readied conquered lost stopped readied placed scored placed turn readied".split()


SIX = combos("giants+forest wizards+swamp elves+mounted humans+flying trolls+stout dwarves+spirit")


def test_without_an_active_race_a_combo_is_chosen_and_the_turn_goes_on() -> None:
    """Ruling 21b."""
    reply = granted({}, [player(), player()], "pick 1")
    assert (reply["phase"], reply["to_move"]) == ("conquer", 0)
    assert "decline" not in reply["legal"]


def test_declined_ghouls_act_before_the_active_race_also_after_a_pick() -> None:
    """Ruling 21c."""
    reply = granted({"a": held(0, "ghouls", 4, declined=True)}, [player(declined=["ghouls"]), player()], "pick 1")
    assert reply["phase"] == "ghouls"
    assert "decline" not in reply["legal"]


def test_nobody_is_obliged_to_conquer() -> None:
    """Rulings 22, 57."""
    reply = granted({"a": held(0, "ratmen", 3)}, [player("ratmen", "hill"), player()], "stop", "place a 2", "done")
    assert (coins(reply)[0], tokens(reply, "a"), reply["to_move"]) == (6, 3, 1)


def test_a_player_may_stop_at_any_time_and_reinforce_without_rolling() -> None:
    """Ruling 23."""
    players = [player("ratmen", "hill", 3), player()]
    reply = granted({"a": held(0, "ratmen")}, players, "conquer b", "stop", "place b 2", "done")
    assert tokens(reply, "b") == 3
    assert not events_of_type(reply, "rolled")


@pytest.mark.parametrize("first", [0, 1])
def test_the_turn_marker_advances_at_the_first_players_turn(first: int) -> None:
    """Ruling 24."""
    players = [player("ratmen", "hill"), player("orcs", "swamp")]
    reply = granted({}, players, "stop", first=first)
    assert reply["position"]["player"] == 1
    assert reply["position"]["turn"] == (3 if first == 0 else 4)


# How a turn is asked for


def test_the_engine_readies_the_troops_at_the_start_of_a_turn() -> None:
    """Referee: tokens beyond the minimum come to hand."""
    reply = granted({"a": held(0, "ratmen", 4), "b": held(0, "ratmen", 2)}, [player("ratmen", "hill", 1), player()])
    assert (tokens(reply, "a"), tokens(reply, "b"), hand(reply, 0)) == (1, 1, 5)


def test_troops_used_in_conquest_come_to_hand_once_more_at_redeployment() -> None:
    """Referee; ruling 29: they stay where they conquered until then."""
    start = ({"a": held(0, "ratmen")}, [player("ratmen", "hill", 2), player()])
    assert tokens(granted(*start, "conquer b"), "b") == 2
    reply = granted(*start, "conquer b", "stop")
    assert (tokens(reply, "b"), hand(reply, 0), reply["phase"]) == (1, 1, "redeploy")


def test_with_declined_ghouls_only_these_are_readied_at_the_start() -> None:
    """Referee."""
    reply = granted(*GHOUL_TURN)
    assert (reply["phase"], tokens(reply, "a"), tokens(reply, "c"), hand(reply, 0)) == ("ghouls", 1, 3, 0)
    assert reply["position"]["players"][0]["declined"][0]["hand"] == 3


def test_the_active_race_is_readied_when_its_conquests_begin() -> None:
    """Referee."""
    reply = granted(*GHOUL_TURN, "stop")
    assert (reply["phase"], tokens(reply, "c"), hand(reply, 0)) == ("conquer", 1, 2)


def test_decline_is_legal_before_the_ghouls_act_and_when_they_only_stopped() -> None:
    """Referee."""
    assert "decline" in granted(*GHOUL_TURN)["legal"]
    assert "decline" in granted(*GHOUL_TURN, "stop")["legal"]


@pytest.mark.parametrize("act", ["conquer b", "abandon a"])
def test_decline_is_closed_once_the_ghouls_have_acted(act: str) -> None:
    """Referee; ruling 55."""
    reply = granted(*GHOUL_TURN, act, "stop")
    assert reply["phase"] == "conquer"
    assert "decline" not in reply["legal"]


def test_declining_ghouls_stand_where_they_stood() -> None:
    """Referee: `decline` undoes the readying."""
    regions = {"a": held(0, "ghouls", 4), "b": held(0, "ghouls", 2)}
    reply = granted(regions, [player("ghouls", "hill"), player()], "decline")
    assert (tokens(reply, "a"), tokens(reply, "b")) == (4, 2)


def test_spirit_ghouls_that_only_stopped_stand_where_they_stood_when_the_owner_declines() -> None:
    """Referee; rulings 55, 102."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "c": held(0, "orcs", 3)}
    players = [player("orcs", "hill", declined=[("ghouls", "spirit")]), player()]
    reply = granted(regions, players, "stop", "decline")
    assert (tokens(reply, "a"), tokens(reply, "c")) == (4, 1)
    assert declined(reply, 0) == ["ghouls", "orcs"]


def test_abandon_among_the_ghouls_means_a_ghoul_region() -> None:
    """Referee."""
    assert [move for move in granted(*GHOUL_TURN)["legal"] if move.startswith("abandon")] == ["abandon a"]
    assert [move for move in granted(*GHOUL_TURN, "stop")["legal"] if move.startswith("abandon")] == ["abandon c"]


@pytest.mark.parametrize("act", ["abandon a", "conquer b"])
def test_decline_comes_before_anything_else(act: str) -> None:
    """Referee; ruling 55."""
    start = ({"a": held(0, "ratmen", 4)}, [player("ratmen", "hill"), player()])
    assert "decline" in granted(*start)["legal"]
    refused(*start, act, "decline", because="Going into decline takes the whole turn")


def test_regions_are_abandoned_before_the_first_conquest_only() -> None:
    """Referee; ruling 48."""
    start = ({"a": held(0, "ratmen", 4)}, [player("ratmen", "hill"), player()])
    assert "abandon a" in granted(*start)["legal"]
    why = "Regions are abandoned before the first conquest, and you have begun"
    refused(*start, "conquer b", "abandon a", because=why)


def test_conquests_end_only_with_stop_even_when_none_is_possible() -> None:
    """Referee."""
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "hill"), player()])
    assert reply["phase"] == "conquer"
    assert reply["legal"] == ["abandon a", "decline", "stop"]


def test_a_placement_with_only_one_possible_region_is_still_asked_for() -> None:
    """Referee."""
    reply = granted({"a": held(0, "ratmen", 2)}, [player("ratmen", "hill"), player()], "stop")
    assert (reply["phase"], reply["legal"]) == ("redeploy", ["place a"])


def test_redeployment_ends_only_with_done_also_when_nothing_is_left() -> None:
    """Referee."""
    reply = granted({"a": held(0, "ratmen", 2)}, [player("ratmen", "hill"), player()], "stop", "place a")
    assert (reply["phase"], reply["legal"]) == ("redeploy", ["done"])


def test_redeployment_is_skipped_with_an_empty_hand() -> None:
    """Referee."""
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "hill"), player()], "stop")
    assert (reply["phase"], reply["to_move"]) == ("pick", 1)


def test_redeployment_is_skipped_without_a_region() -> None:
    """Referee."""
    reply = granted({}, [player("ratmen", "hill", 4), player()], "stop")
    assert (reply["phase"], reply["to_move"], hand(reply, 0)) == ("pick", 1, 4)


@pytest.mark.parametrize(
    "power", ["heroic", "diplomat", "stout", "merchant", "bivouacking", "fortified", "wealthy", "spirit"]
)
def test_finish_exists_only_for_heroic_diplomat_and_stout(power: str) -> None:
    """Referee."""
    reply = granted({}, [player("ratmen", power), player()], "stop")
    assert (reply["phase"] == "finish") == (power in ("heroic", "diplomat", "stout"))


def test_a_diplomat_who_attacked_every_opponent_is_not_asked() -> None:
    """Referee: only with an eligible opponent."""
    start = ({"a": held(0, "ratmen"), "b": held(1, "orcs")}, [player("ratmen", "diplomat", 3), player("orcs", "hill")])
    reply = granted(*start, "conquer b", "stop", "place a 2", "done")
    assert reply["to_move"] == 1


@pytest.mark.parametrize("power", ["heroic", "diplomat", "stout"])
def test_finish_ends_only_with_done(power: str) -> None:
    """Referee."""
    reply = granted({}, [player("ratmen", power), player()], "stop")
    assert "done" in reply["legal"]
    assert granted({}, [player("ratmen", power), player()], "stop", "done")["to_move"] == 1


def test_heroes_and_pact_come_before_scoring_a_stout_decline_after_it() -> None:
    """Referee; ruling 21h-j."""
    for power, paid in (("heroic", 5), ("diplomat", 5), ("stout", 6)):
        assert coins(granted({"a": held(0, "ratmen")}, [player("ratmen", power), player()], "stop"))[0] == paid


def test_fortress_and_encampments_are_placed_in_redeployment() -> None:
    """Referee."""
    for power, piece in (("fortified", "fortress"), ("bivouacking", "encampment")):
        reply = granted({"a": held(0, "ratmen")}, [player("ratmen", power), player()], "stop")
        assert (reply["phase"], reply["legal"]) == ("redeploy", [f"place {piece} a"])


def test_encampments_come_to_hand_on_entering_redeployment_and_heroes_on_entering_finish() -> None:
    """Referee."""
    camp = granted({"a": held(0, "ratmen", encampment=5)}, [player("ratmen", "bivouacking"), player()], "stop")
    assert (pieces(camp, "a"), active(camp, 0)["encampments"]) == ({}, 5)
    regions = {"a": held(0, "ratmen", 2, hero=1), "b": held(0, "ratmen", hero=1)}
    start = (regions, [player("ratmen", "heroic"), player()])
    assert pieces(granted(*start, "stop"), "a") == {"hero": 1}
    assert granted(*start, "stop", "place a", "done")["legal"] == ["place hero a", "place hero b"]


def test_withdrawals_come_last_after_a_stout_decline() -> None:
    """Referee; ruling 21k."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 2), "d": held(1, "orcs")}
    players = [player("ratmen", "stout", 4), player("orcs", "hill")]
    reply = granted(regions, players, "conquer b", "stop", "place a 3", "done", "decline")
    assert (reply["phase"], reply["to_move"], reply["position"]["player"]) == ("withdraw", 1, 0)
    assert region(reply, "b")["declined"]


def test_withdrawal_ends_only_with_done() -> None:
    """Referee."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 2), "d": held(1, "orcs")}
    start = (regions, [player("ratmen", "merchant", 4), player("orcs", "hill")])
    moves = ("conquer b", "stop", "place a 3", "done")
    assert granted(*start, *moves)["legal"] == ["place d"]
    assert granted(*start, *moves, "place d")["legal"] == ["done"]
    assert granted(*start, *moves, "place d", "done")["phase"] == "conquer"


def test_one_token_is_never_written_with_a_number() -> None:
    """Referee: `place R`, never `place R 1`."""
    start = ({"a": held(0, "ratmen", 3)}, [player("ratmen", "hill"), player()])
    assert granted(*start, "stop")["legal"] == ["place a", "place a 2"]
    refused(*start, "stop", "place a 1", because="One token is written `place a`, without the number")


def test_lost_tribes_stand_only_where_a_position_says_so() -> None:
    """Referee."""
    reply = granted({"12": TRIBE}, [player(), player()], options={"map": "map-2p"})
    assert reply["position"]["regions"] == {"12": TRIBE}
