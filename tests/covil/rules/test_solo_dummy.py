"""Decisions of a solo dummy: choice of target, attacker and zone, movement, effects of its cards."""

from typing import Any

import pytest

from tests.covil.positions import board, events_of, gold, granted, hall, hp, relics, seat, troop
from tests.covil.rules.test_solo import ONE, only, solo

FOREST, WATER, DESERT, TOWN, MOUNTAIN = "r01 r14 r18", "r02 r11 r15", "r05 r07 r10", "r04 r06 r08", "r03 r09 r12"
TWO = {"players": 1, "dummies": 2}


def turn(at: str, them: str, *moves: str, flips: str = "", **keywords: Any) -> dict[str, Any]:
    """The dummy's turn on day 2, after which the human is asked something; only these relics are in the game."""
    table: dict[str, Any] = {"at": at, "them": seat(them), "day": 2, "scepter": 1, "player": 1, "removed": only(flips)}
    return solo(*moves, **table | keywords)


def combat_of(reply: dict[str, Any]) -> tuple[str, str, str]:
    """Kind, attacker and target of the combat that is going on."""
    combat = reply["position"]["combat"]
    return combat["kind"], combat["attacker"], combat["target"]


def test_without_a_ready_melee_minion_it_shoots() -> None:
    reply = turn("0a@b 0b@t 1a@b", "o3! m09! m25", hp=(0, 5))
    assert (combat_of(reply), hall(reply, 1)) == (("ranged", "1a", "0b"), "o3! m09! m25!")


def test_the_throne_is_the_top_left_place() -> None:
    assert hall(turn("0a@b 1a@b", "o1 m13", me=seat("o2!")), 1) == "o1! m13"


def test_who_can_neither_fight_nor_shoot_moves_away() -> None:
    reply = turn("0a@b 1a@b 0b@b 0c@b", "o3! m25", flips=MOUNTAIN, hp=(0, 5))
    assert (troop(reply, "1a"), hall(reply, 1)) == ("c-", "o3! m25")


def test_the_fortress_zone_comes_before_a_zone_with_lying_troops() -> None:
    assert combat_of(turn("0a@a 0b@b- 1a@t", "o3! m25")) == ("ranged", "1a", "0a")


def test_a_destroyed_fortress_zone_is_not_preferred() -> None:
    assert combat_of(turn("0a@a 0b@b- 1a@t", "o3! m25", hp=(0, 5))) == ("ranged", "1a", "0b")


def test_of_several_lying_targets_the_lowest_letter() -> None:
    assert combat_of(turn("0a@b 0b@b- 0c@b- 1a@b", "o3! m09")) == ("melee", "1a", "0b")


def test_an_unguarded_fortress_is_hit_without_response() -> None:
    reply = turn("0a@b 1a@a", "o3! m16", flips="r01")
    assert (hp(reply), gold(reply)[1], relics(reply, 1)) == ([0, 5], 1, ["r01"])
    assert (reply["phase"], reply["to_move"]) == ("afternoon", 0)


def test_of_several_troops_the_stronger_attacks() -> None:
    assert combat_of(turn("0a@t 1a@c 1b@b", "o3! m33", hp=(0, 5))) == ("ranged", "1b", "0a")
    assert combat_of(turn("0a@t 1a@c 1b@b", "o3! m25", hp=(0, 5))) == ("ranged", "1a", "0a")


def test_flips_go_on_until_one_zone_is_left() -> None:
    reply = turn("0a@a- 0b@e- 0c@b- 1a@t", "o3! m25", flips=FOREST + " r02", hp=(0, 5))
    terrains = [event["terrain"] for event in events_of(reply, "flipped")]
    assert terrains[-1] == ("Water" if "Forest" in terrains else "Forest")
    assert combat_of(reply) == ("ranged", "1a", "0b")


@pytest.mark.parametrize(("flips", "zone"), [(TOWN, "t-"), (FOREST, "b-"), (DESERT, "d-")])
def test_it_moves_to_the_flipped_terrain(flips: str, zone: str) -> None:
    assert troop(turn("0a@a 1a@c", "o3!", flips=flips), "1a") == zone


