"""Every card is played at least once: its stat, price or value, bonus and effect."""

from pathlib import Path
from typing import Any

import pytest

from hordes.covil.state.cards import MODIFIER_COUNT
from tests.covil.positions import board, events_of, every, gold, granted, hall, hp, relics, seat, troop

BARE = seat("o2!")
FOREST_TOWN = {"board": board(town="Town+Forest")}
DESERT_TOWN = {"board": board(town="Town+Desert")}


def chosen(reply: dict[str, Any]) -> list[str]:
    """What can be chosen."""
    return [move.removeprefix("choose ") for move in reply["legal"] if move.startswith("choose")]


@pytest.mark.parametrize(
    ("card", "attack", "at", "strength"),
    [
        ("o1", "melee 0a 1a", "0a@b 1a@b", 1 + 3),
        ("o4", "melee 0a 1a", "0a@b 1a@b", 1 + 4),
        ("o5", "ranged 0a 1a", "0a@b 1a@t", 3),
        ("o3", "melee 0a 1a", "0a@b 1a@b", 1),
        ("o6", "ranged 0a 1a", "0a@b 1a@t", 0),
        ("h1", "melee 0a 1a", "0a@b 1a@b", 1 + 2),
        ("h1", "melee 0a 1a", "0a@a 1a@a", 1 + 2 + 1),
        ("h2", "melee 0a 1a", "0a@b 1a@b", 1),
        ("h3", "melee 0a 1a", "0a@b 1a@b", 1 + 1),
        ("h4", "ranged 0a 1a", "0a@b 1a@t", 2),
        ("h4", "ranged 0a 1a", "0a@b 1a@c", 2 + 1),
        ("h4", "melee 0a 1a", "0a@c 1a@c", 1 + 1),
        ("h5", "ranged 0a 1a", "0a@b 1a@t", 1),
        ("m01", "melee 0a 1a", "0a@b 1a@b", 1 + 2),
        ("m02", "ranged 0a 1a", "0a@b 1a@t", 2),
        ("m03", "melee 0a 1a", "0a@b 1a@b", 1 + 3),
        ("m03", "melee 0a 1a", "0a@b 1a@b-", 1 + 3 + 1),
        ("m03", "ranged 0a 1a", "0a@b 1a@t-", 1),
        ("m04", "ranged 0a 1a", "0a@b 1a@t", 2),
        ("m05", "melee 0a 1a", "0a@b 1a@b", 1 + 3),
        ("m06", "ranged 0a 1a", "0a@b 1a@t", 3),
        ("m07", "ranged 0a 1a", "0a@b 1a@t", 4 + 1),
        ("m07", "melee 0a 1a", "0a@b 1a@b", 1),
        ("m08", "melee 0a 1a", "0a@b 1a@b", 1 + 5),
        ("m09", "melee 0a 1a", "0a@b 1a@b", 1 + 2),
        ("m09", "melee 0a 1a", "0a@d 1a@d", 1 + 2 + 1),
        ("m10", "melee 0a 1a", "0a@b 1a@b", 1 + 2),
        ("m11", "melee 0a 1a", "0a@b 1a@b", 1 + 3),
        ("m12", "melee 0a 1a", "0a@b 1a@b", 1),
        ("m13", "melee 0a 1a", "0a@c 1a@c", 1 + 3 + 1),
        ("m13", "melee 0a 1a", "0a@b 1a@b", 1 + 3),
        ("m14", "melee 0a 1a", "0a@b 1a@b", 1 + 3),
        ("m15", "melee 0a 1a", "0a@b 1a@b", 1 + 5),
        ("m16", "melee 0a 1a", "0a@b 1a@b", 1 + 5),
        ("m17", "melee 0a 1a", "0a@b 1a@b", 1 + 2),
        ("m21", "melee 0a 1a", "0a@b 1a@b", 1 + 3),
        ("m25", "ranged 0a 1a", "0a@b 1a@c", 2 + 1),
        ("m25", "ranged 0a 1a", "0a@b 1a@t", 2),
        ("m26", "ranged 0a 1a", "0a@b 1a@t", 2),
        ("m27", "ranged 0a 1a", "0a@b 1a@t", 2),
        ("m29", "ranged 0a 1a", "0a@b 1a@t", 3),
        ("m30", "melee 0a 1a", "0a@b 1a@b", 1 + 3),
        ("m31", "ranged 0a 1a", "0a@b 1a@t", 4),
        ("m31", "ranged 0a 1a", "0a@b 1a@c", 4 + 2),
        ("m31", "melee 0a 1a", "0a@c 1a@c", 1 + 2),
        ("m32", "ranged 0a 1a", "0a@b 1a@t", 4),
        ("m33", "ranged 0a 1a", "0a@b 1a@t", 2 + 1),
        ("m33", "ranged 0a 1a", "0a@a 1a@t", 2),
        ("m33", "melee 0a 1a", "0a@b 1a@b", 1),
        ("m35", "ranged 0a 1a", "0a@b 1a@t", 2),
        ("m36", "melee 0a 1a", "0a@b 1a@b", 1 + 2),
        ("m38", "ranged 0a 1a", "0a@b 1a@t", 2),
        ("m39", "ranged 0a 1a", "0a@b 1a@t", 4),
        ("m40", "ranged 0a 1a", "0a@a 1a@t", 4),
        ("m40", "ranged 0a 1a", "0a@b 1a@t", 4 + 1),
        ("m40", "melee 0a 1a", "0a@t 1a@t", 1 + 1),
    ],
)
def test_the_strength_of_every_minion(card: str, attack: str, at: str, strength: int) -> None:
    me = seat(card) if card[0] == "o" else seat(f"o1! {card}")
    account = events_of(granted(attack, f"exhaust {card}", at=at, me=me, them=BARE), "attacked")[0]
    assert account["strength"] == strength
    assert sum(part[1] for part in account["parts"]) == strength


