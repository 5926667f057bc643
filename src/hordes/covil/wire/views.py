"""Types of positions and views, of the summary beside them, of boards, and of glossary entries.

A view is a position in which the relics of other hands are counted; `text/position_writer.py` writes both. The view
that a page gets also says whose troops are which, and what the open combat is about.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from hordes.covil.wire.parts import CardState, PieceRef, Stat, Terrain, TerrainDominance
from hordes.engine.wire import Prose

Phase = Literal["found", "afternoon", "payment", "choice", "combat", "retreat", "raid", "over", "chance"]
CombatKind = Literal["melee", "ranged", "rebels"]
MinionKind = Literal["overlord", "henchman", "mercenary"]
Ability = Literal["reinforcement", "influence", "aftershock", "command"]
MinionClass = Literal["Dark Overlord", "Assassin", "Warrior", "Guardian", "Saboteur", "Sorcerer"]
ZoneKey = str | int
"""A zone as the board names it; pages get text."""
PartOfDay = Literal["morning", "afternoon", "night"]


class FortressPosition(TypedDict):
    """A fortress; without hit points it is a ruin."""

    zone: ZoneKey
    hp: int


class FortressView(TypedDict):
    """A fortress for pages; without hit points it is a ruin."""

    zone: str
    hp: int


class TroopPosition(TypedDict):
    """A troop on the board."""

    zone: ZoneKey
    standing: bool


class TroopView(TypedDict):
    """A troop on the board with its owner, and its letter among the owner's troops."""

    zone: str
    standing: bool
    seat: int
    letter: str


class MinionView(TypedDict):
    """A Minion in a hall."""

    card: str
    state: CardState


class PlayerView(TypedDict):
    """A seat; its relics are counted where they are not known."""

    gold: int
    hall: list[MinionView]
    relics: list[str] | int
    active: list[str]


class PaymentView(TypedDict):
    """What is offered for a Minion: gold, relics, and slots of the hall."""

    card: str
    gold: int
    relics: list[str]
    slots: list[int]


class CombatFields(TypedDict):
    """The combat that is fought."""

    kind: CombatKind
    attacker: str | None
    weapon: int
    bonus: int
    free: bool
    stood: bool
    besieged: bool
    guards: list[int]


class CombatPosition(CombatFields):
    """The combat that is fought; `target` is a troop, or `fortress` with its seat."""

    target: str


class CombatView(CombatFields):
    """The combat that is fought: by which seat (null for rebels), against which piece, inside another one or not."""

    seat: int | None
    against: PieceRef
    nested: bool


class Position(TypedDict):
    """A complete position, or a seat's view of it, as the referee has it."""

    day: int
    phase: Phase
    scepter: int
    player: int
    rebels: int
    fortresses: list[FortressPosition | None]
    players: list[PlayerView]
    pool: list[str]
    discard: list[str]
    removed: NotRequired[list[str]]
    dismissed: NotRequired[list[str]]
    shuffles: NotRequired[list[list[str]]]
    hired: bool
    acted: bool
    cancels: NotRequired[int]
    last: NotRequired[bool]
    payment: NotRequired[PaymentView]
    aim: NotRequired[list[ZoneKey]]
    pending: NotRequired[list[list[str | int]]]
    troops: dict[str, TroopPosition]
    combat: NotRequired[CombatPosition]


class View(TypedDict):
    """A position as one seat, or everybody, may see it, for a page."""

    day: int
    phase: Phase
    scepter: int
    player: int
    rebels: int
    fortresses: list[FortressView | None]
    players: list[PlayerView]
    pool: list[str]
    discard: list[str]
    removed: NotRequired[list[str]]
    dismissed: NotRequired[list[str]]
    shuffles: NotRequired[list[list[str]]]
    hired: bool
    acted: bool
    cancels: NotRequired[int]
    last: NotRequired[bool]
    payment: NotRequired[PaymentView]
    aim: NotRequired[list[str]]
    pending: NotRequired[list[list[str | int]]]
    troops: dict[str, TroopView]
    combat: NotRequired[CombatView]


class PublicPoints(TypedDict):
    """Points of a seat that everybody can see, by source."""

    minions: int
    fortress: int
    gold: int
    influence: int


class QuestionSummary(TypedDict):
    """What is asked where the phase alone does not say it, and the card whose effect asks it.

    `effect` of a card; who pays a `levy`; a relic before gold `overflow`s, before the treasuries are compared
    (`purchase`) or before the game ends (`last_purchase`); which troop rebels attack (`victim`); which Minion leads an
    attack (`weapon`).
    """

    kind: Literal["effect", "levy", "overflow", "purchase", "last_purchase", "victim", "weapon"]
    card: NotRequired[str]


class Summary(TypedDict):
    """What the rules say of a position beside the view.

    Tonight's dominance, troops in town, points that all can see, the part of the day, what is asked, the price of the
    Minion that is being paid for, and how many troops each seat has from tomorrow morning.
    """

    dominance: list[TerrainDominance]
    raiders: list[int]
    most_rebels: int
    points: list[PublicPoints]
    part: PartOfDay
    question: NotRequired[QuestionSummary]
    price: NotRequired[int]
    reserve: NotRequired[int]


class BoardZone(TypedDict):
    """A zone of a board; one of a board without a drawing is laid out where it is shown."""

    id: str
    name: Prose
    terrain: list[Terrain]
    town: bool
    start: bool
    adjacent: list[str]
    label: NotRequired[tuple[float, float]]
    fortress: NotRequired[tuple[float, float]]
    slots: NotRequired[list[tuple[float, float]]]
    polygon: NotRequired[list[tuple[float, float]]]


class BoardData(TypedDict):
    """A board; `town` is the zone with the rebels."""

    town: str
    zones: list[BoardZone]


class MinionStat(TypedDict):
    """What a Minion fights with, and how well."""

    type: Literal["melee", "ranged", "defense"]
    value: int


Minion = TypedDict(
    "Minion",
    {
        "kind": MinionKind, "name": Prose, "text": Prose, "class": MinionClass, "cost": int, "stat": MinionStat,
        "ability": Ability,
    },
)  # fmt: skip
"""A Minion's card."""


class RelicBonus(TypedDict):
    """What an active relic adds, and to what."""

    stat: Stat | Literal["attack"]
    value: int


class Relic(TypedDict):
    """A relic's card: what it is worth, and the terrain that it shows when it is flipped."""

    kind: Literal["relic"]
    name: Prose
    text: Prose
    gold: int
    bonus: RelicBonus
    target: Terrain


Entry = Minion | Relic
