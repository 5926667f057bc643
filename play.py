"""Set up hordes in this checkout and play: `python3 play.py`.

Needs Python 3.11 or newer and nothing else. Opens a table in the browser, against bots; without a display, with piped
input, or with --terminal, the game is played in the terminal. All arguments are passed on to `hordes play`, so
`python3 play.py --players 4 --bots hard` works too.
"""

import os
import subprocess
import sys

if sys.version_info < (3, 11):
    raise SystemExit(f"hordes needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

from tools.project import PYTHON, ensure_environment, page_problem
from tools.web import PageNotBuilt, build

INTERFACE_FLAGS = ("--terminal", "--load", "--port", "--browser", "--no-browser", "--help", "-h")
"""Flags that already choose the interface."""


def has_screen() -> bool:
    """Whether a browser can be shown here: on Linux that needs a display; elsewhere there is one, except over SSH."""
    if os.environ.get("BROWSER") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return not sys.platform.startswith("linux") and "SSH_CONNECTION" not in os.environ


def choose_interface(arguments: list[str]) -> tuple[list[str], str]:
    """Additional flags that choose the interface, and a message about it."""
    if any(word.split("=")[0] in INTERFACE_FLAGS for word in arguments):
        return [], ""
    if not sys.stdin.isatty():
        return ["--terminal"], ""
    if not has_screen():
        return ["--terminal"], "No screen for a browser here, so the game is played in the terminal."
    lacks = page_problem()
    return (["--terminal"], f"{lacks}\nSo the game is played in the terminal.") if lacks else ([], "")


def build_page() -> None:
    """Build the web page in a developer's checkout; an installed package contains it."""
    try:
        build()
    except PageNotBuilt as problem:
        print(f"The page was not built: {problem}", flush=True)


def main() -> int:
    """Install what is missing, then play."""
    ensure_environment(developer=False)
    build_page()
    words, remark = choose_interface(sys.argv[1:])
    if remark:
        print(remark, flush=True)
    try:
        return subprocess.call([str(PYTHON), "-m", "hordes", "play", *words, *sys.argv[1:]])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
