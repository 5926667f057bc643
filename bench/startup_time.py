"""Start-up time: from `hordes play` in an empty data folder to the player's first decision.

    python bench/startup_time.py --runs 3 [--page]

Every run starts the command as a user does, with nothing on disk but the installation: database, secret and table are
created, and bots move first. Recorded are the link in the terminal, the first question with legal moves at the
WebSocket and, with `--page`, the board in a real browser (Chromium by Playwright) with something to choose.
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

from hordes.engine.core.bits import COMPILED

TARGET_SECONDS = 10.0


def read_link(server: subprocess.Popen[str]) -> str:
    """Read the link to the table from the output of the command."""
    assert server.stdout is not None
    for line in server.stdout:
        if line.startswith("Your table: "):
            return line.removeprefix("Your table: ").strip()
    raise SystemExit("hordes play ended without a table")


def wait_for_first_question(link: str) -> list[str]:
    """Connect as the page does and wait for our turn; returns the legal moves."""
    parts = urlsplit(link)
    table, token = parts.path.rsplit("/", 1)[-1], parts.fragment.removeprefix("token=")
    with connect(f"ws://127.0.0.1:{parts.port}/ws", compression=None) as socket:
        socket.send(json.dumps({"type": "hello", "table": table, "token": token}))
        while True:
            message: dict[str, Any] = json.loads(socket.recv(timeout=60))
            if message.get("legal"):
                legal: list[str] = message["legal"]
                return legal


def time_page(link: str, begin: float) -> float:
    """Open the link in a browser; returns the seconds from `begin` until the page shows that it is our turn."""
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


def cpu_seconds(pid: int) -> float:
    """CPU seconds of a process: the start-up time on an otherwise idle machine."""
    words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def time_startup(page: bool) -> dict[str, float]:
    """Start the command once; returns the seconds from its start to each event."""
    with tempfile.TemporaryDirectory() as home:
        variables = dict(os.environ, HORDES_HOME=home)
        command = [sys.executable, "-m", "hordes", "play", "--no-browser", "--bots", "normal"]
        begin = time.perf_counter()
        server = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True)
        try:
            link = read_link(server)
            seconds = {"link": time.perf_counter() - begin, "CPU so far": cpu_seconds(server.pid)}
            wait_for_first_question(link)
            seconds["first question"] = time.perf_counter() - begin
            if page:
                seconds["page, with the browser's own start"] = time_page(link, begin)
            return seconds
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    """Time some starts and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--page", action="store_true")
    arguments = parser.parse_args()
    print(f"compiled: {COMPILED}, load of the machine: {os.getloadavg()[0]:.1f}, target: {TARGET_SECONDS:.0f} s")
    for _ in range(arguments.runs):
        print(", ".join(f"{name} {seconds:.1f} s" for name, seconds in time_startup(arguments.page).items()))


if __name__ == "__main__":
    main()
