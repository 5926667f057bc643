"""The solo game: how a dummy founds, buys, attacks, moves, retreats and defends."""

from typing import Any

from hordes.engine.referee import answer
from tests.covil.positions import every, gold, granted, hall, hp, relics, seat, troop

ONE = {"players": 1, "dummies": 1}
DESERT_TOWN = {"players": 1, "dummies": 1, "board": "desert-town"}
MOUNTAINS = "r03 r09 r12 r13 r21"
FORESTS = "r01 r14 r18 r20 r23"
PASSIVE = seat("o3! h2!")


def solo(*moves: str, **keywords: Any) -> dict[str, Any]:
    """Moves of the human; the dummy answers by itself."""
    return granted(*moves, **{"options": ONE, "me": seat("o1! h1 h2"), "them": PASSIVE} | keywords)


def only(cards: str) -> list[str]:
    """Relics that are out of the game so that flips show these terrains."""
    return every("r", 24, cards)


def moves_of_the_dummy(reply: dict[str, Any]) -> list[str]:
    """Where it went on the first day, troop by troop."""
    first_day = reply["events"][: next((k for k, e in enumerate(reply["events"]) if e["type"] == "night"), None)]
    return [f"{e['troop']} {e['from']}-{e['to']}" for e in first_day if e["type"] == "moved" and e["troop"][0] == "1"]


def test_solo_example_a_the_first_troop_goes_to_the_mountain_d() -> None:
    table: dict[str, Any] = {"options": DESERT_TOWN, "homes": "AB"}
    reply = solo("move 0a C", "end", at="0a@A 0b@A 1a@B 1b@B", removed=only(MOUNTAINS), **table)
    assert (troop(reply, "0a"), troop(reply, "1a"), troop(reply, "1b")) == ("C-", "D-", "B")
    assert (moves_of_the_dummy(reply), reply["to_move"]) == (["1a B-D"], 0)


def test_solo_example_a_the_second_troop_goes_to_the_forest_e() -> None:
    """Then nobody stands: night falls, and on day 2 the dummy holds the sceptre and goes first."""
    table: dict[str, Any] = {"options": DESERT_TOWN, "homes": "AB", "removed": only(FORESTS)}
    moves = ["command h2", "choose 0b", "choose C", "move 0b F", "end"]
    reply = solo(*moves, at="0a@C- 0b@A 1a@D- 1b@B", **table)
    assert moves_of_the_dummy(reply) == ["1b B-E"]
    assert (reply["position"]["day"], reply["position"]["scepter"], reply["to_move"]) == (2, 1, 0)
    assert [troop(reply, name) for name in ("0a", "0b", "0c")] == ["C", "F", "A"]
    assert [troop(reply, name) for name in ("1a", "1b", "1c")] == ["C-", "E", "B"]


EXAMPLE_B: dict[str, Any] = {
    "options": DESERT_TOWN, "homes": "AB", "day": 3, "scepter": 1, "player": 1, "hp": (5, 3), "removed": only(FORESTS),
    "at": "0a@C 0b@F 0c@H 0d@G 1a@C 1b@F 1c@I 1d@E", "me": seat("o1! h4 m33 m25 h2"),
    "them": seat("o3! m09 m13 m31 m39"),
}  # fmt: skip
B1 = ["pass", "retreat F", "ranged 0b fortress 1", "exhaust h4", "end"]
B2 = ["pass", "ranged 0c 1b", "exhaust m33", "pass", "command h2", "choose 0b", "choose H", "end"]
B3 = ["ranged 0d 1c", "exhaust m25", "pass", "end"]


def test_solo_example_b_first_troop_melee_in_c() -> None:
    fight = solo(**EXAMPLE_B)
    combat = fight["position"]["combat"]
    assert (fight["to_move"], combat["kind"], combat["attacker"], combat["target"]) == (0, "melee", "1a", "0a")
    reply = solo(*B1, **EXAMPLE_B)
    assert (troop(reply, "0a"), hp(reply), gold(reply)) == ("F-", [5, 0], [1, 2])


def test_solo_example_b_second_troop_favours_melee_in_f() -> None:
    combat = solo(*B1, **EXAMPLE_B)["position"]["combat"]
    assert (combat["kind"], combat["attacker"], combat["target"]) == ("melee", "1b", "0a")


