"""Combat: declaration, response windows, the outcome, retreats, and damage to fortresses."""

from __future__ import annotations

from hordes.covil.rules import nested_combat, troops
from hordes.covil.rules.combat_totals import (
    aftershock_conditions,
    attack_parts,
    declared_combat,
    defense,
    defense_parts,
    is_undefended,
    strength,
)
from hordes.covil.state import effect_task, events, moves, tasks
from hordes.covil.state.combat import NO_COMBAT, Combat
from hordes.covil.state.constants import (
    AFTERSHOCK,
    COMBAT,
    DEFENSE,
    FIRST_FORTRESS,
    IF_WON,
    NO_TROOP,
    RAID,
    READY,
    REBEL_ATTACK,
    REBEL_SEAT,
    RETREAT,
    SLOTS,
    TROOPS,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import OUTCOME
from hordes.covil.state.tasks import ATTACKER, ATTACKER_GONE, DEFENDER, LARGEST_ARGUMENT
from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64

# Declaration


def declare_attack(t: Table, attack_kind: i64, troop: i64, target: i64, bonus: i64, free: bool) -> None:
    """Begin a combat; a combat already going on is suspended. Which Minion is exhausted is asked next."""
    nested_combat.suspend_combat(t)
    t.combat = declared_combat(t, attack_kind, troop, target, bonus, free)
    t.push(tasks.exhaustion(troop // TROOPS))


def exhaust_for_attack(t: Table, slot: i64) -> None:
    """Exhaust the Minion for the attack. A troop gets a response window, an unguarded fortress does not."""
    combat = t.combat.with_weapon(slot)
    t.combat = combat
    t.exhaust(combat.attacking_seat(), slot)
    if t.sink is not None:
        events.attacked(t, strength(t, combat), attack_parts(t, combat))
    t.replace_top(tasks.window(DEFENDER, 0, 0) if combat.target < FIRST_FORTRESS else OUTCOME)


def start_rebel_attack(t: Table, target: i64) -> None:
    """Rebels attack a troop or fortress with strength 3; only the defender gets a window."""
    stood = target < FIRST_FORTRESS and t.standing & BIT[target] != 0
    in_town = target < FIRST_FORTRESS and t.troop_zone[target] == t.board.town
    t.combat = Combat(REBEL_ATTACK, NO_TROOP, target, 0, in_town, stood, False)
    if t.sink is not None:
        events.rebels_attack(t)
    t.push(tasks.window(DEFENDER, 0, 0))


# Windows


def window_seat(t: Table, side: i64) -> i64:
    """The seat that acts in a window: on the side DEFENDER or ATTACKER."""
    return t.combat.defending_seat() if side == DEFENDER else t.combat.attacking_seat()


def open_window(t: Table) -> bool:
    """Let a seat act until it passes; a dummy answers at once. Returns False when a seat is asked."""
    if nested_combat.is_broken_off(t):
        break_off_combat(t)
        return True
    side = tasks.window_side(t.top())
    seat = window_seat(t, side)
    combat = t.combat
    if not t.is_dummy(seat):
        if t.sink is not None:
            attack, guard = attack_parts(t, combat), defense_parts(t, combat)
            events.weighed(t, seat, strength(t, combat), attack, defense(t, combat), guard)
        t.ask(RAID if combat.attack_kind == REBEL_ATTACK else COMBAT, seat)
        return False
    spares = t.rules.dummy_spares_defenders and defense(t, combat) >= strength(t, combat)
    if side == DEFENDER and combat.defending_slots == 0 and not spares:
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
    seat = t.to_move
    if tasks.window_side(t.top()) == DEFENDER and not is_undefended(t, t.combat):
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
    t.combat = t.combat.with_defender(slot)
    if t.sink is not None:
        events.defended(t, seat, slot, defense(t, t.combat))


def pass_window(t: Table) -> None:
    """Pass in a window. Two passes in a row, or the single one against rebels, end the combat."""
    task = t.top()
    if tasks.window_passes(task) == 1 or t.combat.attack_kind == REBEL_ATTACK:
        t.replace_top(OUTCOME)
    else:
        t.replace_top(tasks.window(ATTACKER if tasks.window_side(task) == DEFENDER else DEFENDER, 1, 0))


def reset_passes(t: Table) -> None:
    """Count passes anew after a seat has acted."""
    t.replace_top(tasks.window(tasks.window_side(t.top()), 0, 0))


# Outcome


def break_off_combat(t: Table) -> None:
    """End a combat without a result. The Aftershock of the exhausted Minion happens all the same."""
    if t.sink is not None:
        events.broken_off(t)
    gone = tasks.window_gone(t.top()) & ATTACKER_GONE != 0
    t.pop()
    if t.combat.attack_kind != REBEL_ATTACK:
        push_aftershock(t, NO_TROOP if gone else t.combat.attacker, False)
    t.combat = NO_COMBAT


def resolve_combat(t: Table) -> None:
    """Compare strength and defense. Consequences are pushed last first: Aftershock, damage, retreat or loss, gold."""
    combat = t.combat
    attack_total = strength(t, combat)
    defense_total = defense(t, combat)
    won = attack_total > defense_total
    if t.sink is not None:
        events.fought(t, attack_total, attack_parts(t, combat), defense_total, defense_parts(t, combat))
    t.pop()
    by, seat, target = combat.attacking_seat(), combat.defending_seat(), combat.target
    rebels = combat.attack_kind == REBEL_ATTACK
    if not rebels:
        push_aftershock(t, combat.attacker, won)
    stood = target < FIRST_FORTRESS and t.standing & BIT[target] != 0
    wounded = target >= FIRST_FORTRESS or t.troop_zone[target] == t.fortress_zone[seat]
    t.combat = NO_COMBAT
    if not won:
        return
    if wounded and (target >= FIRST_FORTRESS or not rebels):
        push_damage(t, REBEL_SEAT if rebels else by, seat, attack_total - defense_total)
    if target < FIRST_FORTRESS:
        t.push(tasks.withdrawal(target, stood))
        if not rebels:
            t.gain_gold(by, 2)


def push_aftershock(t: Table, troop: i64, won: bool) -> None:
    """Push the effects of the exhausted Minion's Aftershock; the attacking troop may be off the board."""
    combat, seat = t.combat, t.combat.attacking_seat()
    minion = t.minion_at(seat, combat.weapon_slot)
    if t.cards.ability[minion] == AFTERSHOCK:
        met = aftershock_conditions(combat) | (IF_WON if won else 0)
        effect_task.push_card_effects(t, minion, seat, combat.weapon_slot, combat.defending_seat(), troop, met)


def resolve_defeat(t: Table) -> bool:
    """Remove a beaten troop that lay; one that stood lies down, and its owner is asked where it retreats to."""
    troop = tasks.withdrawal_troop(t.top())
    seat = troop // TROOPS
    if not tasks.withdrawal_stood(t.top()):
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
        t.replace_top(tasks.dummy_retreat(troop, 0))
        return True
    t.ask(RETREAT, seat)
    return False


def apply_retreat(t: Table, zone: i64) -> None:
    """Move the beaten troop to the chosen zone."""
    troop = tasks.withdrawal_troop(t.top())
    t.pop()
    troops.move_troop(t, troop, zone)


# Fortresses


def push_damage(t: Table, by: i64, seat: i64, points: i64) -> None:
    """Push the damage to a fortress; more than its hit points is the same as all of them."""
    t.push(tasks.damage(by, seat, points if points < LARGEST_ARGUMENT else LARGEST_ARGUMENT))


def apply_damage(t: Table) -> None:
    """Take hit points from a fortress; the attacker gains 1 gold, and a relic for the last one. Rebels gain nothing."""
    task = t.top()
    by, seat, n = tasks.damage_by(task), tasks.damage_seat(task), tasks.damage_points(task)
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
