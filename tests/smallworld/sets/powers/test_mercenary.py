"""Mercenary: a coin for two tokens less, in the final attempt even after the die."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    board,
    coins,
    combos,
    continued_with_dames,
    granted_with_dames,
    hand,
    held,
    legal,
    offers,
    player,
    refused_with_dames,
    region,
    tokens,
)


def hirer(hand: int = 0, race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """A Mercenary player."""
    return player(race, "mercenary", hand=hand, **more)


def guard(n: int) -> dict[str, Any]:
    """The hirer's region and a neighbour that costs 2 + n."""
    return {"a": held(0, "ratmen"), "b": held(1, "orcs", n)}


FOE = player("orcs", "swamp")


def test_the_badge_brings_four_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("ratmen+mercenary")), 0) == 12


def test_a_coin_saves_two_tokens() -> None:
    """Ruling 137."""
    reply = granted_with_dames(guard(3), [hirer(3), FOE], "conquer b with mercenary")
    assert (tokens(reply, "b"), hand(reply, 0), coins(reply)[0]) == (3, 0, 4)


def test_without_a_coin_there_is_no_mercenary() -> None:
    """Ruling 137."""
    why = "A Mercenary costs a coin, and you have none"
    refused_with_dames(guard(3), [hirer(3, coins=0), FOE], "conquer b with mercenary", because=why)


def test_at_least_one_token_is_needed() -> None:
    """Ruling 137: a minimum of 1."""
    reply = granted_with_dames({"a": held(0, "ratmen")}, [hirer(1), FOE], "conquer b with mercenary")
    assert (tokens(reply, "b"), hand(reply, 0)) == (1, 0)
    why = "You have 0 tokens in hand; a conquest by Ratmen takes at least 1"
    refused_with_dames({"a": held(0, "ratmen")}, [hirer(0), FOE], "conquer b with mercenary", because=why)


def test_the_minimum_holds_with_other_discounts() -> None:
    """Ruling 26: discounts add together, then the result is raised to 1."""
    regions = {"a": held(0, "tritons")}
    coast = board("a:farmland,border b:hill c:lake")
    reply = granted_with_dames(regions, [hirer(2, "tritons"), FOE], "conquer b with mercenary", on=coast)
    assert (tokens(reply, "b"), hand(reply, 0), coins(reply)[0]) == (1, 1, 4)


def test_a_coin_does_not_reach_further_than_two() -> None:
    """Ruling 137: at most one coin per conquest."""
    why = "Even with a Mercenary b costs 4: 2 + 4 Orcs - 2 Mercenary; you have 3 tokens, 1 short"
    refused_with_dames(guard(4), [hirer(3), FOE], "conquer b with mercenary", because=why)


def test_each_conquest_may_have_its_own_coin() -> None:
    """Ruling 137: per conquest."""
    moves = ("conquer b with mercenary", "conquer c with mercenary", "conquer d with mercenary")
    reply = granted_with_dames({"a": held(0, "ratmen")}, [hirer(3, coins=2), FOE], *moves[:2])
    assert (tokens(reply, "b"), tokens(reply, "c"), coins(reply)[0]) == (1, 1, 0)
    why = "A Mercenary costs a coin, and you have none"
    refused_with_dames({"a": held(0, "ratmen")}, [hirer(3, coins=2), FOE], *moves, because=why)


def test_a_mercenary_is_optional() -> None:
    """Seed 000: may."""
    reply = granted_with_dames({"a": held(0, "ratmen")}, [hirer(2), FOE], "conquer b")
    assert (tokens(reply, "b"), coins(reply)[0]) == (2, 5)


def test_a_mercenary_reaches_only_where_the_race_does() -> None:
    """Ruling 31."""
    why = "c does not border a region of your Ratmen"
    refused_with_dames({"a": held(0, "ratmen")}, [hirer(5), FOE], "conquer c with mercenary", because=why)


