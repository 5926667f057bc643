"""The task stack: what is still to be done, the next task on top.

A task is one integer with its kind and five arguments. Decisions of seats and of chance are tasks too and stay on top
until they are answered, so the stack alone determines what follows an answer, however deep interruptions are nested.
When it is empty, the seat whose afternoon turn it is decides.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.state.constants import STACK_SIZE
from hordes.engine.core.state import State
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec

# A packed task: 6 bits for the kind, then five arguments of 11 bits each. The units are powers of two to multiply by,
# since mypyc miscompiles shifts by a variable amount.
KINDS: Final = 64
ARGUMENT: Final = 2048
A_UNIT: Final = 64
B_UNIT: Final = 131072
C_UNIT: Final = 268435456
D_UNIT: Final = 549755813888
E_UNIT: Final = 1125899906842624


def task_kind(task: i64) -> i64:
    """The kind of a packed task."""
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
class TaskStack(State):
    """The phase of the open decision, and the stack of packed tasks."""

    phase: i64 = 0
    depth: i64 = 0
    stack: vec[i64]

    def ask(self, phase: i64, seat: i64) -> None:
        """Wait for a decision of this seat, or of chance, about the task on top."""
        self.phase = phase
        self.to_move = seat

    def push(self, kind: i64, a: i64, b: i64, c: i64) -> None:
        """Put a task on top: it is done before all others."""
        if self.depth == STACK_SIZE:
            raise RuntimeError("the task stack is full")
        self.stack[self.depth] = kind + A_UNIT * a + B_UNIT * b + C_UNIT * c
        self.depth += 1

    def push_packed(self, task: i64) -> None:
        """Put a packed task on top."""
        self.push(0, 0, 0, 0)
        self.stack[self.depth - 1] = task

    def top(self) -> i64:
        """The task on top; the stack must not be empty."""
        return self.stack[self.depth - 1]

    def pop(self) -> None:
        """Remove the task on top."""
        self.depth -= 1

    def replace_top(self, kind: i64, a: i64, b: i64, c: i64) -> None:
        """Put this task in place of the one on top."""
        self.stack[self.depth - 1] = kind + A_UNIT * a + B_UNIT * b + C_UNIT * c
