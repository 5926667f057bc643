"""What a game of others declares and draws is checked field by field: options, boards, displays."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.errors import PieceError
from hordes.engine.option_schema import Option
from tests.plugin.pile import Pile, PileState

PLAYERS = Option("players", 2, "", least=2, most=3)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        (Option("big-dice", False, ""), "a name has small letters, digits and `_`, such as `big_dice`"),
        (Option("seed", 1, "", least=1, most=9), "would be hidden by what `--seed` is to a command"),
        (Option("games", False, ""), "would be hidden by what `--games` is to a command"),
        (Option("bid", 1, "", least=1, most=9, needs=("auction", True)), "needs `auction`, which is no other option"),
        (Option("bid", 1, "", least=1, most=9, needs=("players", 9)), "`bid` needs what `players` cannot be"),
        (Option("bid", 1, "", least=1, most=9, proposed=12), "what is proposed for `bid` is refused"),
    ],
)
def test_an_option_that_could_not_be_set_is_refused(option: Option, why: str) -> None:
    class Bad(Pile):
        def option_schema(self) -> list[Option]:
            return [PLAYERS, option]

    with pytest.raises(PieceError, match=rf"Bad\.option_schema answered .*{why}.*line \d+ of"):
        Bad().normalise({})


REGION: dict[str, Any] = {"id": "hill", "name": "Hill", "centre": (1, 2), "neighbours": []}


def without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


@pytest.mark.parametrize(
    ("region", "why"),
    [
        (without(REGION, "neighbours"), r"`regions\[0\]` lacks `neighbours`; its keys are `id`, `name`, `centre`"),
        (REGION | {"polygon": [1, 2, 3, 4]}, r"`regions\[0\].polygon` is a list of 3 points \(x, y\) or more"),
        (REGION | {"neighbours": ["mill"]}, r"`regions\[0\].neighbours` names 'mill', which is no region"),
        (REGION | {"colour": "red"}, r"`regions\[0\]` has the unknown key 'colour'"),
        (REGION | {"centre": 3}, r"`regions\[0\].centre` is two numbers \(x, y\), not 3"),
    ],
)
def test_a_region_that_cannot_be_drawn_is_named_with_its_key(region: dict[str, Any], why: str) -> None:
    class Bad(Pile):
        def board_drawing(self, options: dict[str, Any]) -> Any:
            return {"size": (10, 10), "regions": [region]}

    with pytest.raises(PieceError, match=rf"Bad\.board_drawing answered .*{why}.*line \d+ of .*declarations\.py"):
        Bad().board_drawing({})


PIECE: dict[str, Any] = {"kind": "stone", "seat": 0, "count": 1}
SEAT: dict[str, Any] = {"points": 0, "pieces": [], "facts": []}


@pytest.mark.parametrize(
    ("regions", "seat", "why"),
    [
        ({"hill": [without(PIECE, "count")]}, SEAT, r"`regions\['hill'\]\[0\]` lacks `count`"),
        ({"hill": [PIECE | {"seat": None}]}, SEAT, r"`regions\['hill'\]\[0\].seat` is a seat from 0 to 1, or NO_SEAT"),
        ({"mill": []}, SEAT, "`regions` names 'mill', which is no region of `board_drawing`"),
        ({}, without(SEAT, "points"), r"`seats\[0\]` lacks `points`"),
        ({}, SEAT | {"facts": [("cards", 3)]}, r"`seats\[0\].facts\[0\]` is a name and a value, both texts"),
    ],
)
def test_a_display_that_cannot_be_shown_is_named_with_its_key(regions: Any, seat: Any, why: str) -> None:
    class Shown(PileState):
        def display(self, viewer: int) -> Any:
            return {"status": "", "regions": regions, "seats": [seat, SEAT]}

    class Bad(Pile):
        state_class = Shown

        def board_drawing(self, options: dict[str, Any]) -> Any:
            return {"size": (10, 10), "regions": [REGION]}

    with pytest.raises(PieceError, match=rf"Shown\.display answered .*{why}.*line \d+ of .*declarations\.py"):
        Bad().new({}).display(0)
