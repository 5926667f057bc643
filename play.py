"""Set up hordes in this checkout and play: `python3 play.py`.

Needs Python 3.11 or newer and nothing else. Opens a table in the browser, against bots; where there is no screen for a
browser, or the input is a pipe, or with --terminal, it plays right here. What stands behind the command goes to
`hordes play`, so `python3 play.py --players 4 --bots hard` works too.
"""

import os
import subprocess
import sys

if sys.version_info < (3, 11):
    raise SystemExit(f"hordes needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

from tools.project import PYTHON, environment, page_lacks
from tools.web import NoPage, build

ASKED = ("--terminal", "--load", "--port", "--browser", "--no-browser", "--help", "-h")
"""Who says one of these knows where to play."""


def has_screen() -> bool:
    """Can a browser be seen here? On Linux it needs a display; elsewhere there is one, except over SSH."""
    if os.environ.get("BROWSER") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return not sys.platform.startswith("linux") and "SSH_CONNECTION" not in os.environ


def where(arguments: list[str]) -> tuple[list[str], str]:
    """The words that choose the place to play, and what to say about it."""
    if any(word.split("=")[0] in ASKED for word in arguments):
        return [], ""
    if not sys.stdin.isatty():
        return ["--terminal"], ""
    if not has_screen():
        return ["--terminal"], "No screen for a browser here, so the game is played in the terminal."
    lacks = page_lacks()
    return (["--terminal"], f"{lacks}\nSo the game is played in the terminal.") if lacks else ([], "")


def bring_the_page() -> None:
    """In a developer's checkout the page is built here; an installation has brought it along, or has said why not."""
    try:
        build()
    except NoPage as problem:
        print(f"The page was not built: {problem}", flush=True)


def main() -> int:
    """Install what is missing, then play."""
    environment(developer=False)
    bring_the_page()
    words, remark = where(sys.argv[1:])
    if remark:
        print(remark, flush=True)
    try:
        return subprocess.call([str(PYTHON), "-m", "hordes", "play", *words, *sys.argv[1:]])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
