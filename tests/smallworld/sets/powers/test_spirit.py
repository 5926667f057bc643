"""Spirit: its declined race does not count against the limit."""

from __future__ import annotations

from tests.smallworld.positions import coins, declined, declined_entries, granted, held, player, region, tokens


def test_declining_spirits_do_not_push_out_the_older_declined_race() -> None:
    """Ruling 102."""
    regions = {"a": held(0, "ratmen", 2), "c": held(0, "elves", declined=True)}
    reply = granted(regions, [player("ratmen", "spirit", declined=["elves"]), player()], "decline")
    assert (declined(reply, 0), tokens(reply, "c")) == (["elves", "ratmen"], 1)


def test_when_spirits_decline_the_older_declined_race_scores_too() -> None:
    """Ruling 51."""
    regions = {"a": held(0, "ratmen", 2), "c": held(0, "elves", declined=True)}
    assert coins(granted(regions, [player("ratmen", "spirit", declined=["elves"]), player()], "decline"))[0] == 5 + 2


def test_declined_spirits_stay_when_another_race_declines() -> None:
    """Ruling 102."""
    regions = {"a": held(0, "ratmen", 1, True), "c": held(0, "orcs", 2)}
    reply = granted(regions, [player("orcs", "hill", declined=[("ratmen", "spirit")]), player()], "decline")
    assert (declined(reply, 0), coins(reply)[0]) == (["ratmen", "orcs"], 7)


def test_a_third_decline_removes_the_other_declined_race_and_not_the_spirits() -> None:
    """Ruling 102; seed 000."""
    regions = {"a": held(0, "ratmen", 1, True), "c": held(0, "elves", 1, True), "e": held(0, "orcs")}
    players = [player("orcs", "hill", declined=[("ratmen", "spirit"), "elves"]), player()]
    reply = granted(regions, players, "decline")
    assert (declined(reply, 0), region(reply, "c"), coins(reply)[0]) == (["ratmen", "orcs"], {}, 7)


def test_active_and_both_declined_races_score() -> None:
    """Ruling 50."""
    regions = {"a": held(0, "ratmen", 1, True), "c": held(0, "elves", 1, True), "e": held(0, "orcs")}
    players = [player("orcs", "hill", declined=[("ratmen", "spirit"), "elves"]), player()]
    assert coins(granted(regions, players, "stop"))[0] == 5 + 3


def test_the_spirit_badge_is_kept_with_the_declined_race() -> None:
    """Ruling 19."""
    reply = granted({"a": held(0, "ratmen", 2)}, [player("ratmen", "spirit"), player()], "decline")
    assert declined_entries(reply, 0) == [{"race": "ratmen", "power": "spirit", "hand": 0}]


def test_the_spirit_badge_is_discarded_when_its_race_leaves_the_map() -> None:
    """Ruling 19."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 1, True)}
    players = [player("orcs", "hill", hand=3), player("elves", "swamp", declined=[("ratmen", "spirit")])]
    reply = granted(regions, players, "conquer b")
    assert (declined(reply, 1), reply["position"]["discarded_badges"]) == ([], ["spirit"])


def test_declined_spirits_can_be_conquered_like_anybody() -> None:
    """Ruling 102: only a decline does not remove them."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 1, True), "d": held(1, "ratmen", 1, True)}
    players = [player("orcs", "hill", hand=3), player("elves", "swamp", declined=[("ratmen", "spirit")])]
    assert tokens(granted(regions, players, "conquer b"), "b") == 3


def test_spirits_keep_one_token_per_region_in_decline() -> None:
    """Ruling 54."""
    assert tokens(granted({"a": held(0, "ratmen", 4)}, [player("ratmen", "spirit"), player()], "decline"), "a") == 1