def test_a_terrain_bonus_counts_each_terrain_of_the_zone() -> None:
    account = events_of(
        granted("melee 0a 1a", "exhaust m40", at="0a@t 1a@t", me=seat("o1! m40"), options=FOREST_TOWN), "attacked"
    )[0]
    assert account["strength"] == 1 + 2


@pytest.mark.parametrize(
    ("card", "zone", "defense"),
    [
        ("o3", "b", 1 + 1 + 3),
        ("o3", "t", 1 + 1 + 3),
        ("o3", "a", 1 + 3),
        ("o6", "b", 1 + 3),
        ("h2", "b", 1 + 2),
        ("m12", "b", 1 + 2),
        ("m18", "b", 1 + 2),
        ("m19", "b", 1 + 3),
        ("m19", "a", 1 + 1 + 3),
        ("m19", "t", 1 + 1 + 3),
        ("m20", "b", 1 + 3),
        ("m22", "b", 1 + 3),
        ("m23", "b", 1 + 1 + 4),
        ("m24", "b", 1 + 5),
        ("m28", "b", 1 + 2),
        ("m34", "b", 1 + 1),
        ("m37", "b", 1 + 2),
    ],
)
def test_the_defense_of_every_minion(card: str, zone: str, defense: int) -> None:
    them = seat(card) if card[0] == "o" else seat(f"o2! {card}")
    moves = ["melee 0a 1a", "exhaust m16", f"defend {card}", "pass", "pass"]
    account = events_of(granted(*moves, at=f"0a@{zone} 1a@{zone}", me=seat("o1! m16"), them=them), "fought")[0]
    assert account["defense"] == defense
    assert sum(part[1] for part in account["defense_parts"]) == defense


@pytest.mark.parametrize(("card", "zone"), [("m13", "c"), ("m40", "b"), ("m40", "t"), ("m23", "d"), ("o3", "d")])
def test_an_exhausted_reinforcement_still_defends(card: str, zone: str) -> None:
    them = seat(f"{card}!") if card[0] == "o" else seat(f"o2! {card}!")
    moves = ["melee 0a 1a", "exhaust m16", "pass", "pass"]
    account = events_of(granted(*moves, at=f"0a@{zone} 1a@{zone}", me=seat("o1! m16"), them=them), "fought")[0]
    assert account["defense"] == 2


