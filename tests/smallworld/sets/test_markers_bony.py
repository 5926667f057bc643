"""Bony's Boneyard: when Bony is placed and leaves, and how the race he protects can be conquered."""

from __future__ import annotations

from typing import Any

import pytest

from tests.refusals import rejected
from tests.smallworld.positions import ask, board, declined, events_of_type, held, legal, offers, player, tokens
from tests.smallworld.team_positions import LINE, TEAMS, Seats, continued, round_trips, six, team, team_refuses

YARD = {"marker": "boneyard"}
GUARDED = {"player": 1, "race": "humans"}


def rats(power: str = "swamp", n: int = 6, **more: Any) -> dict[str, Any]:
    return player("ratmen", power, n, coins=0, **more)


def ruins(*races: str) -> dict[str, Any]:
    return player(coins=0, declined=list(races))


# Placing him


def take(*moves: str, **keywords: Any) -> dict[str, Any]:
    seats = {0: rats(), 1: ruins("humans"), 2: ruins("giants")}
    regions = {
        "a": held(0, "ratmen"),
        "b": YARD,
        "d": held(1, "humans", declined=True),
        "e": held(2, "giants", declined=True),
    }
    return team(regions, seats, *moves, **keywords)


def test_whoever_takes_the_boneyard_puts_bony_on_a_declined_race_of_his_choice() -> None:
    reply = take("conquer b")
    assert (reply["phase"], reply["to_move"]) == ("choice", 0)
    assert legal(reply) == ["bony 1 humans", "bony 2 giants"]
    assert round_trips(reply)
    placed = continued(reply, "bony 1 humans")
    assert placed["position"]["bony"] == GUARDED
    assert placed["phase"] == "conquer"
    assert round_trips(placed)


def test_the_race_may_be_ones_own_or_the_partners() -> None:
    seats = {0: rats(declined=["elves"]), 3: ruins("humans")}
    regions = {
        "a": held(0, "ratmen"),
        "b": YARD,
        "d": held(0, "elves", declined=True),
        "e": held(3, "humans", declined=True),
    }
    assert legal(team(regions, seats, "conquer b")) == ["bony 0 elves", "bony 3 humans"]


def test_a_boneyard_found_under_a_monster_is_taken_at_once() -> None:
    seats = {0: rats(), 1: ruins("humans")}
    regions = {
        "a": held(0, "ratmen") | {"marker": ["soapbar", "tavern"]},
        "b": {"lost_tribe": True, "monster": True},
        "c": {"marker": ["vale", "sigil"]},
        "d": held(1, "humans", declined=True),
    }
    assert legal(team(regions, seats, "conquer b")) == ["bony 1 humans"]


def test_a_boneyard_taken_with_the_die_asks_before_the_conquests_end() -> None:
    seats = {0: rats(n=1), 1: ruins("humans")}
    regions = {"a": held(0, "ratmen"), "b": YARD, "d": held(1, "humans", declined=True)}
    reply = team(regions, seats, "conquer b with die", rolls=(1,))
    assert legal(reply) == ["bony 1 humans"]
    assert round_trips(reply)
    assert continued(reply, "bony 1 humans")["to_move"] == 1


def test_declined_ghouls_do_not_summon_him() -> None:
    seats = {0: rats(n=0, declined=[{"race": "ghouls", "power": None, "hand": 3}])}
    regions = {"a": held(0, "ghouls", declined=True), "b": YARD, "f": held(0, "ratmen")}
    assert team(regions, seats, "conquer b")["phase"] == "ghouls"


def test_with_nobody_in_decline_he_waits_and_may_be_placed_at_the_start_of_a_later_turn() -> None:
    reply = team({"a": held(0, "ratmen"), "b": YARD}, {0: rats()}, "conquer b")
    assert reply["phase"] == "conquer"
    assert reply["position"]["bony"] is None
    seats = {0: rats(), 1: ruins("humans")}
    regions = {"a": held(0, "ratmen") | YARD, "d": held(1, "humans", declined=True)}
    later = team(regions, seats)
    assert "bony 1 humans" in legal(later)
    assert "decline" in legal(continued(later, "bony 1 humans"))
    assert not offers(team(regions, seats, "conquer b"), "bony")


def test_once_placed_he_stays_with_that_race() -> None:
    seats = {0: rats(), 1: ruins("humans")}
    regions = {"a": held(0, "ratmen") | YARD, "d": held(1, "humans", declined=True)}
    assert not offers(team(regions, seats, bony=GUARDED), "bony")
    team_refuses(regions, seats, "bony 1 humans", bony=GUARDED, because="protects the Humans already")


