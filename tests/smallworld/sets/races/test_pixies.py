"""Pixies: one stays in each region, the others wait in hand."""

from __future__ import annotations

from typing import Any

from tests.smallworld.positions import (
    coins,
    combos,
    declined,
    granted_with_dames,
    hand,
    held,
    legal,
    offers,
    pieces,
    player,
    refused_with_dames,
    tokens,
)


def pixies(power: str = "underworld", hand: int = 0, **more: Any) -> dict[str, Any]:
    """A Pixie player."""
    return player("pixies", power, hand=hand, **more)


FOE = player("ratmen", "swamp")


def test_pixies_have_eleven_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("pixies+flying")), 0) == 16


def test_redeployment_leaves_exactly_one_in_each_region() -> None:
    """Ruling 118."""
    reply = granted_with_dames({"a": held(0, "pixies")}, [pixies(hand=7), player()], "conquer b", "conquer c", "stop")
    assert [tokens(reply, name) for name in "abc"] == [1, 1, 1]
    assert (hand(reply, 0), coins(reply)[0], reply["to_move"]) == (5, 8, 1)


def test_no_pixie_is_placed_in_redeployment() -> None:
    """Ruling 118; protocol."""
    why = "The Pixies never redeploy tokens from their hand: the 2 there wait"
    refused_with_dames({"a": held(0, "pixies", 3)}, [pixies("fortified"), player()], "stop", "place a", because=why)


def test_the_others_are_back_in_the_next_turn() -> None:
    """Ruling 118."""
    regions = {"a": held(0, "pixies", 6), "e": held(1, "ratmen")}
    reply = granted_with_dames(regions, [pixies(), FOE], "conquer b", "stop", "stop")
    assert (reply["to_move"], hand(reply, 0), "conquer c" in legal(reply)) == (0, 4, True)


def test_pixies_of_a_lucky_attempt_leave_one() -> None:
    """Rulings 44, 118."""
    regions = {"a": held(0, "pixies"), "b": held(1, "ratmen", 3)}
    reply = granted_with_dames(regions, [pixies(hand=4), FOE], "conquer b with die", rolls=(1,))
    assert (tokens(reply, "b"), hand(reply, 0)) == (1, 3)


def test_pixies_of_a_failed_attempt_wait_in_hand() -> None:
    """Rulings 44, 118."""
    regions = {"a": held(0, "pixies"), "b": held(1, "ratmen", 3)}
    reply = granted_with_dames(regions, [pixies(hand=4), FOE], "conquer b with die", rolls=(0,))
    assert (tokens(reply, "a"), hand(reply, 0), reply["to_move"]) == (1, 4, 1)


def test_waiting_pixies_cannot_be_used_in_between() -> None:
    """Ruling 118: no withdrawal is asked of them."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "pixies"), "e": held(1, "pixies")}
    players = [player("ratmen", "swamp", hand=3), pixies(hand=5)]
    reply = granted_with_dames(regions, players, "conquer b", "stop", "place a 2", "done")
    assert (reply["phase"], reply["to_move"], hand(reply, 1)) == ("conquer", 1, 5)


def test_survivors_are_placed_and_waiting_pixies_are_not() -> None:
    """Rulings 37, 118; protocol."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "pixies", 2), "e": held(1, "pixies")}
    players = [player("ratmen", "swamp", hand=4), pixies(hand=5)]
    reply = granted_with_dames(regions, players, "conquer b", "stop", "place a 3", "done")
    assert (reply["phase"], legal(reply), hand(reply, 1)) == ("withdraw", ["place e"], 6)


def test_pixies_wiped_off_the_map_enter_with_those_in_hand() -> None:
    """Rulings 39, 118."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "pixies")}
    players = [player("ratmen", "swamp", hand=3), pixies(hand=5)]
    reply = granted_with_dames(regions, players, "conquer b", "stop", "place a 2", "done")
    assert (reply["to_move"], offers(reply, "conquer e")) == (1, ["conquer e"])


def test_encampments_may_protect_pixies() -> None:
    """Ruling 118."""
    reply = granted_with_dames({"a": held(0, "pixies", 4)}, [pixies("bivouacking"), player()], "conquer b", "stop")
    assert (reply["phase"], legal(reply)) == ("redeploy", ["place encampment a", "place encampment b"])


def test_bivouacking_pixies_place_all_camps_and_no_pixie() -> None:
    """Rulings 89, 118."""
    moves = ("conquer b", "stop", *["place encampment b"] * 5, "done")
    reply = granted_with_dames({"a": held(0, "pixies", 4)}, [pixies("bivouacking"), player()], *moves)
    assert (pieces(reply, "b"), tokens(reply, "b"), hand(reply, 0)) == ({"encampment": 5}, 1, 2)


def test_an_encampment_guards_a_lone_pixie_from_sorcery() -> None:
    """Rulings 81, 118."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "pixies", 1, encampment=5)}
    players = [player("sorcerers", "swamp"), pixies("bivouacking", 3)]
    why = "An encampment protects the single token in b from sorcery"
    refused_with_dames(regions, players, "conquer b with sorcery", because=why)


def test_encampments_driven_out_are_placed_again_without_pixies() -> None:
    """Rulings 89, 118."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "pixies", 1, encampment=2), "e": held(1, "pixies", 1, encampment=3)}
    players = [player("ratmen", "swamp", hand=5), pixies("bivouacking", 4)]
    reply = granted_with_dames(regions, players, "conquer b", "stop", "place a 4", "done")
    assert (reply["phase"], legal(reply), hand(reply, 1)) == ("withdraw", ["place encampment e"], 4)


def test_heroes_stand_beside_single_pixies() -> None:
    """Rulings 99, 118."""
    reply = granted_with_dames({"a": held(0, "pixies", 4)}, [pixies("heroic"), player()], "conquer b", "stop")
    assert (reply["phase"], tokens(reply, "b"), legal(reply)) == ("finish", 1, ["place hero a", "place hero b"])


def test_declined_ghouls_of_a_pixie_player_redeploy() -> None:
    """Rulings 70, 118."""
    regions = {"a": held(0, "pixies", 3), "e": held(0, "ghouls", 3, declined=True)}
    reply = granted_with_dames(regions, [pixies(declined=["ghouls"]), player()], "stop", "stop")
    assert (reply["phase"], legal(reply), hand(reply, 0)) == ("redeploy", ["place e", "place e 2"], 2)


def test_stout_pixies_lose_those_in_hand() -> None:
    """Rulings 54, 103."""
    reply = granted_with_dames({"a": held(0, "pixies", 6)}, [pixies("stout"), player()], "stop", "decline")
    assert (tokens(reply, "a"), declined(reply, 0), coins(reply)[0]) == (1, ["pixies"], 6)


def test_waiting_pixies_do_not_break_a_tie() -> None:
    """Ruling 61: tokens on the map."""
    regions = {"a": held(0, "pixies"), "c": held(1, "ratmen", 2)}
    players = [pixies("hill", 9, coins=6), player("ratmen", "underworld", coins=5)]
    reply = granted_with_dames(regions, players, "stop", "place c", "done", player=1, turn=10)
    assert reply["result"]["winners"] == [1]
