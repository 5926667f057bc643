"""The task stack: what is still to be done, the next task on top.

Decisions of seats and of chance are tasks too and stay on top until they are answered, so the stack alone determines
what follows an answer, however deep interruptions are nested. When it is empty, the seat whose afternoon turn it is
decides. `tasks` has the kinds of tasks and their arguments.
"""

from __future__ import annotations

from hordes.covil.state.constants import STACK_SIZE
from hordes.engine.core.state import State
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec


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

    def push(self, task: i64) -> None:
        """Put a task on top: it is done before all others."""
        if self.depth == STACK_SIZE:
            raise RuntimeError("the task stack is full")
        self.stack[self.depth] = task
        self.depth += 1

    def top(self) -> i64:
        """The task on top; the stack must not be empty."""
        return self.stack[self.depth - 1]

    def pop(self) -> None:
        """Remove the task on top."""
        self.depth -= 1

    def replace_top(self, task: i64) -> None:
        """Put this task in place of the one on top."""
        self.stack[self.depth - 1] = task