def test_bony_needs_a_declined_race_of_that_seat() -> None:
    seats = {0: rats(), 1: ruins("humans")}
    regions = {"a": held(0, "ratmen") | YARD, "d": held(1, "humans", declined=True)}
    team_refuses(regions, seats, "bony 2 humans", because="seat 2 has no declined Humans; there are humans (seat 1)")


# Losing him


def guarded(*moves: str, mine: dict[str, Any] | None = None, **keywords: Any) -> dict[str, Any]:
    seats = {0: mine or rats(), 1: ruins("humans"), 2: player("orcs", "hill", 6, coins=0)}
    regions = {"b": held(0, "ratmen") | YARD, "a": held(0, "ratmen"), "e": held(1, "humans", declined=True)}
    return team(regions | {"c": held(2, "orcs")}, seats, *moves, bony=GUARDED, **keywords)


def test_bony_leaves_when_the_holder_abandons_the_boneyard() -> None:
    reply = guarded("abandon b")
    assert reply["position"]["bony"] is None
    assert events_of_type(reply, "bony_left")


def test_bony_leaves_when_the_holder_declines() -> None:
    assert guarded("decline")["position"]["bony"] is None


def test_bony_leaves_when_the_region_is_lost_and_the_new_holder_places_him_afresh() -> None:
    reply = guarded("conquer b", player=2)
    assert reply["position"]["bony"] is None
    assert (reply["to_move"], legal(reply)) == (2, ["bony 1 humans"])


def test_bony_waits_when_the_protected_race_vanishes() -> None:
    reply = guarded("conquer e", player=2, links="a-b b-c c-e d-f f-g e-d")
    assert declined(reply, 1) == []
    assert reply["position"]["bony"] is None
    assert continued(reply, phase="start", player=0, this_turn={})["position"]["bony"] is None


def test_bony_waits_when_a_newer_decline_removes_the_protected_race() -> None:
    seats = {0: rats(n=0), 1: player("elves", "hill", coins=0, declined=["humans"])}
    regions = {"a": held(0, "ratmen") | YARD, "c": held(1, "elves"), "e": held(1, "humans", declined=True)}
    assert team(regions, seats, "decline", player=1, bony=GUARDED)["position"]["bony"] is None


def test_abandoned_and_retaken_the_boneyard_asks_again() -> None:
    assert legal(guarded("abandon b", "conquer b")) == ["bony 1 humans"]


# Plain conquest: seat 0 attacks the Humans of seat 1 in region b, which Bony protects from Boneyard g


def against(mine: dict[str, Any], *moves: str, near: bool = True, on: str = LINE, **keywords: Any) -> dict[str, Any]:
    seats = {0: mine, 1: ruins("humans"), 2: player("orcs", "imperial", coins=0)}
    race = mine["active"]["race"]
    regions = {"a" if near else "d": held(0, race, keywords.pop("there", 1))}
    regions |= {"b": held(1, "humans", declined=True), "g": held(2, "orcs") | YARD} | keywords.pop("more", {})
    return team(regions, seats, *moves, on=on, bony=keywords.pop("bony", GUARDED), **keywords)


def refuses(mine: dict[str, Any], *moves: str, because: str, near: bool = True, on: str = LINE, **keywords: Any) -> str:
    seats = {0: mine, 1: ruins("humans"), 2: player("orcs", "imperial", coins=0)}
    regions = {"a" if near else "d": held(0, mine["active"]["race"], keywords.pop("there", 1))}
    regions |= {"b": held(1, "humans", declined=True), "g": held(2, "orcs") | YARD} | keywords.pop("more", {})
    return team_refuses(regions, seats, *moves, on=on, bony=GUARDED, because=because, **keywords)


def test_the_protected_race_can_be_conquered_by_plain_means() -> None:
    reply = against(rats(n=3), "conquer b")
    assert tokens(reply, "b") == 3
    assert declined(reply, 1) == []


DISCOUNTS = [
    ("ratmen", "commando", LINE),
    ("ratmen", "mounted", LINE),
    ("goblins", "swamp", LINE),
    ("giants", "swamp", LINE.replace("a:hill", "a:mountain")),
    ("tritons", "swamp", LINE.replace("c:hill", "c:lake")),
    ("ratmen", "underworld", LINE.replace("b:hill", "b:hill+cavern")),
]


