"""Worker process of the engine benchmark: times operations with either the compiled or the plain engine.

Reads a JSON object per line, `{"measure": NAME, "game": NAME, "options": {...}, "seconds": S}`, and answers with
`{"count": N, "seconds": CPU}`. Both builds cannot be loaded into one process, so `engine.py` starts two workers.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from functools import cache

import chess

from hordes.engine.core.bits import COMPILED
from hordes.engine.core.playout import random_move, random_playout
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, State
from hordes.engine.games import load

PLIES = 200
STATES = 64

rng = Rng(1)
rand = random.Random(1).random


@cache
def start(game: str, options: str) -> State:
    """A new game, to be cloned; the options as JSON."""
    return load(game).new(json.loads(options))


def playout(begin: State) -> int:
    """A random game inside the engine; counts decisions of seats."""
    return random_playout(begin.clone(), rng)


def driven_by_list(begin: State) -> int:
    """A random game by an interpreted loop over the list of legal moves."""
    state = begin.clone()
    decisions = 0
    while True:
        seat = state.to_move
        if seat >= 0:
            moves = state.legal()
            state.apply(moves[int(rand() * len(moves))])
            decisions += 1
        elif seat == CHANCE:
            choices: int = state.find_legal()
            state.apply(state.nth_legal(int(rand() * choices)))
        else:
            return decisions


def driven_by_index(begin: State) -> int:
    """The same by a loop that asks for the number of legal moves, and for one of them."""
    state = begin.clone()
    decisions = 0
    while True:
        seat = state.to_move
        if seat == OVER:
            return decisions
        choices: int = state.find_legal()
        state.apply(state.nth_legal(int(rand() * choices)))
        if seat >= 0:
            decisions += 1


def chess_game(_: State) -> int:
    """A random game of python-chess, until mate, stalemate or 200 plies; counts moves."""
    board = chess.Board()
    for ply in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(moves[int(rand() * len(moves))])
    return PLIES


@cache
def midgame(begin: State) -> list[State]:
    """States from the middle of random games."""
    half = random_playout(begin.clone(), Rng(2)) // 2
    states = []
    for seed in range(STATES):
        state, own = begin.clone(), Rng(seed)
        decisions = 0
        while decisions < half and state.to_move != OVER:
            decisions += state.to_move >= 0
            state.apply(random_move(state, own))
        states.append(state)
    return states


def clones(begin: State) -> int:
    """Clone midgame states from an interpreted loop."""
    states = midgame(begin)
    for _ in range(16):
        for state in states:
            state.clone()
    return 16 * len(states)


MEASURES: dict[str, Callable[[State], int]] = {
    "playout": playout,
    "driven_by_list": driven_by_list,
    "driven_by_index": driven_by_index,
    "chess": chess_game,
    "clone": clones,
}


def measure(name: str, game: str, options: str, seconds: float) -> dict[str, float]:
    """Repeat an operation for a number of CPU seconds."""
    once, begin, count = MEASURES[name], start(game, options), 0
    once(begin)
    first = now = time.process_time()
    while now < first + seconds:
        for _ in range(4):
            count += once(begin)
        now = time.process_time()
    return {"count": count, "seconds": now - first}


def main() -> None:
    """Report which build this is, then answer until the input ends."""
    print(json.dumps({"compiled": COMPILED}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        options = json.dumps(request["options"])
        answer = measure(request["measure"], request["game"], options, request["seconds"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
