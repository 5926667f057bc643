"""Requests per second of one `hordes referee` process: `python bench/referee.py [REQUESTS]`.

The requests are the moves of random games, each answered from the position and seed of the reply before, as a bot or a
server would ask. Wall-clock time of one process, start-up not counted.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import native
from tools.project import NATIVE


def requests(process: "subprocess.Popen[str]", wanted: int) -> float:
    """Play games move by move through the referee; returns the seconds it took."""
    request: dict[str, Any] = {"game": "smallworld", "options": {"players": 4}, "seed": 1}
    ask(process, request)
    begin = time.perf_counter()
    for number in range(wanted):
        reply = ask(process, request)
        if reply["result"]:
            request = {"game": "smallworld", "options": {"players": 4}, "seed": number}
        else:
            move = reply["legal"][number % len(reply["legal"])]
            request |= {"position": reply["position"], "seed": reply["seed"], "moves": [move]}
    return time.perf_counter() - begin


def ask(process: "subprocess.Popen[str]", request: dict[str, Any]) -> Any:
    """Send one line, read one line."""
    if process.stdin is None or process.stdout is None:
        raise SystemExit("the referee has no pipes")
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def main() -> int:
    """Measure both runs and print their rates."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    folders = {"plain": ROOT / "src"} | ({"compiled": NATIVE} if native.ensure() == 0 else {})
    for name, folder in folders.items():
        command = [sys.executable, "-m", "hordes", "referee"]
        process = subprocess.Popen(
            command, env={"PYTHONPATH": str(folder)}, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        print(f"{name}: {wanted / requests(process, wanted):,.0f} requests a second (one process, asked in turn)")
        process.communicate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
