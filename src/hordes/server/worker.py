"""A process that thinks for bots: one request a line in, the chosen move out. When it takes too long it is killed.

A request holds the game, its options, the words of the state, the seat, a level, a budget in seconds and a seed.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from typing import Any

from hordes.engine.games import load
from hordes.engine.rng import Rng
from hordes.engine.state import State

Chooser = Callable[[State, int, float, Rng], str]


def at_random(state: State, seat: int, budget: float, rng: Rng) -> str:
    """Any legal move, each as likely."""
    return state.describe(state.nth_legal(rng.below(state.find_legal())))


LEVELS: dict[str, Chooser] = {"random": at_random}
"""The seam for the `bots` package: a level is a function from a state, a seat, a budget and a generator to a move."""


def choose(request: dict[str, Any]) -> str:
    """The move of a bot."""
    state = load(request["game"]).load(request["options"], request["words"])
    chooser = LEVELS.get(request["level"], at_random)
    return chooser(state, request["seat"], request["budget"], Rng(request["seed"]))


def main() -> None:
    """Answer until the server closes the line; Ctrl+C is the server's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        print(json.dumps({"move": choose(json.loads(line))}), flush=True)


if __name__ == "__main__":
    main()
