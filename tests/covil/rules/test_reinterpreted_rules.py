"""Rules whose interpretation has changed since version 1, with the switch that restores the former one.

These are: Instants in combats, combats inside combats, purchases at night, the relic deck, copies of a Henchman.
"""

import random
from typing import Any

import pytest

from hordes.covil.options import box_cards
from hordes.engine.core.state import OVER
from hordes.engine.games import load
from tests.covil.positions import board, events_of, every, gold, granted, hall, hp, refused, relics, seat, troop

MEET = "0a@b 0b@a 1a@b 1b@c"
FORCED = {"rulings": ["instants_forced"]}
BONUS_ONLY = {"rulings": ["combat_relics_bonus_only"]}
ATTACK = ("melee 0a 1a", "exhaust h1")


def legal(reply: dict[str, Any]) -> list[str]:
    """The legal moves but purchases."""
    return [move for move in reply["legal"] if move != "draw"]


# 33, 35: the Instant of a relic is optional


@pytest.mark.parametrize(
    ("relic", "table", "answers"),
    [
        ("r07", {"them": seat("o2", 3)}, ["choose 1", "skip"]),
        ("r12", {"at": "0a@b 1a@c"}, ["choose 1", "skip"]),
        ("r19", {"them": seat("o2", relics="r01")}, ["choose 1", "skip"]),
        ("r18", {}, ["skip", "use"]),
        ("r22", {"at": "0a@b 1a@c"}, ["skip", "use"]),
        ("r03", {"at": "0a@b- 1a@c"}, ["choose 0a", "skip"]),
        ("r14", {"them": seat("o2! h2")}, ["choose h2", "skip"]),
        ("r16", {"rebels": 4}, ["choose 0", "choose 1", "skip"]),
    ],
)
def test_an_instant_with_one_target_or_none_is_asked_for_and_may_be_declined(
    relic: str, table: dict[str, Any], answers: list[str]
) -> None:
    me = seat(relics=relic)
    asked = granted(f"relic {relic}", me=me, **table)
    assert (asked["phase"], sorted(legal(asked))) == ("choice", answers)
    declined = granted(f"relic {relic}", "skip", me=me, **table)
    assert declined["phase"] == "afternoon"
    before = granted(me=me, **table)["position"]
    for key in ("fortresses", "troops", "rebels"):
        assert declined["position"][key] == before[key]
    assert gold(declined) == [player["gold"] for player in before["players"]]
    assert declined["position"]["players"][0]["active"] == [relic]


@pytest.mark.parametrize(("relic", "gain"), [("r06", 2), ("r24", 1)])
def test_what_only_gives_its_owner_gold_happens_at_once(relic: str, gain: int) -> None:
    reply = granted(f"relic {relic}", me=seat(relics=relic))
    assert (reply["phase"], gold(reply)[0]) == ("afternoon", gain)


def test_what_only_gives_its_owner_hit_points_or_rest_happens_at_once() -> None:
    assert hp(granted("relic r13", me=seat(relics="r13"), hp=(2, 5))) == [4, 5]
    assert hall(granted("relic r21", me=seat("o1! h1", relics="r21")), 0) == "o1~ h1"


def test_an_instant_that_can_do_nothing_is_not_asked_for() -> None:
    assert granted("relic r07", me=seat(relics="r07"))["phase"] == "afternoon"
    assert granted("relic r22", me=seat(relics="r22"))["phase"] == "afternoon"
    removed = every("r", 24, "r18")
    assert granted("relic r18", me=seat(relics="r18"), removed=removed)["phase"] == "afternoon"


def test_declining_an_instant_still_leaves_its_bonus() -> None:
    moves = ("relic r12", "skip", "melee 0a 1a", "exhaust h1", "pass", "pass")
    reply = granted(*moves, at=MEET, me=seat("o1! h1", relics="r12"))
    assert events_of(reply, "fought")[0]["strength"] == 4


