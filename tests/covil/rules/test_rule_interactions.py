"""Interactions of several rules in one position: overflowing gains, windows for responses, retreats, ends of days."""

from typing import Any

import pytest

from tests.covil.positions import ask, board, events_of, every, gold, granted, hall, hp, refused, relics, seat, troop

MEET = "0a@b 0b@a 1a@b 1b@c"
BARE = seat("o2!")
THREE = {"others": (seat("o3!"),)}


def legal(reply: dict[str, Any], word: str) -> list[str]:
    """The legal moves that begin with a word, without it."""
    return [move.removeprefix(word).strip() for move in reply["legal"] if move.split()[0] == word]


# Morning


@pytest.mark.parametrize("day", [1, 2, 3, 4])
def test_all_players_finish_the_morning_with_the_same_amount_of_troops(day: int) -> None:
    reply = granted(phase="morning", day=day, at="0a@t- 1a@b-")
    names = [f"{k}{letter}" for k in (0, 1) for letter in "abcde"[: day + 1]]
    assert sorted(reply["position"]["troops"]) == sorted(names)
    assert all(entry["standing"] for entry in reply["position"]["troops"].values())


def test_a_summoned_troop_takes_the_first_free_letter() -> None:
    reply = granted(phase="morning", day=2, at="0b@t- 0c@b- 1a@c 1b@c 1c@c")
    assert [troop(reply, name) for name in ("0a", "0b", "0c")] == ["a", "t", "b"]


def test_a_morning_of_day_one_founds_for_whoever_has_no_fortress() -> None:
    reply = granted(phase="morning", at="", fortresses=[], scepter=1)
    assert (reply["phase"], reply["to_move"], legal(reply, "found")) == ("found", 1, ["a", "c", "d"])


def test_a_relic_may_be_bought_while_founding() -> None:
    assert "draw" in granted(phase="morning", at="", fortresses=[], me=seat(gold=3))["legal"]


# The turn


def test_hiring_free_actions_and_the_troop_action_come_in_any_order() -> None:
    me = seat("o1! h2", 2, "r06")
    moves = ["relic r06", "gold 0a", "hire m09", "pay gold 2", "done", "command h2", "choose 0b", "choose b", "end"]
    reply = granted(*moves, me=me, pool=["m09"])
    assert (reply["to_move"], hall(reply, 0), gold(reply)[0]) == (1, "o1! h2! m09~", 3)


def test_whoever_has_no_standing_troop_may_still_hire_and_command() -> None:
    reply = granted(at="0a@a- 1a@c", me=seat("o1! h2", 2, "r01"), pool=["m09"])
    assert {"hire m09", "command h2", "relic r01", "end"} <= {*reply["legal"]}


def test_the_new_minion_is_tired_and_has_no_command_yet_but_its_passives_work() -> None:
    reply = granted("hire m27", "pay gold 4", "done", me=seat("o1!", 4), pool=["m27"])
    assert "d" in [way.split()[1] for way in legal(reply, "move") if way.startswith("0a")]
    reply = granted("hire m18", "pay gold 2", "done", me=seat("o1!", 4), pool=["m18"])
    assert legal(reply, "command") == []


def test_a_minion_handed_over_may_be_hired_by_the_next_seat() -> None:
    moves = ["hire m09", "pay minion h2", "done", "gold 0a", "end"]
    reply = granted(*moves, me=seat("o1! h2"), them=seat("o2!", 2), pool=["m09"])
    assert (reply["to_move"], legal(reply, "hire")) == (1, ["h2"])


def test_a_troop_laid_down_by_an_enemy_does_not_have_to_act() -> None:
    reply = granted("relic r20", "choose 1a", "gold 0a", "end", at="0a@b 1a@c", me=seat(relics="r20"))
    assert (reply["to_move"], "end" in reply["legal"]) == (1, True)


def test_the_afternoon_goes_on_while_anybody_stands_at_the_first_players_turn() -> None:
    reply = granted("end", "gold 1a", "end", at="0a@a- 1a@c 1b@c")
    assert (reply["to_move"], reply["position"]["day"]) == (0, 1)


# Gold


def test_each_gain_is_offered_on_its_own() -> None:
    """Two for the troop, then one for the treasures: with five gold both overflow."""
    me = seat("o1! m16", 5)
    moves = ["melee 0a 1a", "exhaust m16", "pass", "pass"]
    table: dict[str, Any] = {"at": "0a@c 1a@c-", "me": me, "them": BARE}
    assert granted(*moves, **table)["legal"] == ["draw", "pass"]
    twice = granted(*moves, "pass", **table)
    assert (twice["phase"], hp(twice)) == ("choice", [5, 0])
    assert gold(granted(*moves, "pass", "pass", **table))[0] == 5
    once = granted(*moves, "draw", **table)
    assert (gold(once)[0], len(relics(once, 0))) == (5, 2)


