"""The command `hordes map draw`: files written, error messages, and behaviour without the drawing libraries."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from hordes.cartography import command
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from tests.cartography.test_drawing import made


def hordes(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hordes", *arguments], capture_output=True, text=True, timeout=300, check=False
    )


def test_a_map_is_drawn_beside_its_file_and_can_be_played(tmp_path: Path) -> None:
    file, picture = tmp_path / "isle.json", tmp_path / "isle.svg"
    data = made("ab bc ca ad", "abc")
    data["regions"][0] |= {"name": "Fish & <Chips>", "symbols": ["mine"], "lost_tribe": True}
    file.write_text(json.dumps(data), encoding="utf-8")
    done = hordes("map", "draw", str(file), "--svg", str(picture), "--tries", "1", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "4 regions and 4 borders" in done.stdout
    drawn = json.loads((tmp_path / "isle.drawn.json").read_text(encoding="utf-8"))
    load("smallworld").new({"players": 2, "map": drawn})
    svg = picture.read_text(encoding="utf-8")
    ET.fromstring(svg)
    assert "Fish &amp;" in svg
    assert "&lt;Chips&gt;" in svg
    assert 'href="#mine"' in svg
    assert 'href="#tribe"' in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{", "not JSON"),
        ("[]", "regions"),
        ('{"turns": 3, "regions": [{"id": 1, "terrain": "moon", "adjacent": []}]}', "moon"),
        (json.dumps(made("ab cd", "ab")), "2 parts"),
    ],
)
def test_a_bad_map_is_explained_in_one_line(tmp_path: Path, text: str, hint: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text, encoding="utf-8")
    done = hordes("map", "draw", str(file))
    assert done.returncode == 2
    assert hint in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == [file]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"nowhere\.json cannot be read"):
        command.run(tmp_path / "nowhere.json", out=None, svg=None, seed=0, tries=1)


def test_without_the_extra_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "LIBRARIES", ("numpy", "a_library_that_is_not_there"))
    with pytest.raises(BadRequest, match=r"a_library_that_is_not_there: pip install 'hordes\[draw\]'"):
        command.run(tmp_path / "isle.json", out=None, svg=None, seed=0, tries=1)


def test_the_command_line_starts_without_the_libraries_that_draw() -> None:
    code = (
        "import sys, hordes.cli.commands, hordes.cartography.command\n"
        "print(sorted({'numpy', 'shapely', 'networkx'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.strip() == "[]", done.stderr
