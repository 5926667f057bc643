"""Position reader, part two: the open payment, the combat, and the pending tasks."""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.state.combat import Combat, suspended_combat
from hordes.covil.state.constants import (
    ATTACK_HEADROOM,
    DO_PUSH,
    FIRST_FORTRESS,
    MELEE,
    NO_TROOP,
    RANGED,
    READY,
    REBEL_ATTACK,
    SLOTS,
    STACK_SIZE,
    TROOPS,
)
from hordes.covil.state.effect_task import choice_first, effect_index, owner_defender, owner_seat, progress_stage
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import (
    DUMMY_AIM,
    EFFECTS,
    EXHAUSTION,
    OUTCOME,
    SUSPENDED,
    SUSPENDED_GUARDS,
    TASK_ARGUMENTS,
    TASK_NAMES,
    WINDOW,
)
from hordes.covil.state.tasks import ARGUMENT_COUNT, LARGEST_ARGUMENT, exhaustion_seat, pack_all, task_kind
from hordes.covil.state.troop_names import TROOP_LETTERS
from hordes.engine.core.bits import BIT
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import check_bool, check_int, check_keys, check_list, check_member

ATTACK_KINDS: Final = {"melee": MELEE, "ranged": RANGED, "rebels": REBEL_ATTACK}


def read_payment(t: Table, payment: dict[str, Any]) -> None:
    """The Minion that is being hired, and what is offered for it."""
    check_keys(payment, ["card", "gold", "relics", "slots"], "A payment")
    t.minion_for_hire = check_member(payment.get("card"), t.cards.minion_ids, "Minion")
    if t.minion_for_hire not in [t.pool[k] for k in range(t.pool_count)]:
        raise BadPosition(f"{t.cards.minion_names[t.minion_for_hire]} is not in the pool.")
    t.offer_gold = check_int(payment.get("gold", 0), "gold of the payment", 0, t.gold[t.player])
    for card in check_list(payment.get("relics", []), "relics of the payment"):
        relic = check_member(card, t.cards.relic_ids, "relic")
        if t.hand[t.player] & BIT[relic] == 0:
            raise BadPosition(f"The relic {card} of the payment is not in the hand of seat {t.player}.")
        t.offer_relics |= BIT[relic]
    place = 1
    slots = check_list(payment.get("slots", []), "slots of the payment")
    for value in slots:
        slot = check_int(value, "slot of the payment", 1, SLOTS - 1)
        word = t.hall[t.player * SLOTS + slot]
        if word == 0 or word & 3 != READY or slots.count(value) > 1:
            raise BadPosition(f"Place {slot} of the hall cannot be part of the payment.")
        t.offer_slots += slot * place
        place *= 8


def read_combat(t: Table, combat: dict[str, Any]) -> None:
    """Who attacks whom, how and with what."""
    check_keys(combat, "kind attacker target weapon bonus free stood besieged guards".split(), "A combat")
    kinds = list(ATTACK_KINDS)
    attack_kind = ATTACK_KINDS[kinds[check_member(combat.get("kind"), kinds, "kind of combat")]]
    attacker: i64 = NO_TROOP if attack_kind == REBEL_ATTACK else read_troop(t, combat.get("attacker"))
    target = _target(t, combat.get("target"))
    if attacker >= 0 and target // TROOPS == attacker // TROOPS:
        raise BadPosition("Nobody attacks an own troop.")
    weapon_slot = check_int(combat.get("weapon", 0), "weapon", 0, SLOTS - 1)
    bonus = check_int(combat.get("bonus", 0), "bonus", 0, 20)
    free = check_bool(combat.get("free", False), "free")
    stood = check_bool(combat.get("stood", False), "stood")
    besieged = check_bool(combat.get("besieged", False), "besieged")
    fought = Combat(attack_kind, attacker, target, bonus, free, stood, besieged)
    guards, place = 0, 1
    for value in check_list(combat.get("guards", []), "guards")[:16]:
        slot = check_int(value, "guard", 1, SLOTS)
        if t.minion_at(fought.defending_seat(), slot - 1) < 0:
            raise BadPosition("A Minion that defended is not in the hall.")
        guards += slot * place
        place *= 8
    t.combat = fought.with_slots(weapon_slot, guards)


