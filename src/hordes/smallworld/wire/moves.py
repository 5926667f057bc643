"""Types of legal moves as data, which interfaces use in place of their texts; `text/move_data.py` makes them.

`SmallWorldMove` is the union, told apart by `verb`. A move belongs to its region, where it names one.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Means = Literal["die", "dragon", "sorcery", "catapult", "mercenary"]


class Pick(TypedDict):
    """Take the combo in a slot of the column, 1 at the top."""

    verb: Literal["pick"]
    slot: int


class Conquer(TypedDict):
    """Conquer a region, by other means than tokens alone where `means` says so; what it costs, if that is a sum."""

    verb: Literal["conquer"]
    region: str
    means: NotRequired[Means]
    cost: NotRequired[int]
    have: NotRequired[int]


class RegionMove(TypedDict):
    """Do something in a region."""

    verb: Literal["abandon", "tower", "catapult", "monster", "soapbar", "sacrifice"]
    region: str


class Place(TypedDict):
    """Put race tokens from the hand on a region (`place`), or back where they stood (`keep`)."""

    verb: Literal["place", "keep"]
    region: str
    tokens: int


class PlacePiece(TypedDict):
    """Put a piece on a region; `left` of its kind can be placed."""

    verb: Literal["place_piece"]
    piece: str
    region: str
    left: int


class SeatMove(TypedDict):
    """Make peace with a seat, or ask it for a token."""

    verb: Literal["ally", "ask"]
    seat: int


class Share(TypedDict):
    """Give a seat some of the Tavern's coins."""

    verb: Literal["share"]
    seat: int
    coins: int


class BonyMove(TypedDict):
    """Let BonyMove protect a race in decline."""

    verb: Literal["bony"]
    seat: int
    race: str


class BehemothMove(TypedDict):
    """Put up a stack of Behemoths, 1 or 2."""

    verb: Literal["behemoth"]
    stack: int


class Lose(TypedDict):
    """Lose a race token, or a Hordes token."""

    verb: Literal["lose"]
    piece: Literal["token", "horde"]


class Buy(TypedDict):
    """The Necromancer puts a power in use."""

    verb: Literal["buy"]
    power: str


class PlainMove(TypedDict):
    """A move that is its verb alone."""

    verb: Literal[
        "roll", "decline", "stop", "done", "cancel", "pay", "pass", "fireball", "exchange", "ghost", "swap", "refuse"
    ]


class OwnMove(TypedDict):
    """A move of a custom race or power: its word, which is an id of the glossary, and what it names."""

    verb: Literal["own"]
    word: str
    region: NotRequired[str]
    seat: NotRequired[int]
    number: NotRequired[int]


class ChanceMove(TypedDict):
    """An outcome of chance: pips, a seat, or the id of a race, power or marker."""

    verb: Literal["rolled", "first", "banner", "badge", "marker"]
    outcome: int | str


SmallWorldMove = (
    Pick
    | Conquer
    | RegionMove
    | Place
    | PlacePiece
    | SeatMove
    | Share
    | BonyMove
    | BehemothMove
    | Lose
    | Buy
    | PlainMove
    | OwnMove
    | ChanceMove
)