@pytest.mark.parametrize(("race", "power", "on"), DISCOUNTS)
def test_no_discount_counts(race: str, power: str, on: str) -> None:
    me = player(race, power, 3, coins=0)
    assert tokens(against(me, "conquer b", on=on), "b") == 3
    assert tokens(against(me, "conquer b", on=on, bony=None), "b") == 2


def test_were_creatures_pay_the_full_price_by_night() -> None:
    assert tokens(against(rats("were", 3), "conquer b", turn=4), "b") == 3


def test_discounts_still_work_on_other_regions() -> None:
    assert tokens(against(rats("commando", 3), "conquer c", near=False), "c") == 1


@pytest.mark.parametrize("mode", ["near", "far"])
def test_flight_does_not_reach_it(mode: str) -> None:
    reply = against(rats("flying", 6), near=mode == "near")
    assert ("conquer b" in legal(reply)) == (mode == "near")


def test_flight_and_halflings_do_not_enter_there() -> None:
    seats = {0: rats("flying", 6), 1: ruins("humans"), 2: player("orcs", "hill")}
    regions = {"b": held(1, "humans", declined=True), "g": held(2, "orcs") | YARD}
    assert "conquer b" not in legal(team(regions, seats, bony=GUARDED))
    seats[0] = player("halflings", "swamp", 6)
    assert "conquer b" not in legal(team(regions, seats, bony=GUARDED))
    assert "conquer c" in legal(team(regions, seats, bony=GUARDED))


def test_caverns_do_not_link_to_it() -> None:
    on = LINE.replace("b:hill", "b:hill+cavern").replace("d:hill", "d:hill+cavern")
    assert "conquer b" not in legal(against(rats("underworld", 6), near=False, on=on))
    assert "conquer b" in legal(against(rats("underworld", 6), near=False, on=on, bony=None))


def test_the_dragon_may_not_take_it() -> None:
    assert "conquer b with dragon" not in legal(against(rats("dragon_master", 3)))
    refuses(rats("dragon_master", 3), "conquer b with dragon", because="the Dragon is no use")
    assert tokens(against(rats("dragon_master", 3), "conquer b"), "b") == 3


def test_the_catapult_may_not_shoot_at_it() -> None:
    assert "catapult d" in legal(against(rats("catapult", 3), near=False, bony=None))
    assert "conquer b with catapult" not in legal(against(rats("catapult", 3), "catapult d", near=False))


def test_a_mercenary_is_no_use() -> None:
    me = player("ratmen", "mercenary", 3, coins=3)
    assert "conquer b with mercenary" not in legal(against(me))
    refuses(me, "conquer b with mercenary", because="a Mercenary is no use")


def test_no_mercenary_is_hired_after_the_die() -> None:
    me = player("ratmen", "mercenary", 1, coins=3)
    reply = against(me, "conquer b with die", rolls=(1,))
    assert events_of_type(reply, "failed")
    assert reply["phase"] == "redeploy"


def test_a_mercenary_does_not_stretch_the_die() -> None:
    me = player("ratmen", "mercenary", 1, coins=3)
    more = {"b": held(1, "humans", declined=True, fortress=1), "c": held(1, "humans", declined=True, lair=1)}
    on = LINE.replace("b:hill", "b:mountain")
    assert "conquer b with die" not in legal(against(me, on=on, more=more))


def test_fireballs_and_behemoths_are_no_use() -> None:
    me = rats("fireball", 3, fireballs=2)
    assert "conquer b" in legal(against(me))
    assert "conquer b" not in legal(against(me, "fireball", there=1, more={"d": {"lost_tribe": True}}, links=ALSO_D))
    why = "what is put up for this conquest is no use against them; `cancel` it first"
    refuses(me, "fireball", "conquer b", more={"d": {"lost_tribe": True}}, links=ALSO_D, because=why)


ALSO_D = "a-b b-c c-d d-e e-f f-g a-d"
"""The row, with another neighbour of the first region."""


def test_fireballs_have_nothing_to_be_thrown_at_when_only_the_protected_race_is_near() -> None:
    assert "fireball" not in legal(against(rats("fireball", 3, fireballs=2)))


def test_a_berserk_roll_does_not_count() -> None:
    reply = against(rats("berserk", 2), "roll", rolls=(3,), links=ALSO_D)
    assert "conquer b" not in legal(reply)
    assert "conquer d" in legal(reply)


def test_berserk_troops_have_the_ordinary_final_attempt_against_it() -> None:
    reply = against(rats("berserk", 2))
    assert "conquer b with die" in legal(reply)
    taken = against(rats("berserk", 2), "conquer b with die", rolls=(1,))
    assert events_of_type(taken, "conquered")[0]["tokens"] == 2


