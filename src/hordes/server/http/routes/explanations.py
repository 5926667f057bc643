"""Explanations of moves before they are made: what a legal move costs or gains, or why a move is illegal."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.params import QueryParameter

from hordes.engine.core.state import State
from hordes.engine.errors import BadRequest, Refusal, translatable
from hordes.server.auth.tokens import Forbidden
from hordes.server.http.routes.common import ERROR_RESPONSES, TableIdPath, visible_table
from hordes.server.http.rule_messages import sentence_of
from hordes.server.protocol.explanations import Answers, MoveAnswer

MAX_TEXTS = 120
"""Most moves in one request."""
OPERATION = "ApiTablesTableIdWhyWhy"
"""The id by which clients generated from the OpenAPI document call this."""
Texts = Annotated[list[str] | None, QueryParameter(max_items=MAX_TEXTS)]
Moves = Annotated[list[str] | None, QueryParameter(max_items=MAX_TEXTS)]
MAX_LENGTH = 200
"""Longest text of a move; moves as data may be three times as long."""


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


def move_text(state: State, move: str) -> str:
    """The text of a move that is given as data, as `State.move_data` describes legal ones."""
    try:
        data = msgspec.json.decode(move[: 3 * MAX_LENGTH], type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise BadRequest(f"`move` is a move as JSON data: {error}") from None
    return state.move_text(data)


@get("/tables/{table_id:str}/why", responses=ERROR_RESPONSES, operation_id=OPERATION, summary="Why")
async def explain_moves(
    request: Request[Any, Any, Any], table_id: TableIdPath, text: Texts = None, move: Moves = None
) -> Answers:
    """Explain moves of the seat that decides now; only its owner may ask, since numbers may be secret.

    They are given as texts or as JSON data, legal or not; the answers come in this order.
    """
    table, held = await visible_table(request, table_id)
    if table.game_log.to_move not in held:
        raise Forbidden(translatable("not_decider", "Only whoever decides now can ask about moves."))
    state = table.game_log.state
    texts = [given[:MAX_LENGTH] for given in text or []] + [move_text(state, data) for data in move or []]
    return Answers(table.game_log.ply, [explain_move(state, one) for one in texts])


HANDLERS = [explain_moves]
