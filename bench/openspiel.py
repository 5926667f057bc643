"""Simulations per second: our search on Small World and OpenSpiel's Python MCTS on backgammon, in one process.

    python bench/openspiel.py            needs open_spiel (2.0.2 was used), and the compiled copy first on the path

Both search positions of random games, in CPU time. OpenSpiel's simulations are random playouts to the end of the game;
ours follow plans, roll out eight turns with the move ratings and call the evaluator; `flat` is our random playout.
"""

import argparse
import statistics
import time

from hordes.bots.protocol import Question
from hordes.engine.core.bits import COMPILED
from hordes.engine.core.playout import random_move, random_playout
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, State
from hordes.engine.games import load
from hordes.search.tree import SearchTree


def midway(seed: int, decisions: int, players: int) -> State:
    """A position of a random game."""
    rng, state = Rng(seed), load("smallworld").new({"players": players})
    left = decisions
    while left > 0 or state.to_move == CHANCE:
        left -= state.to_move >= 0
        state.apply(random_move(state, rng))
    return state


def ours(simulations: int, players: int) -> float:
    """Simulations per second of `search`, including the planning at the root."""
    rates = []
    for seed in range(8):
        state = midway(seed, 10 * seed, players)
        question = Question("smallworld", {"players": players}, state)
        begin = time.process_time()
        tree = SearchTree(load("smallworld").evaluator(), seed)
        tree.prepare(question.world(seed))
        for k in range(simulations):
            tree.simulate(question.world(k))
        rates.append(simulations / (time.process_time() - begin))
    return statistics.median(rates)


def playouts(players: int) -> float:
    """Random playouts per second to the end of the game."""
    state, rng = midway(1, 20, players), Rng(1)
    begin = time.process_time()
    for _ in range(2000):
        random_playout(state.clone(), rng)
    return 2000 / (time.process_time() - begin)


def theirs(simulations: int) -> float:
    """Simulations per second of OpenSpiel's Python MCTS on backgammon."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game, rates = pyspiel.load_game("backgammon"), []
    for seed in range(4):
        random = np.random.RandomState(seed)
        state = game.new_initial_state()
        for _ in range(10 * seed):
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choice(outcomes, p=weights))
            else:
                state.apply_action(random.choice(state.legal_actions()))
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        bot = mcts.MCTSBot(game, 2.0, simulations, mcts.RandomRolloutEvaluator(1, random), random_state=random)
        begin = time.process_time()
        bot.mcts_search(state)
        rates.append(simulations / (time.process_time() - begin))
    return statistics.median(rates)


def main() -> None:
    """Print the rates and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=400)
    arguments = parser.parse_args()
    print("hordes", "compiled" if COMPILED else "plain Python")
    mine = {players: ours(arguments.simulations, players) for players in (2, 4)}
    for players, rate in mine.items():
        print(f"search, {players} players: {rate:,.0f} simulations/s; random playouts {playouts(players):,.0f}/s")
    try:
        other = theirs(50)
    except ImportError:
        print("open_spiel is not installed, so there is nothing to compare with")
        return
    print(f"OpenSpiel's Python MCTS, backgammon: {other:,.1f} simulations/s; ratio {mine[2] / other:.0f}")


if __name__ == "__main__":
    main()
