"""Beam search, tree search and evaluator: plans are legal and complete, values do not depend on hidden information."""

from __future__ import annotations

import pytest

from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, State
from hordes.engine.games import load
from hordes.search.beam import Beam
from hordes.search.rollout import best_rated, play_turns
from hordes.search.tree import SearchTree
from hordes.smallworld.ai.evaluator import SmallWorldEvaluator, learned_evaluator
from tests.bots.tables import SMALL, TWO, midway


def follow(state: State, moves: list[int], evaluator: Evaluator) -> State:
    """Play a plan with random chance."""
    played, rng, turn_id = state.clone(), Rng(1), evaluator.turn_id(state)
    for move in moves:
        while played.to_move == CHANCE:
            played.apply(played.nth_legal(rng.below(played.find_legal())))
        assert evaluator.turn_id(played) == turn_id
        assert played.is_legal(move)
        played.apply(move)
    return played


@pytest.mark.parametrize("decisions", [0, 9, 26, 41])
def test_plans_are_legal_and_lead_to_the_end_of_the_turn_or_to_a_die(decisions: int) -> None:
    state, evaluator = midway(decisions, decisions), learned_evaluator()
    turn_id = evaluator.turn_id(state)
    for plan in Beam(evaluator, Rng(1), 3, 4).plan(state, 6):
        after = follow(state, list(plan.moves), evaluator)
        others = after.to_move not in (CHANCE, state.to_move)
        assert after.to_move == CHANCE or others or evaluator.turn_id(after) != turn_id


def test_plans_come_best_first_and_most_combos_have_one() -> None:
    state = midway(2, 0)
    plans = Beam(learned_evaluator(), Rng(1), 3, 4).plan(state, 10)
    values = [int(plan.value) for plan in plans]
    assert values == sorted(values, reverse=True)
    assert len({plan.moves[0] for plan in plans}) >= 5


def test_planning_and_searching_do_not_change_the_state() -> None:
    state, evaluator = midway(7, 20), learned_evaluator()
    before = state.clone()
    tree = SearchTree(evaluator, 5)
    tree.prepare(state)
    for k in range(10):
        tree.simulate(state.resample(state.to_move, Rng(k)))
    assert state == before
    assert tree.simulations == sum(tree.root.visit_counts) == 10


def test_hidden_points_cancel_out_of_the_values_of_plans() -> None:
    state, evaluator = midway(7, 20), learned_evaluator()
    seat = state.to_move
    values = []
    for k in range(3):
        tree = SearchTree(evaluator, 5)
        tree.prepare(state.resample(seat, Rng(k)))
        values.append([int(plan.value) for plan in tree.root.plans])
    assert max(abs(a - b) for other in values[1:] for a, b in zip(values[0], other, strict=True)) <= 2


def test_a_die_splits_the_tree_and_a_draw_does_not() -> None:
    """A plan that ends with a die has a child for each result that occurred; any other plan has one."""
    evaluator = learned_evaluator()
    for seed in range(60):
        state = midway(seed, 14, TWO)
        tree = SearchTree(evaluator, 3)
        tree.expand_after = 1
        tree.prepare(state)
        gambles = [k for k, plan in enumerate(tree.root.plans) if " with die" in state.describe(plan.moves[-1])]
        if not gambles:
            continue
        tree.root.plans = [tree.root.plans[gambles[0]]]
        tree.root.expand(tree.root.plans, tree.prior_visits)
        for k in range(30):
            tree.simulate(state.resample(state.to_move, Rng(k)))
        assert len({key % 4096 for key in tree.root.children}) > 1
        return
    pytest.fail("no position with a gamble was found")


def test_a_move_can_be_added_to_the_root() -> None:
    state, evaluator = midway(7, 0), learned_evaluator()
    tree = SearchTree(evaluator, 5)
    tree.width = tree.branching = tree.most_plans = 1
    tree.prepare(state)
    rare = next(move for move in state.legal() if all(plan.moves[0] != move for plan in tree.root.plans))
    tree.ensure_root_move(state, rare)
    assert any(plan.moves[0] == rare for plan in tree.root.plans)


def test_ratings_decline_a_spent_race_and_never_in_the_last_turn() -> None:
    evaluator = learned_evaluator()
    declined = [turn for turn in range(2, 11) if _declines(evaluator, Rng(3), turn)]
    assert declined
    assert 10 not in declined


def _declines(evaluator: SmallWorldEvaluator, rng: Rng, turn: int) -> bool:
    """Whether the best-rated move is to decline, in a game of best-rated moves up to that turn."""
    state = load("smallworld").new({"players": 2})
    play_turns(state, evaluator, rng, 0, 1)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(state.nth_legal(rng.below(state.find_legal())))
            continue
        move = best_rated(state, evaluator, rng, 0)
        if state.describe(move) == "decline" and state.view(0)["turn"] == turn:
            return True
        state.apply(move)
    return False


def test_a_game_without_an_evaluator_of_its_own_can_be_searched() -> None:
    state, evaluator = midway(1, 6, SMALL), Evaluator()
    seat = state.to_move
    assert evaluator.margin(state, seat) == evaluator.mid_turn_value(state, seat)
    assert best_rated(state, evaluator, Rng(1), 0) in state.legal()


def test_the_margins_of_two_seats_are_opposite() -> None:
    evaluator = learned_evaluator()
    state = midway(4, 25, TWO)
    while evaluator.turn_id(state) == evaluator.turn_id(midway(4, 25, TWO)) and state.to_move != OVER:
        state.apply(state.nth_legal(0) if state.find_legal() else 0)
    assert abs(int(evaluator.margin(state, 0)) + int(evaluator.margin(state, 1))) <= 1
