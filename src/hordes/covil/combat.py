"""Combat: strength and defense, the windows, the outcome, retreat, and damage to fortresses.

What a card adds is asked card by card, so that the sum and the account of it (`parts`) cannot differ.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.covil import moves, nested, progress, tell, troops
from hordes.covil.agenda import arg_a, arg_b, arg_c
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    AFTERSHOCK,
    ANY,
    ATTACK_MOD,
    ATTACKER_GONE,
    COMBAT,
    DAMAGE,
    DEFENSE,
    DEFENSE_MOD,
    DO_STRENGTH,
    DUMMY_RETREAT,
    EXHAUSTION,
    FORTRESSES,
    IF_FORTRESS,
    IF_LYING,
    IF_WON,
    MELEE,
    NONE,
    OUTCOME,
    RAID,
    READY,
    REBEL_STRENGTH,
    REBELLION,
    REBELS,
    REINFORCEMENT,
    RETREAT,
    SLOTS,
    TROOPS,
    VS_FORTRESS,
    VS_LYING,
    WINDOW,
    WITHDRAWAL,
)
from hordes.engine.bits import BIT, count, lowest
from hordes.engine.native import i64

ATTACK_BONUS: Final = 4
"""The stat of a relic that helps both kinds of attack."""


# Strength and defense


def in_terrain(n: i64, terrain: i64, here: i64) -> i64:
    """Each listed terrain counts by itself; without a list the bonus counts everywhere.

    >>> in_terrain(1, 17, 17), in_terrain(1, 17, 1), in_terrain(1, 0, 2)
    (2, 1, 1)
    """
    return n if terrain == 0 else n * count(terrain & here)


def attack_bonus(t: Table, minion: i64) -> i64:
    """What a Minion's Reinforcement adds to the attack that is going on."""
    if t.cards.ability[minion] != REINFORCEMENT:
        return 0
    total: i64 = 0
    here = t.zone[t.attacker]
    k = t.cards.first[minion] if here >= 0 else -1
    while k >= 0:
        effect = t.cards.effects[k]
        if effect.what == ATTACK_MOD and (effect.kind == ANY or effect.kind == t.style):
            home = not effect.home or t.fortress[t.attacker // TROOPS] == here
            lying = effect.versus != VS_LYING or target_lies(t)
            if home and lying and (effect.versus != VS_FORTRESS or target_besieged(t)):
                total += in_terrain(effect.n, effect.terrain, t.board.terrain[here])
        k = -1 if effect.last else k + 1
    return total


def defense_bonus(t: Table, minion: i64) -> i64:
    """What a Minion's Reinforcement adds to the defense against it."""
    if t.cards.ability[minion] != REINFORCEMENT:
        return 0
    total: i64 = 0
    here = target_zone(t)
    k = t.cards.first[minion] if here >= 0 else -1
    while k >= 0:
        effect = t.cards.effects[k]
        if effect.what == DEFENSE_MOD and (not effect.home or t.fortress[t.defender()] == here):
            total += in_terrain(effect.n, effect.terrain, t.board.terrain[here])
        k = -1 if effect.last else k + 1
    return total


def target_zone(t: Table) -> i64:
    """Where the target is."""
    return t.fortress[t.target - FORTRESSES] if t.target >= FORTRESSES else t.zone[t.target]


def target_lies(t: Table) -> bool:
    """Is the target a troop that lies now? An Instant in the combat may have laid it down, or stood it up."""
    return t.target < FORTRESSES and t.standing & BIT[t.target] == 0


def target_besieged(t: Table) -> bool:
    """Is the target in an enemy fortress' zone now? Where Instants leave a combat alone, as it was declared."""
    if t.rules.bonus_only:
        return t.besieged
    return under_siege(t, t.attacker // TROOPS, target_zone(t))


def undefended(t: Table) -> bool:
    """Is the target a fortress without a troop of its owner? Then nothing defends it."""
    if t.target < FORTRESSES or (t.style == REBELLION and t.rules.rebels_remember):
        return False
    return t.troops_in(t.defender(), target_zone(t)) == 0


def in_contact(t: Table) -> bool:
    """Are both sides of the combat that goes on on the board?"""
    return t.zone[t.attacker] >= 0 and target_zone(t) >= 0


def circumstances(t: Table) -> i64:
    """What the conditions of an Aftershock can ask about the target, as it was declared."""
    lying = IF_LYING if t.target < FORTRESSES and not t.stood else 0
    return lying | (IF_FORTRESS if t.besieged else 0)


def weapon_stat(t: Table, minion: i64) -> i64:
    """The base stat of the exhausted Minion, if it fits the attack."""
    return t.cards.power[minion] if t.cards.stat[minion] == t.style else 0


def shock(t: Table, minion: i64) -> i64:
    """The strength in the Aftershock of the exhausted Minion, counted at the declaration."""
    if t.cards.ability[minion] != AFTERSHOCK:
        return 0
    total: i64 = 0
    known = circumstances(t)
    k = t.cards.first[minion]
    while k >= 0:
        effect = t.cards.effects[k]
        if effect.what == DO_STRENGTH and effect.needs & ~known == 0:
            total += effect.n
        k = -1 if effect.last else k + 1
    return total


def relic_attack(t: Table, relic: i64) -> i64:
    """What an active relic adds to the attack."""
    stat = t.cards.bonus_stat[relic]
    return t.cards.bonus[relic] if stat == t.style or stat == ATTACK_BONUS else 0


def relic_defense(t: Table, relic: i64) -> i64:
    """What an active relic adds to the defense."""
    return t.cards.bonus[relic] if t.cards.bonus_stat[relic] == DEFENSE else 0


def strength(t: Table) -> i64:
    """Of the attack that is going on. Every troop has melee 1; ranged attacks have no base."""
    if t.style == REBELLION:
        return REBEL_STRENGTH
    seat = t.attacker // TROOPS
    weapon = t.minion_at(seat, t.weapon)
    total: i64 = t.bonus + weapon_stat(t, weapon) + shock(t, weapon)
    if t.style == MELEE:
        total += 1
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if t.hall[place] != 0:
            total += attack_bonus(t, (t.hall[place] >> 2) - 1)
    rest = t.active[seat]
    while rest != 0:
        total += relic_attack(t, lowest(rest))
        rest &= rest - 1
    return total


def defence(t: Table) -> i64:
    """Base 1, Reinforcements for the zone of the target, active relics and the Minions exhausted for it."""
    if undefended(t):
        return 0
    seat = t.defender()
    total: i64 = 1
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if t.hall[place] != 0:
            total += defense_bonus(t, (t.hall[place] >> 2) - 1)
    rest = t.active[seat]
    while rest != 0:
        total += relic_defense(t, lowest(rest))
        rest &= rest - 1
    guards = t.guards
    while guards != 0:
        total += t.cards.power[t.minion_at(seat, (guards & 7) - 1)]
        guards >>= 3
    return total


# Declaration


def declare(t: Table, style: i64, troop: i64, target: i64, bonus: i64, free: bool) -> None:
    """Troop, kind and target are named; the Minion to be exhausted comes next. Another combat waits for this one."""
    nested.suspend(t)
    engage(t, style, troop, target, bonus)
    t.free = free
    t.push(EXHAUSTION, troop // TROOPS, 0, 0)


def engage(t: Table, style: i64, troop: i64, target: i64, bonus: i64) -> None:
    """The combat that goes on is this one."""
    t.attacker = troop
    t.target = target
    t.style = style
    t.bonus = bonus
    t.stood = target < FORTRESSES and t.standing & BIT[target] != 0
    t.besieged = under_siege(t, troop // TROOPS, target_zone(t))


def under_siege(t: Table, seat: i64, zone: i64) -> bool:
    """Is there a standing fortress of an opponent in this zone?"""
    rest = t.opponents(seat)
    while rest != 0:
        other = lowest(rest)
        if t.fortress[other] == zone and t.hp[other] > 0:
            return True
        rest &= rest - 1
    return False


def wield(t: Table, slot: i64) -> None:
    """Exhaust the Minion; a troop may answer, an unguarded fortress cannot."""
    seat = t.attacker // TROOPS
    t.weapon = slot
    t.exhaust(seat, slot)
    if t.sink is not None:
        tell.attacked(t, strength(t), attack_parts(t))
    if t.target < FORTRESSES:
        t.alter(WINDOW, 0, 0, 0)
    else:
        t.alter(OUTCOME, 0, 0, 0)


def rebels_attack(t: Table, target: i64) -> None:
    """Rebels attack a troop or a fortress with strength 3; there is one window."""
    t.style = REBELLION
    t.target = target
    t.stood = target < FORTRESSES and t.standing & BIT[target] != 0
    t.free = target < FORTRESSES and t.zone[target] == t.board.town
    if t.sink is not None:
        tell.rebels_attack(t)
    t.push(WINDOW, 0, 0, 0)


# Windows


def window_seat(t: Table, side: i64) -> i64:
    """Who acts in a window."""
    return t.defender() if side == 0 else t.attacker // TROOPS


def open_window(t: Table) -> bool:
    """A seat may act until it passes; a dummy answers at once. Answers False when somebody is asked."""
    if nested.parted(t):
        break_off(t)
        return True
    side = arg_a(t.top())
    seat = window_seat(t, side)
    if not t.is_dummy(seat):
        if t.sink is not None:
            tell.weighed(t, seat, account(t))
        t.ask(RAID if t.style == REBELLION else COMBAT, seat)
        return False
    if side == 0 and t.guards == 0 and (not t.rules.sparing or defence(t) < strength(t)):
        slot = strongest(t, seat, DEFENSE)
        if slot >= 0:
            defend(t, seat, slot)
    close_window(t)
    return True


def strongest(t: Table, seat: i64, stat: i64) -> i64:
    """The place of the Ready Minion with the highest stat of a kind, top left first; -1 when there is none."""
    best: i64 = -1
    for slot in range(SLOTS):
        word = t.hall[seat * SLOTS + slot]
        minion = (word >> 2) - 1
        fits = word != 0 and word & 3 == READY and t.cards.stat[minion] == stat
        if fits and (best < 0 or t.cards.power[minion] > t.cards.power[t.minion_at(seat, best)]):
            best = slot
    return best


def offer_window(t: Table) -> None:
    """The defender may exhaust defense Minions, both may activate relics."""
    side = arg_a(t.top())
    seat = t.to_move
    if side == 0 and not undefended(t):
        t.offer(moves.DEFEND, defenders(t, seat))
    t.offer(moves.RELIC, t.hand[seat])
    t.offer(moves.PASS, 1)


def defenders(t: Table, seat: i64) -> i64:
    """Ready Minions with a defense stat."""
    found: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0 and word & 3 == READY and t.cards.stat[(word >> 2) - 1] == DEFENSE:
            found |= BIT[(word >> 2) - 1]
    return found


def defend(t: Table, seat: i64, slot: i64) -> None:
    """Exhaust a Minion for its defense; the attacker may answer that."""
    keep_window(t)
    t.exhaust(seat, slot)
    t.guards = t.guards * 8 + slot + 1
    if t.sink is not None:
        tell.defended(t, seat, slot, defence(t))


def close_window(t: Table) -> None:
    """A pass. Two in a row, or the only one against rebels, decide."""
    side, passes = arg_a(t.top()), arg_b(t.top())
    if passes == 1 or t.style == REBELLION:
        t.alter(OUTCOME, 0, 0, 0)
    else:
        t.alter(WINDOW, 1 - side, 1, 0)


def keep_window(t: Table) -> None:
    """Something was done: whatever passes there were, they do not count."""
    t.alter(WINDOW, arg_a(t.top()), 0, 0)


# Outcome


def break_off(t: Table) -> None:
    """The two troops have lost each other: nothing is compared. The exhausted Minion has attacked all the same."""
    if t.sink is not None:
        tell.broken_off(t)
    gone = arg_c(t.top()) & ATTACKER_GONE != 0
    t.pop()
    if t.style != REBELLION:
        aftershock(t, NONE if gone else t.attacker, False)
    t.forget_combat()


def decide(t: Table) -> None:
    """Compare; then, in this order: 2 gold, retreat or removal, damage to the fortress, and the Aftershock."""
    force = strength(t)
    shield = defence(t)
    won = force > shield
    if t.sink is not None:
        tell.fought(t, force, attack_parts(t), shield, defense_parts(t))
    t.pop()
    by, seat, target = t.attacker // TROOPS, t.defender(), t.target
    rebels = t.style == REBELLION
    if not rebels:
        aftershock(t, t.attacker, won)
    stood = target < FORTRESSES and t.standing & BIT[target] != 0
    wounded = target >= FORTRESSES or t.zone[target] == t.fortress[seat]
    t.forget_combat()
    if not won:
        return
    if wounded and (target >= FORTRESSES or not rebels):
        t.push(DAMAGE, REBELS if rebels else by, seat, force - shield)
    if target < FORTRESSES:
        t.push(WITHDRAWAL, target, 1 if stood else 0, 0)
        if not rebels:
            t.gain(by, 2)


def aftershock(t: Table, troop: i64, won: bool) -> None:
    """What the exhausted Minion does after the attack; the attacking troop may be gone."""
    seat = t.attacker // TROOPS
    minion = t.minion_at(seat, t.weapon)
    if t.cards.ability[minion] == AFTERSHOCK:
        known = circumstances(t) | (IF_WON if won else 0)
        progress.begin(t, minion, seat, t.weapon, t.defender(), troop, known)


def withdraw(t: Table) -> bool:
    """The loser leaves: a lying troop the board, a standing one lies down and its owner says where it goes."""
    troop, seat = arg_a(t.top()), arg_a(t.top()) // TROOPS
    if arg_b(t.top()) == 0:
        t.pop()
        if t.sink is not None:
            tell.lost(t, troop)
        nested.remove(t, troop)
        return True
    t.lay_troop(troop)
    if troops.retreats(t, troop) == 0:
        t.pop()
        return True
    if t.is_dummy(seat):
        t.alter(DUMMY_RETREAT, troop, 0, 0)
        return True
    t.ask(RETREAT, seat)
    return False


def retreat(t: Table, zone: i64) -> None:
    """The beaten troop goes there."""
    troop = arg_a(t.top())
    t.pop()
    troops.go(t, troop, zone)


# Fortresses


def damage(t: Table) -> None:
    """Hit points are lost; whoever took any gains 1 gold, and a relic for the last. Rebels gain nothing."""
    by, seat, n = arg_a(t.top()), arg_b(t.top()), arg_c(t.top())
    t.pop()
    if t.hp[seat] == 0:
        return
    n = n if n < t.hp[seat] else t.hp[seat]
    t.set_hp(seat, t.hp[seat] - n)
    if t.sink is not None:
        tell.damaged(t, seat, n)
    if by != REBELS:
        if t.hp[seat] == 0:
            t.draw(by, 1)
        t.gain(by, 1)


# The account


def account(t: Table) -> dict[str, Any]:
    """Both sums as they stand now."""
    shield = {"defense": defence(t), "defense_parts": defense_parts(t)}
    return {"strength": strength(t), "parts": attack_parts(t)} | shield


def forecast(t: Table, slot: i64) -> i64:
    """The strength of the attack that is being declared, if this Minion were exhausted for it."""
    chosen = t.weapon
    t.weapon = slot
    force = strength(t)
    t.weapon = chosen
    return force


def attack_parts(t: Table) -> list[list[object]]:
    """The strength number by number."""
    if t.style == REBELLION:
        return [["rebels", REBEL_STRENGTH]]
    seat = t.attacker // TROOPS
    weapon = t.minion_at(seat, t.weapon)
    found: list[list[object]] = [["base", 1]] if t.style == MELEE else []
    found.append([t.cards.minion_names[weapon], weapon_stat(t, weapon)])
    found.append([f"{t.cards.minion_names[weapon]}, Aftershock", shock(t, weapon)])
    found.append(["free attack", t.bonus])
    for slot in range(SLOTS):
        if t.hall[seat * SLOTS + slot] != 0:
            minion = t.minion_at(seat, slot)
            found.append([f"{t.cards.minion_names[minion]}, Reinforcement", attack_bonus(t, minion)])
    rest = t.active[seat]
    while rest != 0:
        found.append([t.cards.relic_names[lowest(rest)], relic_attack(t, lowest(rest))])
        rest &= rest - 1
    return [part for part in found if part[1] != 0]


def defense_parts(t: Table) -> list[list[object]]:
    """The defense number by number."""
    if undefended(t):
        return []
    seat = t.defender()
    found: list[list[object]] = [["base", 1]]
    for slot in range(SLOTS):
        if t.hall[seat * SLOTS + slot] != 0:
            minion = t.minion_at(seat, slot)
            found.append([f"{t.cards.minion_names[minion]}, Reinforcement", defense_bonus(t, minion)])
    guards = t.guards
    while guards != 0:
        minion = t.minion_at(seat, (guards & 7) - 1)
        found.append([t.cards.minion_names[minion], t.cards.power[minion]])
        guards >>= 3
    rest = t.active[seat]
    while rest != 0:
        found.append([t.cards.relic_names[lowest(rest)], relic_defense(t, lowest(rest))])
        rest &= rest - 1
    return [part for part in found if part[1] != 0]
