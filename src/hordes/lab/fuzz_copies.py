"""The fuzzer's check of copies: a copy is the same state when it answers the same, now and after some moves.

Dumps alone cannot tell: those of a game from another package are made of its positions, so that what a position
forgets is missing from both.
"""

from __future__ import annotations

from typing import Any

from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, PUBLIC, State
from hordes.lab.fuzz_checks import InvariantViolated, expect, expect_same

MOVES_PLAYED = 4
"""Moves that are made both on a state and on its copy."""


def check_answers(state: State, copy: State, what: str) -> None:
    """The cheap part of the comparison: moves, scores and the result."""
    if copy.to_move != state.to_move:
        raise InvariantViolated(f"{what}: another seat is to move, {copy.to_move} and not {state.to_move}")
    moves, others = state.legal_texts(), copy.legal_texts()
    if moves != others:
        changed = sorted(set(moves) ^ set(others))
        raise InvariantViolated(f"{what}: other moves are legal ({', '.join(changed)})")
    expect(state.chance_outcomes() == copy.chance_outcomes(), f"{what}: chance has other probabilities")
    for seat in range(int(state.seats())):
        expect(state.score(seat) == copy.score(seat), f"{what}: seat {seat} has another score")
    expect_same(state.result(), copy.result(), f"{what}: the result is another one")
    expect(state.phase_name() == copy.phase_name(), f"{what}: the phase has another name")


def check_shown(state: State, copy: State, what: str) -> None:
    """What every seat, and the public, is shown."""
    expect_same(state.position(), copy.position(), f"{what}: its position is another one")
    for seat in (*range(int(state.seats())), PUBLIC):
        who = "the public" if seat == PUBLIC else f"seat {seat}"
        expect_same(state.page_view(seat), copy.page_view(seat), f"{what}: {who} sees something else")
    expect_same(state.public_summary(), copy.public_summary(), f"{what}: its summary is another one")


def check_copy(state: State, copy: State, what: str, rng: Rng) -> None:
    """Both answer the same, now and while the same moves are made on them; neither is the state of a game."""
    check_answers(state, copy, what)
    check_shown(state, copy, what)
    for number in range(MOVES_PLAYED):
        if state.to_move == OVER:
            return
        text = state.describe(random_move(state, rng))
        told, others = list[dict[str, Any]](), list[dict[str, Any]]()
        state.sink, copy.sink = told, others
        state.play(text)
        copy.play(text)
        later = f"{what}, which shows {number + 1} {'move' if number == 0 else 'moves'} later"
        check_answers(state, copy, later)
        check_shown(state, copy, later)
        expect(told == others, f"{later}: `{text}` is followed by other events")
