"""Code blocks and commands of the documentation run, and generated reference pages are up to date."""

import ast
import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from hordes.cli.commands import app
from tests.example_game import installed

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "marches" / "README.md"
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", EXAMPLE]
NEEDS = {"learning.md": ("pettingzoo", "pyspiel"), "simulate.md": ("pyarrow", "matplotlib")}
NEEDS |= {"marches": ("gymnasium", "pyspiel")}
"""Pages whose blocks need packages of extras."""
ONE_FILE = ("own-pieces.md",)
"""Pages whose blocks of Python are the parts of one file."""


@pytest.fixture(scope="module", autouse=True)
def installed_example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The example game, which some commands and blocks name, as if it were installed."""
    with installed(tmp_path_factory.mktemp("site")):
        if "hordes.envs.spiel" in sys.modules:  # imported by another test, before there was the example
            sys.modules["hordes.envs.spiel"].register()
        yield


def blocks(page: Path) -> list[tuple[str, str]]:
    """Language and text of every fenced block."""
    fenced, language, lines = list[tuple[str, str]](), "", list[str]()
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```") and language:
            fenced.append((language, "\n".join(lines)))
            language, lines = "", []
        elif line.startswith("```"):
            language = line[3:].strip() or "text"
        elif language:
            lines.append(line)
    return fenced


def pasted(page: Path) -> str:
    """All blocks of Python, one after the other, as a reader would paste them."""
    return "\n\n".join(text for language, text in blocks(page) if language == "python") + "\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_of_python_and_json_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in NEEDS["marches"] if page == EXAMPLE else NEEDS.get(page.name, ()):
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"__name__": f"page_{page.stem}"}
    programs = [text for language, text in blocks(page) if language == "python"]
    for text in [pasted(page)] if page.name in ONE_FILE else programs:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, str(page), "exec"), names)
    for language, text in blocks(page):
        if language == "json":
            json.loads(text)


def test_the_parts_of_the_set_are_a_working_file(tmp_path: Path) -> None:
    """Pasted together they pass `hordes check`, are played, and say what the example says."""
    text = pasted(ROOT / "docs" / "own-pieces.md")
    example = (ROOT / "examples" / "river_folk.py").read_text(encoding="utf-8")
    statements = {ast.dump(node) for node in ast.parse(example).body}
    assert [ast.unparse(node) for node in ast.parse(text).body if ast.dump(node) not in statements] == []
    (tmp_path / "pasted.py").write_text(text, encoding="utf-8")
    path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(ROOT / "src")])
    done = subprocess.run(
        [sys.executable, "-m", "hordes", "check", "pasted.py", "--games", "12"], cwd=tmp_path, capture_output=True,
        text=True, env=os.environ | {"PYTHONPATH": path}, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no fault found in the set pasted: ferrymen, lamplighting" in done.stdout


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


def commands(page: Path) -> list[str]:
    """Every line that starts the program, in fenced blocks or indented ones, without what explains it."""
    lines = []
    for line in page.read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if text.startswith("hordes ") and (line.startswith("    ") or "--" in text) and "[--" not in text:
            lines.append(re.split(r" {2,}|\s+#", text)[0])
    return lines


COMMANDS = list(dict.fromkeys(text for page in PAGES for text in commands(page)))


def test_there_are_commands_on_the_pages() -> None:
    assert len(COMMANDS) > 30


@pytest.mark.parametrize("text", COMMANDS)
def test_commands_on_the_pages_are_understood(text: str) -> None:
    """Names of commands and options exist, and values are of their kind; nothing is run."""
    app.parse_args(shlex.split(text)[1:], exit_on_error=False, print_error=False)


def brief(text: str) -> list[str]:
    """A command in a form that takes seconds: few games; empty where it needs a browser, a file or long thought."""
    words = shlex.split(text)[1:]
    if words[0] not in {"check", "map", "play", "simulate", "tournament"} or "--svg" in words:
        return []
    if any(bot in text for bot in ("search", "hard", "expert")):
        return []
    if words[0] == "play" and "--terminal" not in words:
        return []
    if any(word.endswith((".json", ".py")) and not (ROOT / word).exists() for word in words):
        return []
    for k, word in enumerate(words):
        if word in {"--games", "-n"}:
            words[k + 1] = "2"
        elif word in {"--out", "-o"}:
            return []
    is_limited = words[0] in {"map", "play"} or {"--games", "-n", "--minutes", "-m"} & set(words)
    return words + ([] if is_limited else ["--games", "2"])


@pytest.mark.parametrize("text", [text for text in COMMANDS if brief(text)])
def test_commands_that_take_seconds_are_run(text: str) -> None:
    path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(ROOT / "src")])
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-m", "hordes", *brief(text)], cwd=ROOT, input="q\n\n", capture_output=True, text=True,
            env=os.environ | {"PYTHONPATH": path, "XDG_DATA_HOME": home, "HOME": home}, check=False, timeout=600,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-800:]


def test_the_reference_is_what_the_code_says() -> None:
    from tools.rulebook import FOLDER, pages

    for name, text in pages().items():
        assert (FOLDER / f"{name}.md").read_text(encoding="utf-8") == text
