"""Leprechauns: Pots of Gold that become coins, for them or for the conqueror."""

from __future__ import annotations

from typing import Any

import pytest

from tests.refusals import rejected
from tests.smallworld.positions import (
    active,
    ask,
    board,
    coins,
    combos,
    declined,
    events_of_type,
    granted_with_dames,
    hand,
    held,
    legal,
    offers,
    pieces,
    player,
    refused_with_dames,
    region,
    same_game,
    tokens,
)


def leprechauns(power: str = "underworld", hand: int = 0, **more: Any) -> dict[str, Any]:
    """A Leprechaun player."""
    return player("leprechauns", power, hand=hand, **more)


def hiding(seat: int = 0, tokens: int = 1) -> dict[str, Any]:
    """A Leprechaun region with a Pot."""
    return held(seat, "leprechauns", tokens, pot=1)


HOME = {"a": held(0, "leprechauns"), "b": held(0, "leprechauns")}
FOE = player("ratmen", "swamp")


def test_leprechauns_have_six_on_their_banner_and_sixteen_pots() -> None:
    """Ruling 14; facts."""
    reply = granted_with_dames({}, [player(), player()], "pick 1", column=combos("leprechauns+hill"))
    assert (hand(reply, 0), active(reply, 0)["pots"]) == (10, 16)


def test_pots_are_offered_in_redeployment() -> None:
    """Ruling 116."""
    reply = granted_with_dames(HOME, [leprechauns(), player()], "stop")
    assert (reply["phase"], legal(reply)) == ("redeploy", ["place pot a", "place pot b", "done"])


def test_a_pot_goes_in_any_or_all_regions() -> None:
    """Ruling 116."""
    reply = granted_with_dames(HOME, [leprechauns(), player()], "stop", "place pot a", "place pot b", "done")
    assert (pieces(reply, "a"), pieces(reply, "b"), active(reply, 0)["pots"]) == ({"pot": 1}, {"pot": 1}, 14)


def test_a_pot_pays_nothing_yet_when_it_is_placed() -> None:
    """Ruling 116."""
    assert coins(granted_with_dames(HOME, [leprechauns(), player()], "stop", "place pot a", "done"))[0] == 7


def test_at_most_one_pot_per_region() -> None:
    """Ruling 116."""
    why = "No Pot can go to a: one per region"
    refused_with_dames(HOME, [leprechauns(), player()], "stop", "place pot a", "place pot a", because=why)


def test_pots_are_optional() -> None:
    """Protocol: `done` is legal with Pots left."""
    reply = granted_with_dames(HOME, [leprechauns(), player()], "stop", "done")
    assert (pieces(reply, "a"), active(reply, 0)["pots"], reply["to_move"]) == ({}, 16, 1)


def test_tokens_must_still_be_placed_before_done() -> None:
    """Protocol: all that can be placed must be placed, Pots excepted."""
    reply = granted_with_dames(HOME, [leprechauns(hand=2), player()], "stop")
    assert "done" not in legal(reply)
    assert "done" in legal(granted_with_dames(HOME, [leprechauns(hand=2), player()], "stop", "place a 2"))


def test_pots_may_come_before_tokens() -> None:
    """Ruling 116: during redeployment, in any order."""
    reply = granted_with_dames(
        HOME, [leprechauns(hand=2), player()], "stop", "place pot a", "place a 2", "place pot b", "done"
    )
    assert (pieces(reply, "b"), tokens(reply, "a")) == ({"pot": 1}, 3)


def test_a_fortress_must_still_be_built() -> None:
    """Protocol: only Pots are excepted."""
    reply = granted_with_dames(HOME, [leprechauns("fortified"), player()], "stop", "place pot a")
    assert legal(reply) == ["place fortress a", "place fortress b", "place pot b"]


def test_pots_stand_only_where_leprechauns_do() -> None:
    """Ruling 116."""
    regions = HOME | {"d": held(0, "elves", declined=True)}
    reply = granted_with_dames(regions, [leprechauns(declined=["elves"]), player()], "stop")
    assert offers(reply, "place pot") == ["place pot a", "place pot b"]


def test_without_a_region_no_pot_is_placed() -> None:
    """Protocol: redeploy is skipped without a region of that race."""
    assert granted_with_dames({}, [leprechauns(hand=1), player()], "stop")["to_move"] == 1


def test_pots_are_not_placed_while_conquering() -> None:
    """Ruling 116."""
    refused_with_dames(
        HOME, [leprechauns(), player()], "place pot a", because="`place pot a` has no place in the phase conquer"
    )


