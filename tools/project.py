"""Where things are in this checkout, and the environment the commands run in. Standard library only."""

import hashlib
import os
import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
NATIVE = ROOT / "build" / "native"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "hordes-installed.txt"
RECIPE = (ROOT / "pyproject.toml", ROOT / "setup.py", ROOT / "requirements.lock")


def sources() -> list[Path]:
    """Every file that goes into the package."""
    files = (ROOT / "src" / "hordes").rglob("*")
    return sorted(
        path for path in files if path.is_file() and path.suffix in {".css", ".html", ".js", ".json", ".py", ".typed"}
    )


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
    print("Installing hordes (a minute or two, once) ...", flush=True)
    if developer:
        pip("install", "-r", "requirements.lock")
        pip("install", "--no-deps", "--no-build-isolation", "-e", ".")
    else:
        if not pip("install", "-c", "requirements.lock", ".[server]", may_fail=True):
            print("Without the page, then:", flush=True)
            pip("install", "-c", "requirements.lock", ".")
        subprocess.run([str(PYTHON), "-m", "hordes", "--version"], cwd=ROOT, check=False)
    STAMP.write_text(wanted, encoding="utf-8")


def create() -> None:
    """Make the environment, and say what is missing on systems that ship Python in parts."""
    try:
        venv.create(VENV, with_pip=True, clear=True)
    except subprocess.CalledProcessError:
        raise SystemExit(
            "Python cannot make environments here. On Debian or Ubuntu: apt install python3-venv"
        ) from None


def has_server() -> bool:
    """Is everything there that the page needs?"""
    code = "from hordes.cli.tables import need_server; need_server()"
    return subprocess.run([str(PYTHON), "-c", code], cwd=ROOT, capture_output=True, check=False).returncode == 0


def pip(*arguments: str, may_fail: bool = False) -> bool:
    """Run the environment's pip in the checkout; if it fails, and may not, end the program with its complaint."""
    command = [str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    if not done and not may_fail:
        raise SystemExit(f"pip {' '.join(arguments)} failed; what it said stands above.")
    return done
