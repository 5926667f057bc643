"""Stored results of simulations: tables and columns, resumed and killed runs, error messages, reports."""

import json
import os
import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")

from hordes.cli.commands import run as hordes
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.lab.report.aggregate import aggregate_run
from hordes.lab.simulate import results
from hordes.lab.simulate import run as lab
from hordes.lab.simulate.pool import map_batches
from hordes.lab.simulate.replay import rebuild_record
from hordes.lab.simulate.results import part_files, read_rows, schema
from hordes.lab.simulate.rows import COLUMNS, TABLES
from hordes.lab.simulate.run import run
from tests.example_game import installed

ALL = ["turns,picks", "decisions"]


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "STORED_BATCH", 4)


@pytest.fixture(scope="module")
def installed_example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The example game, found as an installed package would be."""
    with installed(tmp_path_factory.mktemp("site")):
        yield


def play(out: Path, games: int = 12, **arguments: Any) -> int:
    options = arguments.pop("options", {"players": 2})
    settings: dict[str, Any] = {"seed": 3, "jobs": 1, "details": False, "tables": ALL} | arguments
    return run(settings.pop("game", "smallworld"), options, games=games, out=out, **settings)


def rows(out: Path, table: str) -> list[tuple[Any, ...]]:
    values: list[tuple[Any, ...]] = []
    for piece in read_rows(out, table):
        values += [tuple(str(value) for value in row) for row in zip(*piece.values(), strict=True)]
    return sorted(values)


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_tables_have_the_documented_columns(game: str, tmp_path: Path) -> None:
    assert play(tmp_path / "run", 4, game=game) == 0
    for table in TABLES:
        assert schema(table).names == list(COLUMNS[table])
        assert rows(tmp_path / "run", table)
    head = json.loads((tmp_path / "run" / "run.json").read_text())
    assert head["options"] == load(game).normalise({"players": 2})


def test_a_run_that_was_stopped_goes_on_and_ends_as_if_nothing_had_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path / "whole")
    whole = map_batches

    def cut(*arguments: Any, **named: Any) -> Iterator[Any]:
        for k, totals in enumerate(whole(*arguments, **named)):
            if k == 2:
                raise KeyboardInterrupt
            yield totals

    monkeypatch.setattr(lab, "map_batches", cut)
    assert play(tmp_path / "cut") == 130
    assert len(rows(tmp_path / "cut", "games")) == 8
    monkeypatch.setattr(lab, "map_batches", whole)
    assert play(tmp_path / "cut") == 0
    for table in TABLES:
        assert rows(tmp_path / "cut", table) == rows(tmp_path / "whole", table)


def test_rows_are_written_in_groups_as_they_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyarrow import parquet

    play(tmp_path / "whole")
    monkeypatch.setattr(results, "ROWS_PER_GROUP", 40)
    play(tmp_path / "groups")
    for table in TABLES:
        assert rows(tmp_path / "groups", table) == rows(tmp_path / "whole", table)
    (file,) = part_files(tmp_path / "groups", "decisions")
    assert parquet.read_metadata(file).num_row_groups == 3, "one for each batch of four games"
    (file,) = part_files(tmp_path / "groups", "games")
    assert parquet.read_metadata(file).num_row_groups == 1


def test_what_a_killed_run_left_behind_is_removed(tmp_path: Path) -> None:
    play(tmp_path / "run", 4)
    before = rows(tmp_path / "run", "turns")
    turns = tmp_path / "run" / "turns"
    (turns / "part-00001.draft").write_bytes(b"half a fi")
    (turns / "part-00001.parquet").write_bytes((turns / "part-00000.parquet").read_bytes())  # but no file of games
    play(tmp_path / "run", 4)
    assert sorted(path.name for path in turns.iterdir()) == ["part-00000.parquet"]
    assert rows(tmp_path / "run", "turns") == before


def test_more_games_of_the_same_run_are_the_same_games(tmp_path: Path) -> None:
    play(tmp_path / "grown", 5)
    play(tmp_path / "grown", 11)
    play(tmp_path / "whole", 11)
    assert rows(tmp_path / "grown", "games") == rows(tmp_path / "whole", "games")


def test_two_processes_play_the_same_games(tmp_path: Path) -> None:
    play(tmp_path / "one")
    play(tmp_path / "two", jobs=2)
    assert rows(tmp_path / "one", "decisions") == rows(tmp_path / "two", "decisions")


def die_once(folder: str, number: int) -> int:
    """Kills its own process the first time it is asked for 3."""
    mark = Path(folder) / "died"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_killed_process_costs_no_result(tmp_path: Path) -> None:
    from functools import partial

    results = sorted(map_batches(partial(die_once, str(tmp_path)), range(12), jobs=2))
    assert results == list(range(12))
    assert (tmp_path / "died").exists()


@pytest.mark.slow
def test_processes_that_always_die_end_with_one_line() -> None:
    with pytest.raises(BadRequest, match="killed again and again"):
        list(map_batches(always_die, range(4), jobs=2))


def test_any_game_is_rebuilt_from_its_seed(tmp_path: Path) -> None:
    play(tmp_path / "run", 6)
    table = {row[0]: row for row in rows(tmp_path / "run", "games")}
    for game in (0, 5):
        record = rebuild_record(tmp_path / "run", game)
        result = Record.from_json(record.to_json(record.replay())).replay().result()
        assert result is not None
        assert str(result["scores"]) == table[str(game)][4]
    with pytest.raises(BadRequest, match="games 0 to 5; there is no game 6"):
        rebuild_record(tmp_path / "run", 6)


def test_games_of_bots_are_rebuilt_too(tmp_path: Path) -> None:
    play(tmp_path / "run", 2, bots=["greedy", "random"], options={"players": 2, "turns": 2})
    result = rebuild_record(tmp_path / "run", 1).replay().result()
    assert result is not None
    assert str(result["scores"]) == rows(tmp_path / "run", "games")[1][4]


def test_the_turns_explain_the_scores(tmp_path: Path) -> None:
    play(tmp_path / "run", 3)
    for piece in read_rows(tmp_path / "run", "turns"):
        for coins, amounts in zip(piece["coins"], piece["amounts"], strict=True):
            assert coins == sum(amounts)


def test_another_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    play(tmp_path / "run", 2)
    with pytest.raises(BadRequest, match="holds another run: its seed differ"):
        play(tmp_path / "run", 2, seed=4)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").touch()
    with pytest.raises(BadRequest, match="holds other files"):
        play(tmp_path / "full", 2)


def test_a_spoilt_file_is_named_and_games_are_played_anew_without_it(tmp_path: Path) -> None:
    play(tmp_path / "run", 8)
    wanted = rows(tmp_path / "run", "games")
    spoilt = part_files(tmp_path / "run", "games")[0]
    spoilt.write_bytes(b"PAR1 nothing")
    with pytest.raises(BadRequest, match="is spoilt"):
        play(tmp_path / "run", 8)
    with pytest.raises(BadRequest, match="is spoilt"):
        aggregate_run(tmp_path / "run")
    spoilt.unlink()
    play(tmp_path / "run", 8)
    assert rows(tmp_path / "run", "games") == wanted


def test_a_full_disk_loses_no_part_that_was_written(tmp_path: Path) -> None:
    play(tmp_path / "run", 4)
    before = rows(tmp_path / "run", "games")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))
    try:
        with pytest.raises(BadRequest, match=r"cannot be written: .*; what was written before is safe"):
            play(tmp_path / "run", 12)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)
    assert rows(tmp_path / "run", "games") == before
    assert not list(tmp_path.glob("run/*/*.draft"))
    assert play(tmp_path / "run", 12) == 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--bots", "nobody"], "There is no bot 'nobody'"),
        (["--bots", "greedy", "--bots", "random", "--bots", "random"], "2 bots are needed at this table"),
        (["--out", "OUT", "--tables", "moves"], "There is no table 'moves'"),
        (["--map", "pyproject.toml"], ""),
        (["--map", "atlantis"], "There is no map 'atlantis'"),
        (["--out", "/proc/nothing"], "cannot be used for results"),
    ],
)
def test_bad_input_gets_one_clear_line(
    arguments: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(tmp_path / "run") if word == "OUT" else word for word in arguments]
    assert hordes(["simulate", "--players", "2", "-n", "2", *words]) == 2
    message = " ".join(capsys.readouterr().err.split())
    assert message.startswith("hordes: ")
    assert line in message
    assert "Traceback" not in message


def test_report_without_results_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert hordes(["report", str(tmp_path)]) == 2
    assert "holds no results" in " ".join(capsys.readouterr().err.split())


KINDS_IN_REPORTS = {
    "smallworld": ("by-race", "pairs", "declines", "income", "luck"),
    "covil": ("by-overlord", "by-mercenary", "by-henchman", "income"),
    "marches": ("by-claim", "income"),
}


@pytest.mark.parametrize("game", KINDS_IN_REPORTS)
def test_a_report_is_one_page_that_needs_nothing_else(game: str, tmp_path: Path, installed_example: None) -> None:
    pytest.importorskip("matplotlib")
    play(tmp_path / "run", 8, game=game)
    assert hordes(["report", str(tmp_path / "run"), "--out", str(tmp_path / "page")]) == 0
    page = (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "src=" not in page
    for name in (*KINDS_IN_REPORTS[game], "by-seat", "scores"):
        assert (tmp_path / "page" / f"{name}.png").stat().st_size > 1000, name
    assert (tmp_path / "page" / "declines.png").exists() == (game == "smallworld")


def test_the_sums_of_a_study_fit_the_rows(tmp_path: Path) -> None:
    play(tmp_path / "run", 10)
    sums = aggregate_run(tmp_path / "run")
    assert sums.games == 10
    assert abs(sum(stats.share for stats in sums.seat.values()) - 10) < 1e-9
    assert sum(stats.n for stats in sums.declines.values()) == 20
    assert sum(stats.n for stats in sums.pairs.values()) == sum(stats.n for stats in sums.pieces["race"].values())