def test_berserk_troops_do_not_roll_for_nothing_else() -> None:
    assert "roll" not in legal(against(rats("berserk", 2)))


def test_the_ordinary_final_die_is_plain_conquest() -> None:
    assert events_of_type(against(rats("commando", 2), "conquer b with die", rolls=(1,)), "conquered")
    assert events_of_type(against(rats("commando", 2), "conquer b with die", rolls=(0,)), "failed")


def test_seafaring_troops_cannot_row_to_it() -> None:
    on = LINE.replace("b:hill", "b:sea")
    assert "conquer b" not in legal(against(rats("seafaring", 6), on=on))
    assert "conquer b" in legal(against(rats("seafaring", 6), on=on, bony=None))
    refuses(rats("seafaring", 6), "conquer b", on=on, because="nobody can row there")


def test_kobolds_still_need_two() -> None:
    assert tokens(against(player("kobolds", "swamp", 3, coins=0), "conquer b", there=2), "b") == 3


def test_hordes_tokens_are_tokens_and_may_attack_it() -> None:
    reply = against(player("ratmen", "hordes_of", 1, hordes=2, coins=0), "conquer b")
    assert tokens(reply, "b") == 1


def test_the_owner_keeps_his_powers_against_his_own_race() -> None:
    seats: Seats = {1: player("ratmen", "commando", 3, coins=0, declined=["humans"]), 2: player("orcs", "hill")}
    regions = {
        "a": held(1, "ratmen"),
        "b": held(1, "humans", declined=True),
        "g": held(2, "orcs") | YARD,
    }
    assert tokens(team(regions, seats, "conquer b", player=1, bony=GUARDED), "b") == 1


def test_the_holder_of_the_boneyard_is_an_opponent_like_any_other() -> None:
    seats: Seats = {2: player("orcs", "commando", 3, coins=0), 1: ruins("humans")}
    regions = {"a": held(2, "orcs") | YARD, "b": held(1, "humans", declined=True)}
    assert tokens(team(regions, seats, "conquer b", player=2, bony=GUARDED), "b") == 3


def test_the_owners_partner_is_an_opponent_too() -> None:
    seats: Seats = {4: player("ratmen", "commando", 3, coins=0), 1: ruins("humans"), 2: player("orcs", "hill")}
    regions = {"a": held(4, "ratmen"), "b": held(1, "humans", declined=True), "g": held(2, "orcs") | YARD}
    assert tokens(team(regions, seats, "conquer b", player=4, bony=GUARDED), "b") == 3


def test_the_refusal_names_bony_and_the_numbers() -> None:
    why = "b costs 3: 2 + 1 Human; you have 2 tokens, 1 short. Bony protects the declined Humans"
    refuses(rats("commando", 2), "conquer b", because=why)
    refuses(rats("flying", 6), "conquer b", near=False, because="no power reaches further")


def test_the_coins_for_a_conquest_are_not_a_power_against_its_tokens() -> None:
    reply = against(rats("pillaging", 3), "conquer b", "stop", "place a 2", "done")
    assert ["Pillaging", 1] in events_of_type(reply, "scored")[0]["sources"]


# Positions


@pytest.mark.parametrize(
    ("bony", "why"),
    [
        ({"player": 0, "race": "humans"}, "seat 0 has no declined Humans"),
        ({"player": 1, "race": "orcs"}, "seat 1 has no declined Orcs"),
        ({"player": 1}, "There is no race None in this game"),
        ({"race": "humans"}, "`player of bony` is a number from 0 to 5, not None"),
        ("humans", "`bony` is an object, not 'humans'"),
        (3, "`bony` is an object, not 3"),
    ],
)
def test_a_position_cannot_put_bony_on_what_is_not_in_decline(bony: Any, why: str) -> None:
    seats = {0: rats(), 1: ruins("humans")}
    regions = {"a": held(0, "ratmen") | YARD, "d": held(1, "humans", declined=True)}
    reply = ask(regions, six(seats), on=board(LINE), options=TEAMS, bony=bony)
    rejected(reply, "bad_position", because=why)


def test_a_position_cannot_have_bony_out_while_nobody_holds_the_boneyard() -> None:
    seats = {0: rats(), 1: ruins("humans")}
    regions = {"a": held(0, "ratmen"), "b": YARD, "d": held(1, "humans", declined=True)}
    reply = ask(regions, six(seats), on=board(LINE), options=TEAMS, bony=GUARDED)
    rejected(reply, "bad_position", because="Bony waits beside the board: no active race holds the Boneyard.")
