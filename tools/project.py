"""Where things are in this checkout, and the environment the commands run in. Standard library only."""

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
LEARNERS = ROOT / ".venv-rl"
LEARNERS_PYTHON = LEARNERS / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LEARNERS_LOCK = ROOT / "requirements-rl.lock"
RECIPE = (
    *(ROOT / name for name in ("pyproject.toml", "setup.py", "requirements.lock")),
    *(ROOT / "tools" / name for name in ("bits.h", "core.py", "rehearsal.py")),
)


def sources() -> list[Path]:
    """Every file that goes into the package; of the page, what it is made of."""
    files = [path for path in (ROOT / "src" / "hordes").rglob("*") if path.is_file() and STATIC not in path.parents]
    return sorted([path for path in files if path.suffix in {".js", ".json", ".py", ".typed"}] + list(page_sources()))


def digest(paths: Iterable[Path], *words: str) -> str:
    """A fingerprint of the files' names and contents, and of the words."""
    total = hashlib.sha256(repr(words).encode())
    for path in paths:
        total.update(f"{path.relative_to(ROOT).as_posix()}\0{path.stat().st_size}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def environment(*, developer: bool) -> None:
    """Make .venv, or bring it up to date when the sources or the locked versions have changed.

    A player gets the package as released, compiled where a C compiler is at hand, and the server that shows the page.
    A developer gets all tools and an editable install, which is always plain Python; playing from such a checkout
    leaves it as it is.
    """
    installed = STAMP.read_text(encoding="utf-8") if STAMP.exists() else ""
    developer = developer or installed.startswith("developer")
    wanted = f"developer {digest(RECIPE)}" if developer else f"player {digest([*RECIPE, *sources()])}"
    if installed == wanted and PYTHON.exists():
        return
    if not PYTHON.exists():
        print(f"Making {VENV.name} with Python {sys.version.split()[0]} ...", flush=True)
        create()
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


def learners() -> None:
    """Make .venv-rl: what learners, OpenSpiel, Ray and the pages need, apart so that .venv stays light.

    PyTorch comes first, alone and in the version of the lock, so that nothing asks for a larger build of it. The
    package itself is not installed there: its sources, or the compiled copy, are put on the path.
    """
    stamp, wanted = LEARNERS / "hordes-installed.txt", digest([LEARNERS_LOCK])
    if LEARNERS_PYTHON.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    if not LEARNERS_PYTHON.exists():
        create(LEARNERS)
    pinned = [line for line in LEARNERS_LOCK.read_text(encoding="utf-8").split() if line.startswith("torch==")]
    print("Installing what learners need (some minutes, once) ...", flush=True)
    pip("install", *pinned, python=LEARNERS_PYTHON)
    pip("install", "-r", LEARNERS_LOCK.name, python=LEARNERS_PYTHON)
    stamp.write_text(wanted, encoding="utf-8")


def create(folder: Path = VENV) -> None:
    """Make the environment, and say what is missing on systems that ship Python in parts."""
    try:
        venv.create(folder, with_pip=True, clear=True)
    except subprocess.CalledProcessError:
        raise SystemExit(
            "Python cannot make environments here. On Debian or Ubuntu: apt install python3-venv"
        ) from None


def page_lacks() -> str:
    """What keeps the page from being shown here; empty when nothing does."""
    code = "from hordes.cli.tables import need_page; need_page()"
    done = subprocess.run([str(PYTHON), "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr.strip().splitlines()[-1].partition(": ")[2]


def pip(*arguments: str, may_fail: bool = False, python: Path = PYTHON) -> bool:
    """Run the environment's pip in the checkout; if it fails, and may not, end the program with its complaint."""
    command = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    if not done and not may_fail:
        raise SystemExit(f"pip {' '.join(arguments)} failed; what it said stands above.")
    return done
