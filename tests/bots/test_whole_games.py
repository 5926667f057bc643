"""Every bot plays whole games at every kind of table: all sets, modes, markers, player counts, boards and dummies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hordes.bots.baselines import FlatBot, GreedyBot, RandomBot
from hordes.bots.levels import EasyBot, ExpertBot, HardBot, NormalBot
from hordes.bots.protocol import Bot, Budget
from hordes.bots.runner import play_game
from hordes.bots.search_bots import PlannerBot, SearchBot
from hordes.covil.options import BOARDS
from hordes.engine.core.bits import COMPILED
from hordes.engine.games import load
from hordes.smallworld.options import BUILT_IN_SETS

LITTLE = Budget(simulations=6)
BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "flat": lambda seed: FlatBot(seed, rollouts=1),
    "planner": PlannerBot,
    "search": lambda seed: SearchBot(seed, LITTLE),
    "easy": EasyBot,
    "normal": NormalBot,
    "hard": lambda seed: HardBot(seed, LITTLE),
    "expert": lambda seed: ExpertBot(seed, LITTLE),
}
ALL = {"sets": list(BUILT_IN_SETS), "turns": 2}
TABLES: list[tuple[str, dict[str, Any]]] = [
    *[("smallworld", {"players": n, **ALL}) for n in (2, 3, 4, 5, 6)],
    *[("smallworld", {"players": n, "markers": True, **ALL}) for n in (2, 4)],
    *[("smallworld", {"mode": "necromancer", "players": n, **ALL}) for n in (3, 4, 5, 6)],
    ("smallworld", {"mode": "teams", "players": 6, **ALL}),
    *[("covil", {"players": n, "board": board}) for n, board in zip((2, 3, 3, 4), BOARDS, strict=True)],
    *[("covil", {"players": 1, "dummies": n}) for n in (1, 2, 3)],
    ("covil", {"players": 1, "dummies": 2, "rulings": {"dummy_next_door": True, "dummy_strong_hall": True}}),
]


def table_name(table: tuple[str, dict[str, Any]]) -> str:
    game, wanted = table
    return "-".join(
        [game, *[str(value) for key, value in wanted.items() if isinstance(value, str | int) and key != "turns"]]
    )


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="too long in plain Python; the quick tests play fewer of these there")
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_every_bot_plays_every_table_to_its_end(table: tuple[str, dict[str, Any]], name: str) -> None:
    game, wanted = table
    options = load(game).normalise(wanted)
    seats = int(load(game).new(options).seats())
    played = play_game(game, options, [BOTS[name](seat) for seat in range(seats)], 4)
    assert not played.complaints
    assert len(played.result["scores"]) == seats
