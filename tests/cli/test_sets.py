"""`--sets` of the server and the referee: files, boxes, and neither; the number of faults of a file."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hordes.cli.commands import run as hordes
from hordes.server.live.custom_sets import register_set_files
from tests.cli.test_cli import hordes as hordes_process

FILE = Path(__file__).resolve().parents[2] / "examples" / "river_folk.py"


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("cursed", "cursed is a box, or installed, and needs no --sets here. The server's --sets takes files"),
        ("base,cursed", "base is a box"),
        ("cursd", "There is no file cursd. The server's --sets takes files such as mine.py; boxes are chosen at the"),
        (f"{FILE}x", f"There is no file {FILE}x. Did you mean `river_folk.py`?"),
        ("nowhere/mine.py", "There is no file nowhere/mine.py."),
        ("x" * 300, "There is no file xxx"),
    ],
)
def test_the_server_takes_files(word: str, sentence: str, tmp_path: Path) -> None:
    environment, command = os.environ | {"HORDES_HOME": str(tmp_path)}, [sys.executable, "-m", "hordes", "serve"]
    done = subprocess.run(
        [*command, "--sets", word], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"hordes: {sentence}")
    assert len(done.stderr.splitlines()) == 1


def test_the_setting_takes_several_files(monkeypatch: pytest.MonkeyPatch) -> None:
    registered: list[str] = []
    monkeypatch.setattr(
        "hordes.server.live.custom_sets.register_set", lambda game, path: registered.append(f"{game} {Path(path).name}")
    )
    register_set_files(f"{FILE}; {FILE};")
    assert registered == ["smallworld river_folk.py"] * 2


def test_the_referee_refuses_what_is_neither_a_file_nor_a_box() -> None:
    done = hordes_process("referee", "--sets", "cursd")
    assert (done.returncode, done.stdout) == (2, "")
    assert "There is no set 'cursd'" in done.stderr
    assert "Did you mean `cursed`?" in done.stderr
    for word in ("cursed", "base,royal_bonus", str(FILE)):
        assert hordes_process("referee", "--sets", word).returncode == 0


def test_faults_are_counted_as_check_lists_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "faulty.py"
    file.write_text(
        "from hordes.smallworld.custom.api import Power, Race, Tabel, Armee\n"
        "class Gnomes(Race):\n    banner = 50\n    total = 1\n    def cheaper_region(self, t, me): return 0\n"
        "class Royal(Power):\n    tokens = 9\n    def income(self, t): return 1\n"
        "class Elfs(Gnomes):\n    pass\n",
        encoding="utf-8",
    )
    assert hordes(["check", str(file)]) == 1
    listed = capsys.readouterr().out.splitlines()
    assert hordes(["simulate", "-n", "1", "--sets", str(file)]) == 2
    error = capsys.readouterr().err
    more = re.search(r"\((\d+) more", error)
    assert more is not None
    assert int(more[1]) + 1 == len(listed) - 1, "the last line is the sum"
    assert listed[-1].startswith(f"{len(listed) - 1} faults")
    first = listed[0].removeprefix(f"{file}:")
    assert f"Line {first}" in error