def test_using_it_does_what_the_card_says() -> None:
    assert len(relics(granted("relic r18", "use", me=seat(relics="r18")), 0)) == 1
    assert troop(granted("relic r22", "use", at="0a@b 1a@c", me=seat(relics="r22")), "0b") == "a"
    assert gold(granted("relic r07", "choose 1", me=seat(relics="r07"), them=seat("o2", 3))) == [1, 2]


def test_where_instants_are_forced_one_target_is_no_question() -> None:
    table: dict[str, Any] = {"me": seat(relics="r07 r18"), "them": seat("o2", 3), "options": FORCED}
    assert gold(granted("relic r07", **table)) == [1, 2]
    assert len(relics(granted("relic r18", **table), 0)) == 2


def test_use_and_choose_are_told_apart() -> None:
    refused("relic r18", "choose 1", me=seat(relics="r18"), because="leaves nothing to choose: `use` it")
    refused("relic r03", "use", at="0a@b- 1a@c", me=seat(relics="r03"), because="cannot be chosen here")
    refused("use", because="Nothing is to be chosen, used or skipped now")


# 62, 71: relics in a combat resolve in full


def test_a_relic_in_response_stands_the_attacked_troop_up_and_it_retreats() -> None:
    table: dict[str, Any] = {"at": "0a@b 1a@b-", "them": seat("o2!", relics="r03")}
    reply = granted(*ATTACK, "relic r03", "choose 1a", "pass", "pass", **table)
    assert (reply["phase"], reply["to_move"], troop(reply, "1a")) == ("retreat", 1, "b-")
    lost = granted(*ATTACK, "relic r03", "skip", "pass", "pass", **table)
    assert troop(lost, "1a") is None


def test_the_attacker_may_lay_the_attacked_troop_down_and_it_leaves_the_board() -> None:
    reply = granted(
        *ATTACK, "pass", "relic r20", "choose 1a", "pass", "pass", at=MEET, me=seat("o1! h1 h2", relics="r20")
    )
    assert troop(reply, "1a") is None
    assert gold(reply)[0] == 2


def test_a_target_that_moves_out_of_range_ends_the_combat_without_a_result() -> None:
    moves = (*ATTACK, "relic r01", "choose 1a", "choose d")
    reply = granted(*moves, at=MEET, them=seat("o2! h2", relics="r01"))
    assert (reply["phase"], reply["to_move"], troop(reply, "1a")) == ("afternoon", 0, "d")
    assert [(end["troop"], end["target"]) for end in events_of(reply, "broken_off")] == [("0a", "1a")]
    assert (events_of(reply, "fought"), gold(reply), hall(reply, 0)) == ([], [0, 0], "o1! h1! h2")


def test_a_target_that_moves_but_stays_in_range_is_still_attacked() -> None:
    moves = ("ranged 0a 1a", "exhaust h1", "relic r01", "choose 1a", "choose t")
    reply = granted(*moves, at="0a@b 1a@c", them=seat("o2! h2", relics="r01"))
    assert (reply["phase"], troop(reply, "1a")) == ("combat", "t")


def test_an_attacker_pushed_out_of_the_zone_ends_the_combat_without_a_result() -> None:
    moves = (*ATTACK, "relic r15", "choose 0a", "choose t")
    reply = granted(*moves, at=MEET, them=seat("o2! h2", relics="r15"))
    assert (reply["phase"], troop(reply, "0a"), hp(reply)) == ("afternoon", "t-", [5, 5])


def test_a_combat_without_a_result_still_brings_the_aftershock_of_the_exhausted_minion() -> None:
    """Each time it is exhausted to attack; what needs a victory does not happen."""
    table: dict[str, Any] = {"at": MEET, "them": seat("o2! h2", relics="r01"), "hp": (3, 5)}
    moves = ("melee 0a 1a", "exhaust m17", "relic r01", "choose 1a", "choose d")
    assert hp(granted(*moves, me=seat("o1! m17"), **table)) == [4, 5]
    moves = ("melee 0a 1a", "exhaust h3", "relic r01", "choose 1a", "choose d")
    assert gold(granted(*moves, me=seat("o1! h3"), **table)) == [0, 0]


