"""The data of a combat as one value, and the two tasks that keep it while another combat interrupts it."""

from __future__ import annotations

from typing import Final

from hordes.covil.state.constants import FIRST_FORTRESS, TROOPS
from hordes.covil.state.task_kinds import SUSPENDED, SUSPENDED_GUARDS
from hordes.covil.state.tasks import A_UNIT, argument, pack, part
from hordes.engine.mypyc_compat import i64, mypyc_attr

MOST_GUARDS: Final = 2**55 - 1
"""What SUSPENDED_GUARDS can hold: eighteen defending slots."""


@mypyc_attr(acyclic=True)
class Combat:
    """Who attacks whom, how and with what; `attack_kind` is 0 without a combat.

    A combat is never changed: the table puts another in its place, clones share it, and the same rules count for one
    that is only imagined.

    >>> attack = Combat(1, 2, 7, 0, False, True, False)
    >>> attack.attacking_seat(), attack.defending_seat(), attack.with_weapon(3).weapon_slot, attack.weapon_slot
    (0, 1, 3, 0)
    """

    attack_kind: i64  # MELEE, RANGED or REBEL_ATTACK
    attacker: i64  # a troop, or -1 for rebels
    target: i64  # a troop, or FIRST_FORTRESS + seat
    bonus: i64
    is_free_attack: bool  # of rebels: whether the target was in town
    target_stood: bool  # at the declaration
    target_besieged: bool  # at the declaration: in the zone of a fortress hostile to the attacker
    weapon_slot: i64  # of the Minion exhausted for the attack
    defending_slots: i64  # slots plus 1 of the Minions exhausted for the defense, three bits each

    def __init__(
        self, attack_kind: i64, attacker: i64, target: i64, bonus: i64, free: bool, stood: bool, besieged: bool
    ) -> None:
        self.attack_kind = attack_kind
        self.attacker = attacker
        self.target = target
        self.bonus = bonus
        self.is_free_attack = free
        self.target_stood = stood
        self.target_besieged = besieged
        self.weapon_slot = self.defending_slots = 0

    def with_slots(self, weapon_slot: i64, defending_slots: i64) -> Combat:
        """The combat with these Minions exhausted for it."""
        combat = Combat(
            self.attack_kind,
            self.attacker,
            self.target,
            self.bonus,
            self.is_free_attack,
            self.target_stood,
            self.target_besieged,
        )
        combat.weapon_slot = weapon_slot
        combat.defending_slots = part(SUSPENDED_GUARDS, defending_slots, MOST_GUARDS)
        return combat

    def with_weapon(self, slot: i64) -> Combat:
        """The combat with the Minion in this slot exhausted for the attack."""
        return self.with_slots(slot, self.defending_slots)

    def with_defender(self, slot: i64) -> Combat:
        """The combat with the Minion in this slot, too, exhausted for the defense."""
        return self.with_slots(self.weapon_slot, self.defending_slots * 8 + slot + 1)

    def attacking_seat(self) -> i64:
        """The seat that attacks; -1 for rebels."""
        return self.attacker // TROOPS if self.attacker >= 0 else -1

    def defending_seat(self) -> i64:
        """The seat that is attacked."""
        return self.target - FIRST_FORTRESS if self.target >= FIRST_FORTRESS else self.target // TROOPS


NO_COMBAT: Final = Combat(0, -1, -1, 0, False, False, False)


# A suspended combat: two tasks, SUSPENDED above SUSPENDED_GUARDS. Of the arguments (`task_kinds`), `pair` has the
# attacker + 1 (5 bits) and the target; `manner` has the kind (3 bits), the weapon's slot (3 bits) and three flags.
# The five of SUSPENDED_GUARDS are one number, the defending slots.

FREE: Final = 64
STOOD: Final = 128
BESIEGED: Final = 256


def suspended(combat: Combat) -> i64:
    """The upper task: everything but the Minions that defend."""
    flags: i64 = (FREE if combat.is_free_attack else 0) + (STOOD if combat.target_stood else 0)
    flags += BESIEGED if combat.target_besieged else 0
    pair = part(SUSPENDED, combat.attacker + 1, 31) + 32 * part(SUSPENDED, combat.target, 31)
    manner = part(SUSPENDED, combat.attack_kind, 7) + 8 * part(SUSPENDED, combat.weapon_slot, 7)
    return pack(SUSPENDED, pair, manner + flags, combat.bonus)


def suspended_guards(combat: Combat) -> i64:
    """The lower task: the Minions that defend."""
    return SUSPENDED_GUARDS + A_UNIT * combat.defending_slots


def suspended_combat(task: i64, guards: i64) -> Combat:
    """The combat that these two tasks keep."""
    manner = argument(task, 1)
    combat = Combat(
        manner & 7,
        suspended_attacker(task),
        suspended_target(task),
        argument(task, 2),
        manner & FREE != 0,
        manner & STOOD != 0,
        manner & BESIEGED != 0,
    )
    return combat.with_slots((manner >> 3) & 7, guards >> 6)


def suspended_attacker(task: i64) -> i64:
    """The attacker; -1 for rebels."""
    return (argument(task, 0) & 31) - 1


def suspended_target(task: i64) -> i64:
    """The target."""
    return argument(task, 0) >> 5
