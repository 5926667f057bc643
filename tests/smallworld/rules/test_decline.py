"""Going into decline (rulings 54-60, 142)."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import (
    active,
    board,
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

SIX = combos("giants+forest wizards+swamp elves+mounted humans+flying trolls+stout dwarves+spirit")


def test_one_token_stays_turned_over_in_each_region_and_all_others_return_to_the_tray() -> None:
    """Ruling 54."""
    regions = {"a": held(0, "ratmen", 5), "c": held(0, "ratmen", 2)}
    reply = granted(regions, [player("ratmen", "hill", 3), player()], "decline")
    for name in "ac":
        assert region(reply, name) == {"player": 0, "race": "ratmen", "tokens": 1, "declined": True}
    assert reply["position"]["players"][0]["declined"] == [{"race": "ratmen", "power": None, "hand": 0}]


def test_the_older_declined_race_leaves_first() -> None:
    """Ruling 54."""
    regions = {"a": held(0, "ratmen", 2), "c": held(0, "orcs", declined=True)}
    reply = granted(regions, [player("ratmen", "hill", declined=["orcs"]), player()], "decline")
    assert (declined(reply, 0), region(reply, "c")) == (["ratmen"], {})
    assert [event["type"] for event in reply["events"] if event["type"] in ("vanished", "declined")] == [
        "vanished",
        "declined",
    ]


def test_declined_spirits_stay_beside_a_newer_declined_race() -> None:
    """Rulings 54, 102; the newest race is listed last."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "orcs", declined=True), "c": held(0, "elves", declined=True)}
    players = [player("ratmen", "hill", declined=["elves", ("orcs", "spirit")]), player()]
    reply = granted(regions, players, "decline")
    assert declined(reply, 0) == ["orcs", "ratmen"]


def test_the_turn_ends_right_after_scoring() -> None:
    """Rulings 54, 55."""
    reply = granted({"a": held(0, "ratmen", 4)}, [player("ratmen", "hill"), player()], "decline")
    assert (reply["to_move"], reply["phase"], coins(reply)[0]) == (1, "pick", 6)


@pytest.mark.parametrize(("piece", "race", "power"), [("lair", "trolls", "hill"), ("fortress", "elves", "fortified")])
def test_lairs_and_fortresses_survive_decline(piece: str, race: str, power: str) -> None:
    """Ruling 142."""
    reply = granted({"a": held(0, race, 3, declined=False, **{piece: 1})}, [player(race, power), player()], "decline")
    assert pieces(reply, "a") == {piece: 1}


def test_seas_held_survive_decline() -> None:
    """Ruling 142."""
    ground = board("s:sea,border a:hill,border l:lake")
    regions = {name: held(0, "ratmen") for name in "sal"}
    reply = granted(regions, [player("ratmen", "seafaring"), player()], "decline", on=ground)
    assert (coins(reply)[0], tokens(reply, "s"), tokens(reply, "l")) == (8, 1, 1)


@pytest.mark.parametrize(
    ("piece", "race", "power"),
    [
        ("hole", "halflings", "hill"),
        ("hero", "elves", "heroic"),
        ("dragon", "elves", "dragon_master"),
        ("encampment", "elves", "bivouacking"),
    ],
)
def test_all_other_pieces_vanish_in_decline(piece: str, race: str, power: str) -> None:
    """Rulings 54, 142."""
    reply = granted({"a": held(0, race, 3, declined=False, **{piece: 1})}, [player(race, power), player()], "decline")
    assert pieces(reply, "a") == {}


def test_a_diplomats_pact_ends_with_his_race() -> None:
    """Rulings 54, 93."""
    regions = {"a": held(0, "elves"), "b": held(1, "orcs", 4)}
    reply = granted(regions, [player("elves", "diplomat", ally=1), player("orcs", "hill")], "decline")
    assert "conquer a" in reply["legal"]