def test_a_mercenary_conquers_no_immune_region() -> None:
    """Ruling 8."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 1, hero=1)}
    why = "b is immune: a Hero stands there"
    refused_with_dames(regions, [hirer(5), player("orcs", "heroic")], "conquer b with mercenary", because=why)


def test_a_mercenary_helps_in_the_first_conquest() -> None:
    """Rulings 32, 137."""
    assert tokens(granted_with_dames({}, [hirer(2), FOE], "conquer a with mercenary"), "a") == 1


def test_other_races_hire_no_mercenaries() -> None:
    """Ruling 137."""
    why = "Hill Ratmen hire no mercenaries"
    refused_with_dames(guard(1), [player("ratmen", "hill", hand=5), FOE], "conquer b with mercenary", because=why)


def test_no_mercenary_for_a_substitution() -> None:
    """Ruling 137."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "orcs")}
    reply = granted_with_dames(regions, [hirer(1, "sorcerers"), FOE], "conquer b with sorcery")
    assert coins(reply)[0] == 5
    assert "conquer b with sorcery" in offers(granted_with_dames(regions, [hirer(1, "sorcerers"), FOE]), "conquer")


def test_declined_ghouls_hire_nobody() -> None:
    """Ruling 68."""
    regions = {"a": held(0, "ghouls", 3, declined=True), "b": held(1, "orcs", 2), "e": held(0, "ratmen")}
    why = "Your declined Ghouls act now, without a badge"
    refused_with_dames(regions, [hirer(declined=["ghouls"]), FOE], "conquer b with mercenary", because=why)


def test_the_die_of_declined_ghouls_asks_for_no_coin() -> None:
    """Rulings 67, 68."""
    regions = {"a": held(0, "ghouls", 3, declined=True), "b": held(1, "orcs", 2), "e": held(0, "ratmen")}
    reply = granted_with_dames(regions, [hirer(declined=["ghouls"]), FOE], "conquer b with die", rolls=(0,))
    assert reply["phase"] == "redeploy"


# The final attempt


@pytest.mark.parametrize("short", [1, 2, 3, 4, 5])
def test_with_a_coin_the_die_may_be_rolled_up_to_five_short(short: int) -> None:
    """Ruling 137: for the test of three the two may be counted in."""
    assert "conquer b with die" in legal(granted_with_dames(guard(short), [hirer(2), FOE]))


def test_six_short_is_too_much_even_with_a_coin() -> None:
    """Rulings 43, 137."""
    why = "6 short; the die gives at most 3, and a coin for Mercenary 2 more"
    refused_with_dames(guard(6), [hirer(2), FOE], "conquer b with die", because=why)


@pytest.mark.parametrize(("short", "offered"), [(3, True), (4, False), (5, False)])
def test_without_a_coin_three_short_is_the_limit(short: int, offered: bool) -> None:
    """Rulings 43, 137."""
    assert ("conquer b with die" in legal(granted_with_dames(guard(short), [hirer(2, coins=0), FOE]))) is offered


@pytest.mark.parametrize(("short", "pips"), [(1, 0), (2, 0), (3, 1), (3, 2), (5, 3)])
def test_after_the_die_a_coin_may_save_the_attempt(short: int, pips: int) -> None:
    """Ruling 137; protocol: `pay` or `pass`, phase `choice`."""
    reply = granted_with_dames(guard(short), [hirer(2), FOE], "conquer b with die", rolls=(pips,))
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("choice", 0, ["pay", "pass"])


@pytest.mark.parametrize(("short", "pips"), [(1, 1), (2, 3), (3, 3)])
def test_nothing_is_asked_when_the_die_suffices(short: int, pips: int) -> None:
    """Protocol: asked only when the coin turns failure into success."""
    reply = granted_with_dames(guard(short), [hirer(2), FOE], "conquer b with die", rolls=(pips,))
    assert (reply["phase"], region(reply, "b")["race"], coins(reply)[0]) == ("redeploy", "ratmen", 5)