def test_it_moves_to_the_zone_nearest_to_the_human_fortress() -> None:
    """Forests are b and e: from t both are next to a; from d only e is adjacent."""
    reply = turn("0a@t 1a@d 1b@c", "o3!", flips=FOREST)
    assert (troop(reply, "1a"), troop(reply, "1b")) == ("d", "b-")
    reply = turn("0a@t 1a@d 1b@d", "o3!", flips=FOREST)
    assert (troop(reply, "1a"), troop(reply, "1b")) == ("e-", "d")


def test_it_flips_until_the_terrain_fits() -> None:
    reply = turn("0a@a 1a@c", "o3!", flips=WATER + " r01")
    assert (troop(reply, "1a"), events_of(reply, "flipped")[-1]["terrain"]) == ("b-", "Forest")


def test_it_moves_one_zone_whatever_its_minions_allow() -> None:
    assert troop(turn("0a@a 1a@d", "o3! m27", flips=FOREST), "1a") == "e-"


def test_it_attacks_even_if_it_cannot_win() -> None:
    reply = turn("0a@t 1a@t", "o3! m01", "defend m24", "pass", me=seat("o1! m24"))
    assert not events_of(reply, "fought")[0]["won"]


def test_the_human_may_answer_with_minions_and_relics() -> None:
    reply = turn("0a@b 1a@b", "o3! m09", "defend h2", "relic r13", "pass", me=seat("o1! h2", relics="r13"), flips="r13")
    account = events_of(reply, "fought")[0]
    assert (account["strength"], account["defense"], reply["phase"]) == (3, 4, "afternoon")


def test_a_beaten_human_troop_retreats_where_the_human_says() -> None:
    reply = turn("0a@b 1a@b", "o3! m16", "pass")
    assert (reply["phase"], reply["to_move"], gold(reply)[1]) == ("retreat", 0, 2)


def test_a_dummy_that_has_acted_ends_its_turn() -> None:
    reply = turn("0a@b 1a@b 1b@b", "o3! m09", acted=True)
    assert (reply["phase"], reply["to_move"], hall(reply, 1)) == ("afternoon", 0, "o3! m09")


# Its Aftershocks


def beaten(them: str, **keywords: Any) -> dict[str, Any]:
    """The dummy has beaten a lying troop."""
    return turn("0a@b- 0b@a 1a@b", them, "pass", **keywords)


def test_aftershocks_of_the_dummy_that_ask_nothing() -> None:
    assert hall(beaten("o4"), 1) == "o4~"
    assert gold(beaten("o3! h3"))[1] == 3
    assert gold(beaten("o3! m05", me=seat("o1!", 2))) == [1, 3]
    assert troop(beaten("o3! m15"), "1a") == "b"
    assert hp(beaten("o3! m17", hp=(5, 3))) == [5, 4]


def test_its_rebels_are_as_many_as_allowed() -> None:
    reply = beaten("o3! m30", rebels=4)
    assert (reply["position"]["rebels"], gold(reply)[1]) == (5, 3)


def test_its_relics_are_drawn_face_down() -> None:
    reply = turn("0a@t- 0b@a 1a@b", "o3! m39", "pass", flips="r01", hp=(0, 5), view=0)
    assert reply["position"]["players"][1]["relics"] == 1
    assert events_of(reply, "drew") == [{"type": "drew", "seat": 1}]


def test_its_moves_are_skipped() -> None:
    assert troop(beaten("o3! m11"), "1a") == "b-"
    assert troop(beaten("o3! m36"), "1a") == "b-"


# Its defense


def test_it_defends_once_in_a_combat() -> None:
    moves = ["melee 0a 1a", "exhaust m16", "pass"]
    reply = solo(*moves, at="0a@b 1a@b-", me=seat("o1! m16"), them=seat("o4! h2 m20"))
    assert (hall(reply, 1), troop(reply, "1a")) == ("o4! h2 m20!", None)


def test_it_defends_against_rebels_troop_by_troop() -> None:
    table: dict[str, Any] = {"phase": "night", "rebels": 5, "day": 4, "at": "0a@b- 1a@t 1b@t-", "hp": (0, 5)}
    reply = solo(them=seat("o4! m20 m24"), removed=only(MOUNTAIN), **table)
    assert (troop(reply, "1a"), troop(reply, "1b"), hall(reply, 1)) == ("t", "t-", "o4~ m20~ m24~")


