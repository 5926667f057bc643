"""Position writer: the JSON of a state, complete or as one seat may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from hordes.covil.state.combat import Combat
from hordes.covil.state.constants import ENDED, MELEE, PHASE_NAMES, REBEL_ATTACK, SLOTS, STATE_NAMES, TROOPS
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import SUSPENDED, TASK_NAMES
from hordes.covil.state.tasks import ARGUMENT_COUNT, argument, task_kind
from hordes.covil.state.troop_names import TROOP_LETTERS, piece_ref, target_name, troop_name
from hordes.engine.core.bits import BIT, count, listed
from hordes.engine.core.state import PUBLIC
from hordes.engine.mypyc_compat import i64

if TYPE_CHECKING:
    from hordes.covil.wire.views import (
        CombatFields,
        CombatKind,
        CombatView,
        FortressPosition,
        FortressView,
        MinionView,
        PaymentView,
        PlayerView,
        Position,
        TroopPosition,
        TroopView,
        View,
    )


def write_position(t: Table, seat: i64, everything: bool) -> Position:
    """The whole position, or what a seat may know: relics in other hands and Mercenaries in the box are secret."""
    return _position_of(t, _players(t, seat, everything), everything or t.phase == ENDED)


def write_views(t: Table) -> list[Position]:
    """The view of each seat, and last the public one. They differ in a player's own hand; the rest is shared."""
    closed = _players(t, PUBLIC, False)
    public = _position_of(t, closed, t.phase == ENDED)
    views: list[Position] = [{**public, "players": _with_own(t, closed, seat)} for seat in range(t.rules.seats)]
    return [*views, public]


def write_page_view(t: Table, seat: i64) -> View:
    """What a page shows of a position to a seat."""
    return _for_pages(t, write_position(t, seat, False))


def write_page_views(t: Table) -> list[View]:
    """The page's view for each seat, and last the public one; equal parts are shared."""
    closed = _players(t, PUBLIC, False)
    public = _for_pages(t, _position_of(t, closed, t.phase == ENDED))
    views: list[View] = [{**public, "players": _with_own(t, closed, seat)} for seat in range(t.rules.seats)]
    return [*views, public]


def _players(t: Table, seat: i64, everything: bool) -> list[PlayerView]:
    open_cards = everything or t.phase == ENDED
    return [_player(t, k, open_cards or (k == seat and not t.is_dummy(k))) for k in range(t.rules.seats)]


def _with_own(t: Table, closed: list[PlayerView], seat: i64) -> list[PlayerView]:
    players = list(closed)
    players[seat] = _player(t, seat, t.phase == ENDED or not t.is_dummy(seat))
    return players


def _for_pages(t: Table, position: Position) -> View:
    """A position with zones as text, the owners of troops, and what the open combat is about."""
    shown = cast("View", {**position})
    shown["fortresses"] = [_fortress_view(t, seat) for seat in range(t.rules.seats)]
    shown["troops"] = {troop_name(k): _troop_view(t, k) for k in range(t.rules.seats * TROOPS) if t.troop_zone[k] >= 0}
    if t.combat.attack_kind != 0:
        shown["combat"] = _combat_view(t)
    if t.aimed_zones != 0:
        shown["aim"] = [t.board.ids[z] for z in listed(t.aimed_zones)]
    return shown


def _position_of(t: Table, players: list[PlayerView], open_cards: bool) -> Position:
    shown: Position = {
        "day": t.day, "phase": PHASE_NAMES[t.phase], "scepter": t.scepter, "player": t.player, "rebels": t.rebels,
        "fortresses": [_fortress(t, other) for other in range(t.rules.seats)],
        "troops": {troop_name(k): _troop(t, k) for k in range(t.rules.seats * TROOPS) if t.troop_zone[k] >= 0},
        "players": players,
        "pool": [t.cards.minion_ids[t.pool[k]] for k in range(t.pool_count)],
        "discard": relics_in_order(t, t.discard_pile),
        "hired": t.has_hired, "acted": t.has_acted,
    }  # fmt: skip
    _add_out_of_play(t, open_cards, shown)
    _add_this_turn(t, shown)
    return shown


def _troop(t: Table, troop: i64) -> TroopPosition:
    return {"zone": t.board.keys[t.troop_zone[troop]], "standing": t.standing & BIT[troop] != 0}


def _fortress_view(t: Table, seat: i64) -> FortressView | None:
    if t.fortress_zone[seat] < 0:
        return None
    return {"zone": t.board.ids[t.fortress_zone[seat]], "hp": t.hp[seat]}