def test_other_races_have_no_pots() -> None:
    """Ruling 116."""
    why = "Hill Orcs have no Pots of Gold"
    refused_with_dames(
        {"a": held(0, "orcs", 2)}, [player("orcs", "hill"), player()], "stop", "place pot a", because=why
    )


def test_pots_become_coins_at_the_start_of_the_next_turn() -> None:
    """Ruling 116."""
    reply = granted_with_dames({"a": hiding(), "b": hiding()}, [leprechauns(), player()])
    assert (coins(reply)[0], pieces(reply, "a"), active(reply, 0)["pots"]) == (7, {}, 14)


def test_collected_pots_are_used_up() -> None:
    """Ruling 116."""
    regions = HOME | {"e": held(1, "ratmen")}
    reply = granted_with_dames(
        regions, [leprechauns(), FOE], "stop", "place pot a", "done", "stop", "stop", "place pot b", "done"
    )
    assert (active(reply, 0)["pots"], pieces(reply, "a"), pieces(reply, "b")) == (14, {}, {"pot": 1})
    assert coins(reply)[0] == 5 + 2 + 1 + 2


def test_the_last_pot_is_the_last() -> None:
    """Ruling 116; seed 000: until all are gone."""
    reply = granted_with_dames(HOME, [leprechauns(pots=1), player()], "stop", "place pot a")
    assert (legal(reply), active(reply, 0)["pots"]) == (["done"], 0)


def test_without_pots_there_is_nothing_to_redeploy() -> None:
    """Protocol: redeploy is skipped when nothing in hand can be placed."""
    assert granted_with_dames(HOME, [leprechauns(pots=0), player()], "stop")["to_move"] == 1


def test_there_are_sixteen_pots() -> None:
    """Ruling 174; facts; protocol: default 16 minus those on the map."""
    row = board(" ".join(f"r{n}:forest,border" for n in range(11)))
    regions = {f"r{n}": hiding(1) for n in range(11)}
    reply = granted_with_dames(regions, [FOE, leprechauns()], on=row)
    assert active(reply, 1)["pots"] == 5


def test_more_than_sixteen_pots_are_no_position() -> None:
    """Protocol: a position within limits."""
    reply = ask({"a": hiding()}, [leprechauns(pots=16), player()], options={"sets": ["base", "be_not_afraid"]})
    rejected(reply, "bad_position", because="There are 16 Pots; the position shows more.")


def test_the_conqueror_takes_the_pot_as_a_coin() -> None:
    """Ruling 116."""
    regions = {"a": held(0, "ratmen"), "b": hiding(1), "d": hiding(1)}
    reply = granted_with_dames(regions, [player("ratmen", "swamp", hand=3), leprechauns()], "conquer b")
    assert (coins(reply), pieces(reply, "b"), pieces(reply, "d")) == ([6, 5], {}, {"pot": 1})


def test_a_stolen_pot_is_used_up() -> None:
    """Ruling 116."""
    regions = {"a": held(0, "ratmen"), "b": hiding(1), "d": hiding(1)}
    reply = granted_with_dames(regions, [player("ratmen", "swamp", hand=3), leprechauns()], "conquer b")
    assert active(reply, 1)["pots"] == 14


@pytest.mark.parametrize(
    ("race", "power", "means"),
    [("sorcerers", "swamp", "sorcery"), ("ratmen", "dragon_master", "dragon"), ("ratmen", "swamp", "die")],
)
def test_any_conquest_takes_the_pot(race: str, power: str, means: str) -> None:
    """Rulings 116, 144."""
    regions = {"a": held(0, race), "b": hiding(1), "d": held(1, "leprechauns")}
    reply = granted_with_dames(
        regions, [player(race, power, hand=1), leprechauns()], f"conquer b with {means}", rolls=(3,)
    )
    assert [(event["seat"], event["why"]) for event in events_of_type(reply, "paid")] == [(0, "pot")]


def test_a_failed_attempt_takes_no_pot() -> None:
    """Ruling 116."""
    regions = {"a": held(0, "ratmen"), "b": hiding(1)}
    reply = granted_with_dames(
        regions, [player("ratmen", "swamp", hand=1), leprechauns()], "conquer b with die", rolls=(0,)
    )
    assert (coins(reply)[0], pieces(reply, "b")) == (5, {"pot": 1})


