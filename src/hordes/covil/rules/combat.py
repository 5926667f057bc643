"""Combat: strength and defense, response windows, the outcome, retreats, and damage to fortresses.

Strength and defense are sums over cards by the same functions as their itemised lists (`attack_parts`,
`defense_parts`), so that the two cannot disagree.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.rules import nested_combat, troops
from hordes.covil.state import effect_task, events, moves
from hordes.covil.state.constants import (
    AFTERSHOCK,
    ANY_KIND,
    ATTACK_MOD,
    ATTACKER_GONE,
    COMBAT,
    DAMAGE,
    DEFENSE,
    DEFENSE_MOD,
    DO_STRENGTH,
    DUMMY_RETREAT,
    EXHAUSTION,
    FIRST_FORTRESS,
    IF_FORTRESS,
    IF_LYING,
    IF_WON,
    MELEE,
    NO_TROOP,
    OUTCOME,
    RAID,
    READY,
    REBEL_ATTACK,
    REBEL_SEAT,
    REBEL_STRENGTH,
    REINFORCEMENT,
    RETREAT,
    SLOTS,
    TROOPS,
    VS_FORTRESS,
    VS_LYING,
    WINDOW,
    WITHDRAWAL,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_stack import arg_a, arg_b, arg_c
from hordes.engine.core.bits import BIT, count, lowest
from hordes.engine.mypyc_compat import i64

ATTACK_BONUS: Final = 4
"""Bonus stat of relics that count for melee and ranged attacks; it follows STATS."""


# Strength and defense


def terrain_bonus(n: i64, terrain: i64, here: i64) -> i64:
    """A bonus for terrains: it counts once for each listed terrain here, or once anywhere without a list.

    >>> terrain_bonus(1, 17, 17), terrain_bonus(1, 17, 1), terrain_bonus(1, 0, 2)
    (2, 1, 1)
    """
    return n if terrain == 0 else n * count(terrain & here)


def reinforcement_attack(t: Table, minion: i64) -> i64:
    """Strength that a Minion's Reinforcement adds to the current attack."""
    if t.cards.ability[minion] != REINFORCEMENT:
        return 0
    total: i64 = 0
    here = t.troop_zone[t.attacker]
    k = t.cards.first_effect[minion] if here >= 0 else -1
    while k >= 0:
        effect = t.cards.effects[k]
        if effect.opcode == ATTACK_MOD and (effect.attack_kind == ANY_KIND or effect.attack_kind == t.attack_kind):
            home = not effect.at_own_fortress or t.fortress_zone[t.attacker // TROOPS] == here
            lying = effect.target_condition != VS_LYING or is_target_lying(t)
            if home and lying and (effect.target_condition != VS_FORTRESS or is_target_besieged(t)):
                total += terrain_bonus(effect.amount, effect.terrains, t.board.terrain[here])
        k = -1 if effect.is_last else k + 1
    return total


def reinforcement_defense(t: Table, minion: i64) -> i64:
    """Defense that a Minion's Reinforcement adds against the current attack."""
    if t.cards.ability[minion] != REINFORCEMENT:
        return 0
    total: i64 = 0
    here = target_zone(t)
    k = t.cards.first_effect[minion] if here >= 0 else -1
    while k >= 0:
        effect = t.cards.effects[k]
        if effect.opcode == DEFENSE_MOD and (not effect.at_own_fortress or t.fortress_zone[t.defending_seat()] == here):
            total += terrain_bonus(effect.amount, effect.terrains, t.board.terrain[here])
        k = -1 if effect.is_last else k + 1
    return total


def target_zone(t: Table) -> i64:
    """The zone of the target."""
    return t.fortress_zone[t.target - FIRST_FORTRESS] if t.target >= FIRST_FORTRESS else t.troop_zone[t.target]


def is_target_lying(t: Table) -> bool:
    """Whether the target is a troop that lies now; Instants in the combat may have changed that."""
    return t.target < FIRST_FORTRESS and t.standing & BIT[t.target] == 0


def is_target_besieged(t: Table) -> bool:
    """Whether the target is in an enemy fortress' zone: now, or at the declaration under `combat_relics_bonus_only`."""
    if t.rules.combat_relics_bonus_only:
        return t.target_besieged
    return has_enemy_fortress(t, t.attacker // TROOPS, target_zone(t))


def is_undefended(t: Table) -> bool:
    """Whether the target is a fortress without a troop of its owner, so that nothing defends it."""
    if t.target < FIRST_FORTRESS or (t.attack_kind == REBEL_ATTACK and t.rules.rebels_remember):
        return False
    return t.troops_in(t.defending_seat(), target_zone(t)) == 0


def are_both_on_board(t: Table) -> bool:
    """Whether attacker and target are still on the board."""
    return t.troop_zone[t.attacker] >= 0 and target_zone(t) >= 0


def aftershock_conditions(t: Table) -> i64:
    """Conditions of Aftershocks that hold for the target as it was at the declaration, as bits."""
    lying = IF_LYING if t.target < FIRST_FORTRESS and not t.target_stood else 0
    return lying | (IF_FORTRESS if t.target_besieged else 0)


def weapon_stat(t: Table, minion: i64) -> i64:
    """The stat value of the exhausted Minion, if the stat fits the kind of attack."""
    return t.cards.power[minion] if t.cards.stat[minion] == t.attack_kind else 0


def aftershock_strength(t: Table, minion: i64) -> i64:
    """Strength from the Aftershock of the exhausted Minion, by the conditions at the declaration."""
    if t.cards.ability[minion] != AFTERSHOCK:
        return 0
    total: i64 = 0
    met = aftershock_conditions(t)
    k = t.cards.first_effect[minion]
    while k >= 0:
        effect = t.cards.effects[k]
        if effect.opcode == DO_STRENGTH and effect.conditions & ~met == 0:
            total += effect.amount
        k = -1 if effect.is_last else k + 1
    return total


def relic_attack_bonus(t: Table, relic: i64) -> i64:
    """Strength that an active relic adds to the attack."""
    stat = t.cards.relic_bonus_stat[relic]
    return t.cards.relic_bonus[relic] if stat == t.attack_kind or stat == ATTACK_BONUS else 0


def relic_defense_bonus(t: Table, relic: i64) -> i64:
    """Defense that an active relic adds."""
    return t.cards.relic_bonus[relic] if t.cards.relic_bonus_stat[relic] == DEFENSE else 0


def strength(t: Table) -> i64:
    """Strength of the current attack. Every troop has melee 1; ranged attacks have no base."""
    if t.attack_kind == REBEL_ATTACK:
        return REBEL_STRENGTH
    seat = t.attacker // TROOPS
    weapon = t.minion_at(seat, t.weapon_slot)
    total: i64 = t.bonus + weapon_stat(t, weapon) + aftershock_strength(t, weapon)
    if t.attack_kind == MELEE:
        total += 1
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if t.hall[place] != 0:
            total += reinforcement_attack(t, (t.hall[place] >> 2) - 1)
    rest = t.active_relics[seat]
    while rest != 0:
        total += relic_attack_bonus(t, lowest(rest))
        rest &= rest - 1
    return total


def defense(t: Table) -> i64:
    """Defense of the target: base 1, Reinforcements for its zone, active relics, and Minions exhausted for it."""
    if is_undefended(t):
        return 0
    seat = t.defending_seat()
    total: i64 = 1
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if t.hall[place] != 0:
            total += reinforcement_defense(t, (t.hall[place] >> 2) - 1)
    rest = t.active_relics[seat]
    while rest != 0:
        total += relic_defense_bonus(t, lowest(rest))
        rest &= rest - 1
    slots = t.defending_slots
    while slots != 0:
        total += t.cards.power[t.minion_at(seat, (slots & 7) - 1)]
        slots >>= 3
    return total


# Declaration


def declare_attack(t: Table, attack_kind: i64, troop: i64, target: i64, bonus: i64, free: bool) -> None:
    """Begin a combat; a combat already going on is suspended. Which Minion is exhausted is asked next."""
    nested_combat.suspend_combat(t)
    set_combat(t, attack_kind, troop, target, bonus)
    t.is_free_attack = free
    t.push(EXHAUSTION, troop // TROOPS, 0, 0)


def set_combat(t: Table, attack_kind: i64, troop: i64, target: i64, bonus: i64) -> None:
    """Set the fields of the current combat."""
    t.attacker = troop
    t.target = target
    t.attack_kind = attack_kind
    t.bonus = bonus
    t.target_stood = target < FIRST_FORTRESS and t.standing & BIT[target] != 0
    t.target_besieged = has_enemy_fortress(t, troop // TROOPS, target_zone(t))


def has_enemy_fortress(t: Table, seat: i64, zone: i64) -> bool:
    """Whether a fortress of one of the seat's opponents stands in this zone."""
    rest = t.opponents(seat)
    while rest != 0:
        other = lowest(rest)
        if t.fortress_zone[other] == zone and t.hp[other] > 0:
            return True
        rest &= rest - 1
    return False


def exhaust_for_attack(t: Table, slot: i64) -> None:
    """Exhaust the Minion for the attack. A troop gets a response window, an unguarded fortress does not."""
    seat = t.attacker // TROOPS
    t.weapon_slot = slot
    t.exhaust(seat, slot)
    if t.sink is not None:
        events.attacked(t, strength(t), attack_parts(t))
    if t.target < FIRST_FORTRESS:
        t.replace_top(WINDOW, 0, 0, 0)
    else:
        t.replace_top(OUTCOME, 0, 0, 0)


def start_rebel_attack(t: Table, target: i64) -> None:
    """Rebels attack a troop or fortress with strength 3; only the defender gets a window."""
    t.attack_kind = REBEL_ATTACK
    t.target = target
    t.target_stood = target < FIRST_FORTRESS and t.standing & BIT[target] != 0
    t.is_free_attack = target < FIRST_FORTRESS and t.troop_zone[target] == t.board.town
    if t.sink is not None:
        events.rebels_attack(t)
    t.push(WINDOW, 0, 0, 0)


# Windows


def window_seat(t: Table, side: i64) -> i64:
    """The seat that acts in a window: side 0 is the defender, 1 the attacker."""
    return t.defending_seat() if side == 0 else t.attacker // TROOPS


def open_window(t: Table) -> bool:
    """Let a seat act until it passes; a dummy answers at once. Returns False when a seat is asked."""
    if nested_combat.is_broken_off(t):
        break_off_combat(t)
        return True
    side = arg_a(t.top())
    seat = window_seat(t, side)
    if not t.is_dummy(seat):
        if t.sink is not None:
            events.weighed(t, seat, combat_totals(t))
        t.ask(RAID if t.attack_kind == REBEL_ATTACK else COMBAT, seat)
        return False
    if side == 0 and t.defending_slots == 0 and (not t.rules.dummy_spares_defenders or defense(t) < strength(t)):
        slot = strongest_ready_slot(t, seat, DEFENSE)
        if slot >= 0:
            exhaust_for_defense(t, seat, slot)
    pass_window(t)
    return True


def strongest_ready_slot(t: Table, seat: i64, stat: i64) -> i64:
    """The first slot of the Ready Minion with the highest stat of a kind; -1 when there is none."""
    best: i64 = -1
    for slot in range(SLOTS):
        word = t.hall[seat * SLOTS + slot]
        minion = (word >> 2) - 1
        fits = word != 0 and word & 3 == READY and t.cards.stat[minion] == stat
        if fits and (best < 0 or t.cards.power[minion] > t.cards.power[t.minion_at(seat, best)]):
            best = slot
    return best


def offer_window_moves(t: Table) -> None:
    """Offer the moves of a window: the defender may exhaust defense Minions, both may activate relics."""
    side = arg_a(t.top())
    seat = t.to_move
    if side == 0 and not is_undefended(t):
        t.offer(moves.DEFEND, ready_defenders(t, seat))
    t.offer(moves.RELIC, t.hand[seat])
    t.offer(moves.PASS, 1)


def ready_defenders(t: Table, seat: i64) -> i64:
    """The Ready Minions with a defense stat."""
    minions: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0 and word & 3 == READY and t.cards.stat[(word >> 2) - 1] == DEFENSE:
            minions |= BIT[(word >> 2) - 1]
    return minions


def exhaust_for_defense(t: Table, seat: i64, slot: i64) -> None:
    """Exhaust a Minion for its defense; the attacker may answer that."""
    reset_passes(t)
    t.exhaust(seat, slot)
    t.defending_slots = t.defending_slots * 8 + slot + 1
    if t.sink is not None:
        events.defended(t, seat, slot, defense(t))


def pass_window(t: Table) -> None:
    """Pass in a window. Two passes in a row, or the single one against rebels, end the combat."""
    side, passes = arg_a(t.top()), arg_b(t.top())
    if passes == 1 or t.attack_kind == REBEL_ATTACK:
        t.replace_top(OUTCOME, 0, 0, 0)
    else:
        t.replace_top(WINDOW, 1 - side, 1, 0)


def reset_passes(t: Table) -> None:
    """Count passes anew after a seat has acted."""
    t.replace_top(WINDOW, arg_a(t.top()), 0, 0)


# Outcome


def break_off_combat(t: Table) -> None:
    """End a combat without a result. The Aftershock of the exhausted Minion happens all the same."""
    if t.sink is not None:
        events.broken_off(t)
    gone = arg_c(t.top()) & ATTACKER_GONE != 0
    t.pop()
    if t.attack_kind != REBEL_ATTACK:
        push_aftershock(t, NO_TROOP if gone else t.attacker, False)
    t.reset_combat()


def resolve_combat(t: Table) -> None:
    """Compare strength and defense. Consequences are pushed last first: Aftershock, damage, retreat or loss, gold."""
    attack_total = strength(t)
    defense_total = defense(t)
    won = attack_total > defense_total
    if t.sink is not None:
        events.fought(t, attack_total, attack_parts(t), defense_total, defense_parts(t))
    t.pop()
    by, seat, target = t.attacker // TROOPS, t.defending_seat(), t.target
    rebels = t.attack_kind == REBEL_ATTACK
    if not rebels:
        push_aftershock(t, t.attacker, won)
    stood = target < FIRST_FORTRESS and t.standing & BIT[target] != 0
    wounded = target >= FIRST_FORTRESS or t.troop_zone[target] == t.fortress_zone[seat]
    t.reset_combat()
    if not won:
        return
    if wounded and (target >= FIRST_FORTRESS or not rebels):
        t.push(DAMAGE, REBEL_SEAT if rebels else by, seat, attack_total - defense_total)
    if target < FIRST_FORTRESS:
        t.push(WITHDRAWAL, target, 1 if stood else 0, 0)
        if not rebels:
            t.gain_gold(by, 2)


def push_aftershock(t: Table, troop: i64, won: bool) -> None:
    """Push the effects of the exhausted Minion's Aftershock; the attacking troop may be off the board."""
    seat = t.attacker // TROOPS
    minion = t.minion_at(seat, t.weapon_slot)
    if t.cards.ability[minion] == AFTERSHOCK:
        met = aftershock_conditions(t) | (IF_WON if won else 0)
        effect_task.push_card_effects(t, minion, seat, t.weapon_slot, t.defending_seat(), troop, met)


def resolve_defeat(t: Table) -> bool:
    """Remove a beaten troop that lay; one that stood lies down, and its owner is asked where it retreats to."""
    troop, seat = arg_a(t.top()), arg_a(t.top()) // TROOPS
    if arg_b(t.top()) == 0:
        t.pop()
        if t.sink is not None:
            events.lost(t, troop)
        nested_combat.remove_from_board(t, troop)
        return True
    t.lay_troop_down(troop)
    if troops.retreat_zones(t, troop) == 0:
        t.pop()
        return True
    if t.is_dummy(seat):
        t.replace_top(DUMMY_RETREAT, troop, 0, 0)
        return True
    t.ask(RETREAT, seat)
    return False


def apply_retreat(t: Table, zone: i64) -> None:
    """Move the beaten troop to the chosen zone."""
    troop = arg_a(t.top())
    t.pop()
    troops.move_troop(t, troop, zone)


# Fortresses


def apply_damage(t: Table) -> None:
    """Take hit points from a fortress; the attacker gains 1 gold, and a relic for the last one. Rebels gain nothing."""
    by, seat, n = arg_a(t.top()), arg_b(t.top()), arg_c(t.top())
    t.pop()
    if t.hp[seat] == 0:
        return
    n = n if n < t.hp[seat] else t.hp[seat]
    t.set_hp(seat, t.hp[seat] - n)
    if t.sink is not None:
        events.damaged(t, seat, n)
    if by != REBEL_SEAT:
        if t.hp[seat] == 0:
            t.draw_relics(by, 1)
        t.gain_gold(by, 1)


# Totals and their parts


def combat_totals(t: Table) -> dict[str, Any]:
    """Strength and defense as they are now, with their parts."""
    attack = {"strength": strength(t), "parts": attack_parts(t)}
    return attack | {"defense": defense(t), "defense_parts": defense_parts(t)}


def strength_with_slot(t: Table, slot: i64) -> i64:
    """The strength of the declared attack if the Minion in this slot were exhausted for it."""
    chosen = t.weapon_slot
    t.weapon_slot = slot
    total = strength(t)
    t.weapon_slot = chosen
    return total


def attack_parts(t: Table) -> list[list[object]]:
    """The parts of the strength as [name, number], zeros left out."""
    if t.attack_kind == REBEL_ATTACK:
        return [["rebels", REBEL_STRENGTH]]
    seat = t.attacker // TROOPS
    weapon = t.minion_at(seat, t.weapon_slot)
    parts: list[list[object]] = [["base", 1]] if t.attack_kind == MELEE else []
    parts.append([t.cards.minion_names[weapon], weapon_stat(t, weapon)])
    parts.append([f"{t.cards.minion_names[weapon]}, Aftershock", aftershock_strength(t, weapon)])
    parts.append(["free attack", t.bonus])
    for slot in range(SLOTS):
        if t.hall[seat * SLOTS + slot] != 0:
            minion = t.minion_at(seat, slot)
            parts.append([f"{t.cards.minion_names[minion]}, Reinforcement", reinforcement_attack(t, minion)])
    rest = t.active_relics[seat]
    while rest != 0:
        parts.append([t.cards.relic_names[lowest(rest)], relic_attack_bonus(t, lowest(rest))])
        rest &= rest - 1
    return [part for part in parts if part[1] != 0]


def defense_parts(t: Table) -> list[list[object]]:
    """The parts of the defense as [name, number], zeros left out."""
    if is_undefended(t):
        return []
    seat = t.defending_seat()
    parts: list[list[object]] = [["base", 1]]
    for slot in range(SLOTS):
        if t.hall[seat * SLOTS + slot] != 0:
            minion = t.minion_at(seat, slot)
            parts.append([f"{t.cards.minion_names[minion]}, Reinforcement", reinforcement_defense(t, minion)])
    slots = t.defending_slots
    while slots != 0:
        minion = t.minion_at(seat, (slots & 7) - 1)
        parts.append([t.cards.minion_names[minion], t.cards.power[minion]])
        slots >>= 3
    rest = t.active_relics[seat]
    while rest != 0:
        parts.append([t.cards.relic_names[lowest(rest)], relic_defense_bonus(t, lowest(rest))])
        rest &= rest - 1
    return [part for part in parts if part[1] != 0]
