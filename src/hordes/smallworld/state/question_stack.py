"""Stack of questions: who decides what now, and what is asked next."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import BITS_PER_SET
from hordes.engine.core.state import CHANCE, State
from hordes.engine.errors import PieceError
from hordes.engine.mypyc_compat import i64, mypyc_attr
from hordes.smallworld.state.constants import START
from hordes.smallworld.state.questions import NO_QUESTION, Question

LEFT_BY_CONQUEST: Final = 5
"""Most questions that one conquest leaves: a sacrifice, the kind of token lost, the roll for it, a marker, and Bony."""
MAX_WAITING: Final = LEFT_BY_CONQUEST * BITS_PER_SET + 2
"""Most questions that wait at once: a custom piece may conquer every region of the map in one move."""
NONE_WAIT: Final[list[Question]] = []


@mypyc_attr(acyclic=True)
class QuestionStack(State):
    """The open question (`phase`, `to_move`, `question`), and the stack of questions that are asked next.

    A turn asks one question after the other: `ask` replaces the turn's own question. Another one can interrupt it at
    the end of a move (`open`); what a conquest leaves is pushed while the move is carried out, and when it is complete
    `interrupts.open_next` opens the question on top. Once one is answered (`close`) the turn's own question is open
    again while the answer is carried out, then the next one is opened, until none is left. Between two moves questions
    wait only below an open one that interrupts the turn too.
    """

    def __init__(self, o: QuestionStack | None = None) -> None:
        super().__init__()
        if o is not None:
            self.to_move = o.to_move
        # Phase of the open question.
        self.phase: i64 = i64(START) if o is None else o.phase
        # The open question if it interrupts the turn, else NO_QUESTION.
        self.question: Question = NO_QUESTION if o is None else o.question
        # Phase of the turn's own question, also while another one is open, and who answers it.
        self.turn_phase: i64 = i64(START) if o is None else o.turn_phase
        self.turn_to_move: i64 = i64(CHANCE) if o is None else o.turn_to_move
        # Questions that are asked next, the last one first; replaced, never changed in place.
        self.waiting: list[Question] = NONE_WAIT if o is None else o.waiting

    def ask(self, phase: i64, seat: i64) -> None:
        """Replace the turn's own question."""
        self.phase = self.turn_phase = phase
        self.to_move = self.turn_to_move = seat
        self.question = NO_QUESTION

    def push(self, question: Question) -> None:
        """Let a question be asked when the present move is complete, before those that were pushed earlier."""
        if len(self.waiting) >= MAX_WAITING:
            raise PieceError(f"More than {MAX_WAITING} questions wait for an answer: a piece asks without end.")
        self.waiting = [*self.waiting, question]

    def take_next(self) -> Question:
        """Remove and return the question on top of those that wait."""
        question = self.waiting[-1]
        self.waiting = self.waiting[:-1]
        return question

    def open(self, question: Question) -> None:
        """Interrupt the turn by a question, at the end of a move."""
        if self.question is not NO_QUESTION:
            raise PieceError("A question was asked while another one is open: use `push`, which lets it wait.")
        self.question = question
        self.phase = question.phase
        self.to_move = question.seat

    def close(self) -> Question:
        """The open question has been answered: return it, and to the turn's own."""
        question = self.question
        self.question = NO_QUESTION
        self.phase = self.turn_phase
        self.to_move = self.turn_to_move
        return question

    def withdraw(self, kind: i64, race: i64) -> None:
        """Remove the waiting questions of a kind about a race."""
        self.waiting = [question for question in self.waiting if question.kind != kind or question.race != race]

    def waits(self, kind: i64) -> bool:
        """Whether a question of this kind waits."""
        return kind in [question.kind for question in self.waiting]

    def has_offers(self) -> bool:
        """Whether any move has been offered so far, while the legal moves are being listed."""
        return self.menu_end > 0

    def may_only(self, verb: i64) -> bool:
        """Whether a verb without a target is the only legal move."""
        self.find_legal()
        return self.menu_end == 2 and self.menu[0] == verb
