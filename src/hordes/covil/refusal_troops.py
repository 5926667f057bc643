"""Why not, of troops: their actions, attacks, what answers an attack, and retreats."""

from __future__ import annotations

from typing import Any

from hordes.covil import combat, moves, moves_reading, troops
from hordes.covil.agenda import arg_a, kind_of
from hordes.covil.board import FAR, terrain_words
from hordes.covil.progress import effect_of
from hordes.covil.refusal_moment import (
    NotReady,
    OutOfRange,
    minion_name,
    not_now,
    own_turn,
    require_phase,
    require_ready,
    require_turn,
    retreat_first,
    unfinished,
    waits,
)
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    CHOICE,
    COMBAT,
    DEFENSE,
    DO_ATTACK,
    DO_MOVE,
    DO_STAND,
    EFFECTS,
    EXHAUSTION,
    FORTRESSES,
    MELEE,
    MOST_HP,
    RAID,
    RANGED,
    RETALIATION,
    RETREAT,
    STATS,
    TROOPS,
)
from hordes.engine.bits import BIT, listed
from hordes.engine.errors import NotTheMoment, RuleViolation, Saying, said
from hordes.engine.native import i64
from hordes.engine.state import TARGETS

# Combat


def refuse_fight(t: Table, verb: i64, target: i64) -> None:
    """Exhausting for an attack, defending, passing."""
    window = t.phase in (COMBAT, RAID) and kind_of(t.top()) not in (EXHAUSTION, RETALIATION)
    if verb == moves.PASS:
        _refuse_pass(t, window)
    if verb == moves.EXHAUST:
        _refuse_exhausting(t, window)
        require_ready(t, t.to_move, target, "exhausted")
    if not window:
        if waits(t):
            raise NotTheMoment(unfinished(t))
        raise not_now(t, "defend_moment", "`defend` answers an attack")
    _refuse_defense(t, target)


def _refuse_pass(t: Table, window: bool) -> None:
    if t.phase == RETREAT:
        raise NotTheMoment(retreat_first(t))
    if t.phase == CHOICE or own_turn(t) or (t.phase == RAID and not window):
        raise NotTheMoment(unfinished(t))
    raise not_now(t, "pass_moment", "`pass` closes the window of a combat, or declines an offer to buy")


def _refuse_exhausting(t: Table, window: bool) -> None:
    if window:
        text = "A Minion is exhausted for an attack right after its declaration; `defend CARD` answers one"
        raise not_now(t, "exhaust_window", text)
    if t.phase != COMBAT:
        raise not_now(t, "exhaust_moment", "A Minion is exhausted for an attack right after its declaration")


def _refuse_defense(t: Table, minion: i64) -> None:
    if arg_a(t.top()) != 0:
        raise RuleViolation(said("stakes", "The attacker raises the stakes with Power Relics only."))
    seat = t.to_move
    if combat.undefended(t):
        text = "No troop of seat {seat} is at its fortress any more: nobody defends it."
        raise RuleViolation(said("defend_nobody", text, seat=seat))
    require_ready(t, seat, minion, "exhausted")
    stat, text = STATS[t.cards.stat[minion]], "{minion} has the base stat {stat}; only a {wanted} stat defends."
    name = minion_name(t, minion)
    raise RuleViolation(said("defend_stat", text, minion=name, stat=stat, wanted=STATS[DEFENSE]))


def refuse_retreat(t: Table, zone: i64) -> None:
    """Where a beaten troop cannot go."""
    require_phase(t, RETREAT, "retreat_moment", "Only a beaten troop retreats")
    troop = arg_a(t.top())
    if t.zone[troop] == zone:
        raise OutOfRange(
            said(
                "retreat_leave",
                "Troop {troop} must leave {zone}.",
                troop=moves.troop_name(troop),
                zone=t.board.names[zone],
            )
        )
    raise OutOfRange(_too_far(t, troop, zone))


