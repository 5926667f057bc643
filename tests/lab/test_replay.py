"""`hordes record`: games of older rules versions, and games that go differently here."""

import json
import shutil
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

from hordes.cli.commands import run as hordes
from hordes.engine.errors import BadRequest
from hordes.engine.record import Record
from hordes.lab.simulate.replay import rebuild_record, stored_outcome

RESULTS = Path(__file__).with_name("results_of_0_1")
"""Results of `hordes simulate --out` of version 0.1, which followed version 1 of the rules; their games only."""


@pytest.mark.parametrize(("name", "games"), [("smallworld", [0, 17, 59]), ("smallworld_bots", [4]), ("covil", [3])])
def test_a_game_of_rules_version_1_is_rebuilt_as_it_was_played(
    name: str, games: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in games:
        assert hordes(["record", str(RESULTS / name), str(game), "--out", str(tmp_path / "r.json")]) == 0
        data = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
        stored = stored_outcome(RESULTS / name, game)
        assert stored is not None
        assert (data["result"]["scores"], data["result"]["winners"]) == (stored[1], stored[2])
        assert Record.from_json(data).replay().result() == data["result"]
    assert capsys.readouterr() == ("", "")


def test_a_game_that_goes_differently_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """In game 8 of this run a kind of move is new (`rest T CARD exhausted`), so its seed chooses another."""
    assert hordes(["record", str(RESULTS / "covil"), "8"]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert "Game 8 goes differently here" in error
    assert "[19, 26]" in error
    assert "Rebuild it with the version of hordes" in error


def test_a_version_of_the_rules_without_rulings_is_refused(tmp_path: Path) -> None:
    shutil.copytree(RESULTS / "covil", tmp_path / "run")
    file = tmp_path / "run" / "run.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"rules": "1"', '"rules": "0"'), encoding="utf-8")
    with pytest.raises(BadRequest, match=r"followed version 0 of the rules, this program 2\. Rebuild the game with"):
        rebuild_record(tmp_path / "run", 0)


def test_a_game_of_older_rules_needs_its_outcome(tmp_path: Path) -> None:
    shutil.copytree(RESULTS / "covil", tmp_path / "run")
    file = tmp_path / "run" / "run.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"games": 20', '"games": 30'), encoding="utf-8")
    with pytest.raises(BadRequest, match=r"by version 1 of the rules, was stopped before game 25"):
        rebuild_record(tmp_path / "run", 25)
    (tmp_path / "run" / "games" / "part-00000.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(BadRequest, match=r"part-00000\.parquet is spoilt"):
        rebuild_record(tmp_path / "run", 3)


def test_a_run_of_other_rules_is_not_resumed_and_the_reason_is_true(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(RESULTS / "smallworld", tmp_path / "run")
    before = (tmp_path / "run" / "run.json").read_bytes()
    assert hordes(["simulate", "--out", str(tmp_path / "run"), "--games", "70", "--sets", "cursed"]) == 2
    error = capsys.readouterr().err
    assert "games by version 1 of the rules, and this program plays by version 2" in error
    assert (tmp_path / "run" / "run.json").read_bytes() == before
