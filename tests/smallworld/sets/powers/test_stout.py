"""Stout: decline after scoring an ordinary turn."""

from __future__ import annotations

from typing import Any

from tests.smallworld.positions import coins, combos, declined, granted, held, legal, player, refused, region, tokens


def stout(race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """A Stout player."""
    return player(race, "stout", **more)


def test_a_stout_race_may_decline_after_scoring() -> None:
    """Ruling 103."""
    reply = granted({"a": held(0, "ratmen")}, [stout(), player()], "stop")
    assert (reply["phase"], legal(reply), coins(reply)[0]) == ("finish", ["decline", "done"], 6)


def test_nothing_is_scored_twice() -> None:
    """Ruling 103."""
    assert coins(granted({"a": held(0, "ratmen")}, [stout(), player()], "stop", "decline"))[0] == 6


def test_bonuses_of_the_active_race_are_scored_before_the_decline() -> None:
    """Ruling 103: after scoring."""
    regions = {"a": held(0, "humans"), "e": held(0, "humans")}
    assert coins(granted(regions, [stout("humans"), player()], "stop", "decline"))[0] == 5 + 2 + 2


def test_a_stout_decline_leaves_one_token_per_region() -> None:
    """Ruling 54."""
    regions = {"a": held(0, "ratmen", 4), "b": held(0, "ratmen")}
    reply = granted(regions, [stout(), player()], "stop", "place b 3", "done", "decline")
    assert (tokens(reply, "a"), tokens(reply, "b"), region(reply, "b")["declined"]) == (1, 1, True)


def test_the_older_declined_race_scores_once_more_before_it_goes() -> None:
    """Ruling 103."""
    regions = {"a": held(0, "ratmen"), "c": held(0, "elves", declined=True)}
    reply = granted(regions, [stout(declined=["elves"]), player()], "stop", "decline")
    assert (coins(reply)[0], declined(reply, 0), region(reply, "c")) == (7, ["ratmen"], {})


def test_a_stout_race_may_decline_in_the_turn_it_is_picked() -> None:
    """Ruling 103: after an expanding turn."""
    moves = ("pick 1", "conquer a", "stop", "place a 11", "done", "decline")
    reply = granted({}, [player(), player()], *moves, column=combos("ratmen+stout"))
    assert (declined(reply, 0), tokens(reply, "a"), coins(reply)[0]) == (["ratmen"], 1, 6)


def test_a_stout_race_need_not_decline() -> None:
    """Seed 000: may."""
    reply = granted({"a": held(0, "ratmen")}, [stout(), player()], "stop", "done")
    assert (reply["position"]["player"], declined(reply, 0)) == (1, [])


def test_a_stout_race_may_decline_in_the_ordinary_way() -> None:
    """Ruling 103."""
    reply = granted({"a": held(0, "ratmen", 2)}, [stout(), player()], "decline")
    assert (reply["position"]["player"], coins(reply)[0]) == (1, 6)


def test_the_next_combo_is_picked_in_the_next_turn() -> None:
    """Ruling 56."""
    regions = {"a": held(0, "ratmen"), "e": held(1, "orcs")}
    reply = granted(regions, [stout(), player("orcs", "hill")], "stop", "decline")
    assert (reply["to_move"], reply["phase"]) == (1, "conquer")
    assert granted(regions, [stout(), player("orcs", "hill")], "stop", "decline", "stop")["phase"] == "pick"


def test_only_a_stout_race_declines_at_the_end_of_its_turn() -> None:
    """Ruling 55."""
    regions = {"a": held(0, "ratmen", 2)}
    why = "A race declines at the start of its owner's turn; the phase is redeploy"
    refused(regions, [player("ratmen", "hill"), player()], "stop", "place a", "decline", because=why)


def test_victims_withdraw_after_a_stout_decline() -> None:
    """Ruling 21: withdrawals come last."""
    regions = {"a": held(0, "ratmen", 5), "b": held(1, "orcs", 2), "d": held(1, "orcs")}
    moves = ("conquer b", "stop", "place a 3", "done", "decline")
    reply = granted(regions, [stout(), player("orcs", "hill")], *moves)
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("withdraw", 1, ["place d"])


def test_a_stout_race_with_no_region_leaves_at_once() -> None:
    """Ruling 58."""
    reply = granted({}, [stout(hand=3), player()], "stop", "decline")
    assert (declined(reply, 0), reply["position"]["returned_banners"]) == ([], ["ratmen"])


def test_a_stout_race_may_decline_on_the_last_turn() -> None:
    """Ruling 59."""
    reply = granted({"a": held(0, "ratmen")}, [stout(), player()], "stop", turn=10)
    assert "decline" in legal(reply)
