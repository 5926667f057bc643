"""Reading a position: the referee's words back into a table, with every limit checked."""

from __future__ import annotations

from typing import Any, Final

from hordes.covil import morning, turn
from hordes.covil.moves import LETTERS
from hordes.covil.reading_agenda import check_combat, read_agenda, read_combat, read_payment
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    DAYS,
    ENDED,
    FOUNDING,
    LARGEST_POOL,
    MORNING,
    MOST_GOLD,
    MOST_HP,
    MOST_REBELS,
    NIGHT,
    PHASE_NAMES,
    SEATS,
    SLOTS,
    STATE_NAMES,
    TROOPS,
)
from hordes.engine.bits import BIT, count, gathered
from hordes.engine.errors import BadPosition
from hordes.engine.native import i64, vec
from hordes.engine.state import OVER
from hordes.engine.wording import check_keys, flag, listing, mapping, member, whole

KEYS: Final = (
    "day phase scepter player rebels fortresses troops players pool discard removed dismissed shuffles hired acted "
    "cancels last payment combat aim pending"
).split()
PHASES: Final = ["morning", "night", *PHASE_NAMES]
ALONE: Final = ["found", "afternoon", "payment", "over"]
"""Phases that need no list of what is pending."""


def read(t: Table, found: dict[str, Any]) -> None:
    """Lay a fresh table out as a position says; `morning` and `night` also begin there."""
    check_keys(found, KEYS, "A position")
    t.day = whole(found.get("day", 1), "day", 1, DAYS)
    t.scepter = whole(found.get("scepter", 0), "scepter", 0, t.rules.seats - 1)
    t.player = whole(found.get("player", t.scepter), "player", 0, t.rules.seats - 1)
    t.rebels = whole(found.get("rebels", 0), "rebels", 0, MOST_REBELS)
    _read_fortresses(t, listing(found.get("fortresses", []), "fortresses"))
    _read_troops(t, mapping(found.get("troops", {}), "troops"))
    used = _Used(t)
    _read_players(t, listing(found.get("players", []), "players"), used)
    _read_piles(t, found, used)
    t.hired = flag(found.get("hired", False), "hired")
    t.acted = flag(found.get("acted", False), "acted")
    t.last = flag(found.get("last", False), "last")
    t.cancels = whole(found.get("cancels", 0), "cancels", 0, 99)
    _read_phase(t, found)


# The board


def zone_of(t: Table, value: Any, what: str) -> i64:
    """The number of a zone by its id."""
    if isinstance(value, bool) or not isinstance(value, (str, int)) or str(value) not in t.board.number:
        raise BadPosition(f"`{what}`: there is no zone {value!r} on this board.")
    return t.board.number[str(value)]


def _read_fortresses(t: Table, fortresses: list[Any]) -> None:
    if fortresses and len(fortresses) != t.rules.seats:
        raise BadPosition(f"The position lists {len(fortresses)} fortresses, the table has {t.rules.seats} seats.")
    for seat, entry in enumerate(fortresses):
        if entry is not None:
            fortress = mapping(entry, f"fortresses[{seat}]")
            check_keys(fortress, ["zone", "hp"], f"Fortress {seat}")
            zone = zone_of(t, fortress.get("zone"), f"zone of fortress {seat}")
            if morning.taken(t) & BIT[zone] != 0:
                raise BadPosition(f"Two fortresses stand in zone {t.board.ids[zone]}; one is the limit.")
            t.fortress[seat] = zone
            t.hp[seat] = whole(fortress.get("hp", MOST_HP), f"hp of fortress {seat}", 0, MOST_HP)


