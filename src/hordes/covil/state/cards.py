"""Card data as the rules read it: effects, and arrays of numbers by card. Immutable and shared by all games.

A Minion is a number: Overlords first, then Henchmen, then Mercenaries. Relics are numbered from 0 on their own. All
effects are in one list; a card knows the index of its first effect, and its last effect is marked.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.state.constants import (
    ABILITIES,
    CLASSES,
    CONDITIONS,
    DO_MOVE,
    FEE_MOD,
    INSTANTS,
    MODIFIERS,
    MOVE_MOD,
    PER_NAMES,
    PICK_NAMES,
    PRICE_MOD,
    RAID_MOD,
    REINFORCEMENT,
    STATS,
    TERRAINS,
    VS_FORTRESS,
    VS_LYING,
)
from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec

ALL_TERRAINS: Final = 31
MODIFIER_COUNT: Final = 9
NO_EFFECT: Final = -1


@mypyc_attr(acyclic=True)
class Effect:
    """One effect of a card, the words of the card file as numbers.

    There are two kinds. A modifier (`mod` in the file) changes a number for as long as the card counts, such as the
    strength of attacks or the price of Minions. An instant (`do`) is carried out once, such as resting a troop.
    `opcode` says which modifier or instant it is, and which of the other fields it reads.
    """

    opcode: i64  # ATTACK_MOD to SCORE_MOD, or DO_MOVE to DO_STRENGTH
    amount: i64
    count: i64  # targets, one after the other
    attack_kind: i64  # ANY_KIND, MELEE or RANGED
    terrains: i64  # a set; empty means everywhere
    at_own_fortress: bool
    target_condition: i64  # VS_LYING, VS_FORTRESS or 0
    per: i64  # index into PER_NAMES
    minion_class: i64  # -1 for any
    steps: i64
    pick: i64  # index into PICK_NAMES
    max_range: i64
    conditions: i64  # of an Aftershock: bits IF_WON, IF_LYING, IF_FORTRESS
    up_to: i64  # rebels at most
    bonus: i64  # strength of a free attack, or gold for each rebel
    rests_itself: bool
    excludes_self: bool
    rests_overlord: bool
    excludes_overlord: bool
    from_defender: bool
    is_last: bool  # no further effect of the same card follows in the list

    def __init__(self, data: dict[str, Any], last: bool) -> None:
        mod = "mod" in data
        self.opcode = MODIFIERS.index(data["mod"]) if mod else DO_MOVE + INSTANTS.index(data["do"])
        self.amount = int(data.get("rebels", 0)) if mod and self.opcode == RAID_MOD else int(data.get("n", 0))
        self.count = int(data.get("count", 1))
        self.attack_kind = STATS.index(data.get("kind", "any"))
        self.terrains = 0
        for terrain in data.get("terrain", []):
            self.terrains |= BIT[TERRAINS.index(terrain)]
        self.at_own_fortress = data.get("where") == "ownFortressZone"
        self.target_condition = {"lying": VS_LYING, "fortressZone": VS_FORTRESS}.get(data.get("vs", ""), 0)
        self.per = PER_NAMES.index(data.get("per", ""))
        self.minion_class = CLASSES.index(data["class"]) if "class" in data else -1
        self.steps = int(data.get("steps", 1))
        self.pick = PICK_NAMES.index(data.get("pick", "any"))
        self.max_range = int(data.get("range", 0))
        needs = data.get("if", [])
        self.conditions = 0
        for word in [needs] if isinstance(needs, str) else needs:
            self.conditions |= CONDITIONS[word]
        self.up_to = int(data.get("upTo", 1))
        self.bonus = int(data.get("bonus", 0)) if data.get("do") == "attack" else int(data.get("goldEach", 0))
        self.rests_itself = bool(data.get("self", False))
        self.excludes_self = bool(data.get("other", False))
        self.rests_overlord = bool(data.get("overlord", False))
        self.excludes_overlord = bool(data.get("notOverlord", False))
        self.from_defender = data.get("from") == "defender"
        self.is_last = last


@mypyc_attr(acyclic=True)
class Cards:
    """All cards of a game. Arrays are indexed by Minion or by relic; sets are bit sets of Minions."""

    data: dict[str, Any]
    minion_ids: list[str]
    minion_names: list[str]
    relic_ids: list[str]
    relic_names: list[str]
    overlords: i64
    henchmen: i64
    mercenaries: i64
    minion_count: i64
    relic_count: i64
    cost: vec[i64]
    minion_class: vec[i64]
    stat: vec[i64]  # MELEE, RANGED or DEFENSE
    power: vec[i64]  # the value of the stat
    ability: vec[i64]
    swift_terrains: vec[i64]  # terrains from which the owner's troops move two zones
    modifier_sum: vec[i64]  # Minion * (MODIFIER_COUNT + 1) + modifier; the last column: see `_modifier_sum`
    price_change: vec[i64]  # Minion * number of classes + class of the Minion that is hired
    price_changers: i64  # Minions with any price change
    relic_gold: vec[i64]
    relic_terrain: vec[i64]  # as a set with one member
    relic_bonus_stat: vec[i64]
    relic_bonus: vec[i64]
    first_effect: vec[i64]  # by Minion, then by relic; NO_EFFECT where there is none
    effects: list[Effect]

    def __init__(self, data: dict[str, Any]) -> None:
        minions: list[dict[str, Any]] = data["overlords"] + data["henchmen"] + data["mercenaries"]
        relics: list[dict[str, Any]] = data["relics"]
        self.data = data
        self.minion_ids = [str(card["id"]) for card in minions]
        self.minion_names = [str(card["name"]) for card in minions]
        self.relic_ids = [str(card["id"]) for card in relics]
        self.relic_names = [str(card["name"]) for card in relics]
        self.minion_count = len(minions)
        self.relic_count = len(relics)
        overlords, henchmen = len(data["overlords"]), len(data["henchmen"])
        self.overlords = BIT[overlords] - 1
        self.henchmen = BIT[overlords + henchmen] - BIT[overlords]
        self.mercenaries = BIT[len(minions) - 1] * 2 - BIT[overlords + henchmen]
        self.cost = vec[i64]([int(card["cost"]) for card in minions])
        self.minion_class = vec[i64]([CLASSES.index(card["class"]) for card in minions])
        self.stat = vec[i64]([STATS.index(card["stat"]["type"]) for card in minions])
        self.power = vec[i64]([int(card["stat"]["value"]) for card in minions])
        self.ability = vec[i64]([ABILITIES.index(card["ability"]["type"]) for card in minions])
        self.relic_gold = vec[i64]([int(card["gold"]) for card in relics])
        self.relic_terrain = vec[i64]([int(BIT[TERRAINS.index(card["target"])]) for card in relics])
        self.relic_bonus_stat = vec[i64]([(STATS + ["attack"]).index(card["bonus"]["stat"]) for card in relics])
        self.relic_bonus = vec[i64]([int(card["bonus"]["value"]) for card in relics])
        self.effects = []
        abilities = [card["ability"] for card in minions] + [card["instant"] for card in relics]
        self.first_effect = vec[i64]([self._add_effects(ability["effects"]) for ability in abilities])
        self.swift_terrains = vec[i64]([self._swift_terrains(kind) for kind in range(len(minions))])
        self.modifier_sum = vec[i64](
            [self._modifier_sum(kind, mod) for kind in range(len(minions)) for mod in range(MODIFIER_COUNT + 1)]
        )
        self.price_change = vec[i64](
            [self._price_change(kind, cls) for kind in range(len(minions)) for cls in range(len(CLASSES))]
        )

        self.price_changers = 0
        for k in range(len(self.price_change)):
            if self.price_change[k] != 0:
                self.price_changers |= BIT[k // len(CLASSES)]

    def _add_effects(self, effects: list[dict[str, Any]]) -> int:
        """Append the effects of a card; returns the index of the first."""
        start = len(self.effects)
        for k in range(len(effects)):
            self.effects.append(Effect(effects[k], k == len(effects) - 1))
        return start if effects else NO_EFFECT

    def effects_of(self, source: i64) -> list[Effect]:
        """The effects of a Minion, or of relic r as number `minions` + r."""
        effects: list[Effect] = []
        k = self.first_effect[source]
        while k >= 0:
            effects.append(self.effects[k])
            k = NO_EFFECT if self.effects[k].is_last else k + 1
        return effects

    def _swift_terrains(self, kind: i64) -> int:
        """The terrains from which troops move one zone further."""
        terrains: i64 = 0
        if self.ability[kind] == REINFORCEMENT:
            for effect in self.effects_of(kind):
                if effect.opcode == MOVE_MOD:
                    terrains |= effect.terrains if effect.terrains != 0 else ALL_TERRAINS
        return terrains

    def _modifier_sum(self, kind: i64, mod: i64) -> int:
        """Sum of a Minion's modifiers of a kind without conditions; the last column: gold for a night without fees."""
        total: i64 = 0
        for effect in self.effects_of(kind):
            none = effect.opcode == FEE_MOD and PER_NAMES[effect.per] == "none"
            if (none and mod == MODIFIER_COUNT) or (effect.opcode == mod and not none):
                total += effect.amount
        return total

    def _price_change(self, kind: i64, cls: i64) -> int:
        """What a Minion adds to the price of Minions of a class; mostly below 0."""
        total: i64 = 0
        for effect in self.effects_of(kind):
            if effect.opcode == PRICE_MOD and effect.minion_class in (-1, cls):
                total += effect.amount
        return total

    def mercenaries_costing(self, least: i64, most: i64) -> i64:
        """The Mercenaries with a cost within these bounds."""
        mercenaries: i64 = 0
        for kind in range(self.minion_count):
            if self.mercenaries & BIT[kind] != 0 and least <= self.cost[kind] <= most:
                mercenaries |= BIT[kind]
        return mercenaries
