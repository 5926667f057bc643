"""Position reader: builds a state from the JSON of a position, with every limit checked."""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.rules import morning, turn
from hordes.covil.state import tasks
from hordes.covil.state.constants import (
    DAYS,
    ENDED,
    MAX_GOLD,
    MAX_HP,
    MAX_POOL,
    MAX_REBELS,
    MAX_SEATS,
    PHASE_NAMES,
    SLOTS,
    STATE_NAMES,
    TROOPS,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import NIGHT
from hordes.covil.state.troop_names import TROOP_LETTERS
from hordes.covil.text.task_reader import check_combat, read_combat, read_payment, read_tasks
from hordes.engine.core.bits import BIT, count, set_of
from hordes.engine.core.state import OVER
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64, vec
from hordes.engine.validation import check_bool, check_dict, check_int, check_keys, check_list, check_member

POSITION_KEYS: Final = (
    "day phase scepter player rebels fortresses troops players pool discard removed dismissed shuffles hired acted "
    "cancels last payment combat aim pending"
).split()
PHASES: Final = ["morning", "night", *PHASE_NAMES]
PHASES_WITHOUT_PENDING: Final = ["found", "afternoon", "payment", "over"]
"""Phases in which nothing needs to be pending."""


def read_position(t: Table, position: dict[str, Any]) -> None:
    """Set a fresh table to a position; the phases `morning` and `night` also begin there."""
    check_keys(position, POSITION_KEYS, "A position")
    t.day = check_int(position.get("day", 1), "day", 1, DAYS)
    t.scepter = check_int(position.get("scepter", 0), "scepter", 0, t.rules.seats - 1)
    t.player = check_int(position.get("player", t.scepter), "player", 0, t.rules.seats - 1)
    t.rebels = check_int(position.get("rebels", 0), "rebels", 0, MAX_REBELS)
    _read_fortresses(t, check_list(position.get("fortresses", []), "fortresses"))
    _read_troops(t, check_dict(position.get("troops", {}), "troops"))
    used = _SeenCards(t)
    _read_players(t, check_list(position.get("players", []), "players"), used)
    _read_piles(t, position, used)
    t.has_hired = check_bool(position.get("hired", False), "hired")
    t.has_acted = check_bool(position.get("acted", False), "acted")
    t.is_last_night = check_bool(position.get("last", False), "last")
    t.takebacks = check_int(position.get("cancels", 0), "cancels", 0, 99)
    _read_phase(t, position)


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
            fortress = check_dict(entry, f"fortresses[{seat}]")
            check_keys(fortress, ["zone", "hp"], f"Fortress {seat}")
            zone = zone_of(t, fortress.get("zone"), f"zone of fortress {seat}")
            if morning.fortress_zones(t) & BIT[zone] != 0:
                raise BadPosition(f"Two fortresses stand in zone {t.board.ids[zone]}; one is the limit.")
            t.set_fortress_zone(seat, zone)
            t.set_hp(seat, check_int(fortress.get("hp", MAX_HP), f"hp of fortress {seat}", 0, MAX_HP))


def _read_troops(t: Table, troops: dict[str, Any]) -> None:
    for name, entry in troops.items():
        if entry is None:
            continue
        troop = check_dict(entry, f"troop {name}")
        check_keys(troop, ["zone", "standing"], f"Troop {name}")
        if len(name) != 2 or name[0] not in "0123"[: t.rules.seats] or name[1] not in TROOP_LETTERS:
            raise BadPosition(f"There is no troop {name!r}: troops are named by seat and letter, such as 0a.")
        number = int(name[0]) * TROOPS + TROOP_LETTERS.index(name[1])
        t.troop_zone[number] = zone_of(t, troop.get("zone"), f"zone of troop {name}")
        if check_bool(troop.get("standing", True), f"standing of troop {name}"):
            t.standing |= BIT[number]


# Cards


class _SeenCards:
    """Counts the cards of a position: a unique card is in one place only."""

    def __init__(self, t: Table) -> None:
        self.cards = t.cards
        self.minions = [0] * int(t.cards.minion_count)
        self.relics = [0] * int(t.cards.relic_count)

    def minion(self, value: Any, what: str) -> int:
        """Count a Minion."""
        kind = check_member(value, self.cards.minion_ids, what)
        self.minions[kind] += 1
        most = MAX_SEATS if self.cards.henchmen & BIT[kind] != 0 else 1
        if self.minions[kind] > most:
            copies = "is unique" if most == 1 else f"has {most} copies"
            raise BadPosition(f"{self.cards.minion_names[kind]} {copies}, and the position shows more.")
        return kind

    def relic(self, value: Any, what: str) -> int:
        """Count a relic."""
        kind = check_member(value, self.cards.relic_ids, what)
        self.relics[kind] += 1
        if self.relics[kind] > 1:
            raise BadPosition(f"There is one {self.cards.relic_names[kind]}, and the position shows it twice.")
        return kind


def _read_players(t: Table, players: list[Any], used: _SeenCards) -> None:
    if players and len(players) != t.rules.seats:
        raise BadPosition(f"The position lists {len(players)} players, the table has {t.rules.seats} seats.")
    for seat, entry in enumerate(players):
        player = check_dict(entry, f"players[{seat}]")
        check_keys(player, ["gold", "hall", "relics", "active"], f"Player {seat}")
        t.gold[seat] = check_int(player.get("gold", 0), f"gold of player {seat}", 0, MAX_GOLD)
        _read_hall(t, seat, check_list(player.get("hall", []), f"hall of player {seat}"), used)
        if isinstance(player.get("relics"), int):
            raise BadPosition(
                f"`relics of player {seat}` is a list of relics. A view, which hides them, tells their number only: "
                "`State.position` gives a whole position."
            )
        for value in check_list(player.get("relics", []), f"relics of player {seat}"):
            t.put_into_hand(seat, used.relic(value, "relic"))
        for value in check_list(player.get("active", []), f"active of player {seat}"):
            relic = used.relic(value, "relic")
            t.deck &= ~BIT[relic]
            t.relic_rank[relic] = count(t.active_relics[seat])
            t.active_relics[seat] |= BIT[relic]


def _read_hall(t: Table, seat: i64, hall: list[Any], used: _SeenCards) -> None:
    if len(hall) > SLOTS:
        raise BadPosition(f"The hall of player {seat} holds {len(hall)} Minions; {SLOTS} is the limit.")
    for entry in hall:
        place = check_dict(entry, f"hall of player {seat}")
        check_keys(place, ["card", "state"], f"A Minion of player {seat}")
        minion = used.minion(place.get("card"), "Minion")
        state = check_member(place.get("state", "ready"), STATE_NAMES, "state of a Minion")
        overlord = t.cards.overlords & BIT[minion] != 0
        full = t.hall[seat * SLOTS] != 0 if overlord else t.hall[seat * SLOTS + SLOTS - 1] != 0
        if full:
            raise BadPosition(f"The hall of player {seat} has a throne for one Overlord and 5 places for others.")
        t.add_to_hall(seat, minion, state)


def _read_piles(t: Table, position: dict[str, Any], used: _SeenCards) -> None:
    pool = check_list(position.get("pool", []), "pool")
    if len(pool) > MAX_POOL:
        raise BadPosition(f"The pool holds {len(pool)} cards; there are not so many.")
    for value in pool:
        minion = used.minion(value, "Minion")
        if t.cards.overlords & BIT[minion] != 0:
            raise BadPosition(f"{t.cards.minion_names[minion]} is an Overlord and never lies in the pool.")
        t.put_into_pool(minion)
    for value in check_list(position.get("dismissed", []), "dismissed"):
        t.dismissed_mercenaries |= BIT[used.minion(value, "Minion")] & t.cards.mercenaries
    for value in check_list(position.get("discard", []), "discard"):
        relic = used.relic(value, "relic")
        t.deck &= ~BIT[relic]
        t.discard_relic(relic)
    for value in check_list(position.get("removed", []), "removed"):
        if value in t.cards.relic_ids:
            t.removed_relics |= BIT[used.relic(value, "relic")]
        else:
            t.removed_mercenaries |= BIT[used.minion(value, "card")] & t.cards.mercenaries
    seen = [kind for kind in range(t.cards.minion_count) if used.minions[kind] > 0]
    t.mercenary_deck = t.cards.mercenaries & ~set_of(seen)
    t.deck &= ~t.removed_relics
    _read_shuffles(t, position)


def _read_shuffles(t: Table, position: dict[str, Any]) -> None:
    every = (BIT[t.cards.relic_count] - 1) & ~t.removed_relics
    groups = check_list(position.get("shuffles", []), "shuffles")
    if not groups:
        t.shuffles = vec[i64]([int(every)])
        return
    read: list[int] = []
    for group in groups:
        read.append(
            int(set_of([check_member(card, t.cards.relic_ids, "relic") for card in check_list(group, "shuffles")]))
        )
    total, union = 0, 0
    for group in read:
        total += int(count(group))
        union |= group
    if union != every or total != count(every) or 0 in read or t.deck & ~read[-1] != 0:
        raise BadPosition("`shuffles` says of each relic in the game, once, in which shuffle it was last.")
    t.shuffles = vec[i64](read)


# The phase


def _read_phase(t: Table, position: dict[str, Any]) -> None:
    phase = position.get("phase", "afternoon")
    if phase not in PHASES:
        raise BadPosition(f"There is no phase {phase!r}; there are {', '.join(PHASES)}.")
    if phase == "over":
        t.ask(ENDED, OVER)
        return
    if position.get("payment") is not None:
        if phase not in ("payment", "chance"):
            raise BadPosition(f"A payment belongs to the phase payment, not to {phase}.")
        read_payment(t, check_dict(position["payment"], "payment"))
    if position.get("combat") is not None:
        read_combat(t, check_dict(position["combat"], "combat"))
    for zone in check_list(position.get("aim", []), "aim"):
        t.aimed_zones |= BIT[zone_of(t, zone, "aim")]
    _begin(t, str(phase), position)
    check_combat(t)
    try:
        turn.run_tasks(t)
        t.find_legal()
    except (IndexError, RuntimeError) as error:
        raise BadPosition("What the position says is pending cannot be.") from error
    dummies_turn = phase == "afternoon" and t.rules.humans == 1 and not position.get("pending")
    begins = phase in ("morning", "night") or dummies_turn
    if not begins and PHASE_NAMES[t.phase] != phase:
        raise BadPosition(f"The position claims the phase {phase}, but what is pending leads to {t.phase_name()}.")
    if t.pick_count == 0 and t.to_move != OVER:
        raise BadPosition(f"In this position seat {t.to_move} would have no move at all.")


def _begin(t: Table, phase: str, position: dict[str, Any]) -> None:
    pending = check_list(position.get("pending", []), "pending")
    if pending:
        read_tasks(t, pending)
    elif phase in ("morning", "found"):
        homeless = count(morning.fortress_zones(t)) < t.rules.seats
        if homeless and t.day == 1:
            if count(morning.free_start_zones(t) | morning.fortress_zones(t)) < t.rules.seats:
                raise BadPosition(f"The board has too few spirals for {t.rules.seats} seats.")
            t.push(tasks.founding(0))
        elif phase == "found":
            raise BadPosition("Founding needs a seat without a fortress on day 1.")
        else:
            t.push(tasks.morning(0))
    elif phase == "night":
        t.push(NIGHT)
    elif phase not in PHASES_WITHOUT_PENDING:
        raise BadPosition(f"A position in the phase {phase} says what is `pending`.")
    elif t.is_dummy(t.player) and not t.has_acted:
        morning.begin_turn(t)