def test_the_zone_where_a_troop_is_at_the_comparison_counts_for_its_terrain() -> None:
    moves = ("ranged 0a 1a", "exhaust h1", "relic r01", "choose 1a", "choose t", "pass", "pass")
    reply = granted(*moves, at="0a@b 1a@c", them=seat("o2! m19", relics="r01"))
    assert ["Canal Sentinel, Reinforcement", 1] in events_of(reply, "fought")[0]["defense_parts"]


# A free attack inside a combat


def test_a_free_attack_in_response_is_fought_before_the_attack_goes_on() -> None:
    """Seat 1 answers the attack of 0a with a free attack on 0b, wins it, and then the first attack is decided."""
    table: dict[str, Any] = {"at": "0a@b 0b@b 1a@b", "them": seat("o2! h1 h2", relics="r11")}
    asked = granted(*ATTACK, "relic r11", **table)
    assert (asked["phase"], asked["to_move"]) == ("choice", 1)
    assert legal(asked)[0] == "skip"
    assert {"melee 1a 0a", "melee 1a 0b"} <= set(legal(asked))
    inner = granted(*ATTACK, "relic r11", "melee 1a 0b", "exhaust h1", **table)
    assert (inner["phase"], inner["to_move"]) == ("combat", 0)
    assert inner["position"]["combat"]["attacker"] == "1a"
    outer = granted(*ATTACK, "relic r11", "melee 1a 0b", "exhaust h1", "pass", "pass", "retreat c", **table)
    assert (outer["phase"], outer["to_move"], troop(outer, "0b")) == ("combat", 1, "c-")
    assert outer["position"]["combat"]["attacker"] == "0a"
    assert gold(outer) == [0, 2]
    moves = ("relic r11", "melee 1a 0b", "exhaust h1", "pass", "pass", "retreat c", "defend h2", "pass", "pass")
    done = granted(*ATTACK, *moves, **table)
    assert [event["target"] for event in events_of(done, "fought")] == ["0b", "1a"]
    assert events_of(done, "fought")[1]["defense"] == 3


def test_a_relics_own_bonus_counts_in_the_free_attack_it_grants_in_a_combat() -> None:
    table: dict[str, Any] = {"at": "0a@b 0b@b 1a@b", "them": seat("o2! h1 h2", relics="r10")}
    reply = granted(*ATTACK, "relic r10", "melee 1a 0b", "exhaust h1", **table)
    assert events_of(reply, "attacked")[1]["strength"] == 1 + 2 + 1


def test_a_counterattack_that_removes_the_attacker_ends_the_attack_without_a_result() -> None:
    table: dict[str, Any] = {"at": "0a@b 1a@b", "them": seat("o2! h1 h2", relics="r11")}
    reply = granted(*ATTACK, "relic r11", "melee 1a 0a", "exhaust h1", "pass", "pass", **table)
    assert troop(reply, "0a") is None
    assert (reply["phase"], reply["to_move"], troop(reply, "1a")) == ("afternoon", 0, "b")
    assert [event["target"] for event in events_of(reply, "broken_off")] == ["1a"]


def test_a_new_troop_with_the_letter_of_the_lost_one_does_not_go_on_with_its_combat() -> None:
    """0a falls to the counterattack; seat 0 has summoned another 0a meanwhile, which did not attack anybody."""
    table: dict[str, Any] = {
        "at": "0a@a 1a@a", "them": seat("o2! h1 h2", relics="r11 r10"), "me": seat("o1! h1 h2", relics="r22"),
    }  # fmt: skip
    moves = ("relic r11", "melee 1a 0a", "exhaust h1", "relic r22")
    asked = granted(*ATTACK, *moves, **table)
    assert troop(asked, "0b") is None
    reply = granted(*ATTACK, *moves, "use", "pass", "pass", **table)
    assert troop(reply, "0b") == "a"
    assert troop(reply, "0a") is None
    assert events_of(reply, "broken_off")


