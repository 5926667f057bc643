"""Files that commands write: checked before the work, never one that the command reads."""

import json
from pathlib import Path

import pytest

from hordes.cli.commands import run as hordes
from hordes.engine.errors import BadRequest
from hordes.engine.match import Match
from hordes.lab import analyse
from hordes.lab.output_files import check_writable

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a game that has hardly begun."""
    match = Match("smallworld", {"players": 2}, seed=1)
    match.play(match.legal_texts()[0])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(match.record.to_json()), encoding="utf-8")
    return file


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The sentence with which a command is refused."""
    assert hordes(arguments) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("hordes: ")
    return error


@pytest.mark.parametrize("flag", ["--json", "--chart"])
def test_analyse_checks_its_files_first(
    flag: str, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyse, "analyse", lambda *_: pytest.fail("the work was begun"))
    missing = str(tmp_path / "nowhere" / "x")
    assert f"{missing} cannot be written: No such file" in refusal(["analyse", str(record), flag, missing], capsys)
    assert "cannot be written: Is a directory" in refusal(["analyse", str(record), flag, str(tmp_path)], capsys)
    before = record.read_bytes()
    again = str(record.parent / "." / record.name)
    assert "would be overwritten" in refusal(["analyse", str(record), flag, again], capsys)
    assert record.read_bytes() == before


def test_analyse_writes_two_files(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = str(tmp_path / "a.json"), str(tmp_path / "a.svg")
    assert "would be overwritten" in refusal(["analyse", str(record), "--json", one, "--chart", one], capsys)
    assert not Path(one).exists()
    assert hordes(["analyse", str(record), "-n", "1", "--json", one, "--chart", two]) == 0
    assert json.loads(Path(one).read_text(encoding="utf-8"))["game"] == "smallworld"
    assert Path(two).read_text(encoding="utf-8").startswith("<svg")


def test_a_check_leaves_no_trace(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("kept", encoding="utf-8")
    check_writable(tmp_path / "old", None)
    check_writable(tmp_path / "new", tmp_path / "old")
    assert (tmp_path / "old").read_text(encoding="utf-8") == "kept"
    assert not (tmp_path / "new").exists()
    (tmp_path / "link").hardlink_to(tmp_path / "old")
    with pytest.raises(BadRequest, match="overwritten"):
        check_writable(tmp_path / "link", tmp_path / "old")


def test_record_checks_its_file_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    from hordes.lab.simulate import replay

    monkeypatch.setattr(replay, "moves_of_game", lambda *_: pytest.fail("the work was begun"))
    results = ROOT / "tests" / "lab" / "results_of_0_1" / "covil"
    missing = str(tmp_path / "nowhere" / "x.json")
    assert "cannot be written" in refusal(["record", str(results), "3", "--out", missing], capsys)


def test_map_draw_checks_its_files_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("numpy", "networkx", "shapely"):
        pytest.importorskip(package)
    from hordes.cartography import drawing

    monkeypatch.setattr(drawing, "draw", lambda *_: pytest.fail("the work was begun"))
    file = tmp_path / "map.json"
    file.write_text((ROOT / "examples" / "three_lakes.json").read_text(encoding="utf-8"), encoding="utf-8")
    missing = str(tmp_path / "nowhere" / "x")
    for flag in ("--svg", "--out"):
        assert "cannot be written" in refusal(["map", "draw", str(file), flag, missing], capsys)
    assert "would be overwritten" in refusal(["map", "draw", str(file), "--svg", str(file)], capsys)
    assert not (tmp_path / "map.drawn.json").exists()


def test_report_checks_its_folder_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    from hordes.lab.report import aggregate

    monkeypatch.setattr(aggregate, "aggregate_run", lambda *_: pytest.fail("the work was begun"))
    results = ROOT / "tests" / "lab" / "results_of_0_1" / "covil"
    (tmp_path / "file").write_text("", encoding="utf-8")
    error = refusal(["report", str(results), "--out", str(tmp_path / "file")], capsys)
    assert "file cannot be written: it is no folder" in error
    error = refusal(["report", str(results), str(results), "--out", str(tmp_path / "file" / "x")], capsys)
    assert "cannot be written" in error
    (tmp_path / "other").mkdir()
    assert "holds no results" in refusal(["report", str(tmp_path / "other")], capsys)
    assert not any((tmp_path / "other").iterdir())


def test_tables_need_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--tables needs --out FOLDER" in refusal(["simulate", "-n", "1", "--tables", "turns"], capsys)