@pytest.mark.parametrize(("short", "pips"), [(3, 0), (4, 1), (5, 2)])
def test_nothing_is_asked_when_a_coin_would_not_suffice(short: int, pips: int) -> None:
    """Protocol: asked only when the coin turns failure into success."""
    reply = granted_with_dames(guard(short), [hirer(2), FOE], "conquer b with die", rolls=(pips,))
    assert (reply["phase"], region(reply, "b")["race"], coins(reply)[0]) == ("redeploy", "orcs", 5)


def test_nothing_is_asked_of_whoever_has_no_coin() -> None:
    """Ruling 137."""
    reply = granted_with_dames(guard(1), [hirer(2, coins=0), FOE], "conquer b with die", rolls=(0,))
    assert (reply["phase"], region(reply, "b")["race"]) == ("redeploy", "orcs")


def test_paying_takes_the_region_with_all_tokens() -> None:
    """Rulings 44, 137."""
    moves = ("conquer b with die", "pay")
    reply = granted_with_dames(guard(3), [hirer(2), FOE], *moves, rolls=(1,))
    assert (reply["phase"], region(reply, "b")["race"], coins(reply)[0]) == ("redeploy", "ratmen", 4)
    assert (tokens(reply, "b") + hand(reply, 0), hand(reply, 1)) == (2, 2)


def test_passing_fails_the_attempt() -> None:
    """Rulings 44, 137."""
    reply = granted_with_dames(guard(3), [hirer(2), FOE], "conquer b with die", "pass", rolls=(1,))
    assert (reply["phase"], region(reply, "b")["race"], coins(reply)[0], hand(reply, 0)) == ("redeploy", "orcs", 5, 2)


def test_nothing_else_can_be_done_before_the_answer() -> None:
    """Protocol: the question that is open comes first."""
    why = "First seat 0 says whether a coin turns the failed attempt on b into a success"
    refused_with_dames(guard(3), [hirer(2), FOE], "conquer b with die", "stop", rolls=(1,), because=why)


@pytest.mark.parametrize("word", ["pay", "pass"])
def test_there_is_nothing_to_pay_without_a_die(word: str) -> None:
    """Protocol: after a die."""
    refused_with_dames(guard(3), [hirer(2), FOE], word, because=f"`{word}` has no place in the phase conquer")


@pytest.mark.parametrize(("word", "race"), [("pay", "ratmen"), ("pass", "orcs")])
def test_a_position_can_stand_at_the_question(word: str, race: str) -> None:
    """Protocol: the position leads on with the same game."""
    reply = granted_with_dames(guard(3), [hirer(2), FOE], "conquer b with die", rolls=(1,))
    assert legal(continued_with_dames(reply)) == ["pay", "pass"]
    assert region(continued_with_dames(reply, word), "b")["race"] == race


def test_a_paid_attempt_counts_as_plunder() -> None:
    """Ruling 144."""
    regions = {"a": held(0, "orcs"), "b": TRIBE}
    reply = granted_with_dames(regions, [hirer(1, "orcs"), player()], "conquer b with die", "pay", rolls=(0,))
    assert coins(reply)[0] == 5 - 1 + 2 + 1


def test_pygmies_roll_after_the_coin() -> None:
    """Rulings 121, 143: the attacker's die, the coin, then the loss."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "pygmies", 2), "e": held(1, "pygmies")}
    players = [hirer(2), player("pygmies", "swamp")]
    reply = granted_with_dames(regions, players, "conquer b with die", "pay", rolls=(0, 3))
    assert (reply["phase"], hand(reply, 1), coins(reply)[0]) == ("redeploy", 1 + 3, 4)


def test_corrupt_gets_what_the_mercenary_left() -> None:
    """Ruling 143."""
    players = [hirer(2, coins=1), player("orcs", "corrupt")]
    assert coins(granted_with_dames(guard(2), players, "conquer b with die", "pay", rolls=(0,))) == [0, 5]
