"""The batch environment, and what all environments share; needs NumPy only."""

from typing import Any

import numpy as np
import pytest

from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.envs import Setup, VectorEnv
from hordes.envs.drawing import BoardRenderer
from tests.envs.setups import FEW, SETUPS, name

each_setup = pytest.mark.parametrize(("game", "options"), SETUPS, ids=name)


@each_setup
def test_arrays_have_the_shapes_that_the_setup_says(game: str, options: dict[str, Any]) -> None:
    envs = VectorEnv(game, options, count=3)
    observations, masks = envs.reset(5)
    assert observations.shape == (3, envs.setup.size)
    assert observations.dtype == np.int16
    assert masks.shape == (3, envs.setup.actions)
    assert masks.any(axis=1).all()
    assert (observations <= envs.setup.observation_high()).all()
    parts = envs.setup.split(observations)
    assert sum(part[0].size for part in parts.values()) == envs.setup.size


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    def played(seed: int) -> list[bytes]:
        envs = VectorEnv("covil", {"players": 2}, count=4, seed=seed, copy=True)
        rows = []
        for _ in range(60):
            envs.step(envs.sample())
            rows.append(envs.observations.tobytes() + envs.masks.tobytes())
        return rows

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_games_of_one_batch_differ() -> None:
    observations, _ = VectorEnv("smallworld", {"players": 3}, count=6).reset(1)
    assert len({row.tobytes() for row in observations}) > 4


@pytest.mark.parametrize(("game", "options"), FEW, ids=name)
def test_coins_as_rewards_add_up_to_the_score(game: str, options: dict[str, Any]) -> None:
    envs = VectorEnv(game, options | ({"turns": 2} if game == "smallworld" else {}), count=2, rewards="coins")
    start = np.array([[state.score(seat) for seat in range(envs.setup.seats)] for state in envs._batch.games])
    total = start.astype(float)
    for _ in range(4000):
        rewards, ended = envs.step_randomly()
        total += rewards
        if ended.over.any():
            k = int(np.flatnonzero(ended.over)[0])
            assert total[k].tolist() == ended.scores[k].tolist()
            return
    pytest.fail("no game ended")


def test_rewards_for_winning_add_up_to_nothing_and_come_at_the_end() -> None:
    envs, ends = VectorEnv("smallworld", {"players": 3, "turns": 1}, count=4), 0
    for _ in range(200):
        rewards, ended = envs.step_randomly()
        assert (rewards[~ended.over] == 0).all()
        assert np.allclose(rewards.sum(axis=1), 0)
        assert (rewards[ended.over].max(axis=1) > 0).all()
        ends += int(ended.over.sum())
    assert ends > 5


def test_an_action_that_is_not_legal_is_refused_and_nothing_happens() -> None:
    envs = VectorEnv("smallworld", {"players": 2}, count=2)
    before = envs.observations.copy()
    actions = envs.sample()
    actions[1] = int(np.flatnonzero(~envs.masks[1])[0])
    with pytest.raises(BadRequest, match="is not legal in game 1; nothing was done"):
        envs.step(actions)
    with pytest.raises(BadRequest, match="2 whole numbers"):
        envs.step([0.5, 1])
    with pytest.raises(BadRequest, match="2 whole numbers"):
        envs.step([0])
    assert (envs.observations == before).all()


def test_unknown_words_are_refused_in_one_line() -> None:
    with pytest.raises(BadRequest, match="no rewards 'gold'"):
        Setup("smallworld", {}, "gold")
    with pytest.raises(BadRequest, match="at least one game"):
        VectorEnv(count=0)
    with pytest.raises(BadRequest, match="no map"):
        VectorEnv("smallworld", {"map": "atlantis"})


def test_copies_stay_and_views_change() -> None:
    envs = VectorEnv("smallworld", {"players": 2}, count=1, copy=True)
    first = envs.observations
    kept = first.copy()
    for _ in range(30):
        envs.step(envs.sample())
    assert (first == kept).all()
    assert (envs.observations != kept).any()


@each_setup
def test_every_table_can_be_drawn(game: str, options: dict[str, Any]) -> None:
    setup = Setup(game, options)
    renderer, state, rng = BoardRenderer(setup.game, setup.options, setup.agents), setup.start.clone(), Rng(2)
    for k in range(60):
        resolve_chance(state, rng)
        if state.to_move == OVER:
            break
        if k % 20 == 0:
            assert "\x1b[" in renderer.text(state)
            assert renderer.svg(state).startswith("<svg")
            assert "http" not in renderer.svg(state).replace("http://www.w3.org/2000/svg", "")
        state.apply(state.nth_legal(rng.below(state.find_legal())))
    picture = renderer.pixels(state)
    assert picture.shape == (320, 480, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 4


def test_a_drawing_never_shows_what_the_seat_to_move_cannot_see() -> None:
    setup, rng = Setup("covil", {"players": 2}), Rng(4)
    renderer, state = BoardRenderer(setup.game, setup.options, setup.agents), setup.start.clone()
    for _ in range(40):
        resolve_chance(state, rng)
        if state.to_move == OVER:
            break
        world = state.resample(state.to_move, rng)
        assert renderer.text(state) == renderer.text(world)
        state.apply(state.nth_legal(rng.below(state.find_legal())))
    assert load("covil").name == "covil"
