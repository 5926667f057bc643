"""Frames: who decides what, and what is waiting underneath."""

from __future__ import annotations

from hordes.engine.native import i64, mypyc_attr, vec
from hordes.engine.state import State


@mypyc_attr(acyclic=True)
class Frames(State):
    """The open question, and the questions that it interrupts. Clones share the stack until one of them changes it."""

    phase: i64 = 0
    subject: i64 = 0
    depth: i64 = 0
    frames: vec[i64]

    def ask(self, phase: i64, seat: i64) -> None:
        """The open question is now this one."""
        self.phase = phase
        self.to_move = seat
        self.subject = -1

    def push(self, phase: i64, seat: i64, subject: i64) -> None:
        """Ask something else first; `pop` comes back to the question that was open."""
        self.frames = self.frames[:]
        self.frames[self.depth] = self.phase + 32 * (self.to_move + 2) + 512 * (self.subject + 1)
        self.depth += 1
        self.phase = phase
        self.to_move = seat
        self.subject = subject

    def pop(self) -> None:
        """Back to the question underneath."""
        self.depth -= 1
        frame = self.frames[self.depth]
        self.frames = self.frames[:]
        self.frames[self.depth] = 0
        self.phase = frame & 31
        self.to_move = ((frame >> 5) & 15) - 2
        self.subject = (frame >> 9) - 1
