"""Parts of sums, references to pieces, and what is said of a terrain."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Terrain = Literal["Water", "Desert", "Mountain", "Forest", "Town"]
CardState = Literal["ready", "tired", "exhausted"]
AttackKind = Literal["melee", "ranged"]
Stat = Literal["any", "melee", "ranged", "defense"]


class CombatPart(TypedDict):
    """What adds to a strength or defense: a card, by its id, or `base`, `free_attack`, `rebels`.

    A Minion that adds by its ability, not by its number, has the ability beside it.
    """

    source: str
    amount: int
    ability: NotRequired[Literal["aftershock", "reinforcement"]]


class PieceRef(TypedDict):
    """A troop, by its id, or a fortress, by its seat as text; `seat` is the owner."""

    kind: Literal["troop", "fortress"]
    id: str
    seat: int


class TerrainDominance(TypedDict):
    """A terrain: who controls each of its zones (-1 for nobody), zones by seat, who dominates it, and the fee."""

    terrain: Terrain
    zones: dict[str, int]
    held: list[int]
    seat: int
    gold: int


class Paid(TypedDict):
    """What is paid for a Minion: gold, and the ids of relics and Minions."""

    gold: int
    relics: list[str]
    minions: list[str]