def test_the_tallow_king_in_a_desert_town() -> None:
    moves = ["melee 0a 1a", "exhaust h1", "pass", "pass"]
    account = events_of(granted(*moves, at="0a@t 1a@t", them=seat("o3!"), options=DESERT_TOWN), "fought")[0]
    assert (account["defense"], account["won"]) == (3, False)


BONUS = {
    "r01": "melee", "r02": "ranged", "r03": "melee", "r04": "defense", "r05": "defense", "r06": "ranged",
    "r07": "melee", "r08": "ranged", "r09": "ranged", "r10": "melee", "r11": "melee", "r12": "attack",
    "r13": "defense", "r14": "defense", "r15": "defense", "r16": "melee", "r17": "defense", "r18": "ranged",
    "r19": "attack", "r20": "ranged", "r21": "attack", "r22": "melee", "r23": "defense", "r24": "defense",
}  # fmt: skip


@pytest.mark.parametrize("relic", BONUS)
def test_the_bonus_of_every_active_relic(relic: str) -> None:
    stat = BONUS[relic]
    value = 2 if relic in ("r15", "r23") else 1
    me = seat("o1! h1 h5", active=relic)
    melee = events_of(granted("melee 0a 1a", "exhaust h1", at="0a@b 1a@b", me=me), "attacked")[0]
    ranged = events_of(granted("ranged 0a 1a", "exhaust h5", at="0a@b 1a@t", me=me), "attacked")[0]
    assert melee["strength"] == 3 + (value if stat in ("melee", "attack") else 0)
    assert ranged["strength"] == 1 + (value if stat in ("ranged", "attack") else 0)
    moves = ["melee 0a 1a", "exhaust h1", "pass", "pass"]
    account = events_of(granted(*moves, at="0a@b 1a@b", them=seat("o2!", active=relic)), "fought")[0]
    assert account["defense"] == 1 + (value if stat == "defense" else 0)


WORTH = {2: "r05 r07 r09 r10 r12 r13 r14 r19 r20 r23", 3: "r17 r21 r24"}


@pytest.mark.parametrize("relic", BONUS)
def test_the_gold_value_of_every_relic(relic: str) -> None:
    value = next((n for n, cards in WORTH.items() if relic in cards.split()), 1)
    reply = granted("hire h1", f"pay relic {relic}", "done", me=seat("o1!", relics=relic), pool=["h1"])
    assert gold(reply)[0] == value
    assert reply["position"]["discard"] == [relic]


@pytest.mark.parametrize(
    ("owner", "card", "price"),
    [("m04", "m03", 2), ("m12", "m13", 4), ("m20", "m22", 4), ("m28", "m29", 4), ("m35", "m38", 4), ("m35", "m29", 6)],
)
def test_a_class_costs_two_less(owner: str, card: str, price: int) -> None:
    reply = granted(
        f"hire {card}", "pay gold 5", "pay relic r01", "done", me=seat(f"o1! {owner}!", 5, "r01"), pool=[card]
    )
    assert events_of(reply, "hired")[0]["price"] == price
    assert hall(reply, 0) == f"o1! {owner}! {card}~"


# Commands


def test_the_squire_moves_a_lying_troop() -> None:
    reply = granted("command h2", "choose 0b", "choose e", at="0a@a 0b@a- 1a@c")
    assert (troop(reply, "0b"), hall(reply, 0)) == ("e-", "o1! h1 h2!")


def test_the_squire_uses_move_bonuses() -> None:
    reply = granted("command h2", "choose 0a", me=seat("o1! h2 m27"))
    assert sorted(chosen(reply)) == ["b", "c", "d", "e", "t"]


def test_the_witch_moves_up_to_two_zones() -> None:
    reply = granted("command m34", "choose 0a", me=seat("o1! m34"))
    assert sorted(chosen(reply)) == ["b", "c", "d", "e", "t"]


def test_the_plank_carrier_repairs_two() -> None:
    assert hp(granted("command m18", me=seat("o1! m18"), hp=(2, 5))) == [4, 5]


def test_the_archivist_draws_a_relic() -> None:
    reply = granted("command m38", me=seat("o1! m38"))
    assert (len(relics(reply, 0)), gold(reply)[0]) == (1, 0)


