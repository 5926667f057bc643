"""Types of events, one for each shape; `SmallWorldEvent` is the union, told apart by `type`.

The functions that make them are in `state/events.py`. Races, powers, markers and pieces are named by their ids.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from hordes.engine.wire import NOT_FOR_PAGES, Prose
from hordes.smallworld.wire.parts import IncomePart, PricePart, RegionRef


class QuietEvent(TypedDict):
    """Bony goes back beside the board."""

    type: Literal["bony_left"]


class SeatEvent(TypedDict):
    """Chance has chosen who begins."""

    type: Literal["first"]
    seat: int


class TurnBegan(TypedDict):
    """A seat's turn begins."""

    type: Literal["turn"]
    turn: int
    seat: int


class Revealed(TypedDict):
    """A combo appears at the bottom of the column."""

    type: Literal["revealed"]
    slot: int
    race: str
    power: str


class Picked(TypedDict):
    """A combo is taken: `paid` coins went to the combos above it, `found` coins were lying on it."""

    type: Literal["picked"]
    seat: int
    slot: int
    race: str
    power: str
    paid: int
    found: int
    tokens: int


class ArmyEvent(TypedDict):
    """Something about a whole army: it conquers no more, its roll affords nothing, it leaves the map ..."""

    type: Literal["spent", "stopped", "vanished", "horde_given"]
    seat: int
    race: str


class TokensMoved(TypedDict):
    """Tokens come to an army's hand, from the map or from the tray."""

    type: Literal["readied", "received"]
    seat: int
    race: str
    tokens: int


TokenMove = Literal["kept", "abandoned", "placed", "gathered"]


class TokensInRegion(TypedDict):
    """Tokens of an army come to a region, or leave it."""

    type: TokenMove
    seat: int
    race: str
    region: RegionRef
    tokens: int


class Attempted(TypedDict):
    """A final attempt is announced; the die comes next."""

    type: Literal["attempted"]
    seat: int
    race: str
    region: RegionRef
    cost: int
    tokens: int


class DieRolled(TypedDict):
    """The reinforcement die shows its pips."""

    type: Literal["rolled"]
    seat: int
    pips: int


class Mourned(TypedDict):
    """The die is rolled for a lost token."""

    type: Literal["mourned"]
    seat: int
    race: str
    pips: int


class Failed(TypedDict):
    """A final attempt falls short."""

    type: Literal["failed"]
    seat: int
    race: str
    region: RegionRef
    short: int


class RegionConquered(TypedDict):
    """A region is taken; `price` adds up to what it took, and so does `cost`, with names in place of ids."""

    type: Literal["conquered"]
    seat: int
    race: str
    region: RegionRef
    tokens: int
    means: str
    cost: Annotated[list[list[Any]], NOT_FOR_PAGES]
    price: list[PricePart]
    non_empty: bool


class RegionLost(TypedDict):
    """A defender loses a region: `tokens` are lost, `withdrawn` come to hand."""

    type: Literal["lost"]
    seat: int
    race: str
    region: RegionRef
    tokens: int
    withdrawn: int
    declined: bool


class RegionEvent(TypedDict):
    """A Lost Tribe or a Monster leaves the game."""

    type: Literal["tribe_lost", "monster_slain"]
    region: RegionRef


class MonsterPlaced(TypedDict):
    """A Monster is placed beside a Lost Tribe."""

    type: Literal["monster_placed"]
    seat: int
    region: RegionRef


class MarkerMoved(TypedDict):
    """A Place or Relic is laid where the Monster was, or moves to another region."""

    type: Literal["marker_found", "marker_moved"]
    seat: int
    marker: str
    region: RegionRef


class BonyPlaced(TypedDict):
    """Bony is placed on a declined race of the seat `owner`."""

    type: Literal["bony_placed"]
    seat: int
    owner: int
    race: str


class Swapped(TypedDict):
    """Partners exchange badges; the event names the power that each race has afterwards."""

    type: Literal["swapped"]
    seat: int
    race: str
    power: str
    partner: int
    partner_race: str
    partner_power: str


