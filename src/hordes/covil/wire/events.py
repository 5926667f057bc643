"""Types of events, one for each shape; `CovilEvent` is the union, told apart by `type`.

The functions that make them are in `state/events.py`. Cards, zones and troops are named by their ids.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from hordes.covil.wire.parts import AttackKind, CardState, CombatPart, Paid, PieceRef, Terrain, TerrainDominance
from hordes.engine.wire import NOT_FOR_PAGES, Prose


class QuietEvent(TypedDict):
    """Every Minion rests at night, or five rebels are in town and attack."""

    type: Literal["all_rested", "retaliation"]


class SeatEvent(TypedDict):
    """Chance has chosen the starting seat, or a seat closes its window of a combat."""

    type: Literal["first", "passed"]
    seat: int


class CardEvent(TypedDict):
    """Something about a card of a seat: it takes the throne, serves a dummy, is discarded, activated, commanded."""

    type: Literal["enthroned", "recruited", "lost_relic", "activated", "commanded"]
    seat: int
    card: str


class Revealed(TypedDict):
    """A card comes into the pool."""

    type: Literal["revealed"]
    card: str


class Drew(TypedDict):
    """A relic is drawn from the deck; only its owner sees which."""

    type: Literal["drew"]
    seat: int
    card: NotRequired[str]


class DrewSecretly(TypedDict):
    """A drawn relic before it is redacted: `only` is the seat that may read the secret."""

    type: Literal["drew"]
    seat: int
    only: int
    secret: dict[str, str]


class Flipped(TypedDict):
    """A relic is flipped for a dummy."""

    type: Literal["flipped"]
    card: str
    terrain: Terrain


class Reshuffled(TypedDict):
    """The discard pile became the deck."""

    type: Literal["reshuffled"]
    relics: int


class Founded(TypedDict):
    """A fortress is founded."""

    type: Literal["founded"]
    seat: int
    zone: str


class MorningCame(TypedDict):
    """A day begins."""

    type: Literal["morning"]
    day: int
    scepter: int


class TurnBegan(TypedDict):
    """A seat's turn begins."""

    type: Literal["turn"]
    day: int
    seat: int


class TroopAtZone(TypedDict):
    """A troop comes to its fortress, or leaves the board."""

    type: Literal["summoned", "lost"]
    seat: int
    troop: str
    zone: str


Moved = TypedDict("Moved", {"type": Literal["moved"], "seat": int, "troop": str, "from": str, "to": str})
"""A troop goes somewhere."""


class TroopEvent(TypedDict):
    """A troop stands up, or is laid down."""

    type: Literal["stood", "laid"]
    seat: int
    troop: str


class MinionTurned(TypedDict):
    """A Minion rests once, or is exhausted by an effect; `state` is how it is now."""

    type: Literal["rested", "exhausted"]
    seat: int
    card: str
    state: CardState


class Repaired(TypedDict):
    """Hit points come back."""

    type: Literal["repaired"]
    seat: int
    n: int
    hp: int


class Gained(TypedDict):
    """Gold is gained; what exceeds five is wasted."""

    type: Literal["gained"]
    seat: int
    gold: int
    wasted: NotRequired[int]


Stole = TypedDict("Stole", {"type": Literal["stole"], "seat": int, "from": int, "gold": int})
"""Gold is taken from another seat; gaining it is an event of its own."""


class Bought(TypedDict):
    """A relic is paid for."""

    type: Literal["bought"]
    seat: int
    gold: int


class Hired(TypedDict):
    """A Minion is hired, with everything that was paid for it."""

    type: Literal["hired"]
    seat: int
    card: str
    price: int
    change: int
    paid: Paid


class Attacked(TypedDict):
    """An attack is declared; `target` and `parts` name in English what `against` and `for_attack` name by id."""

    type: Literal["attacked"]
    seat: int
    kind: AttackKind
    troop: str
    target: Annotated[str, NOT_FOR_PAGES]
    against: PieceRef
    free: bool
    strength: int
    parts: Annotated[list[list[Any]], NOT_FOR_PAGES]
    for_attack: list[CombatPart]


class RebelsAttacked(TypedDict):
    """The rebels of an effect attack their next target: a combat without an attacking troop."""

    type: Literal["rebels_attack"]
    target: Annotated[str, NOT_FOR_PAGES]
    against: PieceRef
    strength: int


class Defended(TypedDict):
    """A Minion is exhausted for its defense."""

    type: Literal["defended"]
    seat: int
    card: str
    state: CardState
    defense: int


class Weighed(TypedDict):
    """A seat may respond in a combat: both totals as they are now."""

    type: Literal["weighed"]
    seat: int
    target: Annotated[str, NOT_FOR_PAGES]
    against: PieceRef
    strength: int
    parts: Annotated[list[list[Any]], NOT_FOR_PAGES]
    for_attack: list[CombatPart]
    defense: int
    defense_parts: Annotated[list[list[Any]], NOT_FOR_PAGES]
    for_defense: list[CombatPart]


class Fought(TypedDict):
    """A combat is resolved: both totals with their parts."""

    type: Literal["fought"]
    target: Annotated[str, NOT_FOR_PAGES]
    against: PieceRef
    strength: int
    parts: Annotated[list[list[Any]], NOT_FOR_PAGES]
    for_attack: list[CombatPart]
    defense: int
    defense_parts: Annotated[list[list[Any]], NOT_FOR_PAGES]
    for_defense: list[CombatPart]
    won: bool


class BrokenOff(TypedDict):
    """A combat ends without a result: one of the two troops is gone, or out of range."""

    type: Literal["broken_off"]
    target: Annotated[str, NOT_FOR_PAGES]
    against: PieceRef
    troop: NotRequired[str]
    seat: NotRequired[int]


class Damaged(TypedDict):
    """A fortress loses hit points."""

    type: Literal["damaged"]
    seat: int
    damage: int
    hp: int


class NightFell(TypedDict):
    """Night falls, with the dominance of every terrain."""

    type: Literal["night"]
    day: int
    dominance: list[TerrainDominance]


class Discarded(TypedDict):
    """Active relics are discarded."""

    type: Literal["discarded"]
    seat: int
    cards: list[str]


class FeePaid(TypedDict):
    """Gold for a dominated terrain; gaining it is an event of its own."""

    type: Literal["fee"]
    seat: int
    terrain: Terrain
    gold: int


class Raided(TypedDict):
    """The town is raided."""

    type: Literal["raided"]
    seat: int
    relics: int
    rebels: int


class RebelsChanged(TypedDict):
    """The number of rebels in town changed."""

    type: Literal["rebels"]
    rebels: int


class GameOver(TypedDict):
    """The game is over."""

    type: Literal["over"]
    scores: list[int]
    winners: list[int]
    reason: Prose


CovilEvent = (
    QuietEvent
    | SeatEvent
    | CardEvent
    | Revealed
    | Drew
    | Flipped
    | Reshuffled
    | Founded
    | MorningCame
    | TurnBegan
    | TroopAtZone
    | Moved
    | TroopEvent
    | MinionTurned
    | Repaired
    | Gained
    | Stole
    | Bought
    | Hired
    | Attacked
    | RebelsAttacked
    | Defended
    | Weighed
    | Fought
    | BrokenOff
    | Damaged
    | NightFell
    | Discarded
    | FeePaid
    | Raided
    | RebelsChanged
    | GameOver
)