def read_troop(t: Table, value: Any) -> i64:
    """A troop by its name. A troop of a combat may have left the board while a relic is being carried out."""
    if isinstance(value, str) and len(value) == 2 and value[0] in "0123"[: t.rules.seats] and value[1] in TROOP_LETTERS:
        return int(value[0]) * TROOPS + TROOP_LETTERS.index(value[1])
    raise BadPosition(f"There is no troop {value!r} at this table.")


def _target(t: Table, value: Any) -> i64:
    if isinstance(value, str) and value.startswith("fortress "):
        seat = value.removeprefix("fortress ")
        if seat in "0123"[: t.rules.seats] and len(seat) == 1 and t.fortress_zone[int(seat)] >= 0:
            return FIRST_FORTRESS + int(seat)
    return read_troop(t, value)


def read_tasks(t: Table, pending: list[Any]) -> None:
    """The pending tasks, the next one last."""
    if len(pending) > STACK_SIZE - ATTACK_HEADROOM // 2:
        raise BadPosition(f"{len(pending)} pending tasks are too many.")
    for entry in pending:
        words = check_list(entry, "pending")
        if not words or words[0] not in TASK_NAMES:
            raise BadPosition(f"A pending task is a list with its name first ({', '.join(TASK_NAMES)}), not {entry!r}.")
        t.push(_task(t, str(words[0]), words[1:]))
    if t.aimed_zones == 0 and [k for k in range(t.depth) if task_kind(t.stack[k]) == DUMMY_AIM]:
        raise BadPosition("A dummy that aims has zones to aim at, in `aim`.")


def check_combat(t: Table) -> None:
    """Check that a combat is described exactly if one is pending, and that its exhausted Minion exists."""
    waiting = [k for k in range(t.depth) if task_kind(t.stack[k]) == SUSPENDED]
    fighting = [t.stack[k] for k in range(t.depth) if task_kind(t.stack[k]) in (WINDOW, OUTCOME, EXHAUSTION)]
    combat = t.combat
    if len(fighting) != len(waiting) + (1 if combat.attack_kind != 0 else 0):
        raise BadPosition("A combat is pending and not described, or the other way round.")
    for k in waiting:
        _check_suspended(t, k)
    _check_presence(t, fighting)
    if combat.attack_kind != 0 and combat.attack_kind != REBEL_ATTACK:
        _check_weapon(t, fighting[len(fighting) - 1], combat.attacking_seat(), combat.weapon_slot)


def _check_presence(t: Table, fighting: list[i64]) -> None:
    """Before a Minion is exhausted, and when a combat is decided, both troops are on the board."""
    if t.combat.attack_kind == 0 or task_kind(fighting[len(fighting) - 1]) == WINDOW:
        return
    for troop in (t.combat.attacker, t.combat.target):
        if 0 <= troop < FIRST_FORTRESS and t.troop_zone[troop] < 0:
            raise BadPosition(
                f"There is no troop {TROOP_LETTERS[troop % TROOPS]} of seat {troop // TROOPS} on the board."
            )


def _check_weapon(t: Table, task: i64, seat: i64, weapon: i64) -> None:
    if task_kind(task) != EXHAUSTION:
        if t.minion_at(seat, weapon) < 0:
            raise BadPosition("The Minion exhausted for the combat is not in the hall.")
    elif exhaustion_seat(task) != seat:
        raise BadPosition(f"The attacker is seat {seat}, and another seat is to exhaust a Minion.")