def test_a_beaten_attacker_that_lay_leaves_and_one_that_stands_retreats_out_of_range() -> None:
    """A free attacker stands: beaten by the counterattack it retreats, and its own attack ends."""
    table: dict[str, Any] = {
        "at": "0a@b 1a@b",
        "me": seat("o1! h1 h2", relics="r10"),
        "them": seat("o2! m15", relics="r11"),
    }
    moves = ("relic r10", "melee 0a 1a", "exhaust h1", "relic r11", "melee 1a 0a", "exhaust m15", "pass", "pass")
    asked = granted(*moves, **table)
    assert (asked["phase"], asked["to_move"]) == ("retreat", 0)
    reply = granted(*moves, "retreat c", **table)
    assert (reply["phase"], troop(reply, "0a")) == ("afternoon", "c-")
    assert events_of(reply, "broken_off")


def test_three_combats_lie_inside_each_other() -> None:
    table: dict[str, Any] = {
        "at": "0a@b 0b@b 1a@b 1b@b", "me": seat("o1! h1 h4 h5", relics="r10"), "them": seat("o2! h1 h3", relics="r11"),
    }  # fmt: skip
    moves = ("relic r11", "melee 1b 0b", "exhaust h1", "relic r10", "melee 0b 1b", "exhaust h4")
    reply = granted(*ATTACK, *moves, **table)
    fights = [entry[0] for entry in reply["position"]["pending"]]
    assert fights.count("suspended") == 2
    assert fights.count("window") == 3
    again = granted(*ATTACK, *moves, "pass", "pass", "retreat c", **table)
    assert [(end["troop"], end["target"]) for end in events_of(again, "broken_off")] == [("1b", "0b")]
    assert [entry[0] for entry in again["position"]["pending"]] == ["window"]
    assert again["position"]["combat"]["attacker"] == "0a"


def test_a_free_attack_on_a_fortress_is_decided_at_once_and_pays() -> None:
    """In response seat 1 shoots at the unguarded fortress in a: hidden treasures come, and the combat goes on."""
    table: dict[str, Any] = {"at": "0a@b 1a@b", "them": seat("o2! h4", relics="r09"), "hp": (5, 5)}
    reply = granted(*ATTACK, "relic r09", "ranged 1a fortress 0", "exhaust h4", **table)
    assert (hp(reply), gold(reply), reply["phase"], reply["to_move"]) == ([1, 5], [0, 1], "combat", 1)
    assert reply["position"]["combat"]["target"] == "1a"


def test_against_rebels_a_relic_resolves_in_full_too() -> None:
    table: dict[str, Any] = {"phase": "night", "rebels": 5, "me": seat("o1! h1", relics="r01 r11")}
    gone = granted("relic r01", "choose 0a", "choose b", at="0a@t 1a@c", **table)
    assert troop(gone, "0a") == "b"
    against = {"kind": "troop", "id": "0a", "seat": 0}
    assert events_of(gone, "broken_off")[0] == {"type": "broken_off", "target": "0a", "against": against}
    fight = granted("relic r11", "melee 0a 1a", "exhaust h1", at="0a@t 1a@t", **table)
    assert (fight["phase"], fight["to_move"]) == ("combat", 1)
    back = granted("relic r11", "melee 0a 1a", "exhaust h1", "pass", "pass", "retreat b", at="0a@t 1a@t", **table)
    assert (back["phase"], back["to_move"], back["position"]["combat"]["kind"]) == ("raid", 0, "rebels")


def test_a_dummy_is_attacked_in_the_middle_of_its_attack() -> None:
    table: dict[str, Any] = {
        "options": {"players": 1}, "at": "0a@b- 0b@a 1a@b", "player": 1, "acted": False,
        "me": seat("o1! h1 h2", relics="r10"), "them": seat("o4 h3"),
    }  # fmt: skip
    asked = granted(**table)
    assert (asked["phase"], asked["to_move"]) == ("combat", 0)
    reply = granted("relic r10", "melee 0a 1a", "exhaust h1", "pass", **table)
    assert troop(reply, "1a") is None
    assert events_of(reply, "broken_off")
    assert troop(reply, "0a") == "b-"


