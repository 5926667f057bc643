"""Stack of open questions: who decides what now, and which questions wait underneath."""

from __future__ import annotations

from hordes.engine.core.state import State
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec


@mypyc_attr(acyclic=True)
class QuestionStack(State):
    """The open question (`phase`, `to_move`, `subject`) and the stack of questions that it interrupted.

    Clones share the stack until one of them changes it (copy-on-write).
    """

    phase: i64 = 0  # kind of the open question
    subject: i64 = 0  # what it is about: a region, a race, a CHOICE code, or -1
    depth: i64 = 0  # number of interrupted questions
    frames: vec[i64]  # the interrupted questions, packed

    def ask(self, phase: i64, seat: i64) -> None:
        """Replace the open question."""
        self.phase = phase
        self.to_move = seat
        self.subject = -1

    def has_offers(self) -> bool:
        """Whether any move has been offered so far, while the legal moves are being listed."""
        return self.menu_end > 0

    def may_only(self, verb: i64) -> bool:
        """Whether a verb without a target is the only legal move."""
        self.find_legal()
        return self.menu_end == 2 and self.menu[0] == verb

    def push(self, phase: i64, seat: i64, subject: i64) -> None:
        """Interrupt the open question by another one; `pop` returns to it."""
        self.frames = self.frames[:]
        # One integer per question: phase in bits 0-4, seat + 2 in bits 5-8 (CHANCE and OVER are negative), subject + 1
        # above them.
        self.frames[self.depth] = self.phase + 32 * (self.to_move + 2) + 512 * (self.subject + 1)
        self.depth += 1
        self.phase = phase
        self.to_move = seat
        self.subject = subject

    def pop(self) -> None:
        """Return to the question underneath."""
        self.depth -= 1
        frame = self.frames[self.depth]
        self.frames = self.frames[:]
        self.frames[self.depth] = 0  # equal states have equal arrays, so nothing is left behind
        self.phase = frame & 31
        self.to_move = ((frame >> 5) & 15) - 2
        self.subject = (frame >> 9) - 1
