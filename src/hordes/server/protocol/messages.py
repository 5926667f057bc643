"""Wire structs of WebSocket messages from and to clients; the requests are also bodies of HTTP routes."""

from __future__ import annotations

from typing import Any

from msgspec import field

from hordes.server.protocol.base import (
    ChatNumber,
    ChatText,
    ContributionText,
    Millis,
    MoveText,
    Ply,
    Prose,
    Ref,
    SeatNumber,
    TableId,
    Token,
    Wire,
)
from hordes.server.protocol.explanations import Sentence
from hordes.server.protocol.tables import Result, TableInfo

# From the client


class Hello(Wire, tag="hello"):
    """The first message: table, credentials, and the last ply and chat line the client already has."""

    table: TableId
    token: Token | None = None
    invite: Token | None = None
    ply: Ply | None = None
    chat: ChatNumber | None = None


class Move(Wire, tag="move"):
    """A move in the position after `ply`; `id` is chosen by the client and makes a repeated request idempotent."""

    ply: Ply
    text: MoveText
    id: Ref
    seat: SeatNumber | None = None


class Undo(Wire, tag="undo"):
    """Undo one's last move, or ask everybody to rewind to where `to` moves had been made."""

    ply: Ply
    id: Ref
    to: Ply | None = None
    seat: SeatNumber | None = None


class UndoAnswer(Wire, tag="answer"):
    """Agree to another seat's undo request, or refuse it."""

    ply: Ply
    id: Ref
    agree: bool
    seat: SeatNumber | None = None


class Resign(Wire, tag="resign"):
    """The seat gives the game up; a bot plays on for it while others play."""

    id: Ref
    seat: SeatNumber | None = None


class ReturnToSeat(Wire, tag="back"):
    """Take one's seat back from the bot that stood in."""

    id: Ref
    seat: SeatNumber | None = None


class Contribute(Wire, tag="contribute"):
    """Before the game begins: add a text of one's own to what the dice are made of."""

    text: ContributionText
    id: Ref
    seat: SeatNumber | None = None


class PostChat(Wire, tag="say"):
    """Post a chat line."""

    text: ChatText


class Ping(Wire, tag="ping"):
    """Keep-alive request; answered with `pong`."""


FromClient = Hello | Move | Undo | UndoAnswer | Resign | ReturnToSeat | Contribute | PostChat | Ping

# From the server; all messages carry the table's ply, which is omitted when 0


class Clock(Wire):
    """Seconds used by each seat, and when (epoch, ms) the present decider's turn began."""

    used: list[float]
    since: Millis


class UndoRequest(Wire):
    """A seat asks to rewind to where `to` moves had been made; the seats in `agreed` do not mind."""

    by: int
    to: int
    agreed: list[int]


class Facts(Wire):
    """Public facts beside the view; `summary` is what `State.public_summary` computes from it."""

    to_move: int | None
    moves: int
    summary: dict[str, Any] = field(default_factory=dict)
    absent: list[int] = field(default_factory=list)
    resigned: list[int] = field(default_factory=list)
    asked: UndoRequest | None = None
    clock: Clock | None = None
    result: Result | None = None


class Snapshot(Wire, tag="snapshot"):
    """The complete current state for a viewer.

    `moves` are the legal moves as data, in the order of `legal`: `State.move_data`.
    """

    ply: Ply
    you: list[SeatNumber]
    seat: int
    view: dict[str, Any]
    facts: Facts
    legal: list[MoveText] = field(default_factory=list)
    can_undo: bool = False
    moves: list[dict[str, Any]] = field(default_factory=list)


class Step(Wire, tag="step"):
    """One log entry as a viewer may see it: its events, and the changes in the view.

    `changes` lists paths with their new value, or without one where something was removed.
    """

    ply: Ply
    by: int
    kind: str
    seat: int
    events: list[dict[str, Any]]
    changes: list[list[Any]]
    facts: Facts
    legal: list[MoveText] = field(default_factory=list)
    can_undo: bool = False
    moves: list[dict[str, Any]] = field(default_factory=list)


class Welcome(Wire, tag="welcome"):
    """Description of the table; sent first and whenever seats change."""

    table: TableInfo
    ply: Ply = 0


class Ack(Wire, tag="ack"):
    """The request is stored in the log at this ply; `again` when it had been before."""

    id: Ref
    ply: Ply
    again: bool = False


class RequestRefused(Wire, tag="no"):
    """The request is refused, with the reason."""

    code: str
    message: Prose
    ply: Ply = 0
    id: str = ""
    said: Sentence | None = None


class ChatLine(Wire, tag="chat"):
    """A chat line that somebody at the table has posted."""

    n: int
    seat: int
    name: str
    text: str
    at: Millis
    ply: Ply = 0


class Pong(Wire, tag="pong"):
    """Answer to `ping`."""

    ply: Ply = 0


class Bye(Wire, tag="bye"):
    """The server closes the connection; reconnect with the last ply."""

    message: Prose
    ply: Ply = 0


FromServer = Snapshot | Step | Welcome | Ack | RequestRefused | ChatLine | Pong | Bye
