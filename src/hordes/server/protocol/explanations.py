"""Wire structs of messages for people: translatable sentences with costs, error responses, explanations of moves."""

from __future__ import annotations

from typing import Any

from msgspec import field

from hordes.server.protocol.base import Ply, Wire


class Part(Wire):
    """One amount of a cost: the id of the piece or rule that adds or deducts it, and its English name."""

    amount: int
    source: str
    name: str


class Cost(Wire):
    """The cost of a move part by part, as the rules add it up, and what is available."""

    total: int
    have: int
    parts: list[Part]


class Sentence(Wire):
    """A translatable message: its key, the data to fill in, and the cost it is about."""

    key: str
    data: dict[str, Any] = field(default_factory=dict)
    cost: Cost | None = None


class Refused(Wire):
    """Error response: code, message, and the message for translation."""

    code: str
    message: str
    said: Sentence | None = None


class MoveAnswer(Wire):
    """What a move would cost or gain, or why it is illegal now."""

    text: str
    legal: bool
    message: str
    said: Sentence | None = None


class Answers(Wire):
    """Explanations of moves in the position after `ply`."""

    ply: Ply
    answers: list[MoveAnswer]
