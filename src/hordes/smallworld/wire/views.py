"""Types of positions and views, of the summary beside them, of maps, and of glossary entries.

A view is a position in which the other seats' coins are left out; `text/position_writer.py` writes both.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from hordes.engine.wire import Prose
from hordes.smallworld.wire.parts import RegionId

Phase = Literal[
    "start", "pick", "ghouls", "conquer", "redeploy", "finish", "withdraw", "over", "first", "banner", "badge",
    "marker", "die", "choice", "necromancer_pick", "necromancer_buy", "monsters",
]  # fmt: skip
QuestionName = Literal["tower", "hire", "loss", "soapbar", "tavern", "boneyard", "sigil", "plea"]
"""What is asked in the phase `choice`."""
ChanceKind = Literal["die", "banner", "badge", "marker"]


class RegionView(TypedDict):
    """What lies in a region; a view leaves out empty ones. `pieces` counts pieces, and lists the sizes of Behemoths."""

    player: NotRequired[int]
    race: NotRequired[str]
    tokens: NotRequired[int]
    declined: NotRequired[bool]
    pieces: NotRequired[dict[str, int | list[int]]]
    lost_tribe: NotRequired[bool]
    monster: NotRequired[bool]
    marker: NotRequired[str | list[str]]


class ArmyView(TypedDict):
    """A race with its badge, its tokens in hand, and what its race and badge keep: pieces in hand, notes, an ally."""

    race: str
    power: str | None
    hand: int
    waiting: NotRequired[int]
    race_note: NotRequired[int]
    power_note: NotRequired[int]
    holes: NotRequired[int]
    encampments: NotRequired[int]
    ally: NotRequired[int | None]
    wealthy: NotRequired[bool]
    pots: NotRequired[int]
    hordes: NotRequired[int]
    idle_hordes: NotRequired[int]
    igor_souls: NotRequired[int]
    fireballs: NotRequired[int]
    behemoth1: NotRequired[str | None]
    behemoth2: NotRequired[str | None]


class PlayerView(TypedDict):
    """A seat; its coins only where they are known."""

    coins: NotRequired[int]
    active: ArmyView | None
    declined: list[ArmyView]


class ComboView(TypedDict):
    """A combo of the column, with the coins and the Homunculi on it."""

    race: str
    power: str
    coins: int
    homunculi: NotRequired[int]


class Well(TypedDict):
    """The Well of Souls."""

    ghosts: int
    souls: int


class NecromancerView(TypedDict):
    """The Necromancer's board."""

    in_use: list[str]
    available: list[str]
    reserve: int
    well: Well
    island: str
    uncounted: NotRequired[list[str]]
    earned: NotRequired[int]
    from_island: NotRequired[bool]


class BonyView(TypedDict):
    """The declined race that Bony protects."""

    player: int
    race: str


class QuestionView(TypedDict):
    """A question that interrupts the turn: of which seat, about which region or race, and whom it was asked before."""

    ask: QuestionName
    seat: NotRequired[int]
    region: NotRequired[RegionId]
    short: NotRequired[int]
    race: NotRequired[str]
    horde: NotRequired[bool]
    asked: NotRequired[list[int]]


class ChoiceView(QuestionView):
    """The open question, and the phase in which the turn goes on."""

    then: Phase


class WaitingView(TypedDict):
    """A question that waits below others: of a seat (`ask`, or `end` of the conquests), or of chance (`kind`)."""

    ask: NotRequired[QuestionName | Literal["end"]]
    kind: NotRequired[ChanceKind]
    seat: NotRequired[int]
    region: NotRequired[RegionId | None]
    short: NotRequired[int]
    race: NotRequired[str]
    horde: NotRequired[bool]
    asked: NotRequired[list[int]]


class ThisTurn(TypedDict):
    """What was done in this turn, as far as a rule still needs it; what is false or zero is left out."""

    acted: NotRequired[bool]
    picked: NotRequired[bool]
    began: NotRequired[bool]
    scored: NotRequired[bool]
    built: NotRequired[bool]
    flown: NotRequired[bool]
    shot: NotRequired[bool]
    ending: NotRequired[bool]
    fresh: NotRequired[bool]
    swapped: NotRequired[bool]
    boneyard_taken: NotRequired[bool]
    plunder: NotRequired[int]
    round: NotRequired[int]
    fire: NotRequired[int]
    beasts: NotRequired[int]
    cancels: NotRequired[int]
    attacked: NotRequired[list[int]]
    bewitched: NotRequired[list[int]]
    gifts: NotRequired[list[int]]
    roll: NotRequired[int]
    mourning: NotRequired[int]
    losing: NotRequired[int]
    waiting: NotRequired[list[WaitingView]]
    aim: NotRequired[str]
    catapult_from: NotRequired[str]
    stood: NotRequired[dict[str, int]]
    stood_hordes: NotRequired[dict[str, int]]


class ChanceView(TypedDict):
    """What chance decides: a die for a region or a seat's lost token, or the next banner, badge or marker."""

    kind: ChanceKind
    seat: NotRequired[int]
    region: NotRequired[RegionId | None]
    race: NotRequired[str]


class View(TypedDict):
    """A position as one seat, or everybody, may see it."""

    turn: int
    player: int
    first: int
    phase: Phase
    to_move: NotRequired[int]
    regions: dict[str, RegionView]
    players: list[PlayerView]
    necromancer: NotRequired[NecromancerView]
    bony: NotRequired[BonyView | None]
    column: list[ComboView]
    returned_banners: NotRequired[list[str]]
    discarded_badges: NotRequired[list[str]]
    this_turn: NotRequired[ThisTurn]
    chance: NotRequired[ChanceView]
    choice: NotRequired[ChoiceView]


class ComboSummary(TypedDict):
    """A combo of the column: its price, the coins on it, and the tokens that it brings."""

    cost: int
    coins: int
    n: int


class Summary(TypedDict):
    """What the rules say of a position beside the view: the combos, and in a team game each seat's partner."""

    combos: list[ComboSummary]
    partners: NotRequired[list[int]]


class MapRegion(TypedDict):
    """A region of a map; one of a map without a drawing is laid out where it is shown."""

    id: str
    name: Prose
    terrain: str
    symbols: list[str]
    border: bool
    adjacent: list[str]
    anchor: NotRequired[tuple[float, float]]
    inradius: NotRequired[float]
    polygon: NotRequired[list[tuple[float, float]]]


class MapData(TypedDict):
    """A map, with its drawing in a rectangle from (0, 0) to `box`, where it has one."""

    turns: int
    box: NotRequired[tuple[float, float]]
    regions: list[MapRegion]


class Entry(TypedDict):
    """A race, power, piece, terrain, symbol, marker, term or custom move: its name (`one` of several), its text."""

    kind: Literal["race", "power", "piece", "terrain", "symbol", "marker", "term", "move"]
    name: Prose
    text: Prose
    one: NotRequired[Prose]
    tokens: NotRequired[int]
    extra: NotRequired[int]
    total: NotRequired[int]
