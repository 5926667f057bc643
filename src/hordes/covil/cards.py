"""Cards as the rules read them: effects, and tables of numbers by card. They hold no state and serve every game.

A Minion is a number: Overlords first, then Henchmen, then Mercenaries. A relic is a number of its own. Effects stand in
one list; each card knows where its own begin, and the last of a card says so.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.vocabulary import (
    ABILITIES,
    CLASSES,
    CONDITIONS,
    DO_MOVE,
    FEE_MOD,
    INSTANTS,
    MODIFIERS,
    MOVE_MOD,
    PERS,
    PICKS,
    PRICE_MOD,
    RAID_MOD,
    REINFORCEMENT,
    STATS,
    TERRAINS,
    VS_FORTRESS,
    VS_LYING,
)
from hordes.engine.bits import BIT
from hordes.engine.native import i64, mypyc_attr, vec

EVERYWHERE: Final = 31
KINDS_OF_MODIFIER: Final = 9
NO_EFFECT: Final = -1


@mypyc_attr(acyclic=True)
class Effect:
    """One effect of a card in the vocabulary of the card file, as numbers."""

    what: i64
    n: i64
    count: i64
    kind: i64
    terrain: i64
    home: bool
    versus: i64
    per: i64
    cls: i64
    steps: i64
    pick: i64
    reach: i64
    needs: i64
    most: i64
    gold: i64
    itself: bool
    other: bool
    overlord: bool
    humble: bool
    from_defender: bool
    last: bool

    def __init__(self, data: dict[str, Any], last: bool) -> None:
        mod = "mod" in data
        self.what = MODIFIERS.index(data["mod"]) if mod else DO_MOVE + INSTANTS.index(data["do"])
        self.n = int(data.get("rebels", 0)) if mod and self.what == RAID_MOD else int(data.get("n", 0))
        self.count = int(data.get("count", 1))
        self.kind = STATS.index(data.get("kind", "any"))
        self.terrain = 0
        for terrain in data.get("terrain", []):
            self.terrain |= BIT[TERRAINS.index(terrain)]
        self.home = data.get("where") == "ownFortressZone"
        self.versus = {"lying": VS_LYING, "fortressZone": VS_FORTRESS}.get(data.get("vs", ""), 0)
        self.per = PERS.index(data.get("per", ""))
        self.cls = CLASSES.index(data["class"]) if "class" in data else -1
        self.steps = int(data.get("steps", 1))
        self.pick = PICKS.index(data.get("pick", "any"))
        self.reach = int(data.get("range", 0))
        needs = data.get("if", [])
        self.needs = 0
        for word in [needs] if isinstance(needs, str) else needs:
            self.needs |= CONDITIONS[word]
        self.most = int(data.get("upTo", 1))
        self.gold = int(data.get("bonus", 0)) if data.get("do") == "attack" else int(data.get("goldEach", 0))
        self.itself = bool(data.get("self", False))
        self.other = bool(data.get("other", False))
        self.overlord = bool(data.get("overlord", False))
        self.humble = bool(data.get("notOverlord", False))
        self.from_defender = data.get("from") == "defender"
        self.last = last


@mypyc_attr(acyclic=True)
class Cards:
    """All cards of a game."""

    data: dict[str, Any]
    minion_ids: list[str]
    minion_names: list[str]
    relic_ids: list[str]
    relic_names: list[str]
    overlords: i64
    henchmen: i64
    mercenaries: i64
    minions: i64
    relics: i64
    cost: vec[i64]
    cls: vec[i64]
    stat: vec[i64]
    power: vec[i64]
    ability: vec[i64]
    move_from: vec[i64]
    simple: vec[i64]
    discount: vec[i64]
    haggles: i64
    value: vec[i64]
    target: vec[i64]
    bonus_stat: vec[i64]
    bonus: vec[i64]
    first: vec[i64]
    effects: list[Effect]

    def __init__(self, data: dict[str, Any]) -> None:
        found: list[dict[str, Any]] = data["overlords"] + data["henchmen"] + data["mercenaries"]
        relics: list[dict[str, Any]] = data["relics"]
        self.data = data
        self.minion_ids = [str(card["id"]) for card in found]
        self.minion_names = [str(card["name"]) for card in found]
        self.relic_ids = [str(card["id"]) for card in relics]
        self.relic_names = [str(card["name"]) for card in relics]
        self.minions = len(found)
        self.relics = len(relics)
        overlords, henchmen = len(data["overlords"]), len(data["henchmen"])
        self.overlords = BIT[overlords] - 1
        self.henchmen = BIT[overlords + henchmen] - BIT[overlords]
        self.mercenaries = BIT[len(found) - 1] * 2 - BIT[overlords + henchmen]
        self.cost = vec[i64]([int(card["cost"]) for card in found])
        self.cls = vec[i64]([CLASSES.index(card["class"]) for card in found])
        self.stat = vec[i64]([STATS.index(card["stat"]["type"]) for card in found])
        self.power = vec[i64]([int(card["stat"]["value"]) for card in found])
        self.ability = vec[i64]([ABILITIES.index(card["ability"]["type"]) for card in found])
        self.value = vec[i64]([int(card["gold"]) for card in relics])
        self.target = vec[i64]([int(BIT[TERRAINS.index(card["target"])]) for card in relics])
        self.bonus_stat = vec[i64]([(STATS + ["attack"]).index(card["bonus"]["stat"]) for card in relics])
        self.bonus = vec[i64]([int(card["bonus"]["value"]) for card in relics])
        self.effects = []
        abilities = [card["ability"] for card in found] + [card["instant"] for card in relics]
        self.first = vec[i64]([self._add(ability["effects"]) for ability in abilities])
        self.move_from = vec[i64]([self._moves(kind) for kind in range(len(found))])
        self.simple = vec[i64](
            [self._sum(kind, mod) for kind in range(len(found)) for mod in range(KINDS_OF_MODIFIER + 1)]
        )
        self.discount = vec[i64](
            [self._discount(kind, cls) for kind in range(len(found)) for cls in range(len(CLASSES))]
        )

        self.haggles = 0
        for k in range(len(self.discount)):
            if self.discount[k] != 0:
                self.haggles |= BIT[k // len(CLASSES)]

    def _add(self, effects: list[dict[str, Any]]) -> int:
        start = len(self.effects)
        for k in range(len(effects)):
            self.effects.append(Effect(effects[k], k == len(effects) - 1))
        return start if effects else NO_EFFECT

    def of(self, source: i64) -> list[Effect]:
        """The effects of a Minion, or of relic r as number `minions` + r."""
        found: list[Effect] = []
        k = self.first[source]
        while k >= 0:
            found.append(self.effects[k])
            k = NO_EFFECT if self.effects[k].last else k + 1
        return found

    def _moves(self, kind: i64) -> int:
        """The terrains from which troops move one zone further."""
        found: i64 = 0
        if self.ability[kind] == REINFORCEMENT:
            for effect in self.of(kind):
                if effect.what == MOVE_MOD:
                    found |= effect.terrain if effect.terrain != 0 else EVERYWHERE
        return found

    def _sum(self, kind: i64, mod: i64) -> int:
        """What a Minion adds to a modifier without conditions; the last column is the fee in a night without any."""
        total: i64 = 0
        for effect in self.of(kind):
            none = effect.what == FEE_MOD and PERS[effect.per] == "none"
            if (none and mod == KINDS_OF_MODIFIER) or (effect.what == mod and not none):
                total += effect.n
        return total

    def _discount(self, kind: i64, cls: i64) -> int:
        """What a Minion adds to the price of a class."""
        total: i64 = 0
        for effect in self.of(kind):
            if effect.what == PRICE_MOD and effect.cls in (-1, cls):
                total += effect.n
        return total

    def priced(self, least: i64, most: i64) -> i64:
        """The Mercenaries that cost between these sums."""
        found: i64 = 0
        for kind in range(self.minions):
            if self.mercenaries & BIT[kind] != 0 and least <= self.cost[kind] <= most:
                found |= BIT[kind]
        return found
