"""Order of the day: founding, morning, turns, and the five troop actions."""

from hordes.engine.referee import answer
from tests.covil.positions import ask, board, gold, granted, hall, hp, refused, relics, seat, troop
from tests.refusals import rejected


def test_a_new_game_deals_overlords_henchmen_gold_and_relics() -> None:
    reply = answer({"game": "covil", "options": {"players": 3}, "seed": 4})
    for k in range(3):
        assert [word.rstrip("!")[0] for word in hall(reply, k).split()] == ["o", "h", "h", "h", "h", "h"]
        assert hall(reply, k).split()[0].endswith("!")
        assert gold(reply)[k] == 5
        assert len(relics(reply, k)) == 2
    assert len(reply["position"]["removed"]) == 16
    assert reply["phase"] == "found"


def test_the_first_pool_shows_nothing_that_costs_ten() -> None:
    dear = {"m08", "m16", "m24", "m32", "m40"}
    for seed in range(40):
        reply = answer({"game": "covil", "options": {"players": 2}, "seed": seed})
        assert not dear & set(reply["position"]["pool"])


def test_after_the_founding_the_first_afternoon_begins_with_the_first_player() -> None:
    reply = granted("found a", "found c", at="", phase="morning", fortresses=[], scepter=1)
    assert (reply["phase"], reply["to_move"]) == ("afternoon", 1)
    assert (troop(reply, "1b"), troop(reply, "0a"), troop(reply, "0c")) == ("a", "c", None)


def test_a_zone_without_a_spiral_or_with_a_fortress_cannot_be_founded_on() -> None:
    refused("found b", at="", phase="morning", fortresses=[], because="b has no spiral; free are a, c, d")
    refused("found a", "found a", at="", phase="morning", fortresses=[], because="a has a fortress already; one a zone")


def test_a_destroyed_fortress_still_summons() -> None:
    reply = granted(at="0a@t-", hp=(0, 5), phase="morning", day=3)
    assert [troop(reply, name) for name in ("0a", "0b", "0c", "0d", "0e")] == ["t", "a", "a", "a", None]


def test_whoever_has_no_standing_troop_may_end_at_once() -> None:
    reply = granted(at="0a@a- 1a@c")
    assert "end" in reply["legal"]
    assert not [move for move in reply["legal"] if move.startswith("gold")]


def test_ending_with_a_standing_troop_is_refused_by_name() -> None:
    refused("end", because="Seat 0 has standing troops (0a, 0b)")


def test_one_troop_action_a_turn() -> None:
    refused("gold 0a", "gold 0b", because="One troop action a turn")


def test_a_lying_troop_cannot_act() -> None:
    refused("gold 0b", at="0a@a 0b@a- 1a@c", because="Troop 0b lies down")


def test_a_troop_that_stood_up_again_acts_on_a_later_turn_only() -> None:
    reply = granted("gold 0a", "relic r03", "choose 0a", me=seat(relics="r03"))
    assert troop(reply, "0a") == "a"
    assert "gold 0a" not in reply["legal"]


def test_a_move_goes_to_an_adjacent_zone() -> None:
    refused("move 0a c", because="c is 2 zones from a; troop 0a moves one")
    assert troop(granted("move 0a t"), "0a") == "t-"


def test_a_move_bonus_makes_it_two_zones_from_its_terrain() -> None:
    far = granted("move 0a d", me=seat("o1 m27"))
    assert troop(far, "0a") == "d-"
    assert "move 0a d" not in granted(at="0a@b 1a@c", me=seat("o1 m27"))["legal"]


def test_two_move_bonuses_are_still_two_zones() -> None:
    reply = granted(at="0a@e 1a@c", me=seat("o1 m27 m40"))
    assert {move for move in reply["legal"] if move.startswith("move")} == {f"move 0a {z}" for z in "abcdt"}


def test_rest_takes_one_step() -> None:
    assert hall(granted("rest 0a o1", me=seat("o1! h1~")), 0) == "o1~ h1~"
    assert hall(granted("rest 0a h1", me=seat("o1! h1~")), 0) == "o1! h1"
    refused("rest 0a h1", because="Private is Ready and needs no rest")


def test_repair_is_for_standing_fortresses_with_damage() -> None:
    assert hp(granted("repair 0a", hp=(4, 5))) == [5, 5]
    refused("repair 0a", because="The fortress of seat 0 has all its 5 hit points")
    refused("repair 0a", hp=(0, 5), because="A destroyed fortress cannot be repaired")


def test_gold_is_always_possible() -> None:
    assert gold(granted("gold 0a")) == [1, 0]


def test_night_falls_when_the_first_player_would_begin_and_nobody_stands() -> None:
    reply = granted("gold 0a", "end", at="0a@a 1a@c-")
    assert reply["position"]["day"] == 1
    reply = granted("gold 0a", "end", "end", at="0a@a 1a@c-")
    assert (reply["position"]["day"], reply["to_move"]) == (2, 1)


def test_a_troop_of_another_seat_cannot_be_used() -> None:
    refused("gold 1a", because="Troop 1a belongs to seat 1")


def test_words_that_are_no_moves() -> None:
    rejected(ask("dance"), "unknown_move", because="`dance` is no move of Covil.")
    rejected(ask("drew r01"), "unknown_move", because="`drew` is chance's word, not a seat's move.")
    refused("move 0a nowhere", because="There is no zone nowhere on this board.")


def test_a_zone_to_which_no_way_leads_is_not_counted_in_steps() -> None:
    apart = [
        {"id": "x", "terrain": ["Desert"], "adjacent": ["y"]},
        {"id": "y", "terrain": ["Water"], "adjacent": ["x"]},
    ]
    split = board() | {"zones": [*board()["zones"], *apart]}
    refused("move 0a x", options={"board": split}, because="No way leads from a to x.")
