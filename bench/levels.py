"""Thinking time of the difficulty levels: slowest decision and slowest turn of a game, in CPU and wall-clock seconds.

`python bench/levels.py --level easy --game covil --games 2`. On a busy machine wall-clock times say more about the
machine than about the bot; CPU seconds are what one core needs. The first decision of a game loads the weights.
"""

import argparse
import time

from hordes.bots.protocol import Question
from hordes.bots.registry import LEVELS, parse_bot
from hordes.engine.core.bits import COMPILED
from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER
from hordes.engine.games import load

SlowestDecision = tuple[float, float, float, int]
"""CPU and wall seconds of the slowest decision, CPU seconds of the slowest turn, decisions."""


def time_level(level: str, game: str, players: int, seed: int) -> SlowestDecision:
    """Time one game of a level against itself."""
    options = load(game).normalise({"players": players})
    state, rng, evaluator = load(game).new(options), Rng(seed), load(game).evaluator()
    bots = [parse_bot(level).make(k) for k in range(int(state.seats()))]
    cpu, wall, decisions, turns = 0.0, 0.0, 0, dict[tuple[int, int], float]()
    while state.to_move != OVER:
        resolve_chance(state, rng)
        if state.to_move == OVER:
            break
        seat, turn_id = int(state.to_move), int(evaluator.turn_id(state))
        begin, clock = time.process_time(), time.perf_counter()
        move = bots[seat].choose(Question(game, options, state))
        spent = time.process_time() - begin
        cpu, wall, decisions = max(cpu, spent), max(wall, time.perf_counter() - clock), decisions + 1
        turns[seat, turn_id] = turns.get((seat, turn_id), 0.0) + spent
        state.play(move)
    return cpu, wall, max(turns.values()), decisions


def main() -> None:
    """Print a row of the slowest times for each level and game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", action="append", default=[], choices=LEVELS)
    parser.add_argument("--game", action="append", default=[], choices=["smallworld", "covil"])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1)
    arguments = parser.parse_args()
    print("compiled" if COMPILED else "plain Python")
    print("| level | game | decisions | slowest decision, CPU s | wall clock, s | slowest turn, CPU s |")
    print("|---|---|--:|--:|--:|--:|")
    for level in arguments.level or LEVELS:
        for game in arguments.game or ["smallworld", "covil"]:
            games = [time_level(level, game, arguments.players, seed) for seed in range(arguments.games)]
            cpu, wall, turn = (max(row[k] for row in games) for k in range(3))
            print(
                f"| {level} | {game} | {sum(row[3] for row in games)} | {cpu:.3f} | {wall:.3f} | {turn:.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