def test_solo_example_b_third_troop_shoots_from_i_at_the_fortress_in_a() -> None:
    reply = solo(*B1, *B2, **EXAMPLE_B)
    assert (troop(reply, "0a"), troop(reply, "1c"), troop(reply, "1d"), hp(reply)) == (None, "I-", "E", [0, 0])


def test_solo_example_b_fourth_troop_shoots_from_e_into_g() -> None:
    combat = solo(*B1, *B2, *B3, **EXAMPLE_B)["position"]["combat"]
    assert (combat["kind"], combat["attacker"], combat["target"]) == ("ranged", "1d", "0d")


def test_a_late_defense_of_the_dummy_can_be_answered() -> None:
    """It held at first; when a relic beats it its best Minion answers, and then it is the human's window again."""
    table: dict[str, Any] = {"at": "0a@b 0b@a 1a@b", "me": seat("o1! h3", relics="r03 r10"), "them": seat("o3! h2")}
    table["options"] = ONE | {"rulings": ["dummy_spares_defenders"]}
    reply = solo("melee 0a 1a", "exhaust h3", "relic r03", "skip", "pass", **table)
    assert (reply["phase"], reply["to_move"], hall(reply, 1)) == ("combat", 0, "o3! h2!")
    reply = solo("melee 0a 1a", "exhaust h3", "relic r03", "skip", "pass", "relic r10", "pass", **table)
    account = next(event for event in reply["events"] if event["type"] == "fought")
    assert (account["strength"], account["defense"]) == (4, 4)


def test_the_human_begins_and_the_dummy_founds_farthest_away() -> None:
    request = {"game": "covil", "options": DESERT_TOWN, "seed": 3, "moves": ["found A"]}
    reply = answer(request)
    assert (reply["to_move"], reply["position"]["scepter"]) == (0, 0)
    assert reply["position"]["fortresses"][1]["zone"] == "B"
    assert len(relics(reply, 0)) == 2


def test_the_dummy_hall_has_two_cheap_two_middling_and_one_dear_mercenary() -> None:
    dear = {"m07", "m08", "m15", "m16", "m23", "m24", "m31", "m32", "m39", "m40"}
    cheap = {"m01", "m02", "m09", "m10", "m17", "m18", "m25", "m26", "m33", "m34"}
    for seed in range(8):
        reply = answer({"game": "covil", "options": DESERT_TOWN, "seed": seed})
        cards = [word.rstrip("!~") for word in hall(reply, 1).split()]
        assert [len({*cards} & cheap), len({*cards} & dear), len(cards)] == [2, 1, 6]
        strong = answer({"game": "covil", "options": DESERT_TOWN | {"rulings": ["dummy_strong_hall"]}, "seed": seed})
        assert len({word.rstrip("!~") for word in hall(strong, 1).split()} & dear) == 2


def test_the_dummy_buys_one_relic_each_morning_if_it_can() -> None:
    bought = solo(phase="morning", day=2, them=seat("o3", 5))
    assert (gold(bought)[1], len(relics(bought, 1))) == (2, 1)
    poor = solo(phase="morning", day=2, them=seat("o3", 2))
    assert (gold(poor)[1], len(relics(poor, 1))) == (2, 0)


def test_the_strongest_melee_minion_fights_the_first_of_equals() -> None:
    reply = solo("gold 0b", "end", at="0a@b 0b@a 1a@b", them=seat("o3! m09 m13 m21"))
    assert hall(reply, 1) == "o3! m09 m13! m21"


def test_a_minion_of_the_wrong_kind_is_never_used() -> None:
    reply = solo("gold 0b", "end", at="0a@d 0b@d 1a@d", them=seat("o3! m25"), removed=only(MOUNTAINS))
    assert hall(reply, 1) == "o3! m25"
    assert troop(reply, "1a") == "c-"


def test_a_lying_troop_is_attacked_before_a_standing_one() -> None:
    reply = solo("gold 0c", "end", at="0a@b 0b@b- 0c@d 1a@b", them=seat("o3! m09"), day=2)
    assert reply["position"]["combat"]["target"] == "0b"


