"""What must always hold, for the fuzzer and for tests."""

from __future__ import annotations

from typing import Any

from hordes.covil import nested
from hordes.covil.agenda import kind_of
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    COMBAT,
    EFFECTS,
    EXHAUSTED,
    EXHAUSTION,
    MOST_GOLD,
    MOST_HP,
    MOST_REBELS,
    OUTCOME,
    RAID,
    SEATS,
    SLOTS,
    SUSPENDED,
    SUSPENDED_GUARDS,
    TROOPS,
    WINDOW,
)
from hordes.engine.bits import BIT, count, listed
from hordes.engine.native import i64
from hordes.engine.state import OVER


def broken(t: Table) -> list[str]:
    """The invariants that a table breaks, in words."""
    return _relics(t) + _minions(t) + _seats(t) + _troops(t) + _combat(t)


def _relics(t: Table) -> list[str]:
    places = [int(t.deck), int(t.discard), int(t.out)]
    places += [int(word) for word in t.hand] + [int(word) for word in t.active]
    found: list[str] = []
    cards = sorted([relic for place in places for relic in listed(place)])
    if cards != list(range(t.cards.relics)):
        found.append(f"relics are not each in one place: {cards}")
    for place in [int(t.discard), *places[3:]]:
        if sorted([int(t.rank[relic]) for relic in listed(place)]) != list(range(count(place))):
            found.append(f"relics of a hand, row or pile are not counted from one up: {listed(place)}")
    if t.deck == 0 and t.discard != 0 and t.to_move != OVER and not t.rules.late_refill:
        found.append("the relic deck is empty and the discard pile is not")
    if [relic for relic in listed(t.deck) if t.rank[relic] != 0]:
        found.append("a relic in the deck has a place")
    shuffled = sorted([relic for group in t.shuffles for relic in listed(group)])
    if shuffled != listed((BIT[t.cards.relics] - 1) & ~t.out) or t.deck & ~t.shuffles[len(t.shuffles) - 1] != 0:
        found.append("the shuffles do not hold every relic once")
    return found


def _minions(t: Table) -> list[str]:
    cards = [int(t.pool[k]) for k in range(t.pool_count)]
    cards += [int(word >> 2) - 1 for word in t.hall if word != 0]
    found: list[str] = []
    henchmen = [kind for kind in cards if t.cards.henchmen & BIT[kind] != 0]
    for kind in set(henchmen):
        if henchmen.count(kind) > SEATS:
            found.append(f"there are {henchmen.count(kind)} copies of {t.cards.minion_names[kind]}")
    mercenaries = [kind for kind in cards if t.cards.mercenaries & BIT[kind] != 0]
    mercenaries += listed(t.mercenaries) + listed(t.removed) + listed(t.dismissed)
    if sorted(mercenaries) != listed(t.cards.mercenaries):
        found.append(f"Mercenaries are not each in one place: {sorted(mercenaries)}")
    overlords = [kind for kind in cards if t.cards.overlords & BIT[kind] != 0]
    if len(set(overlords)) != len(overlords):
        found.append("an Overlord sits on two thrones")
    return found


def _seats(t: Table) -> list[str]:
    found: list[str] = []
    if not 0 <= t.rebels <= MOST_REBELS:
        found.append(f"{t.rebels} rebels in town")
    for seat in range(t.rules.seats):
        if not 0 <= t.gold[seat] <= MOST_GOLD:
            found.append(f"seat {seat} has {t.gold[seat]} gold")
        if not 0 <= t.hp[seat] <= MOST_HP:
            found.append(f"the fortress of seat {seat} has {t.hp[seat]} hit points")
        found += _hall(t, seat)
    return found


def _hall(t: Table, seat: i64) -> list[str]:
    places = [int(t.hall[seat * SLOTS + slot]) for slot in range(SLOTS)]
    found: list[str] = []
    if places[0] != 0 and t.cards.overlords & BIT[(places[0] >> 2) - 1] == 0:
        found.append(f"the throne of seat {seat} has no Overlord on it")
    taken = [word != 0 for word in places[1:]]
    if taken != sorted(taken, reverse=True):
        found.append(f"the hall of seat {seat} has a gap")
    if [word for word in places if word & 3 > EXHAUSTED]:
        found.append(f"a Minion of seat {seat} is in no state")
    return found


def _troops(t: Table) -> list[str]:
    found: list[str] = []
    for troop in range(t.rules.seats * TROOPS):
        if t.zone[troop] < 0 and t.standing & BIT[troop] != 0:
            found.append("a troop stands that is not on the board")
    for seat in range(t.rules.seats):
        if t.troops_of(seat) > t.day + 1:
            found.append(f"seat {seat} has {t.troops_of(seat)} troops on day {t.day}")
    return found


def _combat(t: Table) -> list[str]:
    fighting = [k for k in range(t.depth) if kind_of(t.stack[k]) in (WINDOW, OUTCOME, EXHAUSTION)]
    waiting = [k for k in range(t.depth) if kind_of(t.stack[k]) == SUSPENDED]
    found: list[str] = []
    if len(fighting) != len(waiting) + (1 if t.style != 0 else 0):
        found.append(f"{len(fighting)} combats are pending, {len(waiting)} wait, style {t.style}")
    if waiting and t.rules.bonus_only:
        found.append("a combat is fought inside another, where relics only give their bonus")
    found += [f"the combat that waits at {k} has no window below it" for k in waiting if not _has_window(t, k)]
    if t.phase in (COMBAT, RAID) and kind_of(t.top()) == WINDOW and nested.parted(t):
        found.append("the troops of the combat that is going on cannot reach each other")
    if t.style == 0 and (t.attacker, t.target, t.guards, t.bonus) != (-1, -1, 0, 0):
        found.append("something of a combat lingers")
    if t.hiring < 0 and (t.offer_gold, t.offer_relics, t.offer_slots) != (0, 0, 0):
        found.append("something of a payment lingers")
    if t.to_move >= t.rules.humans:
        found.append("a dummy is asked")
    return found


def _has_window(t: Table, k: i64) -> bool:
    kinds = [kind_of(t.stack[place]) for place in range(k)]
    while kinds and kinds[-1] in (SUSPENDED_GUARDS, EFFECTS):
        kinds.pop()
    return bool(kinds) and kinds[-1] == WINDOW


def unpaid(before: Table, after: Table, events: list[dict[str, Any]]) -> list[str]:
    """Gold comes and goes only where it is said to."""
    told = [0] * int(after.rules.seats)
    for event in events:
        kind = event["type"]
        if kind == "gained":
            told[event["seat"]] += event["gold"]
        elif kind == "bought":
            told[event["seat"]] -= event["gold"]
        elif kind == "stole":
            told[event["from"]] -= event["gold"]
        elif kind == "hired":
            told[event["seat"]] -= event["paid"]["gold"]
    return [
        f"the gold of seat {seat} changed by {after.gold[seat] - before.gold[seat]}, {told[seat]} was said"
        for seat in range(after.rules.seats)
        if after.gold[seat] - before.gold[seat] != told[seat]
    ]
