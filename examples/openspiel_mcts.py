"""OpenSpiel's own Monte Carlo tree search plays our game against random moves: `python examples/openspiel_mcts.py`.

Needs the extra `openspiel`.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import hordes.envs.spiel  # noqa: F401  it registers the games


def main() -> None:
    """One game; OpenSpiel's bot has seat 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hordes_smallworld_v0(turns=2)")
    parser.add_argument("--simulations", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game, random = pyspiel.load_game(arguments.game), np.random.RandomState(arguments.seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots = [mcts.MCTSBot(game, 2.0, arguments.simulations, evaluator, random_state=random)]
    bots += [uniform_random.UniformRandomBot(seat, random) for seat in range(1, game.num_players())]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = int(random.choice(outcomes, p=weights))
        else:
            seat = state.current_player()
            action = bots[seat].step(state)
            print(f"seat {seat}: {state.action_to_string(seat, action)}")
        state.apply_action(action)
    print("returns:", state.returns())


if __name__ == "__main__":
    main()
