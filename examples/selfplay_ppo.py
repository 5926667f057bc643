"""PPO by self-play on the PettingZoo environment, in one file: `python examples/selfplay_ppo.py`.

All seats share one small network, which sees what its seat may see. Written in the style of CleanRL: nothing is hidden
in a library. Needs the extra `rl`, and torch.
"""

import argparse

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from hordes.envs import covil_v0, smallworld_v0

GAMES = {"smallworld": smallworld_v0, "covil": covil_v0}
GAMMA, CLIP, ENTROPY, EPOCHS = 0.999, 0.2, 0.01, 3


class Player(nn.Module):
    """Network with a policy head and a value head."""

    def __init__(self, size: int, actions: int, scale: np.ndarray) -> None:
        super().__init__()
        self.register_buffer("scale", torch.as_tensor(1 / np.minimum(scale, 64), dtype=torch.float32))
        self.body = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, numbers: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """Action distribution, with illegal actions masked out, and the value."""
        hidden = self.body(numbers.float() * self.scale)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return Categorical(logits=logits), self.value(hidden).squeeze(-1)


def one_game(env, player: Player, seed: int) -> list[tuple]:
    """Play a game against itself; returns observation, mask, action, log-probability, value and return per step."""
    env.reset(seed=seed)
    steps, seats = [], []
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        if over:
            env.step(None)
            continue
        numbers, mask = torch.as_tensor(observation["observation"]), torch.as_tensor(observation["action_mask"])
        with torch.no_grad():
            choice, value = player(numbers[None], mask[None])
        action = choice.sample()
        steps.append([numbers, mask, action[0], choice.log_prob(action)[0], value[0]])
        seats.append(agent)
        env.step(int(action))
        if env.terminations.get(agent):
            final = dict(env.rewards)
    left = dict.fromkeys(set(seats), 0)
    for step, agent in zip(reversed(steps), reversed(seats), strict=True):
        step.append(torch.tensor(final[agent] * GAMMA ** left[agent], dtype=torch.float32))
        left[agent] += 1
    return [tuple(step) for step in steps]


def learn(player: Player, optimiser: torch.optim.Optimizer, steps: list[tuple]) -> float:
    """A few passes of clipped policy gradient over the collected steps."""
    numbers, masks, actions, old, values, returns = (torch.stack(part) for part in zip(*steps, strict=True))
    advantages = returns - values
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(steps)).split(256):
            choice, value = player(numbers[batch], masks[batch])
            ratio = (choice.log_prob(actions[batch]) - old[batch]).exp()
            gain = torch.min(ratio * advantages[batch], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[batch])
            loss = -gain.mean() + 0.5 * (value - returns[batch]).pow(2).mean() - ENTROPY * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimiser.step()
    return float(loss.detach())


def main() -> None:
    """Play, learn, repeat."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="smallworld", choices=list(GAMES))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=4, help="games a round")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    env = GAMES[arguments.game].env({"players": arguments.players}, rewards="rank")
    player = Player(env.setup.size, env.setup.actions, env.setup.observation_high())
    optimiser = torch.optim.Adam(player.parameters(), lr=3e-4)
    for number in range(arguments.rounds):
        steps = [step for k in range(arguments.games) for step in one_game(env, player, number * arguments.games + k)]
        loss = learn(player, optimiser, steps)
        print(f"round {number + 1}: {len(steps)} decisions, loss {loss:.3f}")


if __name__ == "__main__":
    main()
