"""Copies of environments, deep or pickled: the same actions lead to the same game in both."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import hordes.envs.solo
from hordes.bots.search_bots import SearchBot
from hordes.engine.core.rng import Rng
from hordes.engine.errors import BadRequest
from hordes.envs import VectorEnv, covil_v0, smallworld_v0
from hordes.envs.aec import TurnBasedEnv
from hordes.envs.solo import SoloEnv
from tests.envs.setups import FEW, SETUPS, name

Copier = Callable[[Any], Any]
WAYS: dict[str, Copier] = {
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
each_setup = pytest.mark.parametrize(("game", "options"), SETUPS, ids=name)
few_setups = pytest.mark.parametrize(("game", "options"), FEW, ids=name)
HALF = 60


def words(thing: Any) -> Any:
    """Nested data with arrays as lists, so that it can be compared with `==`."""
    if isinstance(thing, np.ndarray):
        return thing.tolist()
    if isinstance(thing, dict):
        return {key: words(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [words(value) for value in thing]
    return thing


def seats_step(env: TurnBasedEnv, pick: int) -> Any:
    """One step of a PettingZoo environment by the pick-th legal action; what all could see afterwards."""
    seen = env.last()
    assert seen[0] is not None
    legal = np.flatnonzero(seen[0]["action_mask"])
    env.step(None if seen[2] else int(legal[pick % len(legal)]))
    observed = [env.observe(agent) for agent in env.possible_agents]
    return words([seen, observed, env.agents, env.agent_selection, env.rewards, env._cumulative_rewards, env.infos])


def play_seats(env: TurnBasedEnv, rng: Rng, most: int) -> list[Any]:
    """A number of steps, or to the end."""
    outcomes: list[Any] = []
    while env.agents and len(outcomes) < most:
        outcomes.append(seats_step(env, int(rng.below(1 << 20))))
    return [*outcomes, env.terminations, env.truncations]


@each_way
@each_setup
@pytest.mark.parametrize("rewards", ["win", "coins"])
def test_a_pettingzoo_game_goes_on_in_its_copy(way: Copier, game: str, options: dict[str, Any], rewards: str) -> None:
    env = {"smallworld": smallworld_v0, "covil": covil_v0}[game].env(options, rewards=rewards)
    env.reset(seed=11)
    play_seats(env, Rng(1), HALF)
    twin = way(env)
    assert twin.position == env.position
    assert words(twin.last()) == words(env.last())
    assert play_seats(twin, Rng(2), 9999) == play_seats(env, Rng(2), 9999)
    assert not env.agents
    for both in (env, twin):
        both.reset()
    assert play_seats(twin, Rng(3), 30) == play_seats(env, Rng(3), 30)


@each_way
def test_a_pettingzoo_game_that_is_ending_is_copied(way: Copier) -> None:
    """Agents leave one after the other once a game is over: a copy in between knows who is left."""
    env = smallworld_v0.env({"players": 3})
    env.reset(seed=5)
    mask = env.observe(env.agent_selection)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    env.step(None)
    assert len(env.agents) == 2
    twin = way(env)
    assert play_seats(twin, Rng(1), 9) == play_seats(env, Rng(1), 9)


@each_way
def test_what_is_played_in_a_copy_never_shows_in_the_other(way: Copier) -> None:
    env = covil_v0.env({"players": 2}, rewards="coins")
    env.reset(seed=3)
    twin = way(env)
    before = words(env.last()), env.position.fingerprint(), dict(env.rewards)
    play_seats(twin, Rng(1), HALF)
    assert (words(env.last()), env.position.fingerprint(), dict(env.rewards)) == before


@each_way
def test_the_parallel_face_is_copied(way: Copier) -> None:
    env = smallworld_v0.parallel_env(options={"players": 2})
    seen, _ = env.reset(seed=4)
    twin = way(env) if way is not copy.copy else copy.deepcopy(env)
    for _ in range(40):
        acting = env.aec_env.agent_selection
        actions = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in [acting]}
        actions |= {agent: 0 for agent in env.agents if agent != acting}
        seen, *rest = env.step(actions)
        assert words([seen, *rest]) == words(twin.step(actions))


def solo_step(env: Any, pick: int) -> tuple[Any, bool]:
    legal = np.flatnonzero(env.unwrapped.action_masks())
    outcomes = env.step(int(legal[pick % len(legal)]))
    return words([*outcomes, env.unwrapped.complaints]), bool(outcomes[2])


def play_solo(env: Any, rng: Rng, most: int) -> list[Any]:
    outcomes: list[Any] = []
    while len(outcomes) < most:
        seen, over = solo_step(env, int(rng.below(1 << 20)))
        outcomes.append(seen)
        if over:
            break
    return outcomes


@each_way
@each_setup
def test_a_gymnasium_game_goes_on_in_its_copy(way: Copier, game: str, options: dict[str, Any]) -> None:
    env = SoloEnv(game, options, opponents="random", rewards="coins")
    env.reset(seed=7)
    play_solo(env, Rng(1), 25)
    twin = way(env)
    assert twin.action_masks().tolist() == env.action_masks().tolist()
    assert play_solo(twin, Rng(2), 9999) == play_solo(env, Rng(2), 9999)
    assert words(twin.reset()) == words(env.reset())
    assert play_solo(twin, Rng(3), 9) == play_solo(env, Rng(3), 9)


@each_way
@pytest.mark.parametrize("opponent", ["greedy", "easy", "planner", "flat:rollouts=1", "search:simulations=3,width=2"])
@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_opponents_keep_their_plans_and_generators(way: Copier, opponent: str, game: str) -> None:
    env = SoloEnv(game, {"players": 2}, opponents=opponent)
    env.reset(seed=7)
    play_solo(env, Rng(1), 6)
    twin = way(env)
    assert play_solo(twin, Rng(2), 8) == play_solo(env, Rng(2), 8)
    assert twin.opponents[0] is not env.opponents[0]
    if isinstance(env.opponents[0], SearchBot):
        assert env.opponents[0].settings == {"width": 2}


@each_way
def test_a_game_that_gymnasium_made_is_copied_with_its_wrappers(way: Copier) -> None:
    env = gymnasium.make("hordes.envs.solo:hordes/SmallWorld-v0", options={"players": 2})
    env.reset(seed=7)
    play_solo(env, Rng(1), 20)
    twin = way(env) if way is not copy.copy else copy.deepcopy(env)
    assert play_solo(twin, Rng(2), 9999) == play_solo(env, Rng(2), 9999)
    assert hordes.envs.solo.SoloEnv is type(twin.unwrapped)


def test_a_copy_with_a_running_program_is_refused_in_words() -> None:
    program = (
        "import sys, json\nfor line in sys.stdin: print(json.dumps({'move': json.loads(line)['legal'][0]}), flush=True)"
    )
    with SoloEnv("smallworld", {"players": 2}, opponents=f'cmd:{sys.executable} -c "{program}"', seat=1) as env:
        play_solo(env, Rng(1), 9)
        for way in (copy.deepcopy, pickle.dumps):
            with pytest.raises(BadRequest, match="is a running program, and what it remembers cannot be copied"):
                way(env)


def test_an_opponent_of_ones_own_is_pickled_for_another_process(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from hordes.bots.protocol import Bot\n\n\nclass Counting(Bot):\n    def choose(self, question):\n"
        "        self.count = getattr(self, 'count', 0) + 1\n"
        "        return question.legal[self.count % len(question.legal)]\n",
        encoding="utf-8",
    )
    env = SoloEnv("smallworld", {"players": 2}, opponents=str(file))
    env.reset(seed=7)
    play_solo(env, Rng(1), 20)
    (tmp_path / "env.pickle").write_bytes(pickle.dumps(env))
    code = (
        "import pickle, sys\nfrom pathlib import Path\nfrom tests.envs.test_copies import Rng, play_solo\n"
        "print(play_solo(pickle.loads(Path(sys.argv[1]).read_bytes()), Rng(2), 9999))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "env.pickle")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    assert done.stdout.strip() == str(play_solo(env, Rng(2), 9999))


def play_batch(env: VectorEnv, steps: int) -> list[Any]:
    outcomes: list[Any] = []
    for _ in range(steps):
        rewards, ended = env.step(env.sample())
        outcomes.append(words([rewards, *ended, env.observations, env.masks, env.to_move]))
    return outcomes


@each_way
@few_setups
@pytest.mark.parametrize("rewards", ["win", "coins"])
def test_a_batch_goes_on_in_its_copy(way: Copier, game: str, options: dict[str, Any], rewards: str) -> None:
    env = VectorEnv(game, options, count=3, seed=5, rewards=rewards)
    play_batch(env, 150)
    twin = way(env)
    assert words([twin.observations, twin.masks, twin.to_move]) == words([env.observations, env.masks, env.to_move])
    assert play_batch(twin, 150) == play_batch(env, 150)
    assert words(twin.reset()) == words(env.reset())
    assert play_batch(twin, 5) == play_batch(env, 5)


def test_a_batch_is_copied_right_after_a_game_has_ended() -> None:
    env = VectorEnv("smallworld", {"players": 2}, count=2, seed=5, rewards="coins")
    while not env.step(env.sample())[1].over.any():
        pass
    twins = [way(env) for way in WAYS.values()]
    outcomes = play_batch(env, 40)
    assert all(play_batch(twin, 40) == outcomes for twin in twins)


def test_a_game_batch_by_itself_refuses_to_be_copied() -> None:
    env = VectorEnv("smallworld", {"players": 2}, count=1)
    for way in WAYS.values():
        with pytest.raises(BadRequest, match="copy the environment"):
            way(env._batch)


def test_a_misspelt_opponent_is_refused_when_the_environment_is_made() -> None:
    for opponents in ("search:simulation=4", ["search:simulation=4"]):
        with pytest.raises(ValueError, match=r"has no setting `simulation`.* Did you mean `simulations`"):
            SoloEnv("smallworld", {"players": 2}, opponents=opponents)
        with pytest.raises(ValueError, match="Did you mean `simulations`"):
            gymnasium.make("hordes.envs.solo:hordes/Covil-v0", options={"players": 2}, opponents=opponents)
    with pytest.raises(ValueError, match="A bot is named by a text"):
        SoloEnv("smallworld", {"players": 2}, opponents=[SearchBot()])  # type: ignore[list-item]
