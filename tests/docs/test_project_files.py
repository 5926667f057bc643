"""Files for the hosting platform: they parse, CI runs the documented command, pre-commit hooks download nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

yaml: Any = pytest.importorskip("yaml")

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = ROOT / ".github" / "workflows"
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
HOST = re.compile(r"https?://|\bwww\.|\.org/simple|\bindex-url\b")


def parsed(path: Path) -> dict[Any, Any]:
    """A YAML file."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def test_ci_runs_the_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.rstrip().endswith("exec python3 check.py")
    job = parsed(WORKFLOWS / "check.yml")["jobs"]["check"]
    assert job["steps"][-1]["run"] == ".ci/run"
    assert "    python3 check.py\n" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_releases_build_both_kinds_of_wheels() -> None:
    jobs = parsed(WORKFLOWS / "release.yml")["jobs"]
    assert any("HORDES_NATIVE=1" in step.get("run", "") for step in jobs["compiled"]["steps"])
    assert any("HORDES_PURE=1" in step.get("run", "") for step in jobs["plain"]["steps"])


def test_hooks_are_local() -> None:
    repositories = parsed(ROOT / ".pre-commit-config.yaml")["repos"]
    assert [repository["repo"] for repository in repositories] == ["local"]
    assert all(hook["language"] == "system" for hook in repositories[0]["hooks"])


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_forms_parse(path: Path) -> None:
    form = parsed(path)
    if path.name != "config.yml":
        assert {"name", "description", "body"} <= form.keys()
        fields = [field["id"] for field in form["body"] if field["type"] != "markdown"]
        assert len(fields) == len(set(fields))


@pytest.mark.parametrize(
    "path", [*FORMS, *sorted(WORKFLOWS.glob("*.yml")), ROOT / ".pre-commit-config.yaml"], ids=lambda path: path.name
)
def test_no_host_is_named(path: Path) -> None:
    assert not HOST.search(path.read_text(encoding="utf-8"))