def _read_troops(t: Table, troops: dict[str, Any]) -> None:
    for name, entry in troops.items():
        if entry is None:
            continue
        troop = mapping(entry, f"troop {name}")
        check_keys(troop, ["zone", "standing"], f"Troop {name}")
        if len(name) != 2 or name[0] not in "0123"[: t.rules.seats] or name[1] not in LETTERS:
            raise BadPosition(f"There is no troop {name!r}: troops are named by seat and letter, such as 0a.")
        number = int(name[0]) * TROOPS + LETTERS.index(name[1])
        t.zone[number] = zone_of(t, troop.get("zone"), f"zone of troop {name}")
        if flag(troop.get("standing", True), f"standing of troop {name}"):
            t.standing |= BIT[number]


# Cards


class _Used:
    """Which cards have been seen where: a unique card is in one place."""

    def __init__(self, t: Table) -> None:
        self.cards = t.cards
        self.minions = [0] * int(t.cards.minions)
        self.relics = [0] * int(t.cards.relics)

    def minion(self, value: Any, what: str) -> int:
        """Count a Minion."""
        kind = member(value, self.cards.minion_ids, what)
        self.minions[kind] += 1
        most = SEATS if self.cards.henchmen & BIT[kind] != 0 else 1
        if self.minions[kind] > most:
            copies = "is unique" if most == 1 else f"has {most} copies"
            raise BadPosition(f"{self.cards.minion_names[kind]} {copies}, and the position shows more.")
        return kind

    def relic(self, value: Any, what: str) -> int:
        """Count a relic."""
        kind = member(value, self.cards.relic_ids, what)
        self.relics[kind] += 1
        if self.relics[kind] > 1:
            raise BadPosition(f"There is one {self.cards.relic_names[kind]}, and the position shows it twice.")
        return kind


def _read_players(t: Table, players: list[Any], used: _Used) -> None:
    if players and len(players) != t.rules.seats:
        raise BadPosition(f"The position lists {len(players)} players, the table has {t.rules.seats} seats.")
    for seat, entry in enumerate(players):
        player = mapping(entry, f"players[{seat}]")
        check_keys(player, ["gold", "hall", "relics", "active"], f"Player {seat}")
        t.gold[seat] = whole(player.get("gold", 0), f"gold of player {seat}", 0, MOST_GOLD)
        _read_hall(t, seat, listing(player.get("hall", []), f"hall of player {seat}"), used)
        for value in listing(player.get("relics", []), f"relics of player {seat}"):
            t.take_relic(seat, used.relic(value, "relic"))
        for value in listing(player.get("active", []), f"active of player {seat}"):
            relic = used.relic(value, "relic")
            t.deck &= ~BIT[relic]
            t.rank[relic] = count(t.active[seat])
            t.active[seat] |= BIT[relic]


def _read_hall(t: Table, seat: i64, hall: list[Any], used: _Used) -> None:
    if len(hall) > SLOTS:
        raise BadPosition(f"The hall of player {seat} holds {len(hall)} Minions; {SLOTS} is the limit.")
    for entry in hall:
        place = mapping(entry, f"hall of player {seat}")
        check_keys(place, ["card", "state"], f"A Minion of player {seat}")
        minion = used.minion(place.get("card"), "Minion")
        state = member(place.get("state", "ready"), STATE_NAMES, "state of a Minion")
        overlord = t.cards.overlords & BIT[minion] != 0
        full = t.hall[seat * SLOTS] != 0 if overlord else t.hall[seat * SLOTS + SLOTS - 1] != 0
        if full:
            raise BadPosition(f"The hall of player {seat} has a throne for one Overlord and 5 places for others.")
        t.welcome(seat, minion, state)


