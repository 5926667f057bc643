"""Homunculi: one more joins their combo each time it is passed over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.refusals import rejected
from tests.smallworld.positions import ask, coins, combos, granted_with_dames, hand, player

NEXT = "orcs+forest giants+merchant tritons+commando dwarves+mounted wizards+swamp"


def column(homunculi: int = 0, power: str = "hill", before: str = "") -> list[dict[str, Any]]:
    """A column with a Homunculi combo, at the top unless other combos come first."""
    entries = combos(f"{before} homunculi+{power} {NEXT}".strip())[:6]
    slot = len(before.split())
    entries[slot] |= {"homunculi": homunculi} if homunculi else {}
    return entries


def lying(reply: dict[str, Any]) -> dict[str, Any]:
    """The Homunculi combo of a reply."""
    return next(dict(entry) for entry in reply["position"]["column"] if entry["race"] == "homunculi")


def test_homunculi_have_five_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=column()), 0) == 9


def test_passing_them_over_adds_a_coin_and_a_homunculus() -> None:
    """Ruling 111."""
    reply = granted_with_dames({}, [player(), player()], "pick 2", column=column())
    assert (lying(reply)["coins"], lying(reply)["homunculi"], coins(reply)[0]) == (1, 1, 4)


def test_several_passes_add_up() -> None:
    """Ruling 111: each time."""
    moves = ("pick 2", "stop", "pick 3", "stop")
    reply = granted_with_dames({}, [player(), player()], *moves, column=column())
    assert (lying(reply)["coins"], lying(reply)["homunculi"]) == (2, 2)


def test_one_pick_further_down_adds_only_one() -> None:
    """Ruling 111."""
    assert lying(granted_with_dames({}, [player(), player()], "pick 5", column=column()))["homunculi"] == 1


def test_a_pick_above_them_adds_nothing() -> None:
    """Ruling 111: only a pick lower down passes them over."""
    reply = granted_with_dames({}, [player(), player()], "pick 1", column=column(before="elves+berserk"))
    assert "homunculi" not in lying(reply)
    assert lying(reply)["coins"] == 0


def test_a_homunculus_slides_up_with_its_combo() -> None:
    """Ruling 15."""
    reply = granted_with_dames({}, [player(), player()], "pick 1", column=column(3, before="elves+berserk"))
    assert (reply["position"]["column"][0]["race"], lying(reply)["homunculi"]) == ("homunculi", 3)


@pytest.mark.parametrize(("extra", "taken"), [(1, 10), (4, 13), (9, 18)])
def test_all_go_to_whoever_picks_them(extra: int, taken: int) -> None:
    """Ruling 111."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=column(extra)), 0) == taken


def test_the_next_player_takes_what_was_added() -> None:
    """Ruling 111."""
    reply = granted_with_dames({}, [player(), player()], "pick 2", "stop", "pick 1", column=column())
    assert (hand(reply, 1), coins(reply)[1]) == (9 + 1, 6)


def test_never_more_than_the_tray_holds() -> None:
    """Ruling 14: there are 18."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=column(12)), 0) == 18


def test_no_more_are_added_when_storage_is_empty() -> None:
    """Seed 000: if any left."""
    reply = granted_with_dames({}, [player(), player()], "pick 2", column=column(18))
    assert (lying(reply)["homunculi"], lying(reply)["coins"]) == (18, 1)


def test_no_other_race_grows_in_the_column() -> None:
    """Ruling 111."""
    reply = granted_with_dames({}, [player(), player()], "pick 3", column=combos(f"elves+berserk {NEXT}"))
    assert all("homunculi" not in entry for entry in reply["position"]["column"])


def test_homunculi_lie_only_on_their_own_combo() -> None:
    """Protocol: bad_position."""
    entries = combos(NEXT)
    entries[0]["homunculi"] = 1
    reply = ask({}, [player(), player()], column=entries, options={"sets": ["base", "be_not_afraid"]})
    rejected(reply, "bad_position", because="`homunculi` is a number from 0 to 0")


def test_a_new_combo_of_homunculi_has_none_extra() -> None:
    """Ruling 111: they are handed over with the first pick."""
    reply = granted_with_dames({}, [player(), player()], "pick 1", column=column(4))
    assert all("homunculi" not in entry for entry in reply["position"]["column"])
