"""Everything that crosses the wire, as structs: checked on the way in, and the source of OpenAPI and TypeScript.

Whatever is not declared here is refused (`forbid_unknown_fields`), and every number and text has a bound.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct, field

MOST_PLIES = 100_000
TableId = Annotated[str, Meta(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]+$")]
Ply = Annotated[int, Meta(ge=0, le=MOST_PLIES)]
Ref = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=30)]
Token = Annotated[str, Meta(min_length=1, max_length=300)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Seconds = Annotated[int, Meta(ge=5, le=30 * 86_400)]
Level = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Millis = int


class Wire(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What all structs share: nothing unknown gets in, nothing needless goes out."""


# How a table is set


class Clocks(Wire):
    """Time limits in seconds, none by default, and what happens when one runs out.

    `turn` runs from one decider to the next, `reply` replaces it for a question out of turn, `game` is a seat's whole
    store. At zero a `bot` plays until the owner is back (for good, when his store is used up), or the seat `resign`s.
    """

    turn: Seconds | None = None
    reply: Seconds | None = None
    game: Annotated[int, Meta(ge=30, le=365 * 86_400)] | None = None
    at_zero: Literal["bot", "resign"] = "bot"


class SeatPlan(Wire):
    """Who is to sit somewhere: whoever comes, the maker of the table (once or more: hot-seat), or a bot."""

    kind: Literal["open", "me", "bot"] = "open"
    name: Name | None = None
    level: Level = "normal"


class CreateTable(Wire):
    """A new table."""

    game: Annotated[str, Meta(min_length=1, max_length=40)] = "smallworld"
    options: dict[str, Any] = field(default_factory=dict)
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    name: Name = "Guest"
    title: Annotated[str, Meta(max_length=80)] = ""
    public: bool = False
    spectators: bool = True
    clocks: Clocks = field(default_factory=Clocks)
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


class Join(Wire):
    """Sitting down: a name and, at a table by invitation, its code."""

    name: Name
    seat: SeatNumber | None = None
    invite: Token | None = None


class FillSeat(Wire):
    """The host gives an open seat to a bot."""

    seat: SeatNumber
    level: Level = "normal"


class Seat(Wire):
    """A seat as everybody sees it."""

    seat: SeatNumber
    kind: Literal["open", "human", "bot"]
    name: str = ""
    level: str = ""
    registered: bool = False
    here: bool = False
    absent: bool = False
    resigned: bool = False


class TableInfo(Wire):
    """A table as everybody may see it."""

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
    result: dict[str, Any] | None = None
    next: str | None = None
    rules: str | None = None


class Seated(Wire):
    """What whoever sits down gets: where, and the token that proves it."""

    table: TableId
    seats: list[SeatNumber]
    token: str
    invite: str | None = None


class UnreadableTable(Wire):
    """A table that this server cannot open, and why."""

    id: TableId
    game: str
    title: str
    created: Millis
    message: str
    said: Sentence | None = None


class TableList(Wire):
    """Tables, newest first; among one's own, also those that cannot be opened."""

    tables: list[TableInfo]
    unreadable: list[UnreadableTable] = field(default_factory=list)


class Fork(Wire):
    """A new table that begins after so many moves of an old one."""

    moves: Ply
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    name: Name = "Guest"


class Upload(Wire):
    """A record to be looked at or gone on with."""

    record: dict[str, Any]
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    name: Name = "Guest"


class Account(Wire):
    """A name and a password."""

    name: Annotated[str, Meta(min_length=2, max_length=30, pattern=r"^[\w.-]+$")]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class Me(Wire):
    """Who one is: a guest, or an account with its preferences."""

    account: str | None = None
    preferences: dict[str, Any] = field(default_factory=dict)


class Preferences(Wire):
    """What a player wants kept, and where "your turn" may be sent."""

    email: Annotated[str, Meta(max_length=200, pattern=r"^([^@\s<>,;:\"()\[\]\\]+@[^@\s<>,;:\"()\[\]\\]+)?$")] = ""
    client: dict[str, Any] = field(default_factory=dict)


class Tellable(Wire):
    """How this server says "your turn": the key for Web Push (base64url, empty where there is none), and mail."""

    key: str
    mail: bool = False


class PushKeys(Wire):
    """The keys of a browser's subscription, base64url."""

    p256dh: Annotated[str, Meta(min_length=86, max_length=90, pattern=r"^[A-Za-z0-9_-]+=*$")]
    auth: Annotated[str, Meta(min_length=22, max_length=26, pattern=r"^[A-Za-z0-9_-]+=*$")]


class Subscription(Wire):
    """What `PushSubscription.toJSON()` gives in a browser."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000, pattern=r"^https?://[!-~]+$")]
    keys: PushKeys
    expirationTime: float | None = None  # noqa: N815  as browsers spell it


class Unsubscribe(Wire):
    """A browser that is to be told no more."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]


class Rating(Wire):
    """A player's strength in a game, with how sure we are."""

    player: str
    game: str
    mu: float
    sigma: float
    games: int


class Ratings(Wire):
    """The ladder of a game, or the ratings of a player."""

    ratings: list[Rating]


class GameInfo(Wire):
    """A game that can be played here, its options with their defaults, and what may be chosen."""

    name: str
    rules: str
    options: dict[str, Any]
    choices: dict[str, Any] = field(default_factory=dict)


class Chapter(Wire):
    """A chapter of the rules: paragraphs in one language."""

    id: str
    name: str
    text: list[str]


