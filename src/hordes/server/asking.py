"""What would it cost, and why can't I? Answers about moves before they are made, in the words of the rules."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get
from litestar.params import QueryParameter

from hordes.engine.errors import Refusal, said
from hordes.engine.state import State
from hordes.server.routes import PROBLEMS, Id, found
from hordes.server.sentences import sentence_of
from hordes.server.tokens import Forbidden
from hordes.server.wire import Answers, MoveAnswer

MOST = 120
"""Moves that one question may be about."""
Texts = Annotated[list[str], QueryParameter(min_items=1, max_items=MOST)]


def answer(state: State, text: str) -> MoveAnswer:
    """What a move would cost or bring where it is legal, else the rule that forbids it."""
    try:
        if state.is_legal(state.parse(text)):
            told = state.explanation(text)
            return MoveAnswer(text, True, str(told), sentence_of(told))
        state.clone().play(text)
    except Refusal as refusal:
        return MoveAnswer(text, False, str(refusal), sentence_of(refusal.saying))
    return MoveAnswer(text, True, "")


@get("/api/tables/{table_id:str}/why", responses=PROBLEMS)
async def why(request: Request[Any, Any, Any], table_id: Id, text: Texts) -> Answers:
    """About moves of the seat that decides now: only its owner may ask, since numbers may be secret."""
    table, held = await found(request, table_id)
    if table.course.to_move not in held:
        raise Forbidden(said("not_decider", "Only whoever decides now can ask about moves."))
    return Answers(table.course.ply, [answer(table.course.state, word[:200]) for word in text])
