"""Barbarians: no redeployment on their own turn."""

from __future__ import annotations

from typing import Any

from tests.smallworld.positions import (
    ROW,
    TRIBE,
    active,
    board,
    coins,
    combos,
    continued_with_dames,
    granted_with_dames,
    hand,
    held,
    legal,
    offers,
    pieces,
    player,
    refused_with_dames,
    region,
    tokens,
)


def barbarians(power: str = "underworld", hand: int = 0, **more: Any) -> dict[str, Any]:
    """A Barbarian player."""
    return player("barbarians", power, hand=hand, **more)


FOE = player("ratmen", "swamp")


def test_barbarians_have_nine_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("barbarians+flying")), 0) == 14


def test_barbarians_stay_where_they_conquered() -> None:
    """Ruling 105."""
    regions = {"a": held(0, "barbarians"), "b": TRIBE}
    reply = granted_with_dames(regions, [barbarians(hand=5), player()], "conquer b", "conquer c", "stop")
    assert (tokens(reply, "a"), tokens(reply, "b"), tokens(reply, "c"), coins(reply)[0]) == (1, 3, 2, 8)


def test_unused_barbarians_wait_in_hand() -> None:
    """Ruling 105."""
    reply = granted_with_dames({"a": held(0, "barbarians")}, [barbarians(hand=5), player()], "conquer b", "stop")
    assert (hand(reply, 0), reply["to_move"]) == (3, 1)


def test_there_is_nothing_to_redeploy() -> None:
    """Protocol: Barbarians place no race tokens in `redeploy`, which is skipped."""
    reply = granted_with_dames({"a": held(0, "barbarians", 4)}, [barbarians(), player()], "stop")
    assert (reply["phase"], tokens(reply, "a"), hand(reply, 0)) == ("pick", 1, 3)


def test_no_barbarian_is_placed_beside_other_pieces() -> None:
    """Ruling 105."""
    regions = {"a": held(0, "barbarians", 4)}
    why = "The Barbarians never redeploy tokens from their hand: the 3 there wait"
    refused_with_dames(regions, [barbarians("fortified"), player()], "stop", "place a", because=why)


def test_barbarians_are_readied_at_the_start_of_their_next_turn() -> None:
    """Seed 000: until the start of your next turn."""
    regions = {"a": held(0, "barbarians", 4), "e": held(1, "ratmen")}
    reply = granted_with_dames(regions, [barbarians(), FOE], "conquer b", "stop", "stop")
    assert (reply["to_move"], hand(reply, 0), tokens(reply, "b")) == (0, 1 + 1, 1)


def test_barbarians_of_a_failed_attempt_wait_in_hand() -> None:
    """Ruling 105; seed 000."""
    regions = {"a": held(0, "barbarians"), "b": held(1, "ratmen", 2)}
    reply = granted_with_dames(regions, [barbarians(hand=2), FOE], "conquer b with die", rolls=(1,))
    assert (tokens(reply, "a"), hand(reply, 0), reply["to_move"]) == (1, 2, 1)


def test_all_barbarians_of_a_lucky_attempt_stay_there() -> None:
    """Rulings 44, 105."""
    regions = {"a": held(0, "barbarians"), "b": held(1, "ratmen", 2)}
    reply = granted_with_dames(regions, [barbarians(hand=2), FOE], "conquer b with die", rolls=(3,))
    assert (tokens(reply, "b"), hand(reply, 0)) == (2, 0)


def test_barbarians_that_failed_to_enter_try_again_next_turn() -> None:
    """Rulings 45, 105."""
    regions = {"a": TRIBE, "e": held(1, "ratmen", 2)}
    reply = granted_with_dames(
        regions, [barbarians(hand=2), FOE], "conquer a with die", "stop", "place e", "done", rolls=(0,)
    )
    assert (reply["to_move"], hand(reply, 0), "conquer a with die" in legal(reply)) == (0, 2, True)


def test_an_abandoned_regions_barbarians_wait_too() -> None:
    """Rulings 48, 105."""
    regions = {"a": held(0, "barbarians"), "b": held(0, "barbarians")}
    reply = granted_with_dames(regions, [barbarians(), player()], "abandon b", "stop")
    assert (hand(reply, 0), tokens(reply, "a"), coins(reply)[0]) == (1, 1, 6)


def test_barbarian_encampments_are_placed_normally() -> None:
    """Ruling 105."""
    regions = {"a": held(0, "barbarians", 4)}
    reply = granted_with_dames(regions, [barbarians("bivouacking"), player()], "conquer b", "stop")
    assert (reply["phase"], legal(reply)) == ("redeploy", ["place encampment a", "place encampment b"])
    moves = ("conquer b", "stop", *["place encampment b"] * 5, "done")
    reply = granted_with_dames(regions, [barbarians("bivouacking"), player()], *moves)
    assert (pieces(reply, "b"), tokens(reply, "b"), hand(reply, 0)) == ({"encampment": 5}, 2, 1)


