"""The steps of the night, final scoring and tie-breakers."""

from typing import Any

from tests.covil.positions import every, gold, granted, hall, hp, refused, relics, seat, troop

WATER_TOWN = {"board": "water-town", "players": 3}
BOX = every("m", 40)


def night(*moves: str, **keywords: Any) -> dict[str, Any]:
    """A night that begins here."""
    return granted(*moves, phase="night", **keywords)


def test_the_printed_example_of_dominance_and_raid() -> None:
    at = "0a@A- 0b@C- 0c@D- 1a@B- 1b@D- 1c@E- 1d@E- 1e@G- 2a@E- 2b@F-"
    bare = {"me": seat("o1"), "them": seat("o4"), "others": (seat("o5"),)}
    reply = night(at=at, homes="CBG", day=4, options=WATER_TOWN, removed=BOX, **bare)
    assert gold(reply) == [4, 2, 0]
    assert [len(relics(reply, k)) for k in range(3)] == [0, 2, 1]
    assert reply["position"]["rebels"] == 4


def test_the_night_says_what_it_found_and_pays_for_just_that() -> None:
    at = "0a@A- 0b@C- 0c@D- 1a@B- 1b@D- 1c@E- 1d@E- 1e@G- 2a@E- 2b@F-"
    bare = {"me": seat("o1"), "them": seat("o4"), "others": (seat("o5"),)}
    reply = night(at=at, homes="CBG", day=4, options=WATER_TOWN, removed=BOX, **bare)
    fallen = next(event for event in reply["events"] if event["type"] == "night")
    fees = {event["terrain"]: (event["seat"], event["gold"]) for event in reply["events"] if event["type"] == "fee"}
    assert fees == {one["terrain"]: (one["seat"], one["gold"]) for one in fallen["dominance"] if one["seat"] >= 0}
    assert {one["terrain"] for one in fallen["dominance"]} == {"Water", "Desert", "Mountain", "Forest"}
    assert all(one["held"][one["seat"]] == max(one["held"]) for one in fallen["dominance"] if one["seat"] >= 0)


def test_active_relics_are_discarded_first() -> None:
    reply = night(me=seat(active="r01 r02"))
    assert reply["position"]["discard"] == ["r01", "r02"]


def test_the_whole_pool_is_renewed() -> None:
    reply = night(pool=["m01", "h1"])
    assert len(reply["position"]["pool"]) == 6
    assert reply["position"]["dismissed"] == ["m01"]


def test_a_night_without_mercenaries_is_the_last() -> None:
    assert night("pass", removed=BOX, day=2)["phase"] == "over"


def test_the_night_of_day_four_is_the_last_whatever_is_left() -> None:
    reply = night("pass", day=4, at="0a@b- 1a@c-")
    assert (reply["phase"], reply["position"]["scepter"]) == ("over", 0)


def test_the_sceptre_moves_to_the_left() -> None:
    assert night(scepter=1, at="0a@b- 1a@c-")["position"]["scepter"] == 0


def test_every_minion_rests_once() -> None:
    assert hall(night(me=seat("o1! h1~ h2")), 0) == "o1~ h1 h2"


def test_fees_above_five_are_offered_one_by_one() -> None:
    reply = night(me=seat(gold=4), at="0a@e- 1a@c-")
    assert (reply["to_move"], reply["legal"]) == (0, ["draw", "pass"])
    reply = night("draw", me=seat(gold=4), at="0a@e- 1a@c-")
    assert gold(reply)[0] == 5
    assert len(relics(reply, 0)) == 1


def test_pennywrath_collects_one_more_for_each_fee() -> None:
    assert gold(night(me=seat("o6"), at="0a@a- 1a@c-"))[0] == 3


def test_the_dabbler_consoles_whoever_has_no_fee() -> None:
    assert gold(night(me=seat("o1 h5"), at="0a@t- 1a@c-"))[0] == 1
    assert gold(night(me=seat("o1 h5"), at="0a@a- 1a@c-"))[0] == 2


def test_the_notary_taxes_a_richer_opponent_before_the_fees() -> None:
    assert gold(night("pass", me=seat("o1 m08"), them=seat("o2", 3), at="0a@t- 1a@t-")) == [1, 2]
    assert gold(night("pass", "pass", me=seat("o1 m08", 3), them=seat("o2", 3), at="0a@t- 1a@t-")) == [3, 3]