def _check_suspended(t: Table, k: i64) -> None:
    """A combat that waits lies above its window and the Minions exhausted for its defense; all of it is there."""
    below = k - 2
    while below >= 0 and task_kind(t.stack[below]) == EFFECTS:
        below -= 1
    if below < 0 or task_kind(t.stack[k - 1]) != SUSPENDED_GUARDS or task_kind(t.stack[below]) != WINDOW:
        raise BadPosition("A combat that waits for another lies above its window and its guards.")
    combat = suspended_combat(t.stack[k], t.stack[k - 1])
    by_rebels, target = combat.attack_kind == REBEL_ATTACK, combat.target
    troops, seats = t.rules.seats * TROOPS, t.rules.seats
    aimed = target < troops or (by_rebels and FIRST_FORTRESS <= target < FIRST_FORTRESS + seats)
    known = combat.attack_kind in ATTACK_KINDS.values() and combat.attacker < troops
    if not aimed or not known or by_rebels != (combat.attacker < 0):
        raise BadPosition("A combat that waits has an attacker, a target and a kind.")
    if not by_rebels:
        _check_weapon(t, t.stack[below], combat.attacking_seat(), combat.weapon_slot)
    guards = combat.defending_slots
    while guards != 0:
        if not 1 <= guards & 7 <= SLOTS or t.minion_at(combat.defending_seat(), (guards & 7) - 1) < 0:
            raise BadPosition("A Minion that defended is not in the hall.")
        guards >>= 3


def _task(t: Table, name: str, arguments: list[Any]) -> i64:
    names = TASK_ARGUMENTS[name]
    if len(arguments) > len(names):
        raise BadPosition(f"The task {name} has {len(names)} arguments, not {len(arguments)}.")
    numbers = [0] * ARGUMENT_COUNT
    for k in range(len(arguments)):
        numbers[k] = check_int(arguments[k], f"{names[k]} of {name}", 0, _most(t, name, names[k]))
    for_dummy = name == "recruits" or (name.startswith("dummy_") and names[0] == "seat")
    if for_dummy and not t.is_dummy(numbers[0]):
        raise BadPosition(f"Seat {numbers[0]} is no dummy.")
    if names and names[0] == "troop" and t.troop_zone[numbers[0]] < 0:
        raise BadPosition(f"The troop of the task {name} is not on the board.")
    task = pack_all(TASK_NAMES.index(name), numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    if name == "effects":
        _check_effects(t, task)
    return task


def _most(t: Table, task: str, argument: str) -> int:
    """The largest value of an argument."""
    seats = int(t.rules.seats)
    limits = {"done": seats, "seat": seats - 1, "troop": seats * TROOPS - 1, "by": 7, "pile": 2}
    limits |= {"missing": 6 if task == "reveals" else 2, "relics": 62, "gold": 62, "points": 62}
    limits |= {"is_first_pool": 1, "side": 1, "passes": 1, "gone": 3, "stood": 1, "has_sold": 1, "has_acted": 1}
    limits |= {"slot": SLOTS, "terrain": 4, "paid": 15, "low": 1023, "high": 1023, "kind": 2, "nothing": 0, "flips": 99}
    limits |= {"effect": len(t.cards.effects) - 1, "owner": 511, "memory": seats * TROOPS, "progress": 511}
    limits |= {"choice": LARGEST_ARGUMENT, "pair": 1023, "manner": 511, "bonus": 20}
    return limits.get(argument, LARGEST_ARGUMENT)


def _check_effects(t: Table, task: i64) -> None:
    """An effect in progress belongs to a seat at the table, and what was chosen is there."""
    effect, stage, chosen = t.cards.effects[effect_index(task)], progress_stage(task), choice_first(task)
    if owner_seat(task) >= t.rules.seats or effect.opcode < 20 or stage > 1:
        raise BadPosition("A pending effect is a card's, of a seat at the table.")
    if stage == 1:
        by_troop = effect.opcode <= DO_PUSH
        is_troop_on_board = by_troop and 0 <= chosen < t.rules.seats * TROOPS and t.troop_zone[chosen] >= 0
        if not is_troop_on_board and not (not by_troop and 0 <= chosen < t.rules.seats):
            raise BadPosition("A pending effect has chosen something that is not there.")
    if effect.from_defender and owner_defender(task) >= t.rules.seats:
        raise BadPosition("A pending effect takes from a defender who is not there.")