def test_tollgate_whisper_without_rebels_gains_nothing() -> None:
    reply = granted("command m02", me=seat("o1! m02"), rebels=0)
    assert (gold(reply)[0], hall(reply, 0), reply["phase"]) == (0, "o1! m02!", "afternoon")


def test_the_surveyor_asks_which_fortress_when_two_are_near() -> None:
    table = {"others": (seat("o3"),), "at": "0a@t 1a@b 2a@e", "me": seat("o1! m29")}
    assert chosen(granted("command m29", **table)) == ["1", "2"]
    assert hp(granted("command m29", "choose 2", **table)) == [5, 5, 4]


def test_the_nuisance_may_exhaust_minions_of_two_opponents() -> None:
    table = {"others": (seat("o3! h5"),), "at": "0a@a 1a@c 2a@d", "me": seat("o1! m32"), "them": seat("o2! h2")}
    reply = granted("command m32", "choose 1", "choose h2", "choose h5", **table)
    assert (hall(reply, 1), hall(reply, 2), reply["phase"]) == ("o2! h2!", "o3! h5!", "afternoon")


def test_an_overlord_can_be_exhausted_by_an_effect() -> None:
    assert hall(granted("command m06", "choose o2", me=seat("o1! m06"), them=seat("o2 h1")), 1) == "o2! h1"


def test_the_marshal_repairs_even_if_nobody_lies() -> None:
    reply = granted("command m24", me=seat("o1! m24"), hp=(1, 5))
    assert (hp(reply), reply["phase"]) == ([3, 5], "afternoon")


# Aftershocks

WIN = ("pass", "pass")


def after(card: str, *moves: str, at: str = "0a@b 1a@b-", **keywords: Any) -> dict[str, Any]:
    """After a won melee attack with that Minion against a lying troop."""
    table: dict[str, Any] = {"me": seat(f"o1! {card}"), "them": BARE} | keywords
    return granted("melee 0a 1a", f"exhaust {card.rstrip('!~')}", *WIN, *moves, at=at, **table)


def test_the_barber_gains_one_gold_for_a_victory() -> None:
    assert gold(after("h3"))[0] == 3


def test_the_nightingale_gains_one_gold_for_a_lying_victim_only() -> None:
    assert gold(after("m01"))[0] == 3
    assert gold(after("m01", "retreat a", at="0a@b 1a@b"))[0] == 2


def test_the_pickpocket_takes_one_gold() -> None:
    assert gold(after("m05", them=seat("o2!", 1))) == [3, 0]
    assert gold(after("m05", them=seat("o2!", 0))) == [2, 0]


def test_the_gatecrasher_may_move_the_attacker() -> None:
    reply = after("m11", "choose t")
    assert (troop(reply, "0a"), reply["phase"]) == ("t-", "afternoon")
    assert troop(after("m11", "skip"), "0a") == "b-"


def test_the_minotaur_stands_up_only_after_a_victory() -> None:
    assert troop(after("m15"), "0a") == "b"
    them = seat("o2! m24")
    lost = granted(
        "melee 0a 1a", "exhaust m15", "defend m24", "pass", "pass", at="0a@b 1a@b", me=seat("o1! m15"), them=them
    )
    assert troop(lost, "0a") == "b-"
    assert "gold 0a" not in after("m15")["legal"]


def test_the_bricklayer_repairs_one_win_or_lose() -> None:
    assert hp(after("m17", hp=(3, 5))) == [4, 5]
    them = seat("o2! m24")
    lost = granted(
        "melee 0a 1a", "exhaust m17", "defend m24", "pass", "pass",
        at="0a@b 1a@b", me=seat("o1! m17"), them=them, hp=(3, 5),
    )  # fmt: skip
    assert hp(lost) == [4, 5]


def test_the_relief_captain_rests_two_others() -> None:
    reply = after("m21", me=seat("o1! m21 h1! h2~"))
    assert chosen(reply) == ["o1", "h1", "h2"]
    assert hall(after("m21", "choose h1", "choose h2", me=seat("o1! m21 h1! h2~")), 0) == "o1! m21! h1~ h2"