class Rulebook(Wire):
    """The rules of a game to look things up, and what a table may switch."""

    chapters: list[Chapter]
    rulings: dict[str, str]


class GameList(Wire):
    """The games there are, and the levels of bots."""

    games: list[GameInfo]
    levels: list[str]


class Income(Wire):
    """What a seat was paid at the end of a turn, and for what."""

    turn: int
    seat: int
    coins: int
    sources: list[list[Any]]


class Statistics(Wire):
    """What was paid in a game."""

    incomes: list[Income]


class Part(Wire):
    """One amount of a sum: the id of what asks for it, or takes it off, and its English name."""

    amount: int
    source: str
    name: str


class Cost(Wire):
    """What something costs, part by part as the rules add it up, and what there is to pay with."""

    total: int
    have: int
    parts: list[Part]


class Sentence(Wire):
    """A message for whoever says it in another language: its key in the game, its words and numbers, and the sum."""

    key: str
    data: dict[str, Any] = field(default_factory=dict)
    cost: Cost | None = None


class MoveAnswer(Wire):
    """What a move would cost or bring, or why it is not legal now."""

    text: str
    legal: bool
    message: str
    said: Sentence | None = None


class Answers(Wire):
    """Answers about moves of the position after `ply`."""

    ply: Ply
    answers: list[MoveAnswer]


class Refused(Wire):
    """Why something was not done."""

    code: str
    message: str
    said: Sentence | None = None


# What a client says at the socket


class Hello(Wire, tag="hello"):
    """The first message: which table, who asks, and the last ply and chat line the client already has."""

    table: TableId
    token: Token | None = None
    invite: Token | None = None
    ply: Ply | None = None
    chat: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


class Move(Wire, tag="move"):
    """A move for the position after `ply`; `id` is the client's own, so that sending it twice does no harm."""

    ply: Ply
    text: MoveText
    id: Ref
    seat: SeatNumber | None = None


class Undo(Wire, tag="undo"):
    """Take back one's last move, or ask everybody to go back to where `to` moves had been made."""

    ply: Ply
    id: Ref
    to: Ply | None = None
    seat: SeatNumber | None = None


class Answer(Wire, tag="answer"):
    """Agree, or not, to what somebody has asked."""

    ply: Ply
    id: Ref
    agree: bool
    seat: SeatNumber | None = None


class Resign(Wire, tag="resign"):
    """Give up."""

    id: Ref
    seat: SeatNumber | None = None


class Back(Wire, tag="back"):
    """Take one's seat again from the bot that kept it warm."""

    id: Ref
    seat: SeatNumber | None = None


class Say(Wire, tag="say"):
    """A line of chat."""

    text: ChatText


class Ping(Wire, tag="ping"):
    """Are you there?"""


FromClient = Hello | Move | Undo | Answer | Resign | Back | Say | Ping


# What the server says: whatever it is, it tells the ply the table is at; 0 is left out


class Clock(Wire):
    """Seconds used of the game's store by each seat, and when (epoch, ms) the present question began."""

    used: list[float]
    since: Millis


class Facts(Wire):
    """What everybody knows beside the view; `outlook` is what the rules work out from it, as each game does."""

    to_move: int | None
    moves: int
    outlook: dict[str, Any] = field(default_factory=dict)
    absent: list[int] = field(default_factory=list)
    resigned: list[int] = field(default_factory=list)
    asked: dict[str, Any] | None = None
    clock: Clock | None = None
    result: dict[str, Any] | None = None


class Snapshot(Wire, tag="snapshot"):
    """Where the game stands, whole."""

    ply: Ply
    you: list[SeatNumber]
    seat: int
    view: dict[str, Any]
    facts: Facts
    legal: list[str] = field(default_factory=list)
    can_undo: bool = False


class Step(Wire, tag="step"):
    """One line of the log as a viewer may see it: what happened, and what that changed in his view.

    `changes` lists paths with their new value, or without one where something is gone.
    """

    ply: Ply
    by: int
    kind: str
    seat: int
    events: list[dict[str, Any]]
    changes: list[list[Any]]
    facts: Facts
    legal: list[str] = field(default_factory=list)
    can_undo: bool = False


class History(Wire):
    """A game from its beginning: a snapshot, then every line as a step.

    The moves of a record that was brought along are steps of their own, all of the first line's ply.
    """

    start: Snapshot
    steps: list[Raw]


class Welcome(Wire, tag="welcome"):
    """The table itself; sent first and whenever seats change."""

    table: TableInfo
    ply: Ply = 0


class Ack(Wire, tag="ack"):
    """Done, and stored: the ply of the line in the log. `again` when it had been done before."""

    id: Ref
    ply: Ply
    again: bool = False


class No(Wire, tag="no"):
    """Not done, and why."""

    code: str
    message: str
    ply: Ply = 0
    id: str = ""
    said: Sentence | None = None


class ChatLine(Wire, tag="chat"):
    """A line of chat."""

    n: int
    seat: int
    name: str
    text: str
    at: Millis
    ply: Ply = 0


class Pong(Wire, tag="pong"):
    """Yes."""

    ply: Ply = 0


class Bye(Wire, tag="bye"):
    """The server stops or goes elsewhere; come again with your last ply."""

    message: str
    ply: Ply = 0


FromServer = Snapshot | Step | Welcome | Ack | No | ChatLine | Pong | Bye
