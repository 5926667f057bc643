"""Effects of Commands, Aftershocks and relics: every word of the effect vocabulary, and the questions they ask."""

import pytest

from tests.covil.positions import gold, granted, hall, hp, refused, relics, seat, troop

DEFENSELESS = seat("o2!")


def test_a_tired_minion_has_no_command() -> None:
    refused("command h2", me=seat("o1! h2~"), because="Squire is tired: only Ready Minions can be exhausted")
    refused("command h1", because="Private has no Command")


def test_old_mother_quarrel_stands_a_troop_up_and_moves_that_one() -> None:
    reply = granted("command o5", "choose 0b", at="0a@a 0b@a- 1a@c", me=seat("o5"))
    assert {move for move in reply["legal"] if move.startswith("choose")} == {"choose b", "choose e", "choose t"}
    assert troop(granted("command o5", "choose 0b", "choose t", at="0a@a 0b@a- 1a@c", me=seat("o5")), "0b") == "t"
    assert troop(granted("command o5", "choose 0b", "skip", at="0a@a 0b@a- 1a@c", me=seat("o5")), "0b") == "a"


def test_two_different_troops_are_moved() -> None:
    reply = granted("relic r02", "choose 0a", "choose b", me=seat(relics="r02"))
    assert [move for move in reply["legal"] if move.startswith("choose")] == ["choose 0b"]


def test_an_up_to_two_zones_move() -> None:
    assert troop(granted("relic r01", "choose 0a", "choose d", me=seat(relics="r01")), "0a") == "d"


def test_a_troop_is_pushed_out_of_ones_zone_only() -> None:
    reply = granted("relic r15", at="0a@b 1a@b 1b@c", me=seat(relics="r15"))
    assert [move for move in reply["legal"] if move.startswith("choose")] == ["choose 1a"]
    assert troop(granted("relic r15", "choose 1a", "choose t", at="0a@b 1a@b 1b@c", me=seat(relics="r15")), "1a") == "t"


def test_a_tripwire_lays_a_standing_enemy_down() -> None:
    reply = granted("relic r20", "choose 1a", at="0a@b 1a@c 1b@d", me=seat(relics="r20"))
    assert troop(reply, "1a") == "c-"


def test_only_troops_at_the_own_fortress_are_stood_up_by_the_drumline() -> None:
    reply = granted("command m10", at="0a@a- 0b@b- 1a@c", me=seat("o1 m10"))
    assert [move for move in reply["legal"] if move.startswith("choose")] == ["choose 0a"]


def test_two_minions_rest_once_each() -> None:
    reply = granted("relic r05", "choose h1", "choose h2", me=seat("o1! h1! h2~", relics="r05"))
    assert hall(reply, 0) == "o1! h1~ h2"
    assert "choose h1" not in granted("relic r05", "choose h1", me=seat("o1! h1! h2~", relics="r05"))["legal"]


def test_the_crown_rests_the_overlord_at_once() -> None:
    assert hall(granted("relic r21", me=seat("o1! h1~", relics="r21")), 0) == "o1~ h1~"


def test_the_bell_makes_anybody_but_the_overlord_ready() -> None:
    reply = granted("relic r04", me=seat("o1! h1!", relics="r04"))
    assert [move for move in reply["legal"] if move.startswith("choose")] == ["choose h1"]
    assert hall(granted("relic r04", "choose h1", me=seat("o1! h1!", relics="r04")), 0) == "o1! h1"


def test_up_to_two_enemy_minions_are_exhausted() -> None:
    reply = granted("command m32", "choose h2", "choose h3", me=seat("o1 m32"))
    assert hall(reply, 1) == "o2! h2! h3!"
    assert hall(granted("command m32", "choose h2", "skip", me=seat("o1 m32")), 1) == "o2! h2! h3"


def test_with_several_opponents_the_seat_is_asked_first() -> None:
    three = {"others": (seat("o3 h5", 2),), "at": "0a@a 1a@c 2a@d"}
    reply = granted("command m06", me=seat("o1 m06"), **three)
    assert [move for move in reply["legal"] if move.startswith("choose")] == ["choose 1", "choose 2"]
    assert hall(granted("command m06", "choose 2", "choose h5", me=seat("o1 m06"), **three), 2) == "o3 h5!"


def test_whoever_names_a_card_where_a_seat_is_asked_is_told_so() -> None:
    three = {"others": (seat("o3 h5", 2),), "at": "0a@a 1a@c 2a@d"}
    why = "A seat is asked for here, and `h5` is a Minion"
    refused("command m06", "choose h5", me=seat("o1 m06"), **three, because=why)


def test_a_minion_made_ready_again_defends_twice() -> None:
    moves = ["melee 0a 1a", "exhaust m16", "defend h2", "relic r04", "choose h2", "defend h2", "pass", "pass"]
    reply = granted(*moves, at="0a@b 1a@b", me=seat("o1! m16"), them=seat("o2! h2", relics="r04"))
    assert next(event for event in reply["events"] if event["type"] == "fought")["defense"] == 1 + 2 + 1 + 2


def test_the_only_fortress_in_range_is_not_asked_for_by_a_command() -> None:
    three = {"others": (seat("o3 h5", 2),), "at": "0a@b 1a@c 2a@d"}
    assert hp(granted("command m29", me=seat("o1 m29"), **three)) == [5, 4, 5]