def test_the_countess_may_buy_twice_before_gold_overflows() -> None:
    me = seat("o2! m08", 5)
    table: dict[str, Any] = {"me": me, "them": seat("o1"), "pool": ["h1"]}
    reply = granted("hire h1", "pay minion m08", "done", "draw", **table)
    assert (gold(reply)[0], reply["legal"]) == (3, ["draw", "pass"])
    reply = granted("hire h1", "pay minion m08", "done", "draw", "draw", **table)
    assert (gold(reply)[0], len(relics(reply, 0)), reply["phase"]) == (5, 2, "afternoon")


def test_nobody_is_offered_a_relic_who_lacks_the_gold() -> None:
    reply = granted("hire h1", "pay minion m08", "done", me=seat("o1! m08", 2), pool=["h1"])
    assert (gold(reply)[0], reply["phase"]) == (5, "afternoon")


def test_gold_paid_above_the_price_comes_back() -> None:
    assert gold(granted("hire m09", "pay gold 5", "done", me=seat("o1!", 5), pool=["m09"]))[0] == 3


def test_gold_may_be_offered_in_parts() -> None:
    reply = granted("hire m09", "pay gold 1", me=seat("o1!", 2), pool=["m09"])
    assert (legal(reply, "pay"), "done" in reply["legal"]) == (["gold 1"], False)
    assert gold(granted("hire m09", "pay gold 1", "pay gold 1", "done", me=seat("o1!", 2), pool=["m09"]))[0] == 0


def test_a_full_hall_with_a_free_price_still_hands_somebody_over() -> None:
    me = seat("o1! m12 h1 h2 h3 h4", 0)
    refused("hire m09", "done", me=me, pool=["m09"], because="at least one Ready Minion")
    reply = granted("hire m09", "pay minion h1", "done", me=me, pool=["m09"])
    assert (hall(reply, 0), gold(reply)[0]) == ("o1! m12 h2 h3 h4 m09~", 0)


def test_stealing_takes_what_is_there_and_what_overflows_is_lost() -> None:
    reply = granted("relic r07", "choose 1", "pass", me=seat("o1!", 5, "r07"), them=seat("o2", 2))
    assert gold(reply) == [5, 1]


def test_an_empty_deck_and_discard_pile_give_nothing() -> None:
    reply = granted("relic r18", me=seat(relics="r18"), removed=every("r", 24, "r18"))
    assert (relics(reply, 0), reply["phase"]) == ([], "afternoon")


# Combat


def test_the_attacker_may_attack_any_one_opponent() -> None:
    reply = granted(at="0a@b 1a@b 2a@b 2b@c", **THREE)
    assert legal(reply, "melee") == ["0a 1a", "0a 2a"]
    assert legal(reply, "ranged") == ["0a 2b", "0a fortress 1"]


def test_only_attacker_and_defender_act_in_the_windows() -> None:
    reply = granted("melee 0a 2a", "exhaust h1", at="0a@b 1a@b 2a@b", others=(seat("o3! h2"),))
    assert (reply["to_move"], legal(reply, "defend")) == (2, ["h2"])


def test_the_defender_may_exhaust_any_number_of_minions() -> None:
    moves = ["melee 0a 1a", "exhaust m16", "defend h2", "defend m20", "defend m34", "pass", "pass"]
    reply = granted(*moves, at=MEET, me=seat("o1! m16"), them=seat("o2! h2 m20 m34"))
    assert (events_of(reply, "fought")[0]["defense"], hall(reply, 1)) == (7, "o2! h2! m20! m34!")


def test_a_purchase_between_two_passes_keeps_the_combat_open() -> None:
    me = seat("o1! h1", 3)
    reply = granted("melee 0a 1a", "exhaust h1", "pass", "draw", "pass", at=MEET, me=me)
    assert (reply["phase"], reply["to_move"]) == ("combat", 1)


def test_a_window_takes_several_actions_before_its_pass() -> None:
    them = seat("o2! h2", relics="r23 r13")
    reply = granted("melee 0a 1a", "exhaust h1", "relic r23", "defend h2", "relic r13", at=MEET, them=them)
    assert (reply["to_move"], reply["legal"]) == (1, ["pass"])


