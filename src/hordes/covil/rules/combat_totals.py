"""Strength and defense of a combat, the table's or one that is only imagined: sums over cards, and their parts.

The sums and their itemised lists (`attack_parts`, `defense_parts`) add up the same functions, so that the two cannot
disagree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hordes.covil.state.combat import Combat
from hordes.covil.state.constants import (
    AFTERSHOCK,
    ANY_KIND,
    ATTACK_MOD,
    DEFENSE,
    DEFENSE_MOD,
    DO_STRENGTH,
    FIRST_FORTRESS,
    IF_FORTRESS,
    IF_LYING,
    MELEE,
    REBEL_ATTACK,
    REBEL_STRENGTH,
    REINFORCEMENT,
    SLOTS,
    TROOPS,
    VS_FORTRESS,
    VS_LYING,
)
from hordes.covil.state.table import Table
from hordes.engine.core.bits import BIT, count, listed, lowest
from hordes.engine.mypyc_compat import i64

if TYPE_CHECKING:
    from hordes.covil.wire.parts import CombatPart

ATTACK_BONUS: Final = 4
"""Bonus stat of relics that count for melee and ranged attacks; it follows STATS."""

# The declaration


def declared_combat(t: Table, attack_kind: i64, troop: i64, target: i64, bonus: i64, free: bool) -> Combat:
    """The combat that this attack would begin now; `bonus` is that of a free attack."""
    stood = target < FIRST_FORTRESS and t.standing & BIT[target] != 0
    besieged = has_enemy_fortress(t, troop // TROOPS, target_zone(t, target))
    return Combat(attack_kind, troop, target, bonus, free, stood, besieged)


def has_enemy_fortress(t: Table, seat: i64, zone: i64) -> bool:
    """Whether a fortress of one of the seat's opponents stands in this zone."""
    rest = t.opponents(seat)
    while rest != 0:
        other = lowest(rest)
        if t.fortress_zone[other] == zone and t.hp[other] > 0:
            return True
        rest &= rest - 1
    return False


# Strength and defense


def terrain_bonus(n: i64, terrain: i64, here: i64) -> i64:
    """A bonus for terrains: it counts once for each listed terrain here, or once anywhere without a list.

    >>> terrain_bonus(1, 17, 17), terrain_bonus(1, 17, 1), terrain_bonus(1, 0, 2)
    (2, 1, 1)
    """
    return n if terrain == 0 else n * count(terrain & here)


def reinforcement_attack(t: Table, combat: Combat, minion: i64) -> i64:
    """Strength that a Minion's Reinforcement adds to an attack."""
    if t.cards.ability[minion] != REINFORCEMENT:
        return 0
    total: i64 = 0
    here = t.troop_zone[combat.attacker]
    k = t.cards.first_effect[minion] if here >= 0 else -1
    while k >= 0:
        effect = t.cards.effects[k]
        if effect.opcode == ATTACK_MOD and (effect.attack_kind == ANY_KIND or effect.attack_kind == combat.attack_kind):
            home = not effect.at_own_fortress or t.fortress_zone[combat.attacking_seat()] == here
            lying = effect.target_condition != VS_LYING or is_target_lying(t, combat)
            if home and lying and (effect.target_condition != VS_FORTRESS or is_target_besieged(t, combat)):
                total += terrain_bonus(effect.amount, effect.terrains, t.board.terrain[here])
        k = -1 if effect.is_last else k + 1
    return total


def reinforcement_defense(t: Table, combat: Combat, minion: i64) -> i64:
    """Defense that a Minion's Reinforcement adds against an attack."""
    if t.cards.ability[minion] != REINFORCEMENT:
        return 0
    total: i64 = 0
    here = target_zone(t, combat.target)
    k = t.cards.first_effect[minion] if here >= 0 else -1
    while k >= 0:
        effect = t.cards.effects[k]
        home = not effect.at_own_fortress or t.fortress_zone[combat.defending_seat()] == here
        if effect.opcode == DEFENSE_MOD and home:
            total += terrain_bonus(effect.amount, effect.terrains, t.board.terrain[here])
        k = -1 if effect.is_last else k + 1
    return total


def target_zone(t: Table, target: i64) -> i64:
    """The zone of a target."""
    return t.fortress_zone[target - FIRST_FORTRESS] if target >= FIRST_FORTRESS else t.troop_zone[target]


def is_target_lying(t: Table, combat: Combat) -> bool:
    """Whether the target is a troop that lies now; Instants in the combat may have changed that."""
    return combat.target < FIRST_FORTRESS and t.standing & BIT[combat.target] == 0


def is_target_besieged(t: Table, combat: Combat) -> bool:
    """Whether the target is in an enemy fortress' zone: now, or at the declaration under `combat_relics_bonus_only`."""
    if t.rules.combat_relics_bonus_only:
        return combat.target_besieged
    return has_enemy_fortress(t, combat.attacking_seat(), target_zone(t, combat.target))


def is_undefended(t: Table, combat: Combat) -> bool:
    """Whether the target is a fortress without a troop of its owner, so that nothing defends it."""
    if combat.target < FIRST_FORTRESS or (combat.attack_kind == REBEL_ATTACK and t.rules.rebels_remember):
        return False
    return t.troops_in(combat.defending_seat(), target_zone(t, combat.target)) == 0


def are_both_on_board(t: Table, combat: Combat) -> bool:
    """Whether attacker and target are still on the board."""
    return t.troop_zone[combat.attacker] >= 0 and target_zone(t, combat.target) >= 0


def aftershock_conditions(combat: Combat) -> i64:
    """Conditions of Aftershocks that hold for the target as it was at the declaration, as bits."""
    lying = IF_LYING if combat.target < FIRST_FORTRESS and not combat.target_stood else 0
    return lying | (IF_FORTRESS if combat.target_besieged else 0)