def _read_piles(t: Table, found: dict[str, Any], used: _Used) -> None:
    pool = listing(found.get("pool", []), "pool")
    if len(pool) > LARGEST_POOL:
        raise BadPosition(f"The pool holds {len(pool)} cards; there are not so many.")
    for value in pool:
        minion = used.minion(value, "Minion")
        if t.cards.overlords & BIT[minion] != 0:
            raise BadPosition(f"{t.cards.minion_names[minion]} is an Overlord and never lies in the pool.")
        t.put_into_pool(minion)
    for value in listing(found.get("dismissed", []), "dismissed"):
        t.dismissed |= BIT[used.minion(value, "Minion")] & t.cards.mercenaries
    for value in listing(found.get("discard", []), "discard"):
        relic = used.relic(value, "relic")
        t.deck &= ~BIT[relic]
        t.discard_relic(relic)
    for value in listing(found.get("removed", []), "removed"):
        if value in t.cards.relic_ids:
            t.out |= BIT[used.relic(value, "relic")]
        else:
            t.removed |= BIT[used.minion(value, "card")] & t.cards.mercenaries
    seen = [kind for kind in range(t.cards.minions) if used.minions[kind] > 0]
    t.mercenaries = t.cards.mercenaries & ~gathered(seen)
    t.deck &= ~t.out
    _read_shuffles(t, found)


def _read_shuffles(t: Table, found: dict[str, Any]) -> None:
    every = (BIT[t.cards.relics] - 1) & ~t.out
    groups = listing(found.get("shuffles", []), "shuffles")
    if not groups:
        t.shuffles = vec[i64]([int(every)])
        return
    read: list[int] = []
    for group in groups:
        read.append(int(gathered([member(card, t.cards.relic_ids, "relic") for card in listing(group, "shuffles")])))
    total, union = 0, 0
    for group in read:
        total += int(count(group))
        union |= group
    if union != every or total != count(every) or 0 in read or t.deck & ~read[-1] != 0:
        raise BadPosition("`shuffles` says of each relic in the game, once, in which shuffle it was last.")
    t.shuffles = vec[i64](read)


# The phase


def _read_phase(t: Table, found: dict[str, Any]) -> None:
    phase = found.get("phase", "afternoon")
    if phase not in PHASES:
        raise BadPosition(f"There is no phase {phase!r}; there are {', '.join(PHASES)}.")
    if phase == "over":
        t.ask(ENDED, OVER)
        return
    if found.get("payment") is not None:
        if phase not in ("payment", "chance"):
            raise BadPosition(f"A payment belongs to the phase payment, not to {phase}.")
        read_payment(t, mapping(found["payment"], "payment"))
    if found.get("combat") is not None:
        read_combat(t, mapping(found["combat"], "combat"))
    for zone in listing(found.get("aim", []), "aim"):
        t.aim |= BIT[zone_of(t, zone, "aim")]
    _begin(t, str(phase), found)
    check_combat(t)
    try:
        turn.settle(t)
        t.find_legal()
    except (IndexError, RuntimeError) as error:
        raise BadPosition("What the position says is pending cannot be.") from error
    dummies_turn = phase == "afternoon" and t.rules.humans == 1 and not found.get("pending")
    begins = phase in ("morning", "night") or dummies_turn
    if not begins and PHASE_NAMES[t.phase] != phase:
        raise BadPosition(f"The position claims the phase {phase}, but what is pending leads to {t.phase_name()}.")
    if t.choices == 0 and t.to_move != OVER:
        raise BadPosition(f"In this position seat {t.to_move} would have no move at all.")


def _begin(t: Table, phase: str, found: dict[str, Any]) -> None:
    pending = listing(found.get("pending", []), "pending")
    if pending:
        read_agenda(t, pending)
    elif phase in ("morning", "found"):
        homeless = count(morning.taken(t)) < t.rules.seats
        if homeless and t.day == 1:
            if count(morning.free_spirals(t) | morning.taken(t)) < t.rules.seats:
                raise BadPosition(f"The board has too few spirals for {t.rules.seats} seats.")
            t.push(FOUNDING, 0, 0, 0)
        elif phase == "found":
            raise BadPosition("Founding needs a seat without a fortress on day 1.")
        else:
            t.push(MORNING, 0, 0, 0)
    elif phase == "night":
        t.push(NIGHT, 0, 0, 0)
    elif phase not in ALONE:
        raise BadPosition(f"A position in the phase {phase} says what is `pending`.")
    elif t.is_dummy(t.player) and not t.acted:
        morning.begin_turn(t)