def test_a_tie_leaves_everything_as_it_was() -> None:
    them = seat("o2! h2", 1)
    reply = granted("melee 0a 1a", "exhaust h1", "defend h2", "pass", "pass", at="0a@c 1a@c", them=them)
    assert (troop(reply, "1a"), hp(reply), gold(reply)) == ("c", [5, 5], [0, 1])


def test_strength_nothing_is_a_legal_attack() -> None:
    reply = granted("ranged 0a 1b", "exhaust h1", "pass", "pass", at=MEET)
    assert events_of(reply, "fought")[0]["strength"] == 0


def test_the_retreat_comes_before_the_damage() -> None:
    moves = ["melee 0a 1a", "exhaust m16", "pass", "pass"]
    table: dict[str, Any] = {"at": "0a@c 1a@c", "me": seat("o1! m16"), "them": BARE, "hp": (5, 5)}
    reply = granted(*moves, **table)
    assert (reply["phase"], reply["to_move"], hp(reply), gold(reply)[0]) == ("retreat", 1, [5, 5], 2)
    reply = granted(*moves, "retreat b", **table)
    assert (hp(reply), gold(reply)[0], troop(reply, "1a")) == ([5, 0], 3, "b-")


def test_a_troop_beaten_in_the_zone_of_another_fortress_does_it_no_harm() -> None:
    reply = granted("melee 0a 1a", "exhaust m16", "pass", "pass", at="0a@d 1a@d- 2a@b", me=seat("o1! m16"), **THREE)
    assert (hp(reply), gold(reply)[0]) == ([5, 5, 5], 2)


def test_a_troop_beaten_in_the_attackers_own_fortress_zone_does_it_no_harm() -> None:
    reply = granted("melee 0a 1a", "exhaust m16", "pass", "pass", at="0a@a 1a@a-", me=seat("o1! m16"), them=BARE)
    assert (hp(reply), gold(reply)[0]) == ([5, 5], 2)


def test_a_destroyed_fortress_gives_no_more_treasures() -> None:
    table: dict[str, Any] = {"me": seat("o1! m16"), "them": BARE, "hp": (5, 0)}
    reply = granted("melee 0a 1a", "exhaust m16", "pass", "pass", at="0a@c 1a@c-", **table)
    assert (hp(reply), gold(reply)[0], relics(reply, 0)) == ([5, 0], 2, [])


def test_a_destroyed_fortress_is_no_enemy_fortress_zone() -> None:
    account = events_of(
        granted("ranged 0a 1a", "exhaust h4", at="0a@b 1a@c", me=seat("o1! h4"), hp=(5, 0)), "attacked"
    )[0]
    assert account["strength"] == 2


def test_ones_own_fortress_zone_is_no_enemy_fortress_zone() -> None:
    account = events_of(granted("ranged 0a 1a", "exhaust h4", at="0a@b 1a@a", me=seat("o1! h4")), "attacked")[0]
    assert account["strength"] == 2


def test_the_zone_of_any_enemy_fortress_counts() -> None:
    """The target belongs to seat 1, the fortress to seat 2."""
    reply = granted("ranged 0a 1a", "exhaust h4", at="0a@t 1a@d 2a@b", me=seat("o1! h4"), **THREE)
    assert events_of(reply, "attacked")[0]["strength"] == 3


def test_a_fortress_guarded_by_a_lying_troop_is_guarded() -> None:
    refused("ranged 0a fortress 1", at="0a@b 1a@c-", because="guarded by 1a")


def test_a_free_attack_on_a_fortress_leaves_the_troop_standing() -> None:
    me = seat("o1! h1 m14")
    reply = granted("command m14", "melee 0a fortress 1", "exhaust h1", at="0a@c 1a@b", me=me)
    assert (hp(reply), troop(reply, "0a"), hall(reply, 0)) == ([5, 0], "c", "o1! h1! m14!")
    assert events_of(reply, "attacked")[0]["strength"] == 1 + 2 + 2


def test_a_free_attack_may_be_declined() -> None:
    reply = granted("relic r11", "skip", at=MEET, me=seat(relics="r11"))
    assert (reply["phase"], reply["position"]["players"][0]["active"]) == ("afternoon", ["r11"])


def test_a_move_while_an_effect_asks_is_refused_for_that() -> None:
    refused("command h2", "melee 0a 1a", at=MEET, because="Squire comes first")


def test_the_hunted_may_summon_and_move_others_while_they_defend() -> None:
    them = seat("o2!", relics="r22 r01")
    reply = granted(
        "melee 0a 1a", "exhaust h1", "relic r22", "use", "relic r01", "choose 1b", "choose t", at="0a@b 1a@b", them=them
    )
    assert (troop(reply, "1b"), reply["phase"]) == ("t", "combat")