def test_switched_to_bonus_only_no_attack_is_fought_inside_another() -> None:
    table: dict[str, Any] = {"at": "0a@b 0b@b 1a@b", "them": seat("o2! h1 h2", relics="r11"), "options": BONUS_ONLY}
    assert granted(*ATTACK, "relic r11", **table)["phase"] == "combat"


def test_a_position_inside_two_combats_is_read_back() -> None:
    table: dict[str, Any] = {"at": "0a@b 0b@b 1a@b", "them": seat("o2! h1 h2", relics="r11")}
    moves = (*ATTACK, "defend h2", "relic r11", "melee 1a 0b", "exhaust h1")
    inner = granted(*moves, **table)
    place = inner["position"]
    again = granted(**{key: place[key] for key in place if key not in ("troops", "players", "fortresses")} | table)
    assert again["position"]["pending"] == place["pending"]
    assert again["legal"] == inner["legal"]


# 32: buying at night


def test_whoever_can_pay_is_asked_at_the_end_of_the_last_night_in_turn_order() -> None:
    table: dict[str, Any] = {"phase": "night", "day": 4, "at": "0a@t- 1a@t-", "scepter": 1, "rebels": 0}
    table |= {"me": seat("o1!", 4), "them": seat("o4!", 3)}
    first = granted(**table)
    assert (first["to_move"], first["phase"], first["legal"]) == (1, "choice", ["draw", "pass"])
    second = granted("pass", **table)
    assert (second["to_move"], second["legal"]) == (0, ["draw", "pass"])
    over = granted("pass", "draw", **table)
    assert (over["phase"], gold(over), len(relics(over, 0))) == ("over", [1, 3], 2)
    assert over["result"]["scores"][0] == 6 + 5 + 1 + sum_of(over, 0)


def sum_of(reply: dict[str, Any], player: int) -> int:
    """What the relics of a hand are worth."""
    worth = {card["id"]: card["gold"] for card in box_cards()["relics"]}
    return sum(worth[card] for card in relics(reply, player))


def test_the_offer_comes_again_while_the_gold_suffices() -> None:
    table: dict[str, Any] = {"phase": "night", "day": 4, "at": "0a@t- 1a@t-", "me": seat("o2!", 5), "them": seat("o4!")}
    reply = granted("draw", **table)
    assert (reply["to_move"], reply["legal"], gold(reply)[0]) == (0, ["draw", "pass"], 3)
    assert granted("draw", "draw", **table)["phase"] == "over"


def test_nobody_is_asked_who_cannot_pay_and_no_other_night_asks() -> None:
    poor: dict[str, Any] = {"phase": "night", "at": "0a@t- 1a@t-", "me": seat("o1!", 2), "them": seat("o4!", 2)}
    assert granted(day=4, **poor)["phase"] == "over"
    rich = poor | {"me": seat("o1!", 5)}
    assert granted(day=2, **rich)["phase"] == "afternoon"


def test_a_night_that_compares_treasuries_asks_before_the_levy() -> None:
    table: dict[str, Any] = {
        "phase": "night",
        "day": 2,
        "at": "0a@t- 1a@t-",
        "me": seat("o1! m08"),
        "them": seat("o4!", 3),
    }
    asked = granted(**table)
    assert (asked["to_move"], asked["legal"]) == (1, ["draw", "pass"])
    assert not events_of(asked, "revealed")
    assert gold(granted("draw", **table)) == [0, 0]
    assert gold(granted("pass", **table)) == [1, 2]


def test_a_dummy_buys_nothing_at_night() -> None:
    reply = granted(
        phase="night", day=4, at="0a@t- 1a@t-", options={"players": 1}, me=seat("o1!", 1), them=seat("o4! m08", 3)
    )
    assert reply["phase"] == "over"
    assert not events_of(reply, "bought")


def test_with_no_night_purchases_the_night_asks_nobody() -> None:
    table: dict[str, Any] = {"phase": "night", "day": 4, "at": "0a@t- 1a@t-", "me": seat("o1! m08", 5)}
    assert granted(options={"rulings": ["no_night_purchases"]}, **table)["phase"] == "over"


