"""One side of a measurement: a process that has either the compiled or the plain engine, and times what it is told.

Reads a JSON object a line, `{"measure": NAME, "game": NAME, "options": {...}, "seconds": S}`, and answers with
`{"count": N, "seconds": CPU}`. The two sides cannot be loaded into one process, so `engine.py` steers two of these.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from functools import cache

import chess

from hordes.engine.bits import COMPILED
from hordes.engine.games import load
from hordes.engine.playout import random_game
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, State

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
    return random_game(begin.clone(), rng)


def driven_by_list(begin: State) -> int:
    """A random game by a loop out here that asks for the list of legal moves."""
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
    """The same by a loop that asks how many legal moves there are, and for one of them."""
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
    half = random_game(begin.clone(), Rng(2)) // 2
    states = []
    for seed in range(STATES):
        state, own = begin.clone(), Rng(seed)
        decisions = 0
        while decisions < half and state.to_move != OVER:
            decisions += state.to_move >= 0
            state.apply(state.nth_legal(own.below(state.find_legal())))
        states.append(state)
    return states


def clones(begin: State) -> int:
    """Clone states of the middle game, from a loop out here."""
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
    """Do the thing over and over for so many CPU seconds."""
    once, begin, count = MEASURES[name], start(game, options), 0
    once(begin)
    first = now = time.process_time()
    while now < first + seconds:
        for _ in range(4):
            count += once(begin)
        now = time.process_time()
    return {"count": count, "seconds": now - first}


def main() -> None:
    """Say which side this is, then answer until the input ends."""
    print(json.dumps({"compiled": COMPILED}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        options = json.dumps(request["options"])
        answer = measure(request["measure"], request["game"], options, request["seconds"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