def test_damage_by_a_relic_in_a_combat_pays_its_owner() -> None:
    me = seat("o1! h1", relics="r12")
    reply = granted("melee 0a 1a", "exhaust h1", "pass", "relic r12", "choose 1", at=MEET, me=me)
    assert (hp(reply), gold(reply)[0], reply["to_move"]) == ([5, 4], 1, 0)


def test_a_retreat_from_water_with_the_ferry_goes_two_zones_but_not_home() -> None:
    moves = ["melee 0a 1a", "exhaust h1", "pass", "pass"]
    reply = granted(*moves, at="0a@e 1a@e", them=seat("o2! m27!"))
    assert sorted(legal(reply, "retreat")) == ["a", "b", "c", "d", "t"]


# Night


def test_no_absolute_majority_is_needed() -> None:
    land = board("a:Water b:Forest c:Desert d:Desert e:Desert")
    reply = granted(phase="night", at="0a@d- 1a@b-", options={"board": land})
    assert gold(reply) == [2, 2]


def test_a_tied_zone_is_controlled_by_nobody() -> None:
    reply = granted(phase="night", at="0a@d- 1a@d-")
    assert gold(reply) == [0, 0]


def test_three_in_a_zone_need_strictly_most_troops() -> None:
    assert gold(granted(phase="night", at="0a@d- 1a@d- 2a@d- 2b@d-", **THREE)) == [0, 0, 2]
    assert gold(granted(phase="night", at="0a@d- 0b@d- 1a@d- 2a@d- 2b@d-", day=2, **THREE)) == [0, 0, 0]


def test_the_town_counts_for_its_other_terrain() -> None:
    reply = granted(phase="night", at="0a@t- 1a@b-", options={"board": board(town="Town+Desert")})
    assert gold(reply) == [2, 2]


def test_standing_and_lying_troops_control_alike() -> None:
    assert gold(granted(phase="night", at="0a@d 1a@t-")) == [2, 0]


def test_the_levy_comes_before_the_fee() -> None:
    reply = granted("pass", phase="night", at="0a@d- 1a@t-", me=seat("o1 m08", 2), them=seat("o2", 3))
    assert gold(reply) == [5, 2]


def test_raids_go_in_turn_order_and_rebels_are_five_at_most() -> None:
    reply = granted(phase="night", at="0a@t- 0b@t- 1a@t- 1b@t-", rebels=3, scepter=1)
    raids = [(event["seat"], event["relics"], event["rebels"]) for event in events_of(reply, "raided")]
    assert raids == [(1, 2, 5), (0, 2, 5)]
    assert (reply["phase"], reply["to_move"]) == ("raid", 1)


def test_a_raid_without_relics_brings_no_rebels() -> None:
    reply = granted(phase="night", at="0a@t- 1a@c-", removed=every("r", 24))
    assert reply["position"]["rebels"] == 1


def test_a_raid_draws_from_the_reshuffled_discard_pile() -> None:
    gone = every("r", 24, "r01 r02")
    reply = granted(phase="night", at="0a@t- 0b@t- 1a@c-", removed=gone, discard=["r01", "r02"])
    assert (sorted(relics(reply, 0)), reply["position"]["rebels"]) == (["r01", "r02"], 3)


def test_relics_active_by_day_are_drawn_again_in_the_raid() -> None:
    reply = granted(phase="night", at="0a@t- 1a@c-", removed=every("r", 24, "r01"), me=seat(active="r01"))
    assert relics(reply, 0) == ["r01"]


def test_rebels_attack_troops_in_turn_order_then_fortresses() -> None:
    table: dict[str, Any] = {"phase": "night", "at": "0a@t- 1a@t-", "rebels": 5, "scepter": 1, "hp": (5, 5)}
    reply = granted("pass", "pass", **table)
    assert [event["target"] for event in events_of(reply, "rebels_attack")] == ["1a", "0a"]
    assert (troop(reply, "1a"), hp(reply), reply["position"]["rebels"]) == ("c", [2, 2], 0)


def test_a_defended_fortress_takes_the_difference_and_its_troop_is_safe() -> None:
    table: dict[str, Any] = {"phase": "night", "rebels": 5, "at": "0a@a- 1a@b-", "me": seat("o1 h2")}
    held = granted("defend h2", "pass", **table)
    assert (hp(held)[0], troop(held, "0a")) == (5, "a")
    assert (hp(granted("pass", **table))[0], troop(granted("pass", **table), "0a")) == (3, "a")


