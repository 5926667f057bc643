"""The agenda: what is still to be done, the next on top.

A task is one number: its kind and five arguments. Chance and seats are asked by tasks too, which stay on top until they
are answered; so the agenda alone says what follows an answer, however deep one thing interrupted another. When it is
empty, the seat whose afternoon turn it is decides.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.vocabulary import STACK
from hordes.engine.native import i64, mypyc_attr, vec
from hordes.engine.state import State

KINDS: Final = 64
ARGUMENT: Final = 2048
A_PLACE: Final = 64
B_PLACE: Final = 131072
C_PLACE: Final = 268435456
D_PLACE: Final = 549755813888
E_PLACE: Final = 1125899906842624


def kind_of(task: i64) -> i64:
    """What is to be done."""
    return task & 63


def arg_a(task: i64) -> i64:
    """The first argument."""
    return (task >> 6) & 2047


def arg_b(task: i64) -> i64:
    """The second argument."""
    return (task >> 17) & 2047


def arg_c(task: i64) -> i64:
    """The third argument."""
    return (task >> 28) & 2047


def arg_d(task: i64) -> i64:
    """The fourth argument."""
    return (task >> 39) & 2047


def arg_e(task: i64) -> i64:
    """The fifth argument."""
    return (task >> 50) & 2047


@mypyc_attr(acyclic=True)
class Agenda(State):
    """The open question's phase, and the stack of tasks."""

    phase: i64 = 0
    depth: i64 = 0
    stack: vec[i64]

    def ask(self, phase: i64, seat: i64) -> None:
        """The task on top waits for an answer of this seat."""
        self.phase = phase
        self.to_move = seat

    def push(self, kind: i64, a: i64, b: i64, c: i64) -> None:
        """Something to be done first."""
        if self.depth == STACK:
            raise RuntimeError("the agenda is full")
        self.stack[self.depth] = kind + A_PLACE * a + B_PLACE * b + C_PLACE * c
        self.depth += 1

    def push_word(self, task: i64) -> None:
        """Something to be done first, as one number."""
        self.push(0, 0, 0, 0)
        self.stack[self.depth - 1] = task

    def top(self) -> i64:
        """What is to be done next; nothing must not be asked for."""
        return self.stack[self.depth - 1]

    def pop(self) -> None:
        """The task on top is done."""
        self.depth -= 1

    def alter(self, kind: i64, a: i64, b: i64, c: i64) -> None:
        """The task on top becomes this one."""
        self.stack[self.depth - 1] = kind + A_PLACE * a + B_PLACE * b + C_PLACE * c
