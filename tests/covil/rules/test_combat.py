"""Combat: legal targets, strength and defense, windows for responses, results, damage to fortresses."""

from typing import Any

from hordes.engine.games import load
from tests.covil.positions import board, events_of, gold, granted, hall, hp, refused, relics, seat

MEET = "0a@b 0b@a 1a@b 1b@c"


def fought(*moves: str, **keywords: Any) -> dict[str, Any]:
    """The account of the combat."""
    return events_of(granted(*moves, **keywords), "fought")[0]


def test_melee_reaches_the_own_zone_and_ranged_the_adjacent_ones() -> None:
    refused("melee 0a 1b", at=MEET, because="Melee attacks reach")
    refused("ranged 0a 1a", at=MEET, because="Ranged attacks reach adjacent zones only")


def test_an_attack_needs_a_ready_minion() -> None:
    why = "An attack exhausts a Ready Minion, and seat 0 has none"
    refused("melee 0a 1a", at=MEET, me=seat("o1! h1~"), because=why)


def test_a_guarded_fortress_is_no_target() -> None:
    refused("ranged 0a fortress 1", at=MEET, because="guarded by 1b")


def test_a_destroyed_fortress_is_no_target() -> None:
    refused("ranged 0a fortress 1", at="0a@b 1a@d", hp=(5, 0), because="The fortress of seat 1 is destroyed")


def test_troops_of_others_do_not_guard() -> None:
    reply = granted(at="0a@b 1a@d 2a@c", others=(seat("o3"),))
    assert "ranged 0a fortress 1" in reply["legal"]


def test_a_ranged_attack_has_no_base() -> None:
    account = fought(
        "ranged 0a 1a", "exhaust m25", "pass", "pass", at="0a@b 1a@t-", me=seat("o1 m25"), them=seat("o2!")
    )
    assert (account["strength"], account["parts"]) == (2, [["Cellar Bomber", 2]])


def test_a_stat_of_the_other_kind_adds_nothing() -> None:
    account = fought("melee 0a 1a", "exhaust m25", "pass", "pass", at=MEET, me=seat("o1 m25"))
    assert account["strength"] == 1
    assert not account["won"]


def test_reinforcements_count_from_exhausted_minions_by_the_attackers_zone() -> None:
    account = fought("ranged 0a 1b", "exhaust h4", "pass", "pass", at=MEET, me=seat("o1 h4 m33!"))
    assert account["parts"] == [["Fuse Runner", 2], ["Fuse Runner, Aftershock", 1], ["Twig Conjurer, Reinforcement", 1]]


def test_the_private_helps_at_the_own_fortress() -> None:
    account = fought("melee 0a 1a", "exhaust h1", "pass", "pass", at="0a@a 1a@a-", me=seat("o1! h1"), them=seat("o2!"))
    assert account["strength"] == 4


def test_lying_targets_and_fortress_zones() -> None:
    me = seat("o1 m03 m31")
    lying = fought("melee 0a 1a", "exhaust m03", "pass", "pass", at="0a@b 1a@b-", me=me, them=seat("o2!"))
    assert ["Bedside Duelist, Reinforcement", 1] in lying["parts"]
    near = fought("ranged 0a 1a", "exhaust m31", "pass", "pass", at="0a@b 1a@c", me=me, them=seat("o2!"))
    assert ["Siege Tinker, Reinforcement", 2] in near["parts"]


def test_the_account_of_a_defense() -> None:
    them = seat("o2! h2 m19!", relics="r15")
    moves = ["melee 0a 1a", "exhaust h1", "defend h2", "relic r15", "skip", "pass", "pass"]
    account = fought(*moves, at="0a@t 1a@t 1b@t 0b@t", them=them)
    expected = [["base", 1], ["Canal Sentinel, Reinforcement", 1], ["Squire", 2], ["Curtain of Fog", 2]]
    assert (account["defense"], account["defense_parts"]) == (6, expected)


def test_only_defense_stats_defend_and_the_attacker_has_relics_only() -> None:
    refused("melee 0a 1a", "exhaust h1", "defend h3", at=MEET, because="base stat melee")
    refused("melee 0a 1a", "exhaust h1", "pass", "defend h2", at=MEET, because="Power Relics only")


def test_a_pass_does_not_bar_from_a_later_window() -> None:
    me = seat("o1 h1", relics="r21")
    reply = granted("melee 0a 1a", "exhaust h1", "pass", "relic r21", "pass", at=MEET, me=me)
    assert (reply["to_move"], "defend h2" in reply["legal"]) == (1, True)


def test_switched_to_bonus_only_instants_in_a_combat_leave_its_troops_alone_and_start_no_attack() -> None:
    table: dict[str, Any] = {"at": MEET, "me": seat("o1 h1", relics="r01 r11")}
    table["options"] = {"rulings": ["combat_relics_bonus_only"]}
    reply = granted("melee 0a 1a", "exhaust h1", "pass", "relic r01", **table)
    assert [move for move in reply["legal"] if move.startswith("choose")] == ["choose 0b"]
    reply = granted("melee 0a 1a", "exhaust h1", "pass", "relic r11", **table)
    assert reply["phase"] == "combat"
    account = fought("melee 0a 1a", "exhaust h1", "pass", "relic r11", "pass", "pass", **table)
    assert account["strength"] == 4


