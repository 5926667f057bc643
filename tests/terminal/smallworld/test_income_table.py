"""Income table and final ranking of Small World in the terminal."""

from __future__ import annotations

from typing import Any

from hordes.terminal.board.palette import Palette
from hordes.terminal.smallworld.income_table import (
    coins_by_source,
    combo_balance,
    final_table,
    income_by_source,
    income_by_turn,
    sparkline,
)
from tests.terminal.tables import crowded, rendered, scene

EVENTS: list[dict[str, Any]] = [
    {"type": "picked", "seat": 0, "paid": 2, "found": 1},
    {"type": "scored", "seat": 0, "coins": 4, "sources": [["regions", 4]]},
    {"type": "scored", "seat": 1, "coins": 9, "sources": [["regions", 2], ["Wealthy", 7]]},
    {"type": "scored", "seat": 0, "coins": 8, "sources": [["regions", 5], ["declined Elves", 3]]},
]
RESULT = {"scores": [16, 14, 16], "winners": [2], "reason": "tied at 16 coins; most race tokens on the map: 9"}


def test_accounts_add_up() -> None:
    assert income_by_source(EVENTS, 0) == {"regions": 9, "declined Elves": 3}
    assert income_by_turn(EVENTS, 0) == [4, 8]
    assert combo_balance(EVENTS, 0) == -1
    assert coins_by_source(EVENTS, 0, 16) == "regions 9, declined Elves 3, combos -1, start 5"
    assert coins_by_source(EVENTS, 1, 14) == "Wealthy 7, regions 2, start 5"


def test_the_final_table_ranks_by_victory_then_coins() -> None:
    lines = rendered(final_table(scene(crowded(3)), RESULT, EVENTS, Palette("plain")), 100)
    order = [name for line in lines for name in ("You", "Grim", "Mabel") if name in line]
    assert order == ["Mabel", "You", "Grim"]


def test_sparklines_never_fail() -> None:
    assert sparkline([]) == ""
    assert sparkline([0, 0]) == "▁▁"
    assert sparkline([-1, 7]) == "▁█"
