"""Reading what is going on in a position: a payment, a combat, and the tasks that are pending."""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.agenda import A_PLACE, B_PLACE, C_PLACE, D_PLACE, E_PLACE, arg_a, arg_b, kind_of
from hordes.covil.moves import LETTERS
from hordes.covil.nested import waiting_attacker
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    ATTACK_ROOM,
    DO_PUSH,
    DUMMY_AIM,
    EFFECTS,
    EXHAUSTION,
    FORTRESSES,
    MELEE,
    OUTCOME,
    RANGED,
    READY,
    REBELLION,
    SLOTS,
    STACK,
    SUSPENDED,
    SUSPENDED_GUARDS,
    TASK_NAMES,
    TROOPS,
    WINDOW,
)
from hordes.engine.bits import BIT
from hordes.engine.errors import BadPosition
from hordes.engine.native import i64
from hordes.engine.wording import check_keys, flag, listing, member, whole

STYLES: Final = {"melee": MELEE, "ranged": RANGED, "rebels": REBELLION}
ARGUMENTS: Final[dict[str, list[str]]] = {
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


def read_payment(t: Table, found: dict[str, Any]) -> None:
    """What is being hired, and what is offered for it."""
    check_keys(found, ["card", "gold", "relics", "slots"], "A payment")
    t.hiring = member(found.get("card"), t.cards.minion_ids, "Minion")
    if t.hiring not in [t.pool[k] for k in range(t.pool_count)]:
        raise BadPosition(f"{t.cards.minion_names[t.hiring]} is not in the pool.")
    t.offer_gold = whole(found.get("gold", 0), "gold of the payment", 0, t.gold[t.player])
    for card in listing(found.get("relics", []), "relics of the payment"):
        relic = member(card, t.cards.relic_ids, "relic")
        if t.hand[t.player] & BIT[relic] == 0:
            raise BadPosition(f"The relic {card} of the payment is not in the hand of seat {t.player}.")
        t.offer_relics |= BIT[relic]
    place = 1
    slots = listing(found.get("slots", []), "slots of the payment")
    for value in slots:
        slot = whole(value, "slot of the payment", 1, SLOTS - 1)
        word = t.hall[t.player * SLOTS + slot]
        if word == 0 or word & 3 != READY or slots.count(value) > 1:
            raise BadPosition(f"Place {slot} of the hall cannot be part of the payment.")
        t.offer_slots += slot * place
        place *= 8


def read_combat(t: Table, found: dict[str, Any]) -> None:
    """Who attacks whom, how and with what."""
    check_keys(found, "kind attacker target weapon bonus free stood besieged guards".split(), "A combat")
    kinds = list(STYLES)
    t.style = STYLES[kinds[member(found.get("kind"), kinds, "kind of combat")]]
    if t.style != REBELLION:
        t.attacker = troop_of(t, found.get("attacker"))
    t.target = _target(t, found.get("target"))
    if t.style != REBELLION and t.target // TROOPS == t.attacker // TROOPS:
        raise BadPosition("Nobody attacks an own troop.")
    t.weapon = whole(found.get("weapon", 0), "weapon", 0, SLOTS - 1)
    t.bonus = whole(found.get("bonus", 0), "bonus", 0, 20)
    t.free = flag(found.get("free", False), "free")
    t.stood = flag(found.get("stood", False), "stood")
    t.besieged = flag(found.get("besieged", False), "besieged")
    place = 1
    for value in listing(found.get("guards", []), "guards")[:16]:
        slot = whole(value, "guard", 1, SLOTS)
        if t.minion_at(t.defender(), slot - 1) < 0:
            raise BadPosition("A Minion that defended is not in the hall.")
        t.guards += slot * place
        place *= 8


def troop_of(t: Table, value: Any) -> i64:
    """A troop by its name. One of a combat may have left the board while a relic is still being carried out."""
    if isinstance(value, str) and len(value) == 2 and value[0] in "0123"[: t.rules.seats] and value[1] in LETTERS:
        return int(value[0]) * TROOPS + LETTERS.index(value[1])
    raise BadPosition(f"There is no troop {value!r} at this table.")


def _target(t: Table, value: Any) -> i64:
    if isinstance(value, str) and value.startswith("fortress "):
        seat = value.removeprefix("fortress ")
        if seat in "0123"[: t.rules.seats] and len(seat) == 1 and t.fortress[int(seat)] >= 0:
            return FORTRESSES + int(seat)
    return troop_of(t, value)


def read_agenda(t: Table, pending: list[Any]) -> None:
    """The tasks, the next one last."""
    if len(pending) > STACK - ATTACK_ROOM // 2:
        raise BadPosition(f"{len(pending)} pending tasks are too many.")
    for entry in pending:
        words = listing(entry, "pending")
        if not words or words[0] not in TASK_NAMES:
            raise BadPosition(f"A pending task is a list with its name first ({', '.join(TASK_NAMES)}), not {entry!r}.")
        t.push_word(_task(t, str(words[0]), words[1:]))
    if t.aim == 0 and [k for k in range(t.depth) if kind_of(t.stack[k]) == DUMMY_AIM]:
        raise BadPosition("A dummy that aims has zones to aim at, in `aim`.")


def check_combat(t: Table) -> None:
    """A combat is described if one is pending; its Minion is known as soon as it is exhausted."""
    waiting = [k for k in range(t.depth) if kind_of(t.stack[k]) == SUSPENDED]
    fighting = [t.stack[k] for k in range(t.depth) if kind_of(t.stack[k]) in (WINDOW, OUTCOME, EXHAUSTION)]
    if len(fighting) != len(waiting) + (1 if t.style != 0 else 0):
        raise BadPosition("A combat is pending and not described, or the other way round.")
    for k in waiting:
        _check_suspended(t, k)
    _check_presence(t, fighting)
    if t.style != 0 and t.style != REBELLION:
        _check_weapon(t, fighting[len(fighting) - 1], t.attacker // TROOPS, t.weapon)


def _check_presence(t: Table, fighting: list[i64]) -> None:
    """Before a Minion is exhausted, and when a combat is decided, both troops are on the board."""
    if t.style == 0 or kind_of(fighting[len(fighting) - 1]) == WINDOW:
        return
    for troop in (t.attacker, t.target):
        if 0 <= troop < FORTRESSES and t.zone[troop] < 0:
            raise BadPosition(f"There is no troop {LETTERS[troop % TROOPS]} of seat {troop // TROOPS} on the board.")


def _check_weapon(t: Table, task: i64, seat: i64, weapon: i64) -> None:
    if kind_of(task) != EXHAUSTION:
        if t.minion_at(seat, weapon) < 0:
            raise BadPosition("The Minion exhausted for the combat is not in the hall.")
    elif arg_a(task) != seat:
        raise BadPosition(f"The attacker is seat {seat}, and another seat is to exhaust a Minion.")


def _check_suspended(t: Table, k: i64) -> None:
    """A combat that waits lies above its window and the Minions exhausted for its defense; all of it is there."""
    task, below = t.stack[k], k - 2
    while below >= 0 and kind_of(t.stack[below]) == EFFECTS:
        below -= 1
    if below < 0 or kind_of(t.stack[k - 1]) != SUSPENDED_GUARDS or kind_of(t.stack[below]) != WINDOW:
        raise BadPosition("A combat that waits for another lies above its window and its guards.")
    attacker, target, style = waiting_attacker(task), arg_a(task) >> 5, arg_b(task) & 7
    troops, seats = t.rules.seats * TROOPS, t.rules.seats
    aimed = target < troops or (style == REBELLION and FORTRESSES <= target < FORTRESSES + seats)
    if not aimed or (style == REBELLION) != (attacker < 0) or style not in STYLES.values() or attacker >= troops:
        raise BadPosition("A combat that waits has an attacker, a target and a kind.")
    if style != REBELLION:
        _check_weapon(t, t.stack[below], attacker // TROOPS, (arg_b(task) >> 3) & 7)
    seat, guards = target - FORTRESSES if target >= FORTRESSES else target // TROOPS, t.stack[k - 1] >> 6
    while guards != 0:
        if not 1 <= guards & 7 <= SLOTS or t.minion_at(seat, (guards & 7) - 1) < 0:
            raise BadPosition("A Minion that defended is not in the hall.")
        guards >>= 3


def _task(t: Table, name: str, given: list[Any]) -> i64:
    kinds = ARGUMENTS[name]
    if len(given) > len(kinds):
        raise BadPosition(f"The task {name} has {len(kinds)} arguments, not {len(given)}.")
    word: i64 = TASK_NAMES.index(name)
    numbers: list[int] = []
    places = [A_PLACE, B_PLACE, C_PLACE, D_PLACE, E_PLACE]
    for k in range(len(kinds)):
        number = whole(given[k] if k < len(given) else 0, f"{kinds[k]} of {name}", 0, _most(t, kinds[k]))
        if kinds[k] == "dummy" and not t.is_dummy(number):
            raise BadPosition(f"Seat {number} is no dummy.")
        if kinds[k] == "troop" and t.zone[number] < 0:
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
    if seat >= t.rules.seats or effect.what < 20 or stage > 1:
        raise BadPosition("A pending effect is a card's, of a seat at the table.")
    if stage == 1:
        by_troop = effect.what <= DO_PUSH
        there = by_troop and 0 <= chosen < t.rules.seats * TROOPS and t.zone[chosen] >= 0
        if not there and not (not by_troop and 0 <= chosen < t.rules.seats):
            raise BadPosition("A pending effect has chosen something that is not there.")
    if effect.from_defender and (numbers[1] >> 6) >= t.rules.seats:
        raise BadPosition("A pending effect takes from a defender who is not there.")
