"""The documentation site is built in strict mode: the command of check.py fails on every kind of dead link."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import check
from tools.site_links import dead_links, linked_files

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def built(folder: Path, more: str = "") -> tuple[subprocess.CompletedProcess[str], Path]:
    """The site of a copy of docs/ with something added to a page, by the very command of check.py."""
    for name in ("docs", "tools", "web", "deploy", "examples"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    (folder / "src").symlink_to(ROOT / "src")  # the page of the API is made from its docstrings
    for name in ("mkdocs.yml", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"):
        shutil.copy(ROOT / name, folder)
    with (folder / "docs" / "play.md").open("a", encoding="utf-8") as page:
        page.write(f"\n{more}\n")
    step = next(step for step in check.learning_steps() if step.name == "docs")
    command = next(command for command in step.commands if "mkdocs" in command)
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True,
        text=True, check=False, timeout=120,
    )  # fmt: skip
    return done, folder / "build" / "site"


def test_the_site_has_no_dead_link(tmp_path: Path) -> None:
    done, site = built(tmp_path)
    assert done.returncode == 0, done.stderr
    assert dead_links(site) == []
    assert (site / "source" / "deploy" / "nginx.conf.txt").read_text() == (ROOT / "deploy" / "nginx.conf").read_text()
    assert "web/README.md" in linked_files(ROOT / "docs")


@pytest.mark.parametrize(
    "more",
    [
        "[gone](gone.md)",
        "[gone](bots.md#gone)",
        "[gone](#gone)",
        "[gone](/gone.md)",
        "[gone](gone)",
        "![gone](gone.png)",
        "[gone](../gone.py)",
        "[gone](../deploy)",
        "[left out](examples/my_bots.py)",
        '<a href="gone.html">gone</a>',
        '<img src="gone.png" alt="gone">',
    ],
)
def test_a_dead_link_fails_the_step(tmp_path: Path, more: str) -> None:
    done, _ = built(tmp_path, more)
    assert done.returncode != 0
    assert "gone" in done.stderr or "deploy" in done.stderr or "examples" in done.stderr


@pytest.mark.parametrize(
    "page",
    [
        *sorted((ROOT / "docs").rglob("*.md")),
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "web/README.md")),
    ],
    ids=lambda page: page.name,
)
def test_links_lead_to_files_of_the_repository(page: Path) -> None:
    """The same pages are read in the repository, without a site."""
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if not link.startswith(("http:", "https:", "mailto:", "#")):
            assert (page.parent / link.partition("#")[0]).exists(), link
