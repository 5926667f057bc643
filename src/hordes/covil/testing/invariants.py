"""Invariants: what must hold in every state and after every step, for the fuzzer and tests."""

from __future__ import annotations

from typing import Any

from hordes.covil.rules import nested_combat
from hordes.covil.state.constants import COMBAT, EXHAUSTED, MAX_GOLD, MAX_HP, MAX_REBELS, MAX_SEATS, RAID, SLOTS, TROOPS
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import EFFECTS, EXHAUSTION, OUTCOME, SUSPENDED, SUSPENDED_GUARDS, WINDOW
from hordes.covil.state.tasks import task_kind
from hordes.engine.core.bits import BIT, count, listed
from hordes.engine.core.state import OVER
from hordes.engine.mypyc_compat import i64


def violated_invariants(t: Table) -> list[str]:
    """The invariants that a state violates, as sentences."""
    return _relics(t) + _minions(t) + _seats(t) + _troops(t) + _combat(t)


def _relics(t: Table) -> list[str]:
    places = [int(t.deck), int(t.discard_pile), int(t.removed_relics)]
    places += [int(word) for word in t.hand] + [int(word) for word in t.active_relics]
    faults: list[str] = []
    cards = sorted([relic for place in places for relic in listed(place)])
    if cards != list(range(t.cards.relic_count)):
        faults.append(f"relics are not each in one place: {cards}")
    for place in [int(t.discard_pile), *places[3:]]:
        if sorted([int(t.relic_rank[relic]) for relic in listed(place)]) != list(range(count(place))):
            faults.append(f"relics of a hand, row or pile are not counted from one up: {listed(place)}")
    if t.deck == 0 and t.discard_pile != 0 and t.to_move != OVER and not t.rules.refills_deck_late:
        faults.append("the relic deck is empty and the discard pile is not")
    if [relic for relic in listed(t.deck) if t.relic_rank[relic] != 0]:
        faults.append("a relic in the deck has a place")
    shuffled = sorted([relic for group in t.shuffles for relic in listed(group)])
    if (
        shuffled != listed((BIT[t.cards.relic_count] - 1) & ~t.removed_relics)
        or t.deck & ~t.shuffles[len(t.shuffles) - 1] != 0
    ):
        faults.append("the shuffles do not hold every relic once")
    return faults


def _minions(t: Table) -> list[str]:
    cards = [int(t.pool[k]) for k in range(t.pool_count)]
    cards += [int(word >> 2) - 1 for word in t.hall if word != 0]
    faults: list[str] = []
    henchmen = [kind for kind in cards if t.cards.henchmen & BIT[kind] != 0]
    for kind in set(henchmen):
        if henchmen.count(kind) > MAX_SEATS:
            faults.append(f"there are {henchmen.count(kind)} copies of {t.cards.minion_names[kind]}")
    mercenaries = [kind for kind in cards if t.cards.mercenaries & BIT[kind] != 0]
    mercenaries += listed(t.mercenary_deck) + listed(t.removed_mercenaries) + listed(t.dismissed_mercenaries)
    if sorted(mercenaries) != listed(t.cards.mercenaries):
        faults.append(f"Mercenaries are not each in one place: {sorted(mercenaries)}")
    overlords = [kind for kind in cards if t.cards.overlords & BIT[kind] != 0]
    if len(set(overlords)) != len(overlords):
        faults.append("an Overlord sits on two thrones")
    return faults


def _seats(t: Table) -> list[str]:
    faults: list[str] = []
    if not 0 <= t.rebels <= MAX_REBELS:
        faults.append(f"{t.rebels} rebels in town")
    for seat in range(t.rules.seats):
        if not 0 <= t.gold[seat] <= MAX_GOLD:
            faults.append(f"seat {seat} has {t.gold[seat]} gold")
        if not 0 <= t.hp[seat] <= MAX_HP:
            faults.append(f"the fortress of seat {seat} has {t.hp[seat]} hit points")
        faults += _hall(t, seat)
    return faults


def _hall(t: Table, seat: i64) -> list[str]:
    places = [int(t.hall[seat * SLOTS + slot]) for slot in range(SLOTS)]
    faults: list[str] = []
    if places[0] != 0 and t.cards.overlords & BIT[(places[0] >> 2) - 1] == 0:
        faults.append(f"the throne of seat {seat} has no Overlord on it")
    taken = [word != 0 for word in places[1:]]
    if taken != sorted(taken, reverse=True):
        faults.append(f"the hall of seat {seat} has a gap")
    if [word for word in places if word & 3 > EXHAUSTED]:
        faults.append(f"a Minion of seat {seat} is in no state")
    return faults


def _troops(t: Table) -> list[str]:
    faults: list[str] = []
    for troop in range(t.rules.seats * TROOPS):
        if t.troop_zone[troop] < 0 and t.standing & BIT[troop] != 0:
            faults.append("a troop stands that is not on the board")
    for seat in range(t.rules.seats):
        if t.troop_count(seat) > t.day + 1:
            faults.append(f"seat {seat} has {t.troop_count(seat)} troops on day {t.day}")
    return faults


def _combat(t: Table) -> list[str]:
    fighting = [k for k in range(t.depth) if task_kind(t.stack[k]) in (WINDOW, OUTCOME, EXHAUSTION)]
    waiting = [k for k in range(t.depth) if task_kind(t.stack[k]) == SUSPENDED]
    faults: list[str] = []
    if len(fighting) != len(waiting) + (1 if t.combat.attack_kind != 0 else 0):
        faults.append(f"{len(fighting)} combats are pending, {len(waiting)} wait, attack kind {t.combat.attack_kind}")
    if waiting and t.rules.combat_relics_bonus_only:
        faults.append("a combat is fought inside another, where relics only give their bonus")
    faults += [f"the combat that waits at {k} has no window below it" for k in waiting if not _has_window(t, k)]
    if t.phase in (COMBAT, RAID) and task_kind(t.top()) == WINDOW and nested_combat.is_broken_off(t):
        faults.append("the troops of the combat that is going on cannot reach each other")
    combat = t.combat
    idle = (combat.attacker, combat.target, combat.defending_slots, combat.bonus) == (-1, -1, 0, 0)
    if combat.attack_kind == 0 and not idle:
        faults.append("something of a combat lingers")
    if t.minion_for_hire < 0 and (t.offer_gold, t.offer_relics, t.offer_slots) != (0, 0, 0):
        faults.append("something of a payment lingers")
    if t.to_move >= t.rules.humans:
        faults.append("a dummy is asked")
    return faults


def _has_window(t: Table, k: i64) -> bool:
    kinds = [task_kind(t.stack[place]) for place in range(k)]
    while kinds and kinds[-1] in (SUSPENDED_GUARDS, EFFECTS):
        kinds.pop()
    return bool(kinds) and kinds[-1] == WINDOW


def unexplained_gold(before: Table, after: Table, events: list[dict[str, Any]]) -> list[str]:
    """Seats whose gold changed otherwise than the events of the step say, as sentences."""
    announced = [0] * int(after.rules.seats)
    for event in events:
        kind = event["type"]
        if kind == "gained":
            announced[event["seat"]] += event["gold"]
        elif kind == "bought":
            announced[event["seat"]] -= event["gold"]
        elif kind == "stole":
            announced[event["from"]] -= event["gold"]
        elif kind == "hired":
            announced[event["seat"]] -= event["paid"]["gold"]
    return [
        f"the gold of seat {seat} changed by {after.gold[seat] - before.gold[seat]}, its events say {announced[seat]}"
        for seat in range(after.rules.seats)
        if after.gold[seat] - before.gold[seat] != announced[seat]
    ]