def weapon_stat(t: Table, combat: Combat, minion: i64) -> i64:
    """The stat value of the exhausted Minion, if the stat fits the kind of attack."""
    return t.cards.power[minion] if t.cards.stat[minion] == combat.attack_kind else 0


def aftershock_strength(t: Table, combat: Combat, minion: i64) -> i64:
    """Strength from the Aftershock of the exhausted Minion, by the conditions at the declaration."""
    if t.cards.ability[minion] != AFTERSHOCK:
        return 0
    total: i64 = 0
    met = aftershock_conditions(combat)
    k = t.cards.first_effect[minion]
    while k >= 0:
        effect = t.cards.effects[k]
        if effect.opcode == DO_STRENGTH and effect.conditions & ~met == 0:
            total += effect.amount
        k = -1 if effect.is_last else k + 1
    return total


def relic_attack_bonus(t: Table, combat: Combat, relic: i64) -> i64:
    """Strength that an active relic adds to the attack."""
    stat = t.cards.relic_bonus_stat[relic]
    return t.cards.relic_bonus[relic] if stat == combat.attack_kind or stat == ATTACK_BONUS else 0


def relic_defense_bonus(t: Table, relic: i64) -> i64:
    """Defense that an active relic adds."""
    return t.cards.relic_bonus[relic] if t.cards.relic_bonus_stat[relic] == DEFENSE else 0


def strength(t: Table, combat: Combat) -> i64:
    """Strength of the attack, with the Minion exhausted for it."""
    if combat.attack_kind == REBEL_ATTACK:
        return REBEL_STRENGTH
    return strength_with(t, combat, t.minion_at(combat.attacking_seat(), combat.weapon_slot))


def strength_with(t: Table, combat: Combat, weapon: i64) -> i64:
    """Strength of a troop's attack if this Minion is exhausted for it. Every troop has melee 1, ranged has no base."""
    seat = combat.attacking_seat()
    total: i64 = combat.bonus + weapon_stat(t, combat, weapon) + aftershock_strength(t, combat, weapon)
    if combat.attack_kind == MELEE:
        total += 1
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if t.hall[place] != 0:
            total += reinforcement_attack(t, combat, (t.hall[place] >> 2) - 1)
    rest = t.active_relics[seat]
    while rest != 0:
        total += relic_attack_bonus(t, combat, lowest(rest))
        rest &= rest - 1
    return total


def defense(t: Table, combat: Combat) -> i64:
    """Defense of the target: base 1, Reinforcements for its zone, active relics, and Minions exhausted for it."""
    if is_undefended(t, combat):
        return 0
    seat = combat.defending_seat()
    total: i64 = 1
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if t.hall[place] != 0:
            total += reinforcement_defense(t, combat, (t.hall[place] >> 2) - 1)
    rest = t.active_relics[seat]
    while rest != 0:
        total += relic_defense_bonus(t, lowest(rest))
        rest &= rest - 1
    slots = combat.defending_slots
    while slots != 0:
        total += t.cards.power[t.minion_at(seat, (slots & 7) - 1)]
        slots >>= 3
    return total


# Totals and their parts


def attack_parts(t: Table, combat: Combat) -> list[CombatPart]:
    """The parts of the strength, zeros left out."""
    if combat.attack_kind == REBEL_ATTACK:
        return [{"source": "rebels", "amount": REBEL_STRENGTH}]
    seat = combat.attacking_seat()
    weapon = t.minion_at(seat, combat.weapon_slot)
    card = t.cards.minion_ids[weapon]
    parts: list[CombatPart] = [{"source": "base", "amount": 1}] if combat.attack_kind == MELEE else []
    parts.append({"source": card, "amount": weapon_stat(t, combat, weapon)})
    parts.append({"source": card, "amount": aftershock_strength(t, combat, weapon), "ability": "aftershock"})
    parts.append({"source": "free_attack", "amount": combat.bonus})
    for minion in minions_of(t, seat):
        parts.append(_reinforcement(t, minion, reinforcement_attack(t, combat, minion)))
    for relic in listed(t.active_relics[seat]):
        parts.append({"source": t.cards.relic_ids[relic], "amount": relic_attack_bonus(t, combat, relic)})
    return [part for part in parts if part["amount"] != 0]


def defense_parts(t: Table, combat: Combat) -> list[CombatPart]:
    """The parts of the defense, zeros left out."""
    if is_undefended(t, combat):
        return []
    seat = combat.defending_seat()
    parts: list[CombatPart] = [{"source": "base", "amount": 1}]
    for minion in minions_of(t, seat):
        parts.append(_reinforcement(t, minion, reinforcement_defense(t, combat, minion)))
    slots = combat.defending_slots
    while slots != 0:
        minion = t.minion_at(seat, (slots & 7) - 1)
        parts.append({"source": t.cards.minion_ids[minion], "amount": t.cards.power[minion]})
        slots >>= 3
    for relic in listed(t.active_relics[seat]):
        parts.append({"source": t.cards.relic_ids[relic], "amount": relic_defense_bonus(t, relic)})
    return [part for part in parts if part["amount"] != 0]


def minions_of(t: Table, seat: i64) -> list[i64]:
    """The Minions in a hall, by slot."""
    return [t.minion_at(seat, slot) for slot in range(SLOTS) if t.hall[seat * SLOTS + slot] != 0]


def _reinforcement(t: Table, minion: i64, amount: i64) -> CombatPart:
    return {"source": t.cards.minion_ids[minion], "amount": amount, "ability": "reinforcement"}
