"""Combats that are only imagined follow the same rules as the table's, and change nothing at the table."""

from collections.abc import Iterator
from typing import Any

import pytest

from hordes.covil.rules import combat_totals
from hordes.covil.state import moves
from hordes.covil.state.constants import MELEE, RANGED, TROOPS
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, TARGETS
from hordes.engine.games import load

FIELDS = "attack_kind attacker target bonus is_free_attack target_stood target_besieged weapon_slot defending_slots"


def states(options: dict[str, Any], games: int) -> Iterator[Any]:
    """Every position of some random games in which a seat decides."""
    for seed in range(games):
        state, rng = load("covil").new(options), Rng(seed)
        while state.to_move != OVER:
            if state.to_move != CHANCE:
                yield state
            state.apply(state.nth_legal(rng.below(state.find_legal())))


def attacks(state: Any) -> Iterator[tuple[int, int, int, int]]:
    """Move, kind, troop and target of the attacks that may be declared as an action."""
    for move in state.legal():
        verb, target = divmod(move, TARGETS)
        if state.phase_name() == "afternoon" and moves.MELEE <= verb < moves.EXHAUST:
            kind, base = (MELEE, moves.MELEE) if verb < moves.RANGED else (RANGED, moves.RANGED)
            yield move, kind, state.to_move * TROOPS + verb - base, target


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, {"players": 1, "dummies": 2}])
def test_an_imagined_attack_is_the_one_that_would_be_declared(options: dict[str, Any]) -> None:
    checked = 0
    for state in states(options, 4):
        for move, kind, troop, target in attacks(state):
            imagined = combat_totals.declared_combat(state, kind, troop, target, 0, False)
            declared = state.clone()
            declared.apply(move)
            for name in FIELDS.split():
                assert getattr(imagined, name) == getattr(declared.combat, name), name
            checked += 1
    assert checked > 50


def test_the_strength_with_a_minion_is_that_of_the_attack_for_which_it_is_exhausted() -> None:
    checked = 0
    for state in states({"players": 3}, 4):
        for move in state.legal():
            if move // TARGETS != moves.EXHAUST:
                continue
            expected = combat_totals.strength_with(state, state.combat, move % TARGETS)
            attacked = state.clone()
            attacked.sink = []
            attacked.apply(move)
            announced = [event["strength"] for event in attacked.sink if event["type"] == "attacked"]
            assert announced == [expected]
            checked += 1
    assert checked > 50


def test_ratings_change_nothing_at_the_table() -> None:
    evaluator = load("covil").evaluator()
    fighting = 0
    for state in states({"players": 3}, 3):
        before, combat = state.dump(), state.combat
        evaluator.prepare_ratings(state)
        for move in state.legal():
            evaluator.rate(state, move)
        assert state.dump() == before
        assert state.combat is combat
        fighting += combat.attack_kind != 0
    assert fighting > 20