def test_the_notary_chooses_among_several() -> None:
    table = {"me": seat("o1 m08"), "them": seat("o2", 3), "others": (seat("o3", 2),), "at": "0a@t- 1a@t- 2a@t-"}
    assert night("pass", **table)["legal"][:2] == ["choose 1", "choose 2"]
    assert gold(night("pass", "choose 2", **table)) == [1, 3, 1]


def test_pamphlets_bring_one_rebel_less() -> None:
    reply = night(me=seat("o1 m26"), at="0a@t- 0b@t- 1a@c-")
    assert (len(relics(reply, 0)), reply["position"]["rebels"]) == (2, 2)


def test_rebels_of_the_day_wait_for_the_raid() -> None:
    reply = night("pass", "pass", rebels=5)
    assert (hp(reply), reply["position"]["rebels"]) == ([3, 3], 0)


def test_with_several_troops_in_town_the_owner_says_which_is_next() -> None:
    table = {"at": "0a@t- 0b@t 1a@c-", "rebels": 4}
    reply = night(**table)
    assert (reply["phase"], reply["legal"]) == ("raid", ["choose 0a", "choose 0b"])
    lost = night("choose 0a", "pass", **table)
    assert (troop(lost, "0a"), "defend h2" in lost["legal"]) == (None, True)


def test_a_held_attack_of_the_rebels_needs_three() -> None:
    reply = night("defend h2", "pass", at="0a@t 1a@d-", rebels=4, me=seat("o1 h2"))
    assert troop(reply, "0a") == "t"
    assert gold(reply) == [0, 2]


def test_relics_activated_against_rebels_are_discarded_after_the_raid() -> None:
    reply = night("relic r23", "pass", at="0a@t 1a@d-", rebels=4, me=seat("o1", relics="r23"))
    assert reply["position"]["players"][0]["active"] == []
    assert "r23" in reply["position"]["discard"]


def test_nobody_gets_treasures_or_loot_from_rebels() -> None:
    reply = night(at="0a@b- 1a@d-", rebels=5, hp=(3, 1), me=seat("o1"), them=seat("o2"))
    assert hp(reply) == [0, 0]
    assert [len(relics(reply, k)) for k in (0, 1)] == [0, 0]
    assert gold(reply) == [2, 2]


def test_the_printed_score_of_forty_seven() -> None:
    me = seat("o1 h1 m37 m19 m27 m38", 5, "r01 r02 r05 r07")
    reply = night(
        "pass", me=me, them=seat("o4"), day=4, hp=(1, 0), at="0a@t- 1a@t-", removed=every("r", 24, "r01 r02 r05 r07")
    )
    assert reply["result"]["scores"] == [47, 6]
    assert reply["result"]["winners"] == [0]


def test_the_veteran_scores_troops() -> None:
    reply = night(me=seat("o2 m16"), them=seat("o4"), day=4, at="0a@b- 0b@t- 1a@b-", removed=every("r", 24))
    assert reply["result"]["scores"][0] == 4 + 10 + 2 + 5


def over(me: dict[str, Any], them: dict[str, Any], **keywords: Any) -> dict[str, Any]:
    """The result of a game that is over."""
    return dict(granted(phase="over", me=me, them=them, **keywords)["result"])


def test_ties_go_to_troops_then_hit_points_then_gold_then_the_dearest_minion() -> None:
    plain = (seat("o2"), seat("o3"))
    assert over(*plain)["winners"] == [0, 1]
    assert over(*plain, at="0a@a 1a@c 1b@c")["winners"] == [1]
    assert over(*plain, hp=(3, 4))["winners"] == [1]
    assert over(seat("o2 h2"), seat("o3", 2))["winners"] == [1]
    assert over(seat("o2 h2 h3"), seat("o3 m12"))["winners"] == [0, 1]
    assert over(seat("o2 h2 h3 m12"), seat("o3 m38 h4"))["winners"] == [1]


def test_no_move_follows_the_end() -> None:
    refused("end", phase="over", because="The game is over; no move can follow")
