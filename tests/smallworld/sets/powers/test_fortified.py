"""Fortified: one fortress per turn."""

from __future__ import annotations

from typing import Any

from tests.smallworld.positions import (
    board,
    coins,
    combos,
    declined_entries,
    granted,
    held,
    legal,
    offers,
    pieces,
    player,
    refused,
    region,
    tokens,
)

LONG = board(" ".join(f"r{k}:hill,border" for k in range(8)))


def fortified(hand: int = 0, **more: Any) -> dict[str, Any]:
    """A Fortified player."""
    return player("ratmen", "fortified", hand=hand, **more)


def test_each_turn_a_fortress_must_be_built() -> None:
    """Ruling 98; protocol: all that can be placed must be placed."""
    reply = granted({"a": held(0, "ratmen"), "b": held(0, "ratmen")}, [fortified(), player()], "stop")
    assert (reply["phase"], legal(reply)) == ("redeploy", ["place fortress a", "place fortress b"])


def test_one_fortress_per_turn() -> None:
    """Ruling 98."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "ratmen")}
    why = "One fortress per turn, and you have built it"
    refused(regions, [fortified(), player()], "stop", "place fortress a", "place fortress b", because=why)


def test_one_fortress_per_region() -> None:
    """Ruling 98."""
    regions = {"a": held(0, "ratmen", 1, fortress=1), "b": held(0, "ratmen")}
    why = "a has a fortress already: one per region"
    refused(regions, [fortified(), player()], "stop", "place fortress a", because=why)


def test_no_fortress_is_asked_for_when_every_region_has_one() -> None:
    """Ruling 98."""
    reply = granted({"a": held(0, "ratmen", 1, fortress=1)}, [fortified(), player()], "stop")
    assert (reply["position"]["player"], coins(reply)[0]) == (1, 5 + 1 + 1)


def test_six_fortresses_on_the_map_at_once() -> None:
    """Ruling 98."""
    regions = {f"r{k}": held(0, "ratmen", 1, fortress=int(k < 6)) for k in range(8)}
    reply = granted(regions, [fortified(), player()], "stop", on=LONG)
    assert (reply["position"]["player"], coins(reply)[0]) == (1, 5 + 8 + 6)


def test_a_lost_fortress_can_be_built_again() -> None:
    """Ruling 98."""
    regions = {f"r{k}": held(0, "ratmen", 1, fortress=1) for k in range(5)}
    regions |= {"r5": held(0, "ratmen"), "r6": held(0, "ratmen", 1, fortress=1)}
    reply = granted(regions, [fortified(), player()], "abandon r6", "stop", "place r0", on=LONG)
    assert legal(reply) == ["place fortress r5"]


def test_each_fortress_held_pays_a_coin_the_new_one_included() -> None:
    """Ruling 98."""
    regions = {"a": held(0, "ratmen", 1, fortress=1), "b": held(0, "ratmen")}
    assert coins(granted(regions, [fortified(), player()], "stop", "place fortress b", "done"))[0] == 5 + 2 + 2


def test_a_fortress_is_built_in_the_turn_the_race_is_picked() -> None:
    """Seed 000: even if you are entering."""
    moves = ("pick 1", "conquer a", "stop", "place a 10", "place fortress a", "done")
    reply = granted({}, [player(), player()], *moves, column=combos("ratmen+fortified"))
    assert (pieces(reply, "a"), coins(reply)[0]) == ({"fortress": 1}, 5 + 1 + 1)


def test_a_fortress_adds_one_to_the_defence() -> None:
    """Ruling 98."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 1, fortress=1)}
    why = "b costs 4: 2 + 1 Ratman + 1 fortress; you have 3 tokens"
    refused(regions, [player("orcs", "swamp", hand=3), fortified()], "conquer b", because=why)
    reply = granted(regions, [player("orcs", "swamp", hand=4), fortified()], "conquer b")
    assert (tokens(reply, "b"), pieces(reply, "b")) == (4, {})


def test_fortresses_and_badge_stay_in_decline() -> None:
    """Rulings 19, 98."""
    regions = {"a": held(0, "ratmen", 3, fortress=1), "b": held(0, "ratmen")}
    reply = granted(regions, [fortified(), player()], "decline")
    assert (pieces(reply, "a"), declined_entries(reply, 0)) == (
        {"fortress": 1},
        [{"race": "ratmen", "power": "fortified", "hand": 0}],
    )


def test_a_fortress_pays_nothing_in_decline() -> None:
    """Ruling 98."""
    regions = {"a": held(0, "ratmen", 3, fortress=1), "e": held(1, "orcs")}
    reply = granted(
        regions,
        [fortified(), player("orcs", "hill")],
        "decline",
        "stop",
        "pick 1",
        "stop",
        column=combos("elves+swamp"),
    )
    assert coins(reply)[0] == 5 + 1 + 1


def test_a_declined_fortress_still_defends() -> None:
    """Ruling 98."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 1, True, fortress=1)}
    foe = player("elves", "hill", declined=[("ratmen", "fortified")])
    why = "b costs 4: 2 + 1 Ratman + 1 fortress; you have 3 tokens"
    refused(regions, [player("orcs", "swamp", hand=3), foe], "conquer b", because=why)


def test_nothing_is_built_after_decline() -> None:
    """Ruling 98: once per turn while active."""
    regions = {"a": held(0, "ratmen", declined=True), "c": held(0, "elves")}
    players = [player("elves", "swamp", declined=[("ratmen", "fortified")]), player()]
    assert granted(regions, players, "stop")["position"]["player"] == 1


def test_a_fortress_in_an_abandoned_region_is_removed() -> None:
    """Rulings 48, 98."""
    regions = {"a": held(0, "ratmen", 1, fortress=1), "b": held(0, "ratmen")}
    reply = granted(regions, [fortified(), player()], "abandon a")
    assert region(reply, "a") == {}


def test_the_conqueror_does_not_inherit_a_fortress() -> None:
    """Ruling 42: it goes back to its owner's supply, also from sorcery."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "ratmen", 1, fortress=1)}
    reply = granted(regions, [player("sorcerers", "swamp", 1), fortified()], "conquer b with sorcery")
    assert pieces(reply, "b") == {}


def test_fortresses_leave_the_map_with_the_declined_race_and_its_badge() -> None:
    """Ruling 19."""
    regions = {"a": held(0, "ratmen", 1, True, fortress=1), "c": held(0, "elves")}
    reply = granted(regions, [player("elves", "swamp", declined=[("ratmen", "fortified")]), player()], "decline")
    assert region(reply, "a") == {}
    assert set(reply["position"]["discarded_badges"]) == {"fortified", "swamp"}


def test_no_fortress_is_built_where_only_ones_declined_race_stands() -> None:
    """Ruling 98: where the race stands."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "elves", declined=True)}
    reply = granted(regions, [fortified(declined=["elves"]), player()], "stop")
    assert offers(reply, "place fortress") == ["place fortress a"]


def test_a_fortified_race_without_a_region_builds_nothing() -> None:
    """Protocol: redeploy is skipped when nothing can be placed."""
    assert granted({}, [fortified(hand=3), player()], "stop")["position"]["player"] == 1


def test_no_fortress_is_built_after_an_attack() -> None:
    """Ruling 98: one new fortress per turn of its own, in redeployment."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 2, fortress=1), "d": held(1, "ratmen")}
    reply = granted(regions, [player("orcs", "hill", hand=5), fortified()], "conquer b", "stop", "place b 4", "done")
    assert legal(reply) == ["place d"]