# 30, 111: the relic deck


def test_the_relic_deck_is_refilled_as_soon_as_it_is_empty() -> None:
    table: dict[str, Any] = {"me": seat("o1!", 3), "removed": every("r", 24, "r01 r02 r03"), "discard": ["r02", "r03"]}
    reply = granted("draw", **table)
    assert (relics(reply, 0), reply["position"]["discard"]) == (["r01"], [])
    assert events_of(reply, "reshuffled") == [{"type": "reshuffled", "relics": 2}]


def test_the_relic_deck_is_refilled_after_a_flip_and_the_flipped_one_goes_with_it() -> None:
    table: dict[str, Any] = {
        "options": {"players": 1}, "at": "0a@a- 1a@c", "player": 1, "me": seat("o1!"), "them": seat("o2!"),
        "removed": every("r", 24, "r01 r02"), "discard": ["r02"],
    }  # fmt: skip
    reply = granted(**table)
    assert order(reply) == ["flipped", "reshuffled", "night"]
    assert events_of(reply, "reshuffled")[0]["relics"] == 2
    late = granted(**table | {"options": {"players": 1, "rulings": ["late_relic_refill"]}})
    assert order(late)[:2] == ["flipped", "night"]


def order(reply: dict[str, Any]) -> list[str]:
    """Flips, refills and the nightfall as they followed each other, the first three."""
    return [event["type"] for event in reply["events"] if event["type"] in ("flipped", "reshuffled", "night")][:3]


def test_relics_discarded_while_the_deck_is_empty_make_a_new_deck_at_once() -> None:
    reply = granted(phase="night", at="0a@a- 1a@c-", me=seat(active="r01 r02"), removed=every("r", 24, "r01 r02"))
    assert reply["position"]["discard"] == []
    assert events_of(reply, "reshuffled") == [{"type": "reshuffled", "relics": 2}]


# 112: copies of a Henchman


@pytest.mark.parametrize(
    ("move", "rested"),
    [("rest 0a h2", "h2~ h2~"), ("rest 0a h2 exhausted", "h2~ h2~"), ("rest 0a h2 tired", "h2! h2")],
)
def test_the_owner_says_which_of_two_copies_rests(move: str, rested: str) -> None:
    reply = granted(move, me=seat("o1 h2! h2~"))
    assert hall(reply, 0) == f"o1 {rested}"


def test_both_copies_are_offered_where_their_states_differ_and_one_where_they_do_not() -> None:
    moves = granted(me=seat("o1 h2~ h2!"))["legal"]
    assert {"rest 0a h2", "rest 0a h2 exhausted"} <= set(moves)
    assert [move for move in granted(me=seat("o1 h2~ h2~"))["legal"] if move.startswith("rest 0a")] == ["rest 0a h2"]


def test_an_effect_that_rests_serves_the_copy_that_is_named() -> None:
    table: dict[str, Any] = {"me": seat("o1 h2~ h2!", relics="r05")}
    assert {"choose h2", "choose h2 exhausted"} <= set(granted("relic r05", **table)["legal"])
    assert hall(granted("relic r05", "choose h2 exhausted", "skip", **table), 0) == "o1 h2~ h2~"
    assert hall(granted("relic r05", "choose h2 tired", "skip", **table), 0) == "o1 h2 h2!"
    ready = granted("relic r04", "choose h2 exhausted", me=seat("o1 h2~ h2!", relics="r04"))
    assert hall(ready, 0) == "o1 h2~ h2"


def test_a_copy_in_a_state_that_none_has_is_refused_for_that() -> None:
    refused("rest 0a h2 tired", me=seat("o1 h2! h2"), because="No Squire in the hall of seat 0 is tired")
    refused("rest 0a h2 sleepy", me=seat("o1 h2! h2"), because="is no state of a Minion")
    refused("rest 0a o1 ready", because="No Vorga the Unpaid in the hall of seat 0 is ready; there it is exhausted")


