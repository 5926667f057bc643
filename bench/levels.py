"""How long the levels think: the dearest decision and the dearest turn of a game, in CPU and in wall-clock seconds.

`python bench/levels.py --level easy --game covil --games 2`. On a busy machine the clock on the wall says more about
the machine than about the bot; CPU seconds are what one core needs. The first decision of a game loads the weights.
"""

import argparse
import time

from hordes.bots.protocol import Question
from hordes.bots.registry import LEVELS, recipe
from hordes.engine.bits import COMPILED
from hordes.engine.games import load
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER

Dearest = tuple[float, float, float, int]
"""CPU and wall seconds of the dearest decision, CPU seconds of the dearest turn, decisions."""


def watch(level: str, game: str, players: int, seed: int) -> Dearest:
    """One game of a level against itself."""
    options = load(game).normalise({"players": players})
    state, rng, judge = load(game).new(options), Rng(seed), load(game).judge()
    bots = [recipe(level).make(k) for k in range(int(state.seats()))]
    cpu, wall, decisions, turns = 0.0, 0.0, 0, dict[tuple[int, int], float]()
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(state.nth_legal(rng.below(state.find_legal())))
            continue
        seat, stage = int(state.to_move), int(judge.stage(state))
        begin, clock = time.process_time(), time.perf_counter()
        move = bots[seat].choose(Question(game, options, state))
        spent = time.process_time() - begin
        cpu, wall, decisions = max(cpu, spent), max(wall, time.perf_counter() - clock), decisions + 1
        turns[seat, stage] = turns.get((seat, stage), 0.0) + spent
        state.play(move)
    return cpu, wall, max(turns.values()), decisions


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", action="append", default=[], choices=LEVELS)
    parser.add_argument("--game", action="append", default=[], choices=["smallworld", "covil"])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1)
    told = parser.parse_args()
    print("compiled" if COMPILED else "plain Python")
    print("| level | game | decisions | dearest decision, CPU s | on the wall, s | dearest turn, CPU s |")
    print("|---|---|--:|--:|--:|--:|")
    for level in told.level or LEVELS:
        for game in told.game or ["smallworld", "covil"]:
            found = [watch(level, game, told.players, seed) for seed in range(told.games)]
            cpu, wall, turn = (max(row[k] for row in found) for k in range(3))
            print(
                f"| {level} | {game} | {sum(row[3] for row in found)} | {cpu:.3f} | {wall:.3f} | {turn:.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