def test_each_minion_defends_against_one_attack_of_the_rebels() -> None:
    table: dict[str, Any] = {"phase": "night", "rebels": 5, "at": "0a@t 0b@t 1a@c-", "me": seat("o1! h2")}
    reply = granted("choose 0b", "defend h2", "pass", **table)
    assert (reply["phase"], reply["to_move"], legal(reply, "defend")) == ("raid", 0, [])


def test_relics_active_against_rebels_stay_for_the_whole_retaliation() -> None:
    table: dict[str, Any] = {
        "phase": "night",
        "rebels": 5,
        "at": "0a@t 1a@b-",
        "removed": every("r", 24, "r01 r02 r23"),
    }
    reply = granted("relic r23", "pass", me=seat("o1!", relics="r23"), **table)
    assert (troop(reply, "0a"), reply["position"]["discard"]) == ("t", ["r23"])


def test_a_troop_that_retreated_home_defends_the_fortress() -> None:
    table: dict[str, Any] = {"phase": "night", "rebels": 5, "at": "0a@t 1a@b-", "me": seat("o1!"), "them": BARE}
    reply = granted("pass", "retreat a", **table)
    assert (reply["phase"], reply["to_move"], events_of(reply, "rebels_attack")[-1]["target"]) == (
        "raid",
        0,
        "fortress 0",
    )
    assert hp(granted("pass", "retreat a", "pass", **table)) == [3, 2]


def test_every_minion_rests_also_after_the_retaliation() -> None:
    table: dict[str, Any] = {"phase": "night", "rebels": 5, "at": "0a@t 1a@b-", "me": seat("o1! h2")}
    assert hall(granted("defend h2", "pass", **table), 0) == "o1~ h2~"


def test_the_game_ends_after_the_fourth_night_and_the_sceptre_stays() -> None:
    reply = granted("pass", phase="night", day=4, scepter=1, at="0a@b- 1a@c-")
    assert (reply["phase"], reply["position"]["scepter"], reply["legal"]) == ("over", 1, [])


def test_few_mercenaries_left_are_revealed_and_the_game_goes_on() -> None:
    reply = granted(phase="night", removed=every("m", 40, "m01 m02"), at="0a@b- 1a@c-")
    assert (sorted(reply["position"]["pool"]), reply["position"]["day"]) == (["m01", "m02"], 2)


def test_a_relic_may_be_bought_in_the_last_night() -> None:
    reply = granted("draw", phase="night", day=4, rebels=5, at="0a@t 1a@b-", me=seat("o1!", 3))
    assert (gold(reply)[0], reply["phase"]) == (0, "raid")


# Partial positions


def test_what_a_position_leaves_out_is_empty() -> None:
    reply = ask(players=[{}, {}], troops={"0a": {"zone": "a"}}, fortresses=[])
    assert reply["ok"]
    assert sorted(reply["legal"]) == ["gold 0a", "move 0a b", "move 0a e", "move 0a t"]


def test_a_position_may_leave_out_states_and_hit_points() -> None:
    reply = ask(players=[{"hall": [{"card": "h2"}]}, {}], fortresses=[{"zone": "a"}, None])
    assert (hall(reply, 0), reply["position"]["fortresses"]) == ("h2", [{"zone": "a", "hp": 5}, None])


def test_a_night_may_begin_in_any_position() -> None:
    reply = ask(phase="night", players=[{}, {}], troops={}, fortresses=[], day=4)
    assert (reply["ok"], reply["result"]["scores"]) == (True, [0, 0])


def test_used_up_actions_are_read() -> None:
    reply = granted(hired=True, acted=True, me=seat("o1!", 5), pool=["h1"])
    assert (legal(reply, "hire"), legal(reply, "gold"), "end" in reply["legal"]) == ([], [], True)


# Hidden information


def test_a_refusal_names_no_relic_of_a_hand_to_others() -> None:
    table: dict[str, Any] = {"at": MEET, "them": seat("o2!", relics="r05")}
    message = ask("melee 0a 1a", "exhaust h1", "end", view=0, **table)["error"]["message"]
    own = ask("melee 0a 1a", "exhaust h1", "end", view=1, **table)["error"]["message"]
    assert ("r05" in message, "r05" in own) == (False, True)


def test_a_view_has_no_seed_and_no_moves_of_others() -> None:
    reply = granted(view=1, me=seat(relics="r05"))
    assert (reply["seed"], reply["legal"]) == (None, [])
    assert "r05" not in str(reply)