def test_flips_decide_between_zones() -> None:
    at = "0a@b- 0b@d- 0c@e 1a@c 1b@c-"
    them = seat("o3! m25")
    assert solo("gold 0c", "end", at=at, them=them, day=2, removed=only("r05"))["position"]["combat"]["target"] == "0b"
    assert solo("gold 0c", "end", at=at, them=them, day=2, removed=only("r01"))["position"]["combat"]["target"] == "0a"


def test_without_any_relic_the_lowest_zone_is_taken() -> None:
    at = "0a@b- 0b@d- 0c@e 1a@c 1b@c-"
    reply = solo("gold 0c", "end", at=at, them=seat("o3! m25"), day=2, removed=only(""))
    assert reply["position"]["combat"]["target"] == "0a"


def test_the_dummy_always_defends_with_its_best_minion_once() -> None:
    reply = solo("melee 0a 1a", "exhaust h1", "pass", at="0a@b 1a@b", them=seat("o4! h2 m22~ m24"))
    assert hall(reply, 1) == "o4! h2 m22~ m24!"
    weak: dict[str, Any] = {"at": "0a@b 1a@t", "them": seat("o3! h2")}
    assert hall(solo("ranged 0a 1a", "exhaust h1", "pass", **weak), 1) == "o3! h2!"
    sparing = ONE | {"rulings": ["dummy_spares_defenders"]}
    assert hall(solo("ranged 0a 1a", "exhaust h1", "pass", options=sparing, **weak), 1) == "o3! h2"


def test_a_beaten_dummy_retreats_by_flips() -> None:
    reply = solo("melee 0a 1a", "exhaust h1", "pass", at="0a@b 1a@b", removed=only(MOUNTAINS))
    assert troop(reply, "1a") == "c-"
    assert gold(reply)[0] == 2


def test_aftershocks_of_the_dummy_work_and_moves_are_skipped() -> None:
    reply = solo("gold 0b", "end", "pass", at="0a@b- 0b@a 0c@a 1a@b", them=seat("o3! m21 h1!"))
    assert hall(reply, 1) == "o3~ m21! h1~"
    reply = solo("gold 0b", "end", "pass", at="0a@b- 0b@a 0c@a 1a@b", them=seat("o3! m11"))
    assert reply["to_move"] == 0


def test_gold_of_a_dummy_overflows_without_a_question() -> None:
    reply = solo("gold 0b", "end", "pass", at="0a@b- 0b@a 0c@a 1a@b", them=seat("o3! m16", 5))
    assert gold(reply)[1] == 5


def test_dummies_never_attack_each_other() -> None:
    reply = solo(
        "gold 0a", "end", at="0a@a 1a@c 2a@c", options={"players": 1, "dummies": 2}, them=seat("o3 m09"),
        others=(seat("o4 m13"),), removed=only(MOUNTAINS),
    )  # fmt: skip
    assert hall(reply, 1) == "o3 m09"
    assert hall(reply, 2) == "o4 m13"


def test_the_harder_dummy_founds_next_door() -> None:
    options = DESERT_TOWN | {"rulings": ["dummy_next_door"]}
    for seed in range(5):
        reply = answer({"game": "covil", "options": options, "seed": seed, "moves": ["found A"]})
        assert reply["position"]["fortresses"][1]["zone"] in "CHI"


def test_a_tie_is_lost() -> None:
    reply = solo(phase="over", me=seat("o2"), them=seat("o3"))
    assert reply["result"]["winners"] == [1]
    assert solo(phase="over", me=seat("o2", 1), them=seat("o3"))["result"]["winners"] == [0]


def test_a_dummy_is_never_asked_and_keeps_its_relics_face_down() -> None:
    reply = solo(phase="morning", day=2, them=seat("o3", 5), view=0)
    assert reply["position"]["players"][1]["relics"] == 1
    assert not [event for event in reply["events"] if event["type"] == "drew" and "card" in event]


def test_not_even_the_dummys_own_view_shows_its_relics() -> None:
    reply = solo(them=seat("o3", relics="r01"), view=1)
    assert reply["position"]["players"][1]["relics"] == 1