def test_up_to_two_rebels_ask_for_the_number_and_one_does_not() -> None:
    reply = granted("relic r08", me=seat(relics="r08"), rebels=3)
    assert [move for move in reply["legal"] if move.startswith("choose")] == ["choose 0", "choose 1", "choose 2"]
    reply = granted("relic r08", "choose 2", me=seat(relics="r08"), rebels=3)
    assert (gold(reply)[0], reply["position"]["rebels"]) == (2, 1)
    reply = granted("command m02", me=seat("o1 m02"), rebels=1)
    assert (gold(reply)[0], reply["position"]["rebels"]) == (1, 0)


def test_what_cannot_be_done_is_not_asked_for() -> None:
    reply = granted("command m02", "relic r16", me=seat("o1 m02", relics="r16"), rebels=0)
    assert (gold(reply)[0], reply["phase"]) == (0, "choice")
    assert granted("relic r16", me=seat(relics="r16"), rebels=5)["phase"] == "afternoon"


def test_damage_of_an_effect_brings_treasures_and_loot() -> None:
    reply = granted("command m29", at="0a@b 1a@d", me=seat("o1 m29"), hp=(5, 1))
    assert (hp(reply), gold(reply)[0], len(relics(reply, 0))) == ([5, 0], 1, 1)


def test_damage_needs_a_troop_in_or_next_to_the_zone() -> None:
    assert hp(granted("command m29", at="0a@a 1a@d", me=seat("o1 m29"))) == [5, 5]


def test_a_summoned_troop_never_exceeds_the_reserve_of_the_day() -> None:
    assert troop(granted("relic r22", "use", at="0a@b 1a@c", me=seat(relics="r22")), "0b") == "a"
    assert troop(granted("relic r22", me=seat(relics="r22")), "0c") is None


def test_an_opponent_discards_a_random_relic() -> None:
    reply = granted("relic r19", "choose 1", me=seat(relics="r19"), them=seat("o2", relics="r01 r02"))
    assert len(relics(reply, 1)) == 1
    assert len(reply["position"]["discard"]) == 1


def test_gold_for_each_dominated_terrain() -> None:
    assert gold(granted("relic r17", at="0a@e 1a@c", me=seat(relics="r17")))[0] == 2


def test_a_destroyed_fortress_is_not_repaired() -> None:
    assert hp(granted("relic r13", me=seat(relics="r13"), hp=(0, 5))) == [0, 5]
    assert hp(granted("relic r13", me=seat(relics="r13"), hp=(4, 5))) == [5, 5]


def test_the_marshal_stands_a_troop_up_and_repairs() -> None:
    reply = granted("command m24", "choose 0a", at="0a@a- 1a@c", me=seat("o1 m24"), hp=(1, 5))
    assert (troop(reply, "0a"), hp(reply)[0]) == ("a", 3)


@pytest.mark.parametrize(("relic", "kinds"), [("r09", {"ranged"}), ("r10", {"melee"}), ("r11", {"melee", "ranged"})])
def test_a_free_attack_is_of_its_kind(relic: str, kinds: set[str]) -> None:
    reply = granted(f"relic {relic}", at="0a@b- 1a@b 1b@c", me=seat(relics=relic))
    assert {move.split()[0] for move in reply["legal"]} - {"skip"} == kinds


def test_a_free_attack_needs_another_ready_minion() -> None:
    assert granted("command m14", at="0a@b 1a@b", me=seat("o1! m14"))["phase"] == "afternoon"


def test_the_berserker_attacks_with_two_more() -> None:
    reply = granted("command m14", "melee 0a 1a", "exhaust h1", "pass", "pass", at="0a@b 1a@b", me=seat("o1! m14 h1"))
    fought = next(event for event in reply["events"] if event["type"] == "fought")
    assert fought["strength"] == 5
    assert ["free attack", 2] in fought["parts"]
    assert troop(reply, "0a") == "b"


def test_an_aftershock_that_moves_the_attacker_asks_for_the_zone() -> None:
    reply = granted("melee 0a 1a", "exhaust m11", "pass", "pass", at="0a@b 1a@b-", me=seat("o1 m11"), them=DEFENSELESS)
    assert {move for move in reply["legal"] if move.startswith("choose")} == {"choose a", "choose c", "choose t"}


def test_the_minotaur_stands_up_after_a_victory() -> None:
    reply = granted("melee 0a 1a", "exhaust m15", "pass", "pass", at="0a@b 1a@b-", me=seat("o1 m15"), them=DEFENSELESS)
    assert troop(reply, "0a") == "b"


def test_the_pickpocket_steals_win_or_lose() -> None:
    them = seat("o2 m23 m24", 2)
    moves = ["melee 0a 1a", "exhaust m05", "defend m23", "defend m24", "pass", "pass"]
    reply = granted(*moves, at="0a@b 1a@b", me=seat("o1 m05"), them=them)
    assert gold(reply) == [1, 1]


def test_grubmaw_ends_up_tired() -> None:
    reply = granted("melee 0a 1a", "exhaust o4", "pass", "pass", at="0a@b 1a@b-", me=seat("o4"), them=DEFENSELESS)
    assert hall(reply, 0) == "o4~"


def test_no_aftershock_for_a_defender_or_a_loser_when_the_card_says_won() -> None:
    reply = granted("melee 0a 1a", "exhaust h3", "defend h2", "pass", "pass", at="0a@b 1a@b", me=seat("o1 h3"))
    assert gold(reply)[0] == 0