def _too_far(t: Table, troop: i64, zone: i64) -> Saying:
    here = t.zone[troop]
    swift = terrain_words(troops.swift(t, troop // TROOPS))
    data: dict[str, Any] = {"zone": t.board.names[zone], "steps": t.board.steps(here, zone)}
    data |= {"here": t.board.names[here], "troop": moves.troop_name(troop)}
    if data["steps"] == FAR:
        return said("no_way", "No way leads from {here} to {zone}.", **data)
    text = "{zone} is {steps} zones from {here}; troop {troop} moves one "
    if not swift:
        return said("far", text + "(no Minion makes it two).", **data)
    return said("far_swift", text + "(two from {terrains}).", terrains=", ".join(swift), **data)


# Actions


def refuse_action(t: Table, verb: i64, target: i64) -> None:
    """The actions for which a troop lies down, and free attacks."""
    base = moves.ACTION_BASE.get(verb, verb)
    attack = base in (moves.MELEE, moves.RANGED)
    free = t.phase == CHOICE and kind_of(t.top()) == EFFECTS and effect_of(t).what == DO_ATTACK
    if not (attack and free):
        require_turn(t, "action_moment", "Troop actions belong to one's own turn")
    seat = t.to_move
    troop = target if base in (moves.REPAIR, moves.GOLD) else seat * TROOPS + verb - base
    name = moves.troop_name(troop)
    if t.zone[troop] < 0:
        raise RuleViolation(said("troop_none", "Troop {troop} is not on the board.", troop=name))
    if not free:
        _refuse_tired(t, troop, name)
    if attack:
        _refuse_attack(t, MELEE if base == moves.MELEE else RANGED, troop, target)
    if base == moves.MOVE:
        if t.zone[troop] == target:
            raise OutOfRange(
                said("troop_there", "Troop {troop} is in {zone} already.", troop=name, zone=t.board.names[target])
            )
        raise OutOfRange(_too_far(t, troop, target))
    if base in (moves.REST, moves.REST_OTHER):
        _refuse_rest(t, base, target)
    if t.hp[seat] == 0:
        raise RuleViolation(said("repair_destroyed", "A destroyed fortress cannot be repaired."))
    raise RuleViolation(
        said("repair_whole", "The fortress of seat {seat} has all its {most} hit points.", seat=seat, most=MOST_HP)
    )


def _refuse_rest(t: Table, base: i64, minion: i64) -> None:
    seat, name = t.to_move, minion_name(t, minion)
    if base == moves.REST_OTHER and t.in_state(seat, False) & BIT[minion] != 0:
        raise RuleViolation(moves_reading.no_copy(t, minion, moves.other_state(t, minion)))
    if t.in_state(seat, True) & BIT[minion] != 0:
        raise RuleViolation(said("rest_ready", "{minion} is Ready and needs no rest.", minion=name))
    raise RuleViolation(said("hall_none", "{minion} is not in the hall of seat {seat}.", minion=name, seat=seat))


def _refuse_tired(t: Table, troop: i64, name: str) -> None:
    if t.acted:
        raise RuleViolation(said("acted", "One troop action a turn: a troop has lain down for this turn's already."))
    if t.standing & BIT[troop] == 0:
        raise RuleViolation(said("lies", "Troop {troop} lies down: only a standing troop can act.", troop=name))


def _refuse_attack(t: Table, style: i64, troop: i64, target: i64) -> None:
    seat = t.to_move
    if t.in_state(seat, True) == 0:
        raise NotReady(said("attack_minion", "An attack exhausts a Ready Minion, and seat {seat} has none.", seat=seat))
    if t.phase == CHOICE:
        kind = STATS[effect_of(t).kind]
        if kind not in ("any", STATS[style]):
            raise RuleViolation(said("attack_kind", "This is a free {kind} attack.", kind=kind))
    name = moves.target_name(target)
    zone = _troop_zone(t, seat, target) if target < FORTRESSES else _fortress_zone(t, seat, target - FORTRESSES)
    mine, here = moves.troop_name(troop), t.board.names[t.zone[troop]]
    if troops.in_range(t, style, t.zone[troop]) & BIT[zone] == 0:
        key, text = "melee_far", "Melee attacks reach the troop's own zone"
        if style != MELEE:
            key, text = "ranged_far", "Ranged attacks reach adjacent zones only"
        text += ": troop {troop} is in {here}, the target {target} in {zone}."
        raise OutOfRange(said(key, text, troop=mine, here=here, target=name, zone=t.board.names[zone]))
    other = target - FORTRESSES
    guards = ", ".join([moves.troop_name(k) for k in listed(t.troops_in(other, zone))])
    text = "The fortress of seat {seat} is guarded by {troops}: attack a troop."
    raise RuleViolation(said("fortress_guarded", text, seat=other, troops=guards))


def _troop_zone(t: Table, seat: i64, target: i64) -> i64:
    name = moves.troop_name(target)
    if target // TROOPS == seat:
        raise RuleViolation(said("troop_own", "Troop {troop} is your own.", troop=name))
    if t.zone[target] < 0:
        raise RuleViolation(said("troop_none", "Troop {troop} is not on the board.", troop=name))
    return t.zone[target]


def _fortress_zone(t: Table, seat: i64, other: i64) -> i64:
    if other == seat:
        raise RuleViolation(said("fortress_own", "That fortress is your own."))
    if t.hp[other] == 0:
        raise RuleViolation(said("fortress_destroyed", "The fortress of seat {seat} is destroyed.", seat=other))
    return t.fortress[other]


# Troops that an effect, or the rebels' attack, asks for


def refuse_troop(t: Table, troop: i64) -> None:
    """The wrong side's, or one of a combat that this table's ruling keeps relics away from; else nothing is said."""
    name, seat = moves.troop_name(troop), t.to_move
    mine = kind_of(t.top()) == RETALIATION or effect_of(t).what in (DO_MOVE, DO_STAND)
    wanted = [move % TARGETS for move in t.legal() if move // TARGETS == moves.CHOOSE_TROOP]
    choices = ", ".join([moves.troop_name(k) for k in wanted])
    if mine and troop // TROOPS != seat:
        if kind_of(t.top()) == RETALIATION:
            text = "Troop {troop} is not yours: one of your own is asked for, {troops}."
            raise RuleViolation(said("victim_other", text, troop=name, troops=choices))
        text = "Troop {troop} is not yours: one of your own is asked for, {troops}, or `skip`."
        raise RuleViolation(said("choice_other_side", text, troop=name, troops=choices))
    if not mine and troop // TROOPS == seat:
        text = "Troop {troop} is your own: an enemy troop is asked for, {troops}, or `skip`."
        raise RuleViolation(said("choice_own_side", text, troop=name, troops=choices))
    if t.duellists() & BIT[troop] != 0:
        text = "Troop {troop} is in the combat, and at this table relics touch neither of its two troops."
        raise RuleViolation(said("choice_duellist", text, troop=name))
