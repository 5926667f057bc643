"""Wire structs of messages for people: translatable sentences with costs, error responses, explanations of moves."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from hordes.server.protocol.base import MoveText, Ply, Prose, Wire


class Part(Wire):
    """One amount of a cost: the id of the piece or rule that adds or deducts it, and its English name."""

    amount: int
    source: str
    name: Prose


class Cost(Wire):
    """The cost of a move part by part, as the rules add it up, and what is available."""

    total: int
    have: int
    parts: list[Part]


class Thing(Wire):
    """Something that a message names; `name` is English, for what has no translation.

    Kinds are `piece` (an id of the glossary), `region` (of the board), `troop` and `fortress` (with their owner's
    seat), and `word`, a word or phrase of the rules.
    """

    kind: Literal["piece", "region", "troop", "fortress", "word"]
    id: str
    name: Prose
    seat: int | None = None


class Sentence(Wire):
    """A translatable message: its key, the data to fill in, and the cost it is about.

    A number may be a seat (`seat`), a text is quoted as it was given.
    """

    key: str
    data: dict[str, int | Prose | Thing | list[Thing]] = field(default_factory=dict)
    cost: Cost | None = None


class Refused(Wire):
    """Error response: code, message, and the message for translation."""

    code: str
    message: Prose
    said: Sentence | None = None


class MoveAnswer(Wire):
    """What a move would cost or gain, or why it is illegal now."""

    text: MoveText
    legal: bool
    message: Prose
    said: Sentence | None = None


class Answers(Wire):
    """Explanations of moves in the position after `ply`."""

    ply: Ply
    answers: list[MoveAnswer]
