"""Paths of this checkout, and creation of its virtual environments. Standard library only."""

import hashlib
import os
import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

from tools.web import STATIC
from tools.web import sources as page_sources

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
NATIVE = ROOT / "build" / "native"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "hordes-installed.txt"
RL_VENV = ROOT / ".venv-rl"
RL_PYTHON = RL_VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
RL_LOCK = ROOT / "requirements-rl.lock"
BUILD_INPUTS = (
    *(ROOT / name for name in ("pyproject.toml", "setup.py", "requirements.lock")),
    *(ROOT / "tools" / name for name in ("bits.h", "core.py", "docstrings.py", "pgo_training.py")),
)


def sources() -> list[Path]:
    """Every file that goes into the package; of the web page, its sources."""
    files = [path for path in (ROOT / "src" / "hordes").rglob("*") if path.is_file() and STATIC not in path.parents]
    return sorted([path for path in files if path.suffix in {".js", ".json", ".py", ".typed"}] + list(page_sources()))


def digest(paths: Iterable[Path], *words: str) -> str:
    """Hash of the files' names and contents, and of the words."""
    total = hashlib.sha256(repr(words).encode())
    for path in paths:
        total.update(f"{path.relative_to(ROOT).as_posix()}\0{path.stat().st_size}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def ensure_environment(*, developer: bool) -> None:
    """Create .venv, or update it when the sources or the locked versions have changed.

    A player gets the package as released, compiled if there is a C compiler, with the server and its web page. A
    developer gets all tools and an editable install, which is always plain Python; playing from such a checkout leaves
    it as it is.
    """
    installed = STAMP.read_text(encoding="utf-8") if STAMP.exists() else ""
    developer = developer or installed.startswith("developer")
    wanted = f"developer {digest(BUILD_INPUTS)}" if developer else f"player {digest([*BUILD_INPUTS, *sources()])}"
    if installed == wanted and PYTHON.exists():
        return
    if not PYTHON.exists():
        print(f"Making {VENV.name} with Python {sys.version.split()[0]} ...", flush=True)
        create_venv()
    print("Installing hordes (some minutes, once) ...", flush=True)
    if developer:
        pip("install", "-r", "requirements.lock")
        pip("install", "--no-deps", "--no-build-isolation", "-e", ".")
    else:
        if not pip("install", "-c", "requirements.lock", ".[server]", may_fail=True):
            print("Without the page, then:", flush=True)
            pip("install", "-c", "requirements.lock", ".")
        subprocess.run([str(PYTHON), "-m", "hordes", "--version"], cwd=ROOT, check=False)
    STAMP.write_text(wanted, encoding="utf-8")


def ensure_rl_environment() -> None:
    """Create .venv-rl: dependencies of the learners, OpenSpiel, Ray and the documentation, apart to keep .venv small.

    PyTorch is installed first and in the locked version, so that no dependency pulls in a larger build. The package
    itself is not installed there: its sources, or the compiled copy, are put on the path.
    """
    stamp, wanted = RL_VENV / "hordes-installed.txt", digest([RL_LOCK])
    if RL_PYTHON.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    if not RL_PYTHON.exists():
        create_venv(RL_VENV)
    pinned = [line for line in RL_LOCK.read_text(encoding="utf-8").split() if line.startswith("torch==")]
    print("Installing what learners need (some minutes, once) ...", flush=True)
    pip("install", *pinned, python=RL_PYTHON)
    pip("install", "-r", RL_LOCK.name, python=RL_PYTHON)
    stamp.write_text(wanted, encoding="utf-8")


def create_venv(folder: Path = VENV) -> None:
    """Create a virtual environment; explains what is missing on systems that split the Python package."""
    try:
        venv.create(folder, with_pip=True, clear=True)
    except subprocess.CalledProcessError:
        raise SystemExit(
            "Python cannot make environments here. On Debian or Ubuntu: apt install python3-venv"
        ) from None


def page_problem() -> str:
    """Why the web page cannot be shown here; empty if it can."""
    code = "from hordes.cli.server_commands import require_page; require_page()"
    done = subprocess.run([str(PYTHON), "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr.strip().splitlines()[-1].partition(": ")[2]


def pip(*arguments: str, may_fail: bool = False, python: Path = PYTHON) -> bool:
    """Run the environment's pip in the checkout; if it fails, and may not, exit with a message."""
    command = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    if not done and not may_fail:
        raise SystemExit(f"pip {' '.join(arguments)} failed; what it said stands above.")
    return done
