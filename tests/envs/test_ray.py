"""Simulation on Ray gives the same results as the process pool, also when a worker is killed."""

import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.lab.simulate import run as lab
from hordes.lab.simulate.pool import map_batches
from hordes.lab.simulate.results import read_rows
from hordes.lab.simulate.run import run
from hordes.lab.tournament import run as tournament
from hordes.lab.tournament.run import GamesLog, TournamentConfig
from tests.lab.test_results import die_once

SETUPS: list[tuple[str, dict[str, Any]]] = [("smallworld", {"players": 3}), ("covil", {"players": 2})]


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "STORED_BATCH", 20)


def die_on_first_call(folder: str, function: Callable[[Any], Any], batch: Any) -> Any:
    """Call `function`, but kill the own process on the very first call in any process."""
    try:
        (Path(folder) / "died").open("x").close()
    except FileExistsError:
        return function(batch)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("killed")


class KillFirstWorker:
    """Replaces `map_batches`: the same, but the first worker that plays is killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def __call__(self, function: Callable[[Any], Any], *arguments: Any, **named: Any) -> Iterator[Any]:
        return map_batches(partial(die_on_first_call, str(self.folder), function), *arguments, **named)

    def has_killed(self) -> bool:
        return (self.folder / "died").exists()


def play(out: Path, game: str, options: dict[str, Any], **arguments: Any) -> list[tuple[str, ...]]:
    """A run; its games, sorted."""
    assert run(game, options, games=400, seed=5, details=False, out=out, tables=["picks"], **arguments) == 0
    rows: list[tuple[str, ...]] = []
    for table in ("games", "picks"):
        for piece in read_rows(out, table):
            rows += [(table, *(str(value) for value in row)) for row in zip(*piece.values(), strict=True)]
    return sorted(rows)


@pytest.mark.parametrize(("game", "options"), SETUPS)
def test_ray_gives_the_results_of_the_pool_also_with_a_worker_killed_in_between(
    game: str, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = play(tmp_path / "pool", game, options, jobs=2)
    killer = KillFirstWorker(tmp_path / "killer")
    monkeypatch.setattr(lab, "map_batches", killer)
    assert play(tmp_path / "ray", game, options, jobs=2, ray="local") == wanted
    assert killer.has_killed()
    assert sum(row[0] == "games" for row in wanted) == 400


def test_a_function_that_kills_its_worker_is_asked_again(tmp_path: Path) -> None:
    results = sorted(map_batches(partial(die_once, str(tmp_path)), range(8), jobs=2, ray="local"))
    assert results == list(range(8))
    assert (tmp_path / "died").exists()


def test_a_tournament_on_ray_plays_the_games_of_the_pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = load("smallworld").normalise({"players": 2, "turns": 2})
    plan = TournamentConfig("smallworld", options, ("random", "greedy"), 12, 3)
    killer = KillFirstWorker(tmp_path / "killer")
    assert tournament.run(plan, tmp_path / "pool", 1) == 0
    monkeypatch.setattr(tournament, "map_batches", killer)
    assert tournament.run(plan, tmp_path / "ray", 2, ray="local") == 0
    assert killer.has_killed()

    def games(folder: Path) -> list[tuple[str, list[str], list[int], list[int]]]:
        log = GamesLog(folder, plan).games
        return sorted((game.id, game.seating, game.scores, game.winners) for game in log)

    assert games(tmp_path / "ray") == games(tmp_path / "pool")
    assert len(games(tmp_path / "ray")) == 12


def test_no_cluster_at_an_address_is_said_in_one_line() -> None:
    with pytest.raises(BadRequest, match="There is no Ray cluster at 'nowhere:1'"):
        list(map_batches(abs, [1], ray="nowhere:1"))
