"""Builds build/native, a compiled copy of the package: `python -m tools.native`.

    PYTHONPATH=build/native python -m hordes --version

The copy is what `pip install .` installs, so it tests the packaging too. Nothing is ever built into src. If no source
has changed since the last build this takes a tenth of a second.
"""

import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version

from tools.project import BUILD_INPUTS, NATIVE, ROOT, digest, sources

NO_COMPILER = 3


def installed(name: str) -> str:
    """The installed version of a build tool, or an empty text."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def has_compiler() -> bool:
    """Whether the C compiler of the build exists."""
    code = "from tools.core import require_compiler; require_compiler()"
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False).returncode == 0


def build() -> int:
    """Build a new copy with pip: in CI as users do, in an isolated environment; else with this environment's tools."""
    shutil.rmtree(NATIVE, ignore_errors=True)
    recent = int(installed("setuptools").partition(".")[0] or 0) >= 77 and installed("mypy") != ""
    own_tools = recent and os.environ.get("CI", "").lower() not in {"1", "true"}
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps"]
    command += [*(["--no-build-isolation"] if own_tools else []), "--target", str(NATIVE), "."]
    return subprocess.call(command, cwd=ROOT, env={**os.environ, "HORDES_NATIVE": "1", "HORDES_PURE": ""})


def ensure() -> int:
    """Build unless the stamp matches the current sources and tools; 0 if the copy is up to date."""
    stamp = NATIVE / "stamp.txt"
    tools = (sys.version, *map(installed, ("mypy", "librt", "setuptools")), os.environ.get("CC", ""))
    wanted = digest([*BUILD_INPUTS, *sources()], *tools)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return 0
    if not has_compiler():
        print("no C compiler: there is no compiled copy to test or to measure", file=sys.stderr)
        return NO_COMPILER
    code = build()
    if code == 0:
        stamp.write_text(wanted, encoding="utf-8")
    return code


if __name__ == "__main__":
    status = ensure()
    if status == 0:
        print("build/native is compiled and up to date")
    sys.exit(status)
