"""Every game as a batch of games and as a drawing: what environments share. Needs NumPy only."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER
from hordes.engine.errors import BadRequest
from hordes.envs import Setup, VectorEnv
from hordes.envs.drawing import BoardRenderer
from hordes.envs.setup import REWARDS
from tests.generic.setups import NAMES, Table, every_table, few, tables

MOST_STEPS = 5000
"""Steps in which a game of any set-up ends."""


def legal_actions(envs: VectorEnv, k: int) -> set[int]:
    """The legal actions of a game, as its state has them."""
    return {int(envs.setup.encoder.action_of(move)) for move in envs._batch.games[k].legal()}


@every_table
def test_masks_and_observations_are_those_of_the_states(table: Table) -> None:
    envs = VectorEnv(table.name, table.options, count=3, seed=2)
    high, encoder = envs.setup.observation_high(), envs.setup.encoder
    for _ in range(45):
        for k in range(3):
            state = envs._batch.games[k]
            assert envs.to_move[k] == state.to_move >= 0
            assert set(np.flatnonzero(envs.masks[k]).tolist()) == legal_actions(envs, k)
            assert envs.observations[k].tolist() == encoder.observation(state, state.to_move)
            assert (envs.observations[k] <= high).all()
        assert all(int(envs.sample()[k]) in legal_actions(envs, k) for k in range(3))
        envs.step(envs.sample())


@every_table
def test_an_observation_is_its_parts(table: Table) -> None:
    envs = VectorEnv(table.name, table.options, count=2)
    parts = envs.setup.split(envs.observations)
    assert sum(part[0].size for part in parts.values()) == envs.setup.size
    assert len(envs.setup.agents) == table.complete["players"]
    for part in envs.setup.parts:
        assert (parts[part.name] <= part.most).all()


@pytest.mark.parametrize("rewards", REWARDS)
@few
def test_rewards_are_those_of_the_result_and_ended_games_begin_anew(table: Table, rewards: str) -> None:
    envs, ends, rng = VectorEnv(table.name, table.options, count=2, seed=3, rewards=rewards), 0, Rng(4)
    seats, least, most = envs.setup.seats, *envs.setup.reward_bounds()
    begun = [[state.score(seat) for seat in range(seats)] for state in envs._batch.games]
    total = np.zeros((2, seats)) if rewards != "coins" else np.array(begun, dtype=float)
    for _ in range(MOST_STEPS):
        before = [state.clone() for state in envs._batch.games]
        actions = [sorted(legal_actions(envs, k))[rng.below(len(legal_actions(envs, k)))] for k in range(2)]
        paid, ended = envs.step(np.array(actions))
        total += paid
        for k in np.flatnonzero(ended.over):
            scores = ended.scores[k].tolist()
            winners = [seat for seat in range(seats) if ended.shares[k, seat] > 0]
            if rewards == "coins":
                assert total[k].tolist() == scores
            else:
                assert total[k].tolist() == pytest.approx(envs.setup.payoffs({"scores": scores, "winners": winners}))
            if rewards == "win" and seats > 1:
                assert sum(total[k]) == pytest.approx(0)
            assert all(least <= reward <= most for reward in total[k])
            assert envs._batch.games[k] != before[k]
            assert envs.masks[k].any()
            total[k] = 0
            if rewards == "coins":
                total[k] = [envs._batch.games[k].score(seat) for seat in range(seats)]
            ends += 1
        if ends >= 3:
            return
    pytest.fail("no games ended")


@few
def test_the_same_seed_is_the_same_games_and_copies_go_on_alike(table: Table) -> None:
    def rows(envs: VectorEnv, steps: int) -> list[Any]:
        seen = []
        for _ in range(steps):
            paid, ended = envs.step(envs.sample())
            seen.append([paid.tolist(), ended.over.tolist(), envs.observations.tobytes(), envs.masks.tobytes()])
        return seen

    envs, same = (VectorEnv(table.name, table.options, count=3, seed=8) for _ in range(2))
    assert rows(envs, 40) == rows(same, 40)
    twins = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    after = rows(envs, 60)
    assert all(rows(twin, 60) == after for twin in twins)
    envs.reset(seed=8)
    same.reset(seed=8)
    assert rows(envs, 5) == rows(same, 5)


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_action_is_refused_and_nothing_is_done(name: str) -> None:
    envs = VectorEnv(name, count=2, seed=1)
    before = envs.observations.copy()
    actions = envs.sample()
    actions[1] = int(np.flatnonzero(~envs.masks[1])[0])
    with pytest.raises(BadRequest, match="is not legal in game 1; nothing was done"):
        envs.step(actions)
    actions[1] = envs.setup.actions + 5
    with pytest.raises(BadRequest, match="is not legal in game 1; nothing was done"):
        envs.step(actions)
    assert (envs.observations == before).all()


@few
def test_every_table_can_be_drawn_without_secrets(table: Table) -> None:
    setup = Setup(table.name, table.options)
    renderer, state, rng = BoardRenderer(setup.game, setup.options, setup.agents), setup.start.clone(), Rng(2)
    for _ in range(6):
        resolve_chance(state, rng)
        if state.to_move == OVER:
            break
        state.apply(state.nth_legal(rng.below(state.find_legal())))
    resolve_chance(state, rng)
    for draw in (renderer.text, renderer.svg):
        drawn = draw(state)
        assert drawn == draw(state.resample(max(0, int(state.to_move)), Rng(3)))
        assert drawn.strip()
    assert renderer.svg(state).startswith("<svg")
    picture = renderer.pixels(state)
    assert picture.shape == (320, 480, 3)
    assert picture.dtype == np.uint8


@pytest.mark.parametrize("name", NAMES)
def test_what_is_wrong_with_a_set_up_is_told(name: str) -> None:
    for arguments, why in (
        ({"options": {"colour": "red"}}, "There is no option"),
        ({"options": {"players": 99}}, "`players` is a"),
        ({"rewards": "gold"}, "no rewards 'gold'"),
        ({"count": 0}, "at least one game"),
    ):
        given: dict[str, Any] = arguments
        with pytest.raises(BadRequest, match=why):
            VectorEnv(name, **given)
    assert {table.name for table in tables()} == set(NAMES)
