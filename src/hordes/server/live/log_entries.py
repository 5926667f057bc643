"""Entries of a table's log, the only thing stored of what was played.

An entry is a seat's move together with the chance outcomes that follow it, or an action such as undo, resign or a bot
taking over. The log is append-only: an undo is an entry too, so an acknowledged entry stays and its number, the ply,
never refers to another.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

TABLE_SEAT = -1
"""Seat number of entries written by the table itself, not by a seat."""


class Body(Struct, omit_defaults=True):
    """Base of entry bodies; the tag is stored in the database."""


class Start(Body, tag="start"):
    """Start of the game: the first chance outcomes, or the moves of the record that is continued.

    `commitment` is the hash of the secret from which all outcomes of chance are derived, where they are
    (`engine/fair_dice.py`).
    """

    moves: list[str]
    commitment: str | None = None


class Contributed(Body, tag="contribute"):
    """Before the start: a seat's contribution to the dice; `TABLE_SEAT` is whoever made the table without sitting."""

    text: str


class Moved(Body, tag="move"):
    """A seat's move and the chance outcomes that follow it. `bot` when a bot made it."""

    moves: list[str]
    bot: bool = False


class Undone(Body, tag="undo"):
    """Rewind to where `to` moves of the record had been made."""

    to: int


class UndoRequested(Body, tag="ask"):
    """A seat asks all others to rewind to where `to` moves had been made."""

    to: int


class UndoAnswered(Body, tag="answer"):
    """A seat's answer to the open undo request."""

    agree: bool


class Resigned(Body, tag="resign"):
    """A seat resigns; a bot plays on for it while others play."""


class RemovalVoted(Body, tag="remove"):
    """A seat's vote that seat `target` be removed, or the withdrawal of it."""

    target: int
    agree: bool


class Aborted(Body, tag="abort"):
    """The game ends without a winner and without ratings."""


class Away(Body, tag="away"):
    """A bot takes over for an owner whose time ran out."""


class Returned(Body, tag="back"):
    """The owner takes the seat back from the bot."""


class Paused(Body, tag="pause"):
    """The server was down from `began` to `ended` (epoch, ms): no clock is charged for it."""

    began: int
    ended: int


AnyBody = (
    Start
    | Contributed
    | Moved
    | Undone
    | UndoRequested
    | UndoAnswered
    | Resigned
    | Away
    | Returned
    | Paused
    | RemovalVoted
    | Aborted
)


class Entry(Struct, frozen=True):
    """An entry of the log: its number, the seat, the body, the time (epoch, ms) and the client's request id.

    `db.database.LogEntryRow` is the same entry as a row of the database.
    """

    ply: int
    seat: int
    body: AnyBody
    at: int
    ref: str | None = None


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyBody] = msgspec.json.Decoder(AnyBody)


def encode_body(body: AnyBody) -> str:
    """A body as JSON, as stored in the database.

    >>> encode_body(Moved(["conquer 5", "rolled 2"]))
    '{"type":"move","moves":["conquer 5","rolled 2"]}'
    """
    return _encoder.encode(body).decode()


def decode_body(text: str) -> AnyBody:
    """The body that a JSON text from the database holds: the reverse of `encode_body`."""
    return _decoder.decode(text)
