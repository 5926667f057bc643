"""Position reader, part two: the open payment, the combat, and the pending tasks."""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.rules.nested_combat import suspended_attacker
from hordes.covil.state.constants import (
    ATTACK_HEADROOM,
    DO_PUSH,
    DUMMY_AIM,
    EFFECTS,
    EXHAUSTION,
    FIRST_FORTRESS,
    MELEE,
    OUTCOME,
    RANGED,
    READY,
    REBEL_ATTACK,
    SLOTS,
    STACK_SIZE,
    SUSPENDED,
    SUSPENDED_GUARDS,
    TASK_NAMES,
    TROOPS,
    WINDOW,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_stack import A_UNIT, B_UNIT, C_UNIT, D_UNIT, E_UNIT, arg_a, arg_b, task_kind
from hordes.covil.state.troop_names import TROOP_LETTERS
from hordes.engine.core.bits import BIT
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import check_bool, check_int, check_keys, check_list, check_member

ATTACK_KINDS: Final = {"melee": MELEE, "ranged": RANGED, "rebels": REBEL_ATTACK}
TASK_ARGUMENTS: Final[dict[str, list[str]]] = {
    "first": [], "overlords": ["count"], "recruits": ["dummy", "pile", "small"], "removals": [],
    "reveals": ["pool", "bit"], "draws": ["seat", "number"], "losses": ["seat", "number"], "founding": ["count"],
    "morning": ["count"], "gain": ["seat", "number"], "exhaustion": ["seat"], "window": ["bit", "bit", "gone"],
    "outcome": [], "withdrawal": ["troop", "bit"], "damage": ["by", "seat", "number"], "discard": [], "renew": [],
    "levies": ["count", "slot"], "fees": ["terrain", "set"], "consolation": ["count", "set"], "raids": ["count"],
    "retaliation": ["half", "half", "count"], "rebels_leave": [], "rest_all": [], "next_day": ["bit"],
    "dummy_turn": ["dummy", "bit"], "dummy_aim": ["dummy", "style", "flips"], "dummy_move": ["dummy", "zero", "flips"],
    "dummy_retreat": ["troop", "zero", "flips"], "dummy_founds": ["dummy", "zero", "flips"], "night": [],
    "purchases": ["count"], "suspended": ["pair", "fight", "bonus"], "suspended_guards": ["word"] * 5,
    "effects": ["effect", "about", "memory", "progress", "choice"],
}  # fmt: skip
"""The arguments of each task, by what they may be."""


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
    t.attack_kind = ATTACK_KINDS[kinds[check_member(combat.get("kind"), kinds, "kind of combat")]]
    if t.attack_kind != REBEL_ATTACK:
        t.attacker = read_troop(t, combat.get("attacker"))
    t.target = _target(t, combat.get("target"))
    if t.attack_kind != REBEL_ATTACK and t.target // TROOPS == t.attacker // TROOPS:
        raise BadPosition("Nobody attacks an own troop.")
    t.weapon_slot = check_int(combat.get("weapon", 0), "weapon", 0, SLOTS - 1)
    t.bonus = check_int(combat.get("bonus", 0), "bonus", 0, 20)
    t.is_free_attack = check_bool(combat.get("free", False), "free")
    t.target_stood = check_bool(combat.get("stood", False), "stood")
    t.target_besieged = check_bool(combat.get("besieged", False), "besieged")
    place = 1
    for value in check_list(combat.get("guards", []), "guards")[:16]:
        slot = check_int(value, "guard", 1, SLOTS)
        if t.minion_at(t.defending_seat(), slot - 1) < 0:
            raise BadPosition("A Minion that defended is not in the hall.")
        t.defending_slots += slot * place
        place *= 8


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
        t.push_packed(_task(t, str(words[0]), words[1:]))
    if t.aimed_zones == 0 and [k for k in range(t.depth) if task_kind(t.stack[k]) == DUMMY_AIM]:
        raise BadPosition("A dummy that aims has zones to aim at, in `aim`.")


def check_combat(t: Table) -> None:
    """Check that a combat is described exactly if one is pending, and that its exhausted Minion exists."""
    waiting = [k for k in range(t.depth) if task_kind(t.stack[k]) == SUSPENDED]
    fighting = [t.stack[k] for k in range(t.depth) if task_kind(t.stack[k]) in (WINDOW, OUTCOME, EXHAUSTION)]
    if len(fighting) != len(waiting) + (1 if t.attack_kind != 0 else 0):
        raise BadPosition("A combat is pending and not described, or the other way round.")
    for k in waiting:
        _check_suspended(t, k)
    _check_presence(t, fighting)
    if t.attack_kind != 0 and t.attack_kind != REBEL_ATTACK:
        _check_weapon(t, fighting[len(fighting) - 1], t.attacker // TROOPS, t.weapon_slot)


def _check_presence(t: Table, fighting: list[i64]) -> None:
    """Before a Minion is exhausted, and when a combat is decided, both troops are on the board."""
    if t.attack_kind == 0 or task_kind(fighting[len(fighting) - 1]) == WINDOW:
        return
    for troop in (t.attacker, t.target):
        if 0 <= troop < FIRST_FORTRESS and t.troop_zone[troop] < 0:
            raise BadPosition(
                f"There is no troop {TROOP_LETTERS[troop % TROOPS]} of seat {troop // TROOPS} on the board."
            )


def _check_weapon(t: Table, task: i64, seat: i64, weapon: i64) -> None:
    if task_kind(task) != EXHAUSTION:
        if t.minion_at(seat, weapon) < 0:
            raise BadPosition("The Minion exhausted for the combat is not in the hall.")
    elif arg_a(task) != seat:
        raise BadPosition(f"The attacker is seat {seat}, and another seat is to exhaust a Minion.")


def _check_suspended(t: Table, k: i64) -> None:
    """A combat that waits lies above its window and the Minions exhausted for its defense; all of it is there."""
    task, below = t.stack[k], k - 2
    while below >= 0 and task_kind(t.stack[below]) == EFFECTS:
        below -= 1
    if below < 0 or task_kind(t.stack[k - 1]) != SUSPENDED_GUARDS or task_kind(t.stack[below]) != WINDOW:
        raise BadPosition("A combat that waits for another lies above its window and its guards.")
    attacker, target, style = suspended_attacker(task), arg_a(task) >> 5, arg_b(task) & 7
    troops, seats = t.rules.seats * TROOPS, t.rules.seats
    aimed = target < troops or (style == REBEL_ATTACK and FIRST_FORTRESS <= target < FIRST_FORTRESS + seats)
    if (
        not aimed
        or (style == REBEL_ATTACK) != (attacker < 0)
        or style not in ATTACK_KINDS.values()
        or attacker >= troops
    ):
        raise BadPosition("A combat that waits has an attacker, a target and a kind.")
    if style != REBEL_ATTACK:
        _check_weapon(t, t.stack[below], attacker // TROOPS, (arg_b(task) >> 3) & 7)
    seat, guards = target - FIRST_FORTRESS if target >= FIRST_FORTRESS else target // TROOPS, t.stack[k - 1] >> 6
    while guards != 0:
        if not 1 <= guards & 7 <= SLOTS or t.minion_at(seat, (guards & 7) - 1) < 0:
            raise BadPosition("A Minion that defended is not in the hall.")
        guards >>= 3


def _task(t: Table, name: str, arguments: list[Any]) -> i64:
    kinds = TASK_ARGUMENTS[name]
    if len(arguments) > len(kinds):
        raise BadPosition(f"The task {name} has {len(kinds)} arguments, not {len(arguments)}.")
    word: i64 = TASK_NAMES.index(name)
    numbers: list[int] = []
    places = [A_UNIT, B_UNIT, C_UNIT, D_UNIT, E_UNIT]
    for k in range(len(kinds)):
        number = check_int(arguments[k] if k < len(arguments) else 0, f"{kinds[k]} of {name}", 0, _most(t, kinds[k]))
        if kinds[k] == "dummy" and not t.is_dummy(number):
            raise BadPosition(f"Seat {number} is no dummy.")
        if kinds[k] == "troop" and t.troop_zone[number] < 0:
            raise BadPosition(f"The troop of the task {name} is not on the board.")
        numbers.append(number)
        word += number * places[k]
    if name == "effects":
        _check_effects(t, numbers)
    return word


def _most(t: Table, kind: str) -> int:
    seats = int(t.rules.seats)
    limits = {"count": seats, "seat": seats - 1, "dummy": seats - 1, "troop": seats * TROOPS - 1, "by": 7}
    limits |= {"pile": 2, "small": 2, "pool": 6, "bit": 1, "number": 62, "slot": SLOTS, "terrain": 4, "set": 15}
    limits |= {"half": 1023, "style": 2, "flips": 99, "zero": 0, "gone": 3, "effect": len(t.cards.effects) - 1}
    limits |= {"pair": 1023, "fight": 511, "bonus": 20, "word": 2047}
    limits |= {"about": 511, "memory": seats * TROOPS, "progress": 511, "choice": 2047}
    return limits[kind]


def _check_effects(t: Table, numbers: list[int]) -> None:
    """An effect in progress belongs to a seat at the table, and what was chosen is there."""
    effect, seat, stage = t.cards.effects[numbers[0]], numbers[1] & 7, (numbers[3] >> 4) & 3
    chosen = (numbers[4] & 31) - 1
    if seat >= t.rules.seats or effect.opcode < 20 or stage > 1:
        raise BadPosition("A pending effect is a card's, of a seat at the table.")
    if stage == 1:
        by_troop = effect.opcode <= DO_PUSH
        is_troop_on_board = by_troop and 0 <= chosen < t.rules.seats * TROOPS and t.troop_zone[chosen] >= 0
        if not is_troop_on_board and not (not by_troop and 0 <= chosen < t.rules.seats):
            raise BadPosition("A pending effect has chosen something that is not there.")
    if effect.from_defender and (numbers[1] >> 6) >= t.rules.seats:
        raise BadPosition("A pending effect takes from a defender who is not there.")