def test_declining_replaces_the_whole_turn_also_of_declined_ghouls() -> None:
    """Ruling 55."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "c": held(0, "orcs", 3)}
    reply = granted(regions, [player("orcs", "spirit", declined=["ghouls"]), player()], "decline")
    assert (tokens(reply, "a"), reply["to_move"]) == (4, 1)


def test_the_new_combo_is_chosen_at_the_start_of_the_next_own_turn() -> None:
    """Ruling 56."""
    start = ({"a": held(0, "ratmen", 4)}, [player("ratmen", "hill"), player("orcs", "swamp")])
    reply = granted(*start, "decline", "stop")
    assert (reply["to_move"], reply["phase"], reply["position"]["turn"]) == (0, "pick", 4)


def test_after_a_stout_decline_too_the_new_combo_waits_for_the_next_turn() -> None:
    """Ruling 56."""
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "stout"), player("orcs", "swamp")], "stop", "decline")
    assert (reply["to_move"], active(reply, 0)) == (1, {})


def test_a_race_without_any_token_may_be_kept_while_the_declined_race_scores() -> None:
    """Ruling 57."""
    start = ({"c": held(0, "elves", declined=True)}, [player("ratmen", "hill", declined=["elves"]), player()])
    assert granted(*start)["legal"] == ["decline", "stop"]
    reply = granted(*start, "stop")
    assert (coins(reply)[0], active(reply, 0)["race"], reply["to_move"]) == (6, "ratmen", 1)


def test_a_race_without_any_token_may_decline_with_nothing() -> None:
    """Rulings 57, 58: the older declined race goes as usual, and both banners return."""
    start = ({"c": held(0, "elves", declined=True)}, [player("ratmen", "hill", declined=["elves"]), player()])
    reply = granted(
        *start,
        "decline",
        column=combos("giants+forest wizards+swamp orcs+mounted humans+flying trolls+stout dwarves+spirit"),
    )
    assert (coins(reply)[0], declined(reply, 0), region(reply, "c")) == (5, [], {})
    assert reply["position"]["returned_banners"] == ["elves", "ratmen"]
    assert (reply["to_move"], active(reply, 0)) == (1, {})


@pytest.mark.parametrize("power", ["hill", "spirit", "fortified"])
def test_a_race_that_declines_with_no_region_leaves_at_once(power: str) -> None:
    """Rulings 19, 58: tokens in hand do not help."""
    reply = granted(
        {},
        [player("ratmen", power, 4), player()],
        "decline",
        column=[combo for combo in SIX if combo["power"] != power],
    )
    assert declined(reply, 0) == []
    assert reply["position"]["discarded_badges"] == [power]


@pytest.mark.parametrize("turn", [1, 5, 10])
def test_decline_is_allowed_at_the_start_of_any_own_turn_including_the_last(turn: int) -> None:
    """Ruling 59."""
    reply = granted({"a": held(0, "ratmen", 4)}, [player("ratmen", "hill"), player()], turn=turn)
    assert "decline" in reply["legal"]


def test_decline_is_not_allowed_in_the_turn_a_race_was_picked() -> None:
    """Rulings 56, 59: nobody is at the start of his turn any more."""
    why = "The Tritons were picked this turn: a race declines on a later turn"
    refused({}, [player(), player()], "pick 1", "decline", because=why)


def test_decline_needs_an_active_race() -> None:
    """Ruling 59."""
    refused({}, [player(), player()], "decline", because="no active race to put into decline")


def test_a_berserk_race_declines_before_its_first_roll_or_not_at_all() -> None:
    """Ruling 60."""
    start = ({"a": held(0, "ratmen", 4)}, [player("ratmen", "berserk"), player()])
    assert "decline" in granted(*start)["legal"]
    refused(*start, "roll", "decline", rolls=(1,), because="Going into decline takes the whole turn")
    assert "decline" not in granted(*start, "roll", "conquer b", rolls=(1,))["legal"]


def test_a_race_in_decline_cannot_be_called_back() -> None:
    """Ruling 54: the next turn begins with another race; the declined one stays as it is."""
    start = ({"a": held(0, "ratmen", 4)}, [player("ratmen", "hill"), player("orcs", "merchant")])
    reply = granted(*start, "decline", "stop", "pick 1", column=SIX)
    assert (active(reply, 0)["race"], declined(reply, 0)) == ("giants", ["ratmen"])
    assert not [move for move in reply["legal"] if move == "abandon a"]


def test_a_race_wiped_off_with_tokens_in_hand_loses_them_in_decline() -> None:
    """Rulings 39, 54, 58."""
    reply = granted({}, [player("ratmen", "hill", 4), player()], "decline")
    assert (hand(reply, 0), events_of_type(reply, "declined")[0]["regions"]) == (0, 0)