def test_a_copy_whose_state_bars_it_from_resting_cannot_be_named() -> None:
    text = "A Squire that is ready cannot be chosen here; one that is"
    refused("rest 0a h2 ready", me=seat("o1 h2! h2"), because=f"{text} exhausted can")
    jar = seat("o1 h2~ h2! h2", relics="r05")
    refused("relic r05", "choose h2 ready", me=jar, because=f"{text} tired, exhausted can")
    refused("rest 0a h2 ready", me=seat("o1! h2"), because="Squire is Ready and needs no rest")


def test_of_the_opponents_minions_only_ready_ones_can_be_named_for_exhaustion() -> None:
    table: dict[str, Any] = {"me": seat(relics="r14"), "them": seat("o2! h2~ h2")}
    assert hall(granted("relic r14", "choose h2 ready", **table), 1) == "o2! h2~ h2!"
    refused("relic r14", "choose h2 tired", **table, because="one that is ready can")
    why = "in the hall of seat 1 is exhausted; there it is tired, ready"
    refused("relic r14", "choose h2 exhausted", **table, because=why)


def test_the_right_state_may_be_named_where_there_is_one_copy() -> None:
    assert hall(granted("rest 0a o1 exhausted"), 0) == "o1~ h1 h2"
    assert hall(granted("relic r05", "choose o1 exhausted", me=seat("o1! h1~", relics="r05")), 0) == "o1~ h1~"


def test_a_copy_that_an_effect_has_served_does_not_change_what_the_others_are_called() -> None:
    table: dict[str, Any] = {"me": seat("o1 h2! h2! h2~", relics="r05")}
    asked = granted("relic r05", "choose h2", **table)
    assert [move for move in asked["legal"] if "h2" in move] == ["choose h2", "choose h2 tired"]
    assert hall(granted("relic r05", "choose h2", "choose h2 tired", **table), 0) == "o1 h2~ h2! h2"
    assert hall(granted("relic r05", "choose h2", "choose h2 exhausted", **table), 0) == "o1 h2~ h2~ h2~"


# 54, 64: only a winning attacker gains gold


def test_a_winning_defender_gains_nothing() -> None:
    reply = granted(*ATTACK, "defend h2", "pass", "pass", at=MEET, them=seat("o2! h2"))
    assert (events_of(reply, "fought")[0]["won"], gold(reply)) == (False, [0, 0])


# Absent seats


def test_an_absent_seat_declines_instants_and_purchases() -> None:
    """It skips what a relic asks and passes what the night offers."""
    game = load("covil")
    for reply, declined in (
        (granted("relic r18", me=seat(relics="r18")), "skip"),
        (granted("relic r07", me=seat(relics="r07"), them=seat("o2", 3)), "skip"),
        (granted(phase="night", day=4, at="0a@t- 1a@t-", me=seat("o1!", 4), them=seat("o4!")), "pass"),
    ):
        state = game.from_position({"board": board(), "players": 2}, reply["position"])
        assert state.describe(state.default_move()) == declined


# Own cards


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_relics_that_all_grant_attacks_fill_the_agenda_and_never_overflow_it(seed: int) -> None:
    """Two attacks on every relic: combats lie a dozen deep, and every position can be read back."""
    game, cards = load("covil"), box_cards()
    effects = [{"do": "attack", "kind": "any", "bonus": n} for n in (0, 1)] + [{"do": "ready", "count": 1}]
    for card in cards["relics"]:
        card["instant"] = {"text": "Fight.", "effects": effects}
    options = {"players": 3, "board": "desert-town", "cards": cards}
    state, rng, deepest = game.new(options), random.Random(seed), 0
    for _ in range(1500):
        if state.to_move == OVER:
            break
        legal = state.legal_texts()
        keen = [move for move in legal if move.startswith(("relic", "melee", "ranged", "draw"))]
        state.play(rng.choice(keen if keen and rng.random() < 0.8 else legal))
        assert not game.violated_invariants(state)
        tasks = [task[0] for task in state.position().get("pending", [])]
        deepest = max(deepest, tasks.count("suspended"))
        if "suspended" in tasks:
            assert game.from_position(options, state.position()) == state
    assert deepest > 1
