"""The page is built on machines without Node: the program comes as a Python package."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tools import web


@pytest.mark.slow
def test_without_node_on_the_path_a_python_package_brings_npm_and_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "bin"
    bare.mkdir()
    for program in ("env", "sh"):
        (bare / program).symlink_to(str(shutil.which(program)))
    monkeypatch.setenv("PATH", str(bare))
    monkeypatch.setattr(web, "FETCHED", tmp_path / "node")
    call, variables = web.npm()
    for command in ([*call, "--version"], [str(bare / "env"), "node", "--version"]):
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip().removeprefix("v").replace(".", "").isdigit()
