"""Wire structs of tables and seats: requests to create, join or fork them, and their public descriptions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from msgspec import Meta, field

from hordes.engine.games import DEFAULT_GAME
from hordes.server.protocol.base import (
    ChatNumber,
    ContributionText,
    Level,
    Millis,
    Name,
    Ply,
    Prose,
    SeatNumber,
    Seconds,
    TableId,
    Token,
    Wire,
)
from hordes.server.protocol.explanations import Sentence


class Clocks(Wire):
    """Time limits in seconds, none by default, and what happens when one runs out.

    `turn` runs from one decider to the next, `reply` replaces it for decisions out of turn, `game` is a seat's time for
    the whole game. At zero a `bot` plays until the owner returns (for good, when `game` is used up), or the seat
    `resign`s.
    """

    turn: Seconds | None = None
    reply: Seconds | None = None
    game: Annotated[int, Meta(ge=30, le=365 * 86_400)] | None = None
    at_zero: Literal["bot", "resign"] = "bot"


class SeatPlan(Wire):
    """Plan for a seat of a new table: open, the creator's (one or several: hot-seat), or a bot's."""

    kind: Literal["open", "me", "bot"] = "open"
    name: Name | None = None
    level: Level = "normal"


class CreateTable(Wire):
    """Request to create a table. `contribution` is the creator's to the dice.

    At a public table everybody else may take one seat, unless `several_seats` is on.
    """

    game: Annotated[str, Meta(min_length=1, max_length=40)] = DEFAULT_GAME
    options: dict[str, Any] = field(default_factory=dict)
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    name: Name = "Guest"
    title: Annotated[str, Meta(max_length=80)] = ""
    public: bool = False
    spectators: bool = True
    clocks: Clocks = field(default_factory=Clocks)
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None
    contribution: ContributionText | None = None
    several_seats: bool = False
    chat: bool = True


class Join(Wire):
    """Request to take a seat: a name and, at a table by invitation, its code; and a contribution to the dice."""

    name: Name
    seat: SeatNumber | None = None
    invite: Token | None = None
    contribution: ContributionText | None = None


class Rematch(Wire):
    """Request for a rematch, with a contribution to its dice; the body may be left out."""

    contribution: ContributionText | None = None


class FillSeat(Wire):
    """Request of the host to fill an open seat with a bot."""

    seat: SeatNumber
    level: Level = "normal"


class Seat(Wire):
    """Public description of a seat."""

    seat: SeatNumber
    kind: Literal["open", "human", "bot"]
    name: str = ""
    level: str = ""
    registered: bool = False
    here: bool = False
    absent: bool = False
    resigned: bool = False


class Result(TypedDict):
    """The result of a game."""

    scores: list[int]
    winners: list[int]
    reason: Prose


class Contribution(Wire):
    """What a seat added to the dice; seat -1 is whoever made the table without sitting there."""

    seat: int
    text: str


class Dice(Wire):
    """How the dice can be checked: the SHA-256 of their secret and, once the game is over, the secret itself."""

    method: str
    commitment: str
    contributions: list[Contribution] = field(default_factory=list)
    secret: str | None = None


class Removal(Wire):
    """A seat of which others want that it be removed from the game, and the seats that have voted for it."""

    seat: SeatNumber
    votes: list[SeatNumber]


class TableInfo(Wire):
    """Public description of a table; `host` are the seats of whoever made it. It is deleted when it `expires`."""

    id: TableId
    game: str
    options: dict[str, Any]
    title: str
    status: Literal["open", "running", "over"]
    public: bool
    spectators: bool
    seeded: bool
    clocks: Clocks
    seats: list[Seat]
    created: Millis
    ply: Ply
    result: Result | None = None
    next: str | None = None
    rules: str | None = None
    dice: Dice | None = None
    expires: Millis | None = None
    chat: bool = True
    several_seats: bool = False
    host: list[SeatNumber] = field(default_factory=list)
    removals: list[Removal] = field(default_factory=list)


class Kick(Wire):
    """Request to remove a seat: by the host before the game begins; after that a vote, or its withdrawal."""

    seat: SeatNumber
    agree: bool = True


class ChatSwitch(Wire):
    """Request of the host to switch the chat on or off."""

    enabled: bool


class Mute(Wire):
    """Request not to be shown the chat of the author of a line."""

    line: ChatNumber


class Muted(Wire):
    """Somebody whose chat a visitor is not shown."""

    id: int
    name: str
    created: Millis


class MutedList(Wire):
    """People whose chat a visitor is not shown; with the lines of the table at which one was just muted."""

    muted: list[Muted]
    lines: list[int] = field(default_factory=list)


class Report(Wire):
    """Report of a line of the chat to whoever runs the server."""

    line: ChatNumber
    reason: Annotated[str, Meta(max_length=500)] = ""


class Seated(Wire):
    """Seats taken, and the token that proves it."""

    table: TableId
    seats: list[SeatNumber]
    token: str
    invite: str | None = None


class UnreadableTable(Wire):
    """A table that this server cannot open, with the reason."""

    id: TableId
    game: str
    title: str
    created: Millis
    message: Prose
    said: Sentence | None = None


class TableList(Wire):
    """A page of tables; one's own also include those that cannot be opened. `next` is the cursor of the next page.

    Long options are left out here, and `dice`: `GET /api/tables/ID` has them.
    """

    tables: list[TableInfo]
    unreadable: list[UnreadableTable] = field(default_factory=list)
    next: str | None = None


class Fork(Wire):
    """Request for a new table that starts after so many moves of another."""

    moves: Ply
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    name: Name = "Guest"


class Upload(Wire):
    """Request for a table that shows or continues a record."""

    record: dict[str, Any]
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    name: Name = "Guest"