def test_the_riot_conductor_puts_up_to_two_rebels_for_gold() -> None:
    reply = after("m30", "choose 2", rebels=3)
    assert (gold(reply)[0], reply["position"]["rebels"]) == (4, 5)
    full = after("m30", rebels=5)
    assert (gold(full)[0], full["phase"]) == (2, "afternoon")


def test_the_fumbler_moves_any_troop_up_to_two_zones() -> None:
    reply = after("m36", "choose 0b", "choose c", at="0a@b 0b@a 1a@b-")
    assert troop(reply, "0b") == "c"


def test_the_librarian_draws_for_a_victory_only() -> None:
    me = seat("o1! m39")
    won = granted("ranged 0a 1a", "exhaust m39", *WIN, at="0a@b 1a@t-", me=me, them=BARE)
    assert len(relics(won, 0)) == 1
    lost = granted("ranged 0a 1a", "exhaust m39", "defend m24", *WIN, at="0a@b 1a@t-", me=me, them=seat("o2! m24"))
    assert len(relics(lost, 0)) == 0


def test_an_aftershock_fires_when_the_stat_does_not_fit() -> None:
    reply = granted("melee 0a 1a", "exhaust m39", *WIN, at="0a@b 1a@b-", me=seat("o1! m39"), them=BARE)
    assert len(relics(reply, 0)) == 0
    reply = granted("melee 0a fortress 1", "exhaust m39", at="0a@c 1a@b", me=seat("o1! m39"), them=BARE)
    assert (len(relics(reply, 0)), hp(reply)) == (1, [5, 4])


# Relics


@pytest.mark.parametrize(("relic", "gained"), [("r06", 2), ("r24", 1)])
def test_gold_of_relics(relic: str, gained: int) -> None:
    reply = granted(f"relic {relic}", me=seat(relics=relic))
    assert (gold(reply)[0], reply["position"]["players"][0]["active"]) == (gained, [relic])


def test_the_bag_moves_two_different_troops_once() -> None:
    reply = granted("relic r02", "choose 0a", "choose b", "choose 0b", "choose t", me=seat(relics="r02"))
    assert (troop(reply, "0a"), troop(reply, "0b"), reply["phase"]) == ("b", "t", "afternoon")


def test_the_whistle_stands_one_up() -> None:
    reply = granted("relic r03", "choose 0b", at="0a@a 0b@t- 1a@c", me=seat(relics="r03"))
    assert troop(reply, "0b") == "t"


def test_the_bell_makes_an_exhausted_minion_ready_at_once() -> None:
    assert hall(granted("relic r04", "choose h1", me=seat("o1! h1! h2~", relics="r04")), 0) == "o1! h1 h2~"


def test_the_jar_may_rest_the_overlord_too() -> None:
    assert hall(granted("relic r05", "choose o1", "skip", me=seat("o1! h1!", relics="r05")), 0) == "o1~ h1!"


def test_the_mask_takes_one_gold() -> None:
    assert gold(granted("relic r07", "choose 1", me=seat(relics="r07"), them=seat("o2", 3))) == [1, 2]


def test_the_effigy_removes_up_to_two_rebels() -> None:
    reply = granted("relic r08", "choose 1", me=seat(relics="r08"), rebels=1)
    assert (gold(reply)[0], reply["position"]["rebels"]) == (1, 0)


def test_the_pamphlets_put_up_to_two_rebels_without_gold() -> None:
    reply = granted("relic r16", "choose 2", me=seat(relics="r16"), rebels=2)
    assert (gold(reply)[0], reply["position"]["rebels"]) == (0, 4)


@pytest.mark.parametrize(("relic", "attack", "at"), [
    ("r09", "ranged 0a 1a", "0a@b- 1a@t"), ("r10", "melee 0a 1a", "0a@b- 1a@b"), ("r11", "melee 0a 1a", "0a@b- 1a@b"),
])  # fmt: skip
def test_the_bonus_of_a_relic_counts_in_its_own_free_attack(relic: str, attack: str, at: str) -> None:
    reply = granted(f"relic {relic}", attack, "exhaust h1", at=at, me=seat("o1! h1", relics=relic))
    account = events_of(reply, "attacked")[0]
    assert (account["strength"], account["free"]) == (1 if relic == "r09" else 4, True)


