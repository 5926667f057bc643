"""docs/architecture.md lists every folder, and every file and function that it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "hordes"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
DRAWING = (ROOT / "docs" / "architecture.svg").read_text(encoding="utf-8")
SPANS = re.findall(r"`([^`\n]+)`", PAGE)
FILE = re.compile(r"[\w./-]+\.(?:py|ts|svelte|json|js|toml|md)(?:::[\w.]+)?")
TOPICS = [
    "a race", "a power that interrupts others", "a card", "a pending task", "a third game", "an endpoint", "a language",
    "a chart", "a bot", "a clock rule", "a wire message", "a map", "an option",
]  # fmt: skip


def folders() -> list[str]:
    """Every folder of the package that holds files of the repository, relative to it; the built page does not count."""
    paths = [path for path in PACKAGE.rglob("*") if path.is_dir() and path.name != "__pycache__"]
    names = [path.relative_to(PACKAGE).as_posix() for path in paths]
    return sorted(name for name in names if not name.startswith("server/static"))


def places() -> list[str]:
    """Every file on the page, with `::name` where one is given."""
    return sorted({span for span in SPANS if FILE.fullmatch(span)})


def file_of(place: str) -> Path:
    """The file of `place`: in the repository, or below src/hordes."""
    path = place.partition("::")[0]
    return ROOT / path if (ROOT / path).exists() else PACKAGE / path


def test_every_folder_has_a_row() -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE)
    assert [name for name in folders() if name not in rows] == []
    beside = ("web/", "tests/", "tools/", "bench/", "examples/", "deploy/")
    assert [name for name in beside if name not in rows] == []
    here = [name for name in rows if "." not in name]
    assert [name for name in here if not (PACKAGE / name).is_dir() and not (ROOT / name).is_dir()] == []


def test_the_drawing_names_every_package() -> None:
    packages = [name for name in folders() if "/" not in name]
    assert [name for name in packages if f">{name}<" not in DRAWING] == []


@pytest.mark.parametrize("place", places())
def test_files_and_names_exist(place: str) -> None:
    path, _, name = place.partition("::")
    if "/" not in path and not (ROOT / path).exists() and not (PACKAGE / path).exists():
        assert list(PACKAGE.rglob(path)), f"no file is called {path}"
        return
    file = file_of(place)
    assert file.is_file(), f"{path} does not exist"
    if name:
        last = re.escape(name.rpartition(".")[2])
        source = file.read_text(encoding="utf-8")
        python = rf"^\s*(?:async )?(?:def|class) {last}\b|^{last}\b.*="
        script = rf"^\s*(?:export )?(?:(?:async|private|protected|function|const|class|type|readonly) )*{last}\b"
        pattern = python if file.suffix == ".py" else script
        assert re.search(pattern, source, re.MULTILINE), f"{path} has no {name}"


def test_folders_that_are_named_exist() -> None:
    words = {span.rstrip("/") for span in SPANS if re.fullmatch(r"[a-z_]+(?:/[a-zA-Z0-9_-]+)+/?", span)}
    words -= {"server/static"}  # the built page, not part of the repository
    assert [word for word in sorted(words) if not (ROOT / word).exists() and not (PACKAGE / word).exists()] == []


def test_the_usual_questions_are_answered() -> None:
    table = PAGE.partition("## Where to change what")[2]
    assert re.findall(r"^\| \*\*([^*]+)\*\*", table, re.MULTILINE) == TOPICS