def _troop_view(t: Table, troop: i64) -> TroopView:
    zone, letter = t.board.ids[t.troop_zone[troop]], TROOP_LETTERS[troop % TROOPS]
    return {"zone": zone, "standing": t.standing & BIT[troop] != 0, "seat": troop // TROOPS, "letter": letter}


def relics_in_order(t: Table, relics: i64) -> list[str]:
    """Relic ids in the order of the hand, active row or pile where they are."""
    placed = sorted([(int(t.relic_rank[relic]), relic) for relic in listed(relics)])
    return [t.cards.relic_ids[relic] for _, relic in placed]


def _fortress(t: Table, seat: i64) -> FortressPosition | None:
    if t.fortress_zone[seat] < 0:
        return None
    return {"zone": t.board.keys[t.fortress_zone[seat]], "hp": t.hp[seat]}


def _player(t: Table, seat: i64, own: bool) -> PlayerView:
    hall: list[MinionView] = []
    for slot in range(SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word != 0:
            hall.append({"card": t.cards.minion_ids[(word >> 2) - 1], "state": STATE_NAMES[word & 3]})
    relics: list[str] | int = relics_in_order(t, t.hand[seat]) if own else count(t.hand[seat])
    return {"gold": t.gold[seat], "hall": hall, "relics": relics, "active": relics_in_order(t, t.active_relics[seat])}


def _add_out_of_play(t: Table, open_cards: bool, shown: Position) -> None:
    """Cards out of the game. Which relics were shuffled together is known to all who watched."""
    out = [t.cards.relic_ids[k] for k in listed(t.removed_relics)]
    removed = [t.cards.minion_ids[k] for k in listed(t.removed_mercenaries)] if open_cards else []
    if removed or out:
        shown["removed"] = removed + out
    if t.dismissed_mercenaries != 0:
        shown["dismissed"] = [t.cards.minion_ids[k] for k in listed(t.dismissed_mercenaries)]
    if len(t.shuffles) > 1:
        shown["shuffles"] = [[t.cards.relic_ids[r] for r in listed(group)] for group in t.shuffles]


def _add_this_turn(t: Table, shown: Position) -> None:
    """What was done this turn, and what is open."""
    if t.takebacks > 0:
        shown["cancels"] = t.takebacks
    if t.is_last_night:
        shown["last"] = True
    if t.minion_for_hire >= 0:
        shown["payment"] = _payment(t)
    if t.combat.attack_kind != 0:
        shown["combat"] = {**_combat(t.combat), "target": target_name(t.combat.target)}
    if t.aimed_zones != 0:
        shown["aim"] = [t.board.keys[z] for z in listed(t.aimed_zones)]
    if t.depth > 0:
        shown["pending"] = [_task(t.stack[k]) for k in range(t.depth)]


def _payment(t: Table) -> PaymentView:
    relics = [t.cards.relic_ids[r] for r in listed(t.offer_relics)]
    card = t.cards.minion_ids[t.minion_for_hire]
    return {"card": card, "gold": t.offer_gold, "relics": relics, "slots": _digits(t.offer_slots)}


def _digits(word: i64) -> list[int]:
    digits: list[int] = []
    rest = word
    while rest != 0:
        digits.append(rest & 7)
        rest >>= 3
    return digits


def _combat(combat: Combat) -> CombatFields:
    kind: CombatKind = "melee" if combat.attack_kind == MELEE else "ranged"
    if combat.attack_kind == REBEL_ATTACK:
        kind = "rebels"
    return {
        "kind": kind,
        "attacker": troop_name(combat.attacker) if combat.attacker >= 0 else None,
        "weapon": combat.weapon_slot,
        "bonus": combat.bonus,
        "free": combat.is_free_attack,
        "stood": combat.target_stood,
        "besieged": combat.target_besieged,
        "guards": _digits(combat.defending_slots),
    }


def _combat_view(t: Table) -> CombatView:
    nested = SUSPENDED in [task_kind(t.stack[k]) for k in range(t.depth)]
    seat = t.combat.attacking_seat()
    attacker, against = None if seat < 0 else seat, piece_ref(t.combat.target)
    return {**_combat(t.combat), "seat": attacker, "against": against, "nested": nested}


def _task(task: i64) -> list[str | int]:
    """A task as its name and arguments, trailing zeros left out."""
    words: list[int] = [int(argument(task, k)) for k in range(ARGUMENT_COUNT)]
    while words and words[-1] == 0:
        words.pop()
    return [TASK_NAMES[task_kind(task)], *words]
