"""Every source file that a Markdown page names in backticks exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md")), ROOT / "web" / "README.md"]
PAGES.remove(ROOT / "CHANGELOG.md")  # names what was
SPAN = re.compile(r"`([^`\n]+)`")
SOURCE = re.compile(r"(?<![\w./-])[\w./-]+\.(?:py|ts|svelte)\b")
READERS_OWN = re.compile(r"my_\w+\.py|file\.py|FILE\.py")
"""Files that readers write themselves."""
ELSEWHERE = {"web/api.py", "web/models.py"}
"""Files of other projects: catanatron's server, in docs/host.md."""
FOLDERS = ("src/hordes", "web/src", "docs", "tests", "tools", "bench", "examples", "deploy")


def source_files() -> set[str]:
    """Source files of the repository, relative to it."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    paths += [*ROOT.glob("*.py"), *(ROOT / "web").glob("*.ts")]
    return {path.relative_to(ROOT).as_posix() for path in paths if path.suffix in (".py", ".ts", ".svelte")}


FILES = source_files()


def names_on(page: Path) -> set[str]:
    """The source files that a page names, alone or in a command."""
    spans = SPAN.findall(page.read_text(encoding="utf-8"))
    return {name for span in spans for name in SOURCE.findall(span) if not READERS_OWN.fullmatch(name)} - ELSEWHERE


def exists(name: str) -> bool:
    """Whether a file is called so; the folders above it may be left out."""
    return any(file == name or file.endswith(f"/{name}") for file in FILES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_named_source_files_exist(page: Path) -> None:
    assert sorted(name for name in names_on(page) if not exists(name)) == []


def test_pages_name_files() -> None:
    assert "tutte_layout.py" in names_on(ROOT / "docs" / "maps.md")
    assert "tools/twins.py" in names_on(ROOT / "CONTRIBUTING.md")
    assert not exists("no_such_layout.py")