class Sacrificed(TypedDict):
    """A token is given so that one of another race is not lost."""

    type: Literal["sacrificed"]
    seat: int
    race: str
    region: RegionRef
    for_seat: int
    for_race: str


class SacrificeAsked(TypedDict):
    """The Sigil's holder asks the seat `giver` to give a token for the one that his active race is losing."""

    type: Literal["sacrifice_asked"]
    seat: int
    giver: int
    for_seat: int
    for_race: str


class SacrificeRefused(TypedDict):
    """The Sigil's holder asks nobody, or a seat gives no token: that of `for_race` is lost."""

    type: Literal["sacrifice_unasked", "refused_sacrifice"]
    seat: int
    for_seat: int
    for_race: str


class PiecePlaced(TypedDict):
    """A piece is put on the map."""

    type: Literal["piece_placed"]
    seat: int
    piece: str
    region: RegionRef


class PieceRemoved(TypedDict):
    """A piece leaves the map."""

    type: Literal["piece_removed"]
    seat: int
    piece: str
    region: RegionRef
    to: str


class Pact(TypedDict):
    """A pact with the seat `ally` is made, or ends."""

    type: Literal["allied", "pact_ended"]
    seat: int
    ally: int


class RaceDeclined(TypedDict):
    """A race goes into decline, in so many regions."""

    type: Literal["declined"]
    seat: int
    race: str
    power: str
    regions: int


Tribute = TypedDict(
    "Tribute",
    {"type": Literal["tribute"], "from": int, "seat": int, "coins": int, "why": Prose, "source": NotRequired[str]},
)
"""One seat pays another because of `source`; without it for the reason that a set of one's own gives."""


class Paid(TypedDict):
    """The bank pays at once, not at scoring: because of `source`, else for the reason that a set of one's own gives."""

    type: Literal["paid"]
    seat: int
    coins: int
    why: Prose
    source: NotRequired[str]


class PowerDrawn(TypedDict):
    """The Necromancer draws one of his six powers."""

    type: Literal["drawn"]
    seat: int
    power: str


class Bought(TypedDict):
    """The Necromancer takes a Ghost (`ghost`) or puts a power in use, for so many coins."""

    type: Literal["bought"]
    seat: int
    what: str
    coins: int


class Souls(TypedDict):
    """Tokens that were not lost in a conquest join the Well of Souls: of a race, or for `regions`."""

    type: Literal["souls"]
    tokens: int
    why: str


class Spawned(TypedDict):
    """The Well of Souls gives new Ghosts; four tokens were taken out of it for each."""

    type: Literal["spawned"]
    seat: int
    ghosts: int


class OwnWord(TypedDict):
    """A custom race or power makes a custom move: its word, and the region, seat or number behind it."""

    type: Literal["own_word"]
    seat: int
    race: str
    trait: str
    word: str
    region: NotRequired[RegionRef]
    other: NotRequired[int]
    number: NotRequired[int]


class Scored(TypedDict):
    """A turn is scored; `income` adds up to the coins, and so does `sources`, with labels in English."""

    type: Literal["scored"]
    seat: int
    coins: int
    sources: Annotated[list[list[Any]], NOT_FOR_PAGES]
    income: list[IncomePart]


class GameOver(TypedDict):
    """The game ends."""

    type: Literal["over"]
    scores: list[int]
    winners: list[int]
    reason: Prose


SmallWorldEvent = (
    QuietEvent
    | SeatEvent
    | TurnBegan
    | Revealed
    | Picked
    | ArmyEvent
    | TokensMoved
    | TokensInRegion
    | Attempted
    | DieRolled
    | Mourned
    | Failed
    | RegionConquered
    | RegionLost
    | RegionEvent
    | MonsterPlaced
    | MarkerMoved
    | BonyPlaced
    | Swapped
    | Sacrificed
    | SacrificeAsked
    | SacrificeRefused
    | PiecePlaced
    | PieceRemoved
    | Pact
    | RaceDeclined
    | Tribute
    | Paid
    | PowerDrawn
    | Bought
    | Souls
    | Spawned
    | OwnWord
    | Scored
    | GameOver
)
