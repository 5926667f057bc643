"""How soon one plays: from `hordes play` in an empty data folder to the first decision that is mine.

    python bench/play.py --runs 3 [--page]

Every run starts the command as a user does, with nothing on disk yet but the installation: database, secret and table
are made, the bots before me move. Noted are the link in the terminal, the first question with its legal moves at the
socket and, with `--page`, the board in a real browser (Chromium by Playwright) with something to choose.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

from hordes.engine.bits import COMPILED

WANTED = 10.0


def link_of(server: subprocess.Popen[str]) -> str:
    """The link that the command prints."""
    assert server.stdout is not None
    for line in server.stdout:
        if line.startswith("Your table: "):
            return line.removeprefix("Your table: ").strip()
    raise SystemExit("hordes play ended without a table")


def first_question(link: str) -> list[str]:
    """Sit down as the page does and wait until it is my turn; the legal moves."""
    parts = urlsplit(link)
    table, token = parts.path.rsplit("/", 1)[-1], parts.fragment.removeprefix("token=")
    with connect(f"ws://127.0.0.1:{parts.port}/ws", compression=None) as socket:
        socket.send(json.dumps({"type": "hello", "table": table, "token": token}))
        while True:
            said: dict[str, Any] = json.loads(socket.recv(timeout=60))
            if said.get("legal"):
                legal: list[str] = said["legal"]
                return legal


def first_sight(link: str, begin: float) -> float:
    """The same in a browser: until the page says that it is my turn."""
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from tools.screenshots import FLAGS, chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page()
        page.goto(link)
        while not page.title().startswith("●"):
            page.wait_for_timeout(20)
        seconds = time.perf_counter() - begin
        browser.close()
    return seconds


def cpu(pid: int) -> float:
    """Seconds of CPU time of a process: what a start takes on a machine that has nothing else to do."""
    words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def run(page: bool) -> dict[str, float]:
    """One start; seconds from the command to each moment."""
    with tempfile.TemporaryDirectory() as home:
        variables = dict(os.environ, HORDES_HOME=home)
        command = [sys.executable, "-m", "hordes", "play", "--no-browser", "--bots", "normal"]
        begin = time.perf_counter()
        server = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True)
        try:
            link = link_of(server)
            found = {"link": time.perf_counter() - begin, "CPU so far": cpu(server.pid)}
            first_question(link)
            found["first question"] = time.perf_counter() - begin
            if page:
                found["page, with the browser's own start"] = first_sight(link, begin)
            return found
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--page", action="store_true")
    arguments = parser.parse_args()
    print(f"compiled: {COMPILED}, load of the machine: {os.getloadavg()[0]:.1f}, wanted: {WANTED:.0f} s")
    for _ in range(arguments.runs):
        print(", ".join(f"{name} {seconds:.1f} s" for name, seconds in run(arguments.page).items()))


if __name__ == "__main__":
    main()
