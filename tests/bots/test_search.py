"""Beam, tree and judge: plans are legal and whole, values do not hang on what nobody can know."""

from __future__ import annotations

import pytest

from hordes.engine.games import load
from hordes.engine.judge import Judge
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, State
from hordes.search.beam import Beam
from hordes.search.quick import best_rated, play_turns
from hordes.search.tree import Tree
from hordes.smallworld.judge import SmallWorldJudge, learnt_judge
from tests.bots.tables import SMALL, TWO, midway


def follow(state: State, moves: list[int], judge: Judge) -> State:
    """Play a plan, chance as it falls."""
    played, rng, stage = state.clone(), Rng(1), judge.stage(state)
    for move in moves:
        while played.to_move == CHANCE:
            played.apply(played.nth_legal(rng.below(played.find_legal())))
        assert judge.stage(played) == stage
        assert played.is_legal(move)
        played.apply(move)
    return played


@pytest.mark.parametrize("decisions", [0, 9, 26, 41])
def test_plans_are_legal_and_lead_to_the_end_of_the_turn_or_to_a_die(decisions: int) -> None:
    state, judge = midway(decisions, decisions), learnt_judge()
    stage = judge.stage(state)
    for plan in Beam(judge, Rng(1), 3, 4).plan(state, 6):
        after = follow(state, list(plan.moves), judge)
        others = after.to_move not in (CHANCE, state.to_move)
        assert after.to_move == CHANCE or others or judge.stage(after) != stage


def test_plans_come_best_first_and_every_combo_has_a_claim() -> None:
    state = midway(2, 0)
    plans = Beam(learnt_judge(), Rng(1), 3, 4).plan(state, 10)
    values = [int(plan.value) for plan in plans]
    assert values == sorted(values, reverse=True)
    assert len({plan.moves[0] for plan in plans}) >= 5


def test_the_state_is_not_touched_by_planning_and_searching() -> None:
    state, judge = midway(7, 20), learnt_judge()
    before = state.clone()
    tree = Tree(judge, 5)
    tree.prepare(state)
    for k in range(10):
        tree.simulate(state.resample(state.to_move, Rng(k)))
    assert state == before
    assert tree.done == sum(tree.root.tried) == 10


def test_points_on_the_table_drop_out_of_the_values_of_plans() -> None:
    state, judge = midway(7, 20), learnt_judge()
    seat = state.to_move
    values = []
    for k in range(3):
        tree = Tree(judge, 5)
        tree.prepare(state.resample(seat, Rng(k)))
        values.append([int(plan.value) for plan in tree.root.plans])
    assert max(abs(a - b) for other in values[1:] for a, b in zip(values[0], other, strict=True)) <= 2


def test_a_die_splits_the_tree_and_a_draw_does_not() -> None:
    """A plan that ends with a die has a child for each result that came up; any other plan has one."""
    judge = learnt_judge()
    for seed in range(60):
        state = midway(seed, 14, TWO)
        tree = Tree(judge, 3)
        tree.patience = 1
        tree.prepare(state)
        gambles = [k for k, plan in enumerate(tree.root.plans) if " with die" in state.describe(plan.moves[-1])]
        if not gambles:
            continue
        tree.root.plans = [tree.root.plans[gambles[0]]]
        tree.root.expand(tree.root.plans, tree.trust)
        for k in range(30):
            tree.simulate(state.resample(state.to_move, Rng(k)))
        assert len({key % 4096 for key in tree.root.children}) > 1
        return
    pytest.fail("no position with a gamble was found")


def test_a_considered_move_is_weighed() -> None:
    state, judge = midway(7, 0), learnt_judge()
    tree = Tree(judge, 5)
    tree.width = tree.branching = tree.most_plans = 1
    tree.prepare(state)
    rare = next(move for move in state.legal() if all(plan.moves[0] != move for plan in tree.root.plans))
    tree.consider(state, rare)
    assert any(plan.moves[0] == rare for plan in tree.root.plans)


def test_instinct_declines_a_spent_race_and_never_in_the_last_turn() -> None:
    judge = learnt_judge()
    declined = [turn for turn in range(2, 11) if _declines(judge, Rng(3), turn)]
    assert declined
    assert 10 not in declined


def _declines(judge: SmallWorldJudge, rng: Rng, turn: int) -> bool:
    """Would instinct decline, in a game played by instinct up to that turn?"""
    state = load("smallworld").new({"players": 2})
    play_turns(state, judge, rng, 0, 1)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(state.nth_legal(rng.below(state.find_legal())))
            continue
        move = best_rated(state, judge, rng, 0)
        if state.describe(move) == "decline" and state.view(0)["turn"] == turn:
            return True
        state.apply(move)
    return False


def test_a_game_without_a_judge_of_its_own_can_be_searched() -> None:
    state, judge = midway(1, 6, SMALL), Judge()
    seat = state.to_move
    assert judge.margin(state, seat) == judge.promise(state, seat)
    assert best_rated(state, judge, Rng(1), 0) in state.legal()


def test_the_margins_of_two_seats_are_opposite() -> None:
    judge = learnt_judge()
    state = midway(4, 25, TWO)
    while judge.stage(state) == judge.stage(midway(4, 25, TWO)) and state.to_move != OVER:
        state.apply(state.nth_legal(0) if state.find_legal() else 0)
    assert abs(int(judge.margin(state, 0)) + int(judge.margin(state, 1))) <= 1