def test_a_barbarian_fortress_is_placed_normally() -> None:
    """Ruling 105."""
    regions = {"a": held(0, "barbarians", 4)}
    moves = ("conquer b", "stop", "place fortress b", "done")
    reply = granted_with_dames(regions, [barbarians("fortified"), player()], *moves)
    assert (pieces(reply, "b"), coins(reply)[0], tokens(reply, "b")) == ({"fortress": 1}, 8, 2)


def test_barbarian_heroes_are_placed_normally() -> None:
    """Ruling 105."""
    moves = ("conquer b", "stop", "place hero a", "place hero b", "done")
    reply = granted_with_dames({"a": held(0, "barbarians", 4)}, [barbarians("heroic"), player()], *moves)
    assert (pieces(reply, "a"), pieces(reply, "b"), hand(reply, 0)) == ({"hero": 1}, {"hero": 1}, 1)


def test_declined_ghouls_of_a_barbarian_player_redeploy() -> None:
    """Rulings 70, 105: only Barbarians stay put."""
    regions = {"a": held(0, "barbarians", 3), "e": held(0, "ghouls", 3, declined=True)}
    reply = granted_with_dames(regions, [barbarians(declined=["ghouls"]), player()], "stop", "stop")
    assert (reply["phase"], legal(reply)) == ("redeploy", ["place e", "place e 2"])


def test_survivors_of_an_enemy_conquest_redeploy() -> None:
    """Ruling 106."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "barbarians", 3), "e": held(1, "barbarians")}
    players = [player("ratmen", "swamp", hand=5), barbarians()]
    reply = granted_with_dames(regions, players, "conquer b", "stop", "place a 4", "done")
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("withdraw", 1, ["place e", "place e 2"])


def test_waiting_barbarians_do_not_join_the_survivors() -> None:
    """Rulings 105, 106; protocol: tokens kept off the map cannot be placed in `withdraw`."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "barbarians", 2), "e": held(1, "barbarians")}
    players = [player("ratmen", "swamp", hand=4), barbarians(hand=3)]
    reply = granted_with_dames(regions, players, "conquer b", "stop", "place a 3", "done")
    assert legal(reply) == ["place e"]
    assert (hand(continued_with_dames(reply, "place e"), 1), legal(continued_with_dames(reply, "place e"))) == (
        3,
        ["done"],
    )


def test_barbarians_that_wait_after_their_own_turn_stay_off_the_map() -> None:
    """Rulings 105, 106: the same, played from their own turn on."""
    regions = {"b": held(0, "barbarians", 4), "a": held(1, "ratmen", 6)}
    moves = ("conquer c", "stop", "conquer c", "stop", "place a 4", "done")
    reply = granted_with_dames(regions, [barbarians(), FOE], *moves, on=board(ROW, "a-b b-c a-c c-d d-e"))
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("withdraw", 0, ["place b"])


def test_with_the_switch_survivors_wait_in_hand() -> None:
    """Rulings 106, 175."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "barbarians", 3), "e": held(1, "barbarians")}
    players = [player("ratmen", "swamp", hand=5), barbarians()]
    moves = ("conquer b", "stop", "place a 4", "done")
    reply = granted_with_dames(regions, players, *moves, rulings=("barbarian_survivors_wait",))
    assert (reply["phase"], reply["to_move"], hand(reply, 1), tokens(reply, "e")) == ("conquer", 1, 2, 1)


def test_with_the_switch_encampments_are_still_placed_again() -> None:
    """Rulings 89, 175: only race tokens wait."""
    regions = {
        "a": held(0, "ratmen"),
        "b": held(1, "barbarians", 2, encampment=2),
        "e": held(1, "barbarians", 1, encampment=3),
    }
    players = [player("ratmen", "swamp", hand=6), barbarians("bivouacking")]
    moves = ("conquer b", "stop", "place a 5", "done")
    reply = granted_with_dames(regions, players, *moves, rulings=("barbarian_survivors_wait",))
    assert (reply["phase"], legal(reply)) == ("withdraw", ["place encampment e"])


def test_barbarians_wiped_off_the_map_enter_again() -> None:
    """Ruling 39."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "barbarians", 3)}
    players = [player("ratmen", "swamp", hand=5), barbarians(hand=1)]
    reply = granted_with_dames(regions, players, "conquer b", "stop", "place a 4", "done")
    assert (reply["to_move"], hand(reply, 1), offers(reply, "conquer e")) == (1, 3, ["conquer e"])


def test_declining_barbarians_lose_those_in_hand() -> None:
    """Ruling 54."""
    reply = granted_with_dames({"a": held(0, "barbarians", 4)}, [barbarians(hand=3), player()], "decline")
    assert (tokens(reply, "a"), region(reply, "a")["declined"], active(reply, 0)) == (1, True, {})


def test_a_lone_barbarian_is_lost() -> None:
    """Ruling 37."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "barbarians"), "e": held(1, "barbarians")}
    reply = granted_with_dames(
        regions, [player("ratmen", "swamp", hand=3), barbarians()], "conquer b", "stop", "place a 2", "done"
    )
    assert (reply["phase"], reply["to_move"], hand(reply, 1)) == ("conquer", 1, 0)
