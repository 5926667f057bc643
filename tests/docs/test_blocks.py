"""Every block of code in the documentation is run, and the reference is what the code says."""

import contextlib
import io
import json
import os
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
NEEDS = {"learning.md": ("pettingzoo", "pyspiel"), "simulate.md": ("pyarrow", "matplotlib")}
"""Pages whose blocks need packages of extras."""
PREAMBLE = {"own-pieces.md": "from hordes.smallworld.kit import *"}
"""What stands at the head of the file that a page quotes."""


def blocks(page: Path) -> list[tuple[str, str]]:
    """Language and text of every fenced block."""
    found, language, lines = list[tuple[str, str]](), "", list[str]()
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```") and language:
            found.append((language, "\n".join(lines)))
            language, lines = "", []
        elif line.startswith("```"):
            language = line[3:].strip() or "text"
        elif language:
            lines.append(line)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_of_python_and_json_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in NEEDS.get(page.name, ()):
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"__name__": f"page_{page.stem}"}
    exec(PREAMBLE.get(page.name, ""), names)
    for language, text in blocks(page):
        if language == "json":
            json.loads(text)
        elif language == "python":
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(text, str(page), "exec"), names)


def test_commands_of_the_page_about_simulations_run(tmp_path: Path) -> None:
    for package in NEEDS["simulate.md"]:
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    commands = [text for language, text in blocks(ROOT / "docs" / "simulate.md") if language == "console"]
    for line in "\n".join(commands).splitlines():
        words = shlex.split(line)
        assert words[0] == "hordes"
        path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(ROOT / "src")])
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=tmp_path, env=os.environ | {"PYTHONPATH": path}, capture_output=True,
            text=True, check=False, timeout=600,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-800:]
    assert (tmp_path / "games" / "report" / "index.html").exists()


def test_the_reference_is_what_the_code_says() -> None:
    from tools.rulebook import FOLDER, pages

    for name, text in pages().items():
        assert (FOLDER / f"{name}.md").read_text(encoding="utf-8") == text
