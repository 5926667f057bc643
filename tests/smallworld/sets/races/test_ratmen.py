"""Ratmen: no ability, only more tokens."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import coins, combos, granted, hand, held, player

BANNERS = {
    "amazons": 6 + 4, "dwarves": 3, "elves": 6, "ghouls": 5, "giants": 6, "halflings": 6, "humans": 5,
    "orcs": 5, "ratmen": 8, "skeletons": 6, "sorcerers": 5, "tritons": 6, "trolls": 5, "wizards": 5,
}  # fmt: skip


def test_ratmen_have_no_benefit_but_their_number() -> None:
    """Ruling 76."""
    regions = {name: held(0, "ratmen") for name in "abcde"}
    assert coins(granted(regions, [player("ratmen", "mounted"), player()], "stop"))[0] == 5 + 5


@pytest.mark.parametrize(("race", "banner"), BANNERS.items())
def test_a_race_brings_the_tokens_of_banner_and_badge(race: str, banner: int) -> None:
    """Ruling 14; facts: the printed banners (Amazons: and their four)."""
    reply = granted({}, [player(), player()], "pick 1", column=combos(f"{race}+merchant"))
    assert hand(reply, 0) == banner + 2
