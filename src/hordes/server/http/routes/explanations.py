"""Explanations of moves before they are made: what a legal move costs or gains, or why a move is illegal."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get
from litestar.params import QueryParameter

from hordes.engine.core.state import State
from hordes.engine.errors import Refusal, translatable
from hordes.server.auth.tokens import Forbidden
from hordes.server.http.routes.common import ERROR_RESPONSES, TableIdPath, visible_table
from hordes.server.http.rule_messages import sentence_of
from hordes.server.protocol.explanations import Answers, MoveAnswer

MAX_TEXTS = 120
"""Most moves in one request."""
OPERATION = "ApiTablesTableIdWhyWhy"
"""The id by which clients generated from the OpenAPI document call this."""
Texts = Annotated[list[str], QueryParameter(min_items=1, max_items=MAX_TEXTS)]


def explain_move(state: State, text: str) -> MoveAnswer:
    """What a legal move would cost or gain, else the rule that forbids it."""
    try:
        if state.is_legal(state.parse(text)):
            explanation = state.explanation(text)
            return MoveAnswer(text, True, str(explanation), sentence_of(explanation))
        state.clone().play(text)
    except Refusal as refusal:
        return MoveAnswer(text, False, str(refusal), sentence_of(refusal.message))
    return MoveAnswer(text, True, "")


@get("/tables/{table_id:str}/why", responses=ERROR_RESPONSES, operation_id=OPERATION, summary="Why")
async def explain_moves(request: Request[Any, Any, Any], table_id: TableIdPath, text: Texts) -> Answers:
    """Explain moves of the seat that decides now; only its owner may ask, since numbers may be secret."""
    table, held = await visible_table(request, table_id)
    if table.game_log.to_move not in held:
        raise Forbidden(translatable("not_decider", "Only whoever decides now can ask about moves."))
    return Answers(table.game_log.ply, [explain_move(table.game_log.state, move_text[:200]) for move_text in text])


HANDLERS = [explain_moves]
