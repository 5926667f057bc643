"""Bulk simulation: the same games with any number of processes, and totals that add up."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from hordes.lab.simulate import run as lab
from hordes.lab.simulate.pool import map_batches
from hordes.lab.simulate.run import WIN_UNITS, SimulationTotals, batches, game_seed, run, simulate
from hordes.lab.simulate.summary import wilson_interval

OPTIONS = {"players": 3}


def total(parts: Iterable[SimulationTotals], seats: int = 3) -> SimulationTotals:
    totals = SimulationTotals(seats=seats)
    for part in parts:
        totals.add(part)
    return totals


def test_every_game_is_played_once() -> None:
    for games, jobs in [(1, 1), (7, 3), (1000, 2), (1001, 4)]:
        assert [index for batch in batches(games, jobs) for index in batch] == list(range(games))


def test_seeds_differ_by_game_and_by_run() -> None:
    seeds = {game_seed(seed, index) for seed in range(50) for index in range(50)}
    assert len(seeds) == 2500
    assert all(0 <= seed < 2**62 for seed in seeds)


def test_pool_maps_everything() -> None:
    assert sorted(map_batches(abs, range(-50, 0), jobs=2)) == list(range(1, 51))


def test_pool_stops_when_nobody_listens() -> None:
    results = map_batches(abs, iter(int, 1), jobs=2)  # endless
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]


def test_any_number_of_jobs_gives_the_same_tally() -> None:
    alone = total(simulate("smallworld", OPTIONS, games=40, seed=5, jobs=1, details=True))
    shared = total(simulate("smallworld", OPTIONS, games=40, seed=5, jobs=2, details=True))
    assert alone == shared
    assert alone != total(simulate("smallworld", OPTIONS, games=40, seed=6, details=True))


def test_the_tally_adds_up() -> None:
    totals = total(simulate("smallworld", OPTIONS, games=30, seed=1, details=True))
    assert totals.games == 30
    assert sum(totals.wins) == 30 * WIN_UNITS
    assert [scores.total() for scores in totals.scores] == [30, 30, 30]
    races, powers = (sum(f.picks for (of, _), f in totals.picked.items() if of == kind) for kind in ("race", "power"))
    assert races == powers >= 3 * 30


def test_details_do_not_change_the_games() -> None:
    plain, detailed = (total(simulate("smallworld", OPTIONS, games=20, details=on)) for on in (False, True))
    assert plain.scores == detailed.scores
    assert plain.picked == {}


def test_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("smallworld", {"players": 2}, games=10, seed=3, jobs=1, details=True) == 0
    out = capsys.readouterr().out
    for part in ("smallworld, map-2p, 2 players", "seed 3", "10 games", "games/s", "wins", "race", "power"):
        assert part in out


def test_interrupt_shows_what_was_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any, **named: Any) -> Iterator[SimulationTotals]:
        yield lab.play_batch("smallworld", {"players": 2}, 0, False, range(3))
        raise KeyboardInterrupt

    monkeypatch.setattr(lab, "simulate", interrupted)
    assert run("smallworld", {"players": 2}, games=10, seed=0, jobs=1, details=False) == 130
    assert "stopped after 3 of 10 games" in capsys.readouterr().out


def test_the_interval_of_a_share_holds_it_also_when_nobody_or_everybody_won() -> None:
    for n in range(1, 200):
        for share in (0.0, 0.5, 1.0):
            low, high = wilson_interval(share, n)
            assert 0 <= low <= share <= high <= 1, (share, n)
