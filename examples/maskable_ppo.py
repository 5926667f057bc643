"""Train an agent with sb3-contrib's MaskablePPO against bots, then let it play: `python examples/maskable_ppo.py`.

Needs the extra `rl`, and sb3-contrib. With the defaults it runs for some seconds; half a million steps make a player.
"""

import argparse
import warnings

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO


def play(model: MaskablePPO, env: gymnasium.Env, games: int) -> tuple[float, float]:
    """The agent's share of wins and its mean score over so many games."""
    wins, points = 0.0, 0.0
    for game in range(games):
        observation, info = env.reset(seed=10_000 + game)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool), deterministic=False)
            observation, _, over, _, info = env.step(int(action))
        seat, winners = info["seat"], info["winners"]
        wins += (seat in winners) / len(winners)
        points += info["scores"][seat]
    return wins / games, points / games


def main() -> None:
    """Train, evaluate, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="SmallWorld", choices=["SmallWorld", "Covil"])
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=4096)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--out", default="", help="a file for the trained model")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    env = gymnasium.make(
        f"hordes.envs.solo:hordes/{arguments.game}-v0", opponents=arguments.opponents, rewards="lead"
    ).unwrapped
    model = MaskablePPO("MlpPolicy", env, n_steps=256, batch_size=64, gamma=0.999, seed=1, device="cpu", verbose=0)
    before = play(model, env, arguments.games)
    model.learn(arguments.steps)
    after = play(model, env, arguments.games)
    for when, (share, points) in (("before", before), ("after", after)):
        print(
            f"{when} {arguments.steps} steps: wins {share:.0%} of {arguments.games} games, {points:.1f} points a game"
        )
    if arguments.out:
        model.save(arguments.out)
    assert np.isfinite(after[1])


if __name__ == "__main__":
    main()
