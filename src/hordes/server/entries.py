"""The lines of a table's log. A game is its log: nothing else is stored of what was played.

A line is a seat's move together with what chance answered, or something a table does: undo, resign, a bot that sits
in. Undo does not erase; it is a line too. So a line, once acknowledged, stays, and its number, the ply, never means
another.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

TABLE = -1
"""The seat of a line that no seat has written."""


class Body(Struct, omit_defaults=True):
    """What a line says."""


class Start(Body, tag="start"):
    """The game begins: chance's first answers, or the moves of the record that is gone on with."""

    moves: list[str]


class Moved(Body, tag="move"):
    """A seat's move, and chance's answers to it. `bot` when a bot made it."""

    moves: list[str]
    bot: bool = False


class Undone(Body, tag="undo"):
    """Back to where so many moves of the record had been made."""

    to: int


class Asked(Body, tag="ask"):
    """A seat asks all others to go back to where so many moves had been made."""

    to: int


class Answered(Body, tag="answer"):
    """A seat agrees to that, or not."""

    agree: bool


class Resigned(Body, tag="resign"):
    """A seat gives up; a bot plays on for it if others do."""


class Away(Body, tag="away"):
    """A bot sits in for an owner whose time ran out."""


class Returned(Body, tag="back"):
    """The owner is back."""


class Paused(Body, tag="pause"):
    """The server was down from `began` to `ended` (epoch, ms): no clock is charged for it."""

    began: int
    ended: int


AnyBody = Start | Moved | Undone | Asked | Answered | Resigned | Away | Returned | Paused


class Entry(Struct, frozen=True):
    """A line of the log: its number, who wrote it, what it says, when (epoch, ms), and the client's own word for it."""

    ply: int
    seat: int
    body: AnyBody
    at: int
    ref: str | None = None


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyBody] = msgspec.json.Decoder(AnyBody)


def write(body: AnyBody) -> str:
    """A body as the database keeps it.

    >>> write(Moved(["conquer 5", "rolled 2"]))
    '{"type":"move","moves":["conquer 5","rolled 2"]}'
    """
    return _encoder.encode(body).decode()


def read(text: str) -> AnyBody:
    """The reverse of `write`."""
    return _decoder.decode(text)
