"""Every bot plays whole games at every kind of table: all boxes, modes, markers, player counts, boards and dummies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hordes.bots.host import play_game
from hordes.bots.levels import Easy, Expert, Hard, Normal
from hordes.bots.plain import Flat, Greedy, Random
from hordes.bots.protocol import Bot, Budget
from hordes.bots.thinkers import Planner, Search
from hordes.covil.options import BOARDS
from hordes.engine.bits import COMPILED
from hordes.engine.games import load
from hordes.smallworld.options import BOXES

LITTLE = Budget(simulations=6)
BOTS: dict[str, Callable[[int], Bot]] = {
    "random": Random,
    "greedy": Greedy,
    "flat": lambda seed: Flat(seed, rollouts=1),
    "planner": Planner,
    "search": lambda seed: Search(seed, LITTLE),
    "easy": Easy,
    "normal": Normal,
    "hard": lambda seed: Hard(seed, LITTLE),
    "expert": lambda seed: Expert(seed, LITTLE),
}
ALL = {"sets": list(BOXES), "turns": 2}
TABLES: list[tuple[str, dict[str, Any]]] = [
    *[("smallworld", {"players": n, **ALL}) for n in (2, 3, 4, 5, 6)],
    *[("smallworld", {"players": n, "markers": True, **ALL}) for n in (2, 4)],
    *[("smallworld", {"mode": "necromancer", "players": n, **ALL}) for n in (3, 4, 5, 6)],
    ("smallworld", {"mode": "teams", "players": 6, **ALL}),
    *[("covil", {"players": n, "board": board}) for n, board in zip((2, 3, 3, 4), BOARDS, strict=True)],
    *[("covil", {"players": 1, "dummies": n}) for n in (1, 2, 3)],
    ("covil", {"players": 1, "dummies": 2, "rulings": {"dummy_next_door": True, "dummy_strong_hall": True}}),
]


def told(table: tuple[str, dict[str, Any]]) -> str:
    game, wanted = table
    return "-".join(
        [game, *[str(value) for key, value in wanted.items() if isinstance(value, str | int) and key != "turns"]]
    )


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="too long in plain Python; the quick tests play fewer of these there")
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("table", TABLES, ids=told)
def test_every_bot_plays_every_table_to_its_end(table: tuple[str, dict[str, Any]], name: str) -> None:
    game, wanted = table
    options = load(game).normalise(wanted)
    seats = int(load(game).new(options).seats())
    played = play_game(game, options, [BOTS[name](seat) for seat in range(seats)], 4)
    assert not played.complaints
    assert len(played.result["scores"]) == seats
