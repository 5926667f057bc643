"""Position writer: the JSON of a state, complete or as one seat may see it."""

from __future__ import annotations

from typing import Any

from hordes.covil.state.combat import Combat
from hordes.covil.state.constants import ENDED, MELEE, PHASE_NAMES, REBEL_ATTACK, SLOTS, STATE_NAMES, TROOPS
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import TASK_NAMES
from hordes.covil.state.tasks import ARGUMENT_COUNT, argument, task_kind
from hordes.covil.state.troop_names import target_name, troop_name
from hordes.engine.core.bits import BIT, count, listed
from hordes.engine.mypyc_compat import i64


def write_position(t: Table, seat: i64, everything: bool) -> dict[str, Any]:
    """The whole position, or what a seat may know: relics in other hands and Mercenaries in the box are secret."""
    open_cards = everything or t.phase == ENDED
    players = [_player(t, k, open_cards or (k == seat and not t.is_dummy(k))) for k in range(t.rules.seats)]
    return _position_of(t, players, open_cards)


def write_views(t: Table) -> list[dict[str, Any]]:
    """The view of each seat, and last the public one. They differ in a player's own hand; the rest is shared."""
    open_cards = t.phase == ENDED
    closed = [_player(t, other, open_cards) for other in range(t.rules.seats)]
    public = _position_of(t, closed, open_cards)
    views: list[dict[str, Any]] = []
    for seat in range(t.rules.seats):
        players = list(closed)
        players[seat] = _player(t, seat, open_cards or not t.is_dummy(seat))
        views.append(public | {"players": players})
    return [*views, public]


def _position_of(t: Table, players: list[dict[str, Any]], open_cards: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"day": t.day, "phase": PHASE_NAMES[t.phase], "scepter": t.scepter, "player": t.player}
    shown["rebels"] = t.rebels
    shown["fortresses"] = [_fortress(t, other) for other in range(t.rules.seats)]
    shown["troops"] = {
        troop_name(k): {"zone": t.board.keys[t.troop_zone[k]], "standing": t.standing & BIT[k] != 0}
        for k in range(t.rules.seats * TROOPS)
        if t.troop_zone[k] >= 0
    }
    shown["players"] = players
    shown["pool"] = [t.cards.minion_ids[t.pool[k]] for k in range(t.pool_count)]
    shown["discard"] = relics_in_order(t, t.discard_pile)
    shown |= _out_of_play(t, open_cards)
    shown |= _this_turn(t)
    return shown


def relics_in_order(t: Table, relics: i64) -> list[str]:
    """Relic ids in the order of the hand, active row or pile where they are."""
    placed = sorted([(int(t.relic_rank[relic]), relic) for relic in listed(relics)])
    return [t.cards.relic_ids[relic] for _, relic in placed]


def _fortress(t: Table, seat: i64) -> dict[str, Any] | None:
    if t.fortress_zone[seat] < 0:
        return None
    return {"zone": t.board.keys[t.fortress_zone[seat]], "hp": t.hp[seat]}


def _player(t: Table, seat: i64, own: bool) -> dict[str, Any]:
    hall: list[dict[str, Any]] = []
    for slot in range(SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word != 0:
            hall.append({"card": t.cards.minion_ids[(word >> 2) - 1], "state": STATE_NAMES[word & 3]})
    shown: dict[str, Any] = {"gold": t.gold[seat], "hall": hall}
    shown["relics"] = relics_in_order(t, t.hand[seat]) if own else count(t.hand[seat])
    shown["active"] = relics_in_order(t, t.active_relics[seat])
    return shown


def _out_of_play(t: Table, open_cards: bool) -> dict[str, Any]:
    """Cards out of the game. Which relics were shuffled together is known to all who watched."""
    out = [t.cards.relic_ids[k] for k in listed(t.removed_relics)]
    removed = [t.cards.minion_ids[k] for k in listed(t.removed_mercenaries)] if open_cards else []
    shown: dict[str, Any] = {"removed": removed + out} if removed or out else {}
    if t.dismissed_mercenaries != 0:
        shown["dismissed"] = [t.cards.minion_ids[k] for k in listed(t.dismissed_mercenaries)]
    if len(t.shuffles) > 1:
        shown["shuffles"] = [[t.cards.relic_ids[r] for r in listed(group)] for group in t.shuffles]
    return shown


def _this_turn(t: Table) -> dict[str, Any]:
    """What was done this turn, and what is open."""
    shown: dict[str, Any] = {"hired": t.has_hired, "acted": t.has_acted}
    if t.takebacks > 0:
        shown["cancels"] = t.takebacks
    if t.is_last_night:
        shown["last"] = True
    if t.minion_for_hire >= 0:
        shown["payment"] = _payment(t)
    if t.combat.attack_kind != 0:
        shown["combat"] = _combat(t.combat)
    if t.aimed_zones != 0:
        shown["aim"] = [t.board.keys[z] for z in listed(t.aimed_zones)]
    if t.depth > 0:
        shown["pending"] = [_task(t.stack[k]) for k in range(t.depth)]
    return shown


def _payment(t: Table) -> dict[str, Any]:
    shown: dict[str, Any] = {"card": t.cards.minion_ids[t.minion_for_hire], "gold": t.offer_gold}
    shown["relics"] = [t.cards.relic_ids[r] for r in listed(t.offer_relics)]
    return shown | {"slots": _digits(t.offer_slots)}


def _digits(word: i64) -> list[int]:
    digits: list[int] = []
    rest = word
    while rest != 0:
        digits.append(rest & 7)
        rest >>= 3
    return digits


def _combat(combat: Combat) -> dict[str, Any]:
    kind = "rebels" if combat.attack_kind == REBEL_ATTACK else "melee" if combat.attack_kind == MELEE else "ranged"
    return {
        "kind": kind,
        "attacker": troop_name(combat.attacker) if combat.attacker >= 0 else None,
        "target": target_name(combat.target),
        "weapon": combat.weapon_slot,
        "bonus": combat.bonus,
        "free": combat.is_free_attack,
        "stood": combat.target_stood,
        "besieged": combat.target_besieged,
        "guards": _digits(combat.defending_slots),
    }


def _task(task: i64) -> list[Any]:
    """A task as its name and arguments, trailing zeros left out."""
    words = [int(argument(task, k)) for k in range(ARGUMENT_COUNT)]
    while words and words[-1] == 0:
        words.pop()
    return [TASK_NAMES[task_kind(task)], *words]
