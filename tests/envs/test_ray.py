"""Mass play on Ray gives what the process pool gives, also when a worker is killed in the middle."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

pytest.importorskip("ray")

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.lab import simulate as lab
from hordes.lab import tournament
from hordes.lab.pool import map_batches
from hordes.lab.results import read
from hordes.lab.simulate import run
from hordes.lab.tournament import Ledger, Plan
from tests.test_results import die_once

SETUPS: list[tuple[str, dict[str, Any]]] = [("smallworld", {"players": 3}), ("covil", {"players": 2})]


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "KEPT_BATCH", 20)


def workers() -> list[psutil.Process]:
    """The processes of our own Ray that play: Ray names them after the function they are at."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if process.cmdline()[:1] and process.cmdline()[0].startswith("ray::work"):
                found.append(process)
        except psutil.NoSuchProcess:
            continue
    return found


class Assassin:
    """Stands in for `map_batches`: hands everything through, and kills a process that plays after the first result."""

    def __init__(self) -> None:
        self.killed = 0

    def __call__(self, *arguments: Any, **named: Any) -> Iterator[Any]:
        for number, result in enumerate(map_batches(*arguments, **named)):
            if number == 0:
                for process in workers()[:1]:
                    process.kill()
                    self.killed += 1
            yield result


def play(out: Path, game: str, options: dict[str, Any], **told: Any) -> list[tuple[str, ...]]:
    """A run; its games, sorted."""
    assert run(game, options, games=400, seed=5, details=False, out=out, tables=["picks"], **told) == 0
    found: list[tuple[str, ...]] = []
    for table in ("games", "picks"):
        for piece in read(out, table):
            found += [(table, *(str(value) for value in row)) for row in zip(*piece.values(), strict=True)]
    return sorted(found)


@pytest.mark.parametrize(("game", "options"), SETUPS)
def test_ray_gives_the_results_of_the_pool_also_with_a_worker_killed_in_between(
    game: str, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = play(tmp_path / "pool", game, options, jobs=2)
    assassin = Assassin()
    monkeypatch.setattr(lab, "map_batches", assassin)
    assert play(tmp_path / "ray", game, options, jobs=2, ray="local") == wanted
    assert assassin.killed == 1
    assert sum(row[0] == "games" for row in wanted) == 400


def test_a_function_that_kills_its_worker_is_asked_again(tmp_path: Path) -> None:
    found = sorted(map_batches(partial(die_once, str(tmp_path)), range(8), jobs=2, ray="local"))
    assert found == list(range(8))
    assert (tmp_path / "died").exists()


def test_a_tournament_on_ray_plays_the_games_of_the_pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = load("smallworld").normalise({"players": 2, "turns": 2})
    plan = Plan("smallworld", options, ("random", "greedy"), 12, 3)
    assassin = Assassin()
    assert tournament.run(plan, tmp_path / "pool", 1) == 0
    monkeypatch.setattr(tournament, "map_batches", assassin)
    assert tournament.run(plan, tmp_path / "ray", 2, ray="local") == 0
    assert assassin.killed == 1

    def games(folder: Path) -> list[tuple[str, list[str], list[int], list[int]]]:
        found = Ledger(folder, plan).games
        return sorted((game.id, game.seating, game.scores, game.winners) for game in found)

    assert games(tmp_path / "ray") == games(tmp_path / "pool")
    assert len(games(tmp_path / "ray")) == 12


def test_no_cluster_at_an_address_is_said_in_one_line() -> None:
    with pytest.raises(BadRequest, match="There is no Ray cluster at 'nowhere:1'"):
        list(map_batches(abs, [1], ray="nowhere:1"))