def test_declined_ghouls_take_the_pot_too() -> None:
    """Rulings 67, 116."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": hiding(1), "e": held(0, "ratmen")}
    reply = granted_with_dames(regions, [player("ratmen", "hill", declined=["ghouls"]), leprechauns()], "conquer b")
    assert coins(reply) == [6, 5]


def test_a_pot_does_not_defend() -> None:
    """Ruling 25."""
    regions = {"a": held(0, "ratmen"), "b": hiding(1)}
    assert (
        tokens(granted_with_dames(regions, [player("ratmen", "swamp", hand=3), leprechauns()], "conquer b"), "b") == 3
    )


def test_a_pot_does_not_protect_from_sorcery() -> None:
    """Ruling 81: nothing of the kind is named."""
    regions = {"a": held(0, "sorcerers"), "b": hiding(1)}
    reply = granted_with_dames(regions, [player("sorcerers", "swamp", 1), leprechauns()], "conquer b with sorcery")
    assert region(reply, "b")["race"] == "sorcerers"


def test_corrupt_is_settled_before_the_pot() -> None:
    """Rulings 130, 143: a penniless conqueror pays nothing and takes the Pot."""
    regions = {"a": held(0, "ratmen"), "b": hiding(1)}
    reply = granted_with_dames(
        regions, [player("ratmen", "swamp", hand=3, coins=0), leprechauns("corrupt")], "conquer b"
    )
    assert coins(reply) == [1, 5]


STOUT_DECLINE = ("stop", "place pot a", "done", "decline")


def test_pots_stay_when_stout_leprechauns_decline() -> None:
    """Ruling 117; the position says so and asks the same question again."""
    reply = granted_with_dames(HOME, [leprechauns("stout"), player("orcs", "swamp")], *STOUT_DECLINE)
    assert (pieces(reply, "a"), coins(reply)[0], declined(reply, 0)) == ({"pot": 1}, 7, ["leprechauns"])
    assert same_game(reply)


def test_pots_of_declined_leprechauns_pay_at_the_start_of_the_owners_next_turn() -> None:
    """Ruling 117: before he picks a combo, though he has no active race."""
    reply = granted_with_dames(HOME, [leprechauns("stout"), player("orcs", "swamp")], *STOUT_DECLINE, "stop")
    assert (reply["phase"], reply["to_move"], pieces(reply, "a"), coins(reply)[0]) == ("pick", 0, {}, 8)
    assert [event["coins"] for event in events_of_type(reply, "paid")] == [1]


def test_a_pot_of_declined_leprechauns_goes_to_whoever_conquers_the_region() -> None:
    """Ruling 117."""
    foe = {"e": held(1, "orcs", 6)}
    on = board("a:farmland,border e:hill,border b:forest d:hill")
    reply = granted_with_dames(
        HOME | foe, [leprechauns("stout"), player("orcs", "swamp")], *STOUT_DECLINE, "conquer a", on=on
    )
    assert (pieces(reply, "a"), coins(reply)) == ({}, [7, 6])


def test_a_stout_decline_removes_pots_unpaid_by_a_switch() -> None:
    """Ruling 117: `pots_leave_in_decline`."""
    players = [leprechauns("stout"), player()]
    reply = granted_with_dames(HOME, players, *STOUT_DECLINE, rulings=("pots_leave_in_decline",))
    assert (pieces(reply, "a"), coins(reply)[0], declined(reply, 0)) == ({}, 7, ["leprechauns"])


def test_an_ordinary_decline_comes_after_collecting() -> None:
    """Ruling 117."""
    reply = granted_with_dames({"a": hiding(), "b": hiding()}, [leprechauns(), player()], "decline")
    assert (coins(reply)[0], pieces(reply, "a")) == (5 + 2 + 2, {})


def test_pots_are_collected_before_a_region_is_abandoned() -> None:
    """Rulings 21, 116: start-of-turn effects come first."""
    assert coins(granted_with_dames({"a": hiding(), "b": hiding()}, [leprechauns(), player()], "abandon a"))[0] == 7


def test_pots_are_collected_before_own_ghouls_act() -> None:
    """Ruling 21."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": hiding(), "e": held(0, "leprechauns")}
    assert coins(granted_with_dames(regions, [leprechauns(declined=["ghouls"]), player()], "conquer b"))[0] == 6


def test_pots_do_not_move_in_a_withdrawal() -> None:
    """Ruling 116: only in redeployment."""
    regions = {"a": held(0, "ratmen"), "b": hiding(1, 2), "d": held(1, "leprechauns")}
    players = [player("ratmen", "swamp", hand=4), leprechauns()]
    reply = granted_with_dames(regions, players, "conquer b", "stop", "place a 3", "done")
    assert (reply["phase"], legal(reply)) == ("withdraw", ["place d"])
