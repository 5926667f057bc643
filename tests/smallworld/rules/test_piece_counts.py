"""Numbers of pieces for which the printed rules give none (ruling 174)."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from tests.smallworld.positions import WITH_BOXES, active, combos, granted, hand, held, player


def with_counts(**counts: int) -> dict[str, Any]:
    """Options of a table with every box and other counts."""
    return WITH_BOXES | {"rulings": counts}


def test_the_box_holds_as_many_homunculi_as_agreed() -> None:
    """Rulings 111, 174: what lies on the combo comes from the tray."""
    column = [entry | {"homunculi": 9} for entry in combos("homunculi+hill")]
    few, many = (
        granted({}, [player(), player()], "pick 1", column=column, options=with_counts(homunculi_total=total))
        for total in (14, 20)
    )
    assert (hand(few, 0), hand(many, 0)) == (14, 18)


def test_the_box_holds_as_many_pygmies_as_agreed() -> None:
    """Rulings 121, 174: the roll brings no more than the tray holds."""
    regions = {"a": held(0, "orcs"), "b": held(1, "pygmies", 2), "e": held(1, "pygmies", 3)}
    players = [player("orcs", "hill", hand=9), player("pygmies", "swamp")]
    reply = granted(
        regions, players, "conquer b", "stop", "place a 8", "done", rolls=(3,), options=with_counts(pygmies_total=6)
    )
    assert hand(reply, 1) == 3
    reply = granted(
        regions, players, "conquer b", "stop", "place a 8", "done", rolls=(3,), options=with_counts(pygmies_total=18)
    )
    assert hand(reply, 1) == 4


def test_the_box_holds_as_many_fireballs_as_agreed() -> None:
    """Rulings 132, 174."""
    regions = {"d": held(0, "orcs")}
    on = {"turns": 9, "regions": [{"id": "d", "terrain": "hill", "symbols": ["magic"], "border": True, "adjacent": []}]}
    players = [player("orcs", "fireball", fireballs=2), player("elves", "swamp")]
    for most, left in ((2, 2), (9, 3)):
        reply = granted(regions, players, "stop", on=on, options=with_counts(fireball_markers=most))
        assert active(reply, 0)["fireballs"] == left


def test_the_box_holds_as_many_pots_as_agreed() -> None:
    """Rulings 116, 174."""
    reply = granted({}, [player(), player()], "pick 1", column=combos("leprechauns+hill"), options=with_counts(pots=3))
    assert active(reply, 0)["pots"] == 3


@pytest.mark.parametrize(
    "counts", [{"pots": 0}, {"pots": 62}, {"homunculi_total": 4}, {"pots": True}, {"pots": "many"}]
)
def test_a_count_out_of_range_is_refused(counts: dict[str, Any]) -> None:
    """Protocol: bad options."""
    with pytest.raises(BadRequest, match="number from"):
        load("smallworld").new({"rulings": counts})