def test_the_key_damages_a_guarded_fortress_next_door() -> None:
    reply = granted("relic r12", "choose 1", at="0a@b 1a@c", me=seat(relics="r12"))
    assert (hp(reply), gold(reply)[0]) == ([5, 4], 1)


@pytest.mark.parametrize(("relic", "healed"), [("r13", 2), ("r23", 1)])
def test_relics_repair(relic: str, healed: int) -> None:
    assert hp(granted(f"relic {relic}", me=seat(relics=relic), hp=(1, 5))) == [1 + healed, 5]


def test_the_pillow_exhausts_a_ready_minion() -> None:
    assert hall(granted("relic r14", "choose h3", me=seat(relics="r14")), 1) == "o2! h2 h3!"


def test_a_pushed_troop_keeps_its_posture() -> None:
    reply = granted("relic r15", "choose 1a", "choose c", at="0a@b 1a@b- 1b@d", me=seat(relics="r15"))
    assert troop(reply, "1a") == "c-"


def test_the_deed_pays_one_gold_for_each_dominated_terrain() -> None:
    reply = granted("relic r17", at="0a@e 0b@d 1a@c", me=seat(relics="r17"))
    assert gold(reply)[0] == 3


def test_the_lantern_draws_a_relic() -> None:
    assert len(relics(granted("relic r18", "use", me=seat(relics="r18")), 0)) == 1


def test_the_horseshoe_asks_whom_when_two_have_relics() -> None:
    table = {"others": (seat("o3", relics="r02"),), "at": "0a@a 1a@c 2a@d", "them": seat("o2", relics="r01")}
    assert chosen(granted("relic r19", me=seat(relics="r19"), **table)) == ["1", "2"]
    reply = granted("relic r19", "choose 2", me=seat(relics="r19"), **table)
    assert (relics(reply, 2), reply["position"]["discard"]) == ([], ["r02"])


def test_the_tripwire_reaches_the_next_zone_and_only_standing_troops() -> None:
    reply = granted("relic r20", at="0a@b 1a@c 1b@b- 1c@e", me=seat(relics="r20"))
    assert chosen(reply) == ["1a"]


def test_the_crown_rests_an_overlord_once() -> None:
    assert hall(granted("relic r21", me=seat("o1~ h1!", relics="r21")), 0) == "o1 h1!"


def test_the_trumpet_summons_at_a_destroyed_fortress() -> None:
    assert troop(granted("relic r22", "use", at="0a@b 1a@c", me=seat(relics="r22"), hp=(0, 5)), "0b") == "a"


# Influences


@pytest.mark.parametrize(
    ("cards", "extra"), [("o1 h1 m16", 2 + 1), ("o2 m16", 1), ("o2 m37", 2), ("o1 m09 m37", 1 + 2), ("o3 h5", 0)]
)
def test_influences_on_the_final_scoring(cards: str, extra: int) -> None:
    cost = {"o1": 6, "o2": 4, "o3": 4, "h1": 0, "h5": 2, "m16": 10, "m37": 6, "m09": 2}
    printed = sum(cost[card] for card in cards.split())
    reply = granted(phase="over", at="0a@a 1a@c", me=seat(cards, 1, "r01 r24"), them=seat("o6"))
    assert reply["result"]["scores"][0] == 5 + 1 + 4 + printed + extra


def test_two_fee_influences_add_up() -> None:
    assert gold(granted(phase="night", me=seat("o6 m22"), at="0a@a- 1a@c-"))[0] == 4


def test_a_raid_that_brings_no_rebel_still_draws() -> None:
    reply = granted(phase="night", me=seat("o1 m26"), at="0a@t- 1a@c-")
    assert (len(relics(reply, 0)), reply["position"]["rebels"]) == (1, 1)


def test_every_relic_and_mercenary_is_played_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [card for card in [*every("m", 40), *every("r", 24)] if card not in text] == []


def test_the_table_of_modifiers_has_ten_columns() -> None:
    """`Table.modifier_total` and the features index it with a literal, which is faster than a sum."""
    assert MODIFIER_COUNT + 1 == 10
