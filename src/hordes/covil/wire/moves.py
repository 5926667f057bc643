"""Types of legal moves as data, which interfaces use in place of their texts; `text/move_data.py` makes them.

`CovilMove` is the union, told apart by `verb`. What a move costs or brings stands beside it where it is a number.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from hordes.covil.wire.parts import CardState, PieceRef


class ZoneMove(TypedDict):
    """Found a fortress, retreat to a zone, or choose one for an effect."""

    verb: Literal["found", "retreat", "choose_zone"]
    zone: str


class Hire(TypedDict):
    """Acquire a Minion from the pool."""

    verb: Literal["hire"]
    card: str
    price: int


class MinionMove(TypedDict):
    """Exhaust a Minion for its Command or for the defense, or hand it over as payment."""

    verb: Literal["command", "defend", "pay_minion"]
    card: str


class Exhaust(TypedDict):
    """Exhaust a Minion for the declared attack: its strength, and the defense against it where there is one."""

    verb: Literal["exhaust"]
    card: str
    strength: int
    defense: NotRequired[int]


class RelicMove(TypedDict):
    """Activate a relic, or hand it over as payment."""

    verb: Literal["relic", "pay_relic"]
    card: str


class PayGold(TypedDict):
    """Add gold to the payment."""

    verb: Literal["pay_gold"]
    gold: int


class Draw(TypedDict):
    """Buy a relic."""

    verb: Literal["draw"]
    price: int


class ChooseTroop(TypedDict):
    """Choose a troop for an effect."""

    verb: Literal["choose_troop"]
    troop: str


class ChooseMinion(TypedDict):
    """Choose a Minion for an effect; `state` where another copy of it is in another state."""

    verb: Literal["choose_minion"]
    card: str
    state: NotRequired[CardState]


class ChooseSeat(TypedDict):
    """Choose a seat for an effect."""

    verb: Literal["choose_seat"]
    seat: int


class ChooseNumber(TypedDict):
    """Choose how many rebels an effect concerns."""

    verb: Literal["choose_number"]
    rebels: int


class MoveTroop(TypedDict):
    """A troop moves to a zone."""

    verb: Literal["move"]
    troop: str
    zone: str


class Rest(TypedDict):
    """A troop lets a Minion rest; `state` where another copy of it is in another state."""

    verb: Literal["rest"]
    troop: str
    card: str
    state: NotRequired[CardState]


class TroopWorks(TypedDict):
    """A troop repairs the fortress, or earns gold."""

    verb: Literal["repair", "gold"]
    troop: str


class Attack(TypedDict):
    """A troop attacks a troop or a fortress."""

    verb: Literal["melee", "ranged"]
    troop: str
    against: PieceRef


class PlainMove(TypedDict):
    """A move that is its verb alone."""

    verb: Literal["done", "cancel", "skip", "pass", "end", "use"]


class ChanceMove(TypedDict):
    """An outcome of chance: a seat, or the id of a card."""

    verb: Literal["first", "overlord", "recruited", "removed", "revealed", "drew", "lost", "flipped"]
    outcome: int | str


CovilMove = (
    ZoneMove
    | Hire
    | MinionMove
    | Exhaust
    | RelicMove
    | PayGold
    | Draw
    | ChooseTroop
    | ChooseMinion
    | ChooseSeat
    | ChooseNumber
    | MoveTroop
    | Rest
    | TroopWorks
    | Attack
    | PlainMove
    | ChanceMove
)