def test_an_exhausted_defender_keeps_the_points_already_given() -> None:
    me = seat("o1 h1", relics="r14")
    moves = ["melee 0a 1a", "exhaust h1", "defend h2", "pass", "relic r14", "choose m23", "pass", "pass"]
    account = fought(*moves, at=MEET, me=me, them=seat("o2! h2 m23"))
    assert account["defense"] == 4


def test_a_beaten_troop_must_leave_and_may_use_move_bonuses() -> None:
    moves = ["melee 0a 1a", "exhaust h1", "pass", "pass"]
    refused(*moves, "retreat b", at=MEET, because="Troop 1a must leave b")
    swift = granted(*moves, at="0a@a 1a@a 1b@c", them=seat("o2! m27"))
    assert {move for move in swift["legal"] if move.startswith("retreat")} == {f"retreat {z}" for z in "bcdet"}


def test_surplus_hits_the_fortress_also_from_afar() -> None:
    reply = granted("ranged 0a 1a", "exhaust m31", "pass", "pass", "retreat d", at="0a@b 1a@c", me=seat("o1 m31"))
    assert (hp(reply), gold(reply)[0]) == ([5, 0], 3)
    assert len(relics(reply, 0)) == 1


def test_unguarded_fortresses_answer_nothing_and_pay_treasures_only() -> None:
    reply = granted("melee 0a fortress 1", "exhaust h1", at="0a@c 1a@d", me=seat("o1 h1"))
    assert (reply["phase"], hp(reply), gold(reply)[0]) == ("afternoon", [5, 2], 1)


def test_no_damage_no_treasures() -> None:
    reply = granted("ranged 0a fortress 1", "exhaust h1", at="0a@b 1a@d", me=seat("o1 h1"))
    assert (hp(reply), gold(reply)[0]) == ([5, 5], 0)


def test_any_ready_minion_may_be_exhausted_and_no_other() -> None:
    refused("melee 0a 1a", "exhaust o1", at=MEET, because="Vorga the Unpaid is exhausted: only Ready")
    assert hall(granted("melee 0a 1a", "exhaust h2", at=MEET), 0) == "o1! h1 h2!"


def test_a_relic_can_be_bought_in_a_combat() -> None:
    reply = granted("melee 0a 1a", "exhaust h1", "draw", at=MEET, them=seat("o3 h2", 3))
    assert (reply["to_move"], gold(reply)[1], len(relics(reply, 1))) == (1, 0, 1)


def test_whoever_may_respond_is_told_both_sums_number_by_number() -> None:
    moves = ["melee 0a 1a", "exhaust h1", "defend h2", "pass", "pass"]
    reply = granted(*moves, at=MEET, me=seat("o1! h1"), them=seat("o2! h2"))
    accounts = [(e["seat"], e["strength"], e["defense"], e["defense_parts"]) for e in events_of(reply, "weighed")]
    assert accounts[0] == (1, 3, 1, [["base", 1]])
    assert accounts[-1] == (0, 3, 3, [["base", 1], ["Squire", 2]])


def test_a_minion_to_be_exhausted_says_how_strong_the_attack_would_be() -> None:
    reply = granted("melee 0a 1a", at=MEET, me=seat("o1! h1 h4"))
    state = load("covil").from_position({"board": board()}, reply["position"])
    assert (state.explain("exhaust h1"), state.explain("exhaust h4")) == (
        "Strength 3 against defense 1.",
        "Strength 1 against defense 1.",
    )


def test_an_attack_says_beforehand_how_strong_it_would_be_at_best() -> None:
    reply = granted(at=MEET, me=seat("o1! h1 h4~ m25"))
    state = load("covil").from_position({"board": board()}, reply["position"])
    before = state.dump()
    assert state.explain("melee 0a 1a") == "At best strength 3, with Private, against defense 1 now."
    then = events_of(granted("ranged 0a 1b", "exhaust m25", at=MEET, me=seat("o1! h1 h4~ m25")), "attacked")[0][
        "strength"
    ]
    assert state.explain("ranged 0a 1b") == f"At best strength {then}, with Cellar Bomber, against defense 1 now."
    assert state.dump() == before


def test_an_attack_on_an_open_fortress_says_that_nobody_guards_it() -> None:
    reply = granted(at="0a@b 1a@d", me=seat("o1! h4"))
    state = load("covil").from_position({"board": board()}, reply["position"])
    assert "nobody guards it" in state.explain("ranged 0a fortress 1")


def test_damage_beyond_the_last_hit_point_is_lost_and_not_told() -> None:
    reply = granted(
        *("melee 0a 1a", "exhaust m16", "pass", "pass"), at="0a@c 0b@a 1a@c- 1b@a", me=seat("o1 m16"), hp=(5, 2)
    )
    assert [(event["damage"], event["hp"]) for event in events_of(reply, "damaged")] == [(2, 0)]