def test_its_fortress_is_defended_by_a_troop_there() -> None:
    table: dict[str, Any] = {"phase": "night", "rebels": 5, "day": 4, "at": "0a@b- 1a@c-", "hp": (0, 5)}
    assert hp(solo(them=seat("o4! h2"), **table)) == [0, 5]
    assert hp(solo(them=seat("o4!"), **table)) == [0, 3]


# Morning and night


def test_the_countess_buys_for_two_and_only_once() -> None:
    assert gold(solo(phase="morning", day=2, them=seat("o2", 5)))[1] == 3
    assert gold(solo(phase="morning", day=2, them=seat("o2", 2)))[1] == 0


def test_it_buys_on_the_first_day_too() -> None:
    reply = solo("found a", phase="morning", at="", fortresses=[], them=seat("o3!", 5))
    assert (gold(reply)[1], len(relics(reply, 1)), reply["to_move"]) == (2, 1, 0)


def test_its_night_is_as_usual() -> None:
    reply = solo(
        "pass",
        "pass",
        phase="night",
        day=4,
        at="0a@b- 1a@d- 1b@t-",
        them=seat("o6! m08 m26", 1),
        me=seat("o1!", 3),
        hp=(0, 5),
    )
    assert gold(reply) == [3 - 1 + 2, 1 + 1 + 3]
    assert (len(relics(reply, 1)), reply["position"]["rebels"]) == (1, 1)


def test_its_scoring_influences_count() -> None:
    reply = solo(phase="over", at="0a@a 1a@c 1b@c", them=seat("o1! m16 m37", 2, "r01 r24"), me=seat("o2"))
    assert reply["result"]["scores"] == [4 + 5, 6 + 10 + 6 + 2 + 4 + 5 + 1 + 2 + 2]


def test_the_dummy_begins_the_second_day() -> None:
    reply = solo(phase="night", at="0a@b- 1a@c-", removed=only(MOUNTAIN), them=seat("o3!"))
    assert (reply["position"]["scepter"], reply["to_move"], events_of(reply, "turn")[0]["seat"]) == (1, 0, 1)


# Several


def test_two_dummies_take_their_turns_one_after_the_other() -> None:
    table: dict[str, Any] = {"options": TWO, "others": (seat("o4! m09"),), "at": "0a@b 0b@a 0c@a 1a@b 2a@b"}
    reply = solo("gold 0b", "end", "pass", "retreat t", them=seat("o3! m13"), day=2, removed=only(TOWN), **table)
    assert [event["seat"] for event in events_of(reply, "turn")] == [1, 2, 0]
    assert (hall(reply, 1), hall(reply, 2)) == ("o3! m13!", "o4! m09")


def test_the_best_dummies_win_when_the_human_does_not() -> None:
    table: dict[str, Any] = {"options": TWO, "phase": "over", "at": "0a@a 1a@c 2a@d"}
    assert solo(me=seat("o2"), them=seat("o3", 3), others=(seat("o6", 3),), **table)["result"]["winners"] == [1, 2]
    assert solo(me=seat("o2", 3), them=seat("o3"), others=(seat("o6", 4),), **table)["result"]["winners"] == [2]
    assert solo(me=seat("o2", 5), them=seat("o3"), others=(seat("o6", 4),), **table)["result"]["winners"] == [0]


def test_a_dummy_founds_on_the_farthest_free_spiral() -> None:
    land = board("a:Water b:Forest c:Mountain d:Desert e:Water+Forest f:Desert", starts="abd")
    reply = granted(
        "found a",
        phase="morning",
        at="",
        fortresses=[],
        them=seat("o3!"),
        options=ONE | {"board": land},
        me=seat("o1!"),
    )
    assert reply["position"]["fortresses"][1]["zone"] == "d"


def test_next_door_means_a_free_spiral_beside_the_human() -> None:
    options = ONE | {"rulings": {"dummy_next_door": True}, "board": board(starts="abd")}
    reply = granted("found a", phase="morning", at="", fortresses=[], them=seat("o3!"), options=options, me=seat("o1!"))
    assert reply["position"]["fortresses"][1]["zone"] == "b"
