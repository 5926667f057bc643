"""Reasons for illegal moves of troops: actions, attacks, responses to an attack, and retreats."""

from __future__ import annotations

from typing import Any

from hordes.covil.rules import troops
from hordes.covil.rules.combat_totals import is_undefended
from hordes.covil.state import moves
from hordes.covil.state.board import UNREACHABLE, terrain_names
from hordes.covil.state.constants import (
    CHOICE,
    COMBAT,
    DEFENSE,
    DO_ATTACK,
    DO_MOVE,
    DO_STAND,
    FIRST_FORTRESS,
    MAX_HP,
    MELEE,
    RAID,
    RANGED,
    RETREAT,
    STATS,
    TROOPS,
)
from hordes.covil.state.effect_task import current_effect
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import EFFECTS, EXHAUSTION, RETALIATION
from hordes.covil.state.tasks import ATTACKER, task_kind, window_side, withdrawal_troop
from hordes.covil.text import move_reader, move_writer
from hordes.covil.text.names import minion_named, target_named, troop_named, troops_named, words_named, zone_named
from hordes.covil.text.question_errors import (
    NotReady,
    OutOfRange,
    is_interrupted,
    is_own_turn_interrupted,
    must_retreat,
    open_question,
    require_phase,
    require_ready,
    require_turn,
    wrong_moment,
)
from hordes.engine.core.bits import BIT, listed
from hordes.engine.core.state import TARGETS
from hordes.engine.errors import Message, Named, NotTheMoment, RuleViolation, translatable, word
from hordes.engine.mypyc_compat import i64

# Combat


def refuse_combat(t: Table, verb: i64, target: i64) -> None:
    """Exhausting for an attack, defending, passing."""
    window = t.phase in (COMBAT, RAID) and task_kind(t.top()) not in (EXHAUSTION, RETALIATION)
    if verb == moves.PASS:
        _refuse_pass(t, window)
    if verb == moves.EXHAUST:
        _refuse_exhausting(t, window)
        require_ready(t, t.to_move, target, "exhausted")
    if not window:
        if is_interrupted(t):
            raise NotTheMoment(open_question(t))
        raise wrong_moment(t, "defend_moment", "`defend` answers an attack")
    _refuse_defense(t, target)


def _refuse_pass(t: Table, window: bool) -> None:
    if t.phase == RETREAT:
        raise NotTheMoment(must_retreat(t))
    if t.phase == CHOICE or is_own_turn_interrupted(t) or (t.phase == RAID and not window):
        raise NotTheMoment(open_question(t))
    raise wrong_moment(t, "pass_moment", "`pass` closes the window of a combat, or declines an offer to buy")


def _refuse_exhausting(t: Table, window: bool) -> None:
    if window:
        text = "A Minion is exhausted for an attack right after its declaration; `defend CARD` answers one"
        raise wrong_moment(t, "exhaust_window", text)
    if t.phase != COMBAT:
        raise wrong_moment(t, "exhaust_moment", "A Minion is exhausted for an attack right after its declaration")


def _refuse_defense(t: Table, minion: i64) -> None:
    if window_side(t.top()) == ATTACKER:
        raise RuleViolation(translatable("stakes", "The attacker raises the stakes with Power Relics only."))
    seat = t.to_move
    if is_undefended(t, t.combat):
        text = "No troop of seat {seat} is at its fortress any more: nobody defends it."
        raise RuleViolation(translatable("defend_nobody", text, seat=seat))
    require_ready(t, seat, minion, "exhausted")
    stat, text = STATS[t.cards.stat[minion]], "{minion} has the base stat {stat}; only a {wanted} stat defends."
    name = minion_named(t, minion)
    raise RuleViolation(translatable("defend_stat", text, minion=name, stat=word(stat), wanted=word(STATS[DEFENSE])))


def refuse_retreat(t: Table, zone: i64) -> None:
    """A zone that a beaten troop cannot retreat to."""
    require_phase(t, RETREAT, "retreat_moment", "Only a beaten troop retreats")
    troop = withdrawal_troop(t.top())
    if t.troop_zone[troop] == zone:
        raise OutOfRange(
            translatable(
                "retreat_leave",
                "Troop {troop} must leave {zone}.",
                troop=troop_named(troop),
                zone=zone_named(t, zone),
            )
        )
    raise OutOfRange(_too_far(t, troop, zone))


def _too_far(t: Table, troop: i64, zone: i64) -> Message:
    here = t.troop_zone[troop]
    swift = terrain_names(troops.swift_terrains(t, troop // TROOPS))
    data: dict[str, Any] = {"zone": zone_named(t, zone), "steps": t.board.steps_between(here, zone)}
    data |= {"here": zone_named(t, here), "troop": troop_named(troop)}
    if data["steps"] == UNREACHABLE:
        return translatable("no_way", "No way leads from {here} to {zone}.", **data)
    text = "{zone} is {steps} zones from {here}; troop {troop} moves one "
    if not swift:
        return translatable("far", text + "(no Minion makes it two).", **data)
    return translatable("far_swift", text + "(two from {terrains}).", terrains=words_named(swift), **data)


# Actions


def refuse_action(t: Table, verb: i64, target: i64) -> None:
    """Troop actions and free attacks."""
    base = moves.ACTION_BASE.get(verb, verb)
    attack = base in (moves.MELEE, moves.RANGED)
    free = t.phase == CHOICE and task_kind(t.top()) == EFFECTS and current_effect(t).opcode == DO_ATTACK
    if not (attack and free):
        require_turn(t, "action_moment", "Troop actions belong to one's own turn")
    seat = t.to_move
    troop = target if base in (moves.REPAIR, moves.GOLD) else seat * TROOPS + verb - base
    name = troop_named(troop)
    if t.troop_zone[troop] < 0:
        raise RuleViolation(translatable("troop_none", "Troop {troop} is not on the board.", troop=name))
    if not free:
        _refuse_tired(t, troop, name)
    if attack:
        _refuse_attack(t, MELEE if base == moves.MELEE else RANGED, troop, target)
    if base == moves.MOVE:
        if t.troop_zone[troop] == target:
            raise OutOfRange(
                translatable(
                    "troop_there", "Troop {troop} is in {zone} already.", troop=name, zone=zone_named(t, target)
                )
            )
        raise OutOfRange(_too_far(t, troop, target))
    if base in (moves.REST, moves.REST_OTHER):
        _refuse_rest(t, base, target)
    if t.hp[seat] == 0:
        raise RuleViolation(translatable("repair_destroyed", "A destroyed fortress cannot be repaired."))
    raise RuleViolation(
        translatable(
            "repair_whole", "The fortress of seat {seat} has all its {most} hit points.", seat=seat, most=MAX_HP
        )
    )


def _refuse_rest(t: Table, base: i64, minion: i64) -> None:
    seat, name = t.to_move, minion_named(t, minion)
    if base == moves.REST_OTHER and t.minions_by_readiness(seat, False) & BIT[minion] != 0:
        raise RuleViolation(move_reader.no_copy_message(t, minion, move_writer.other_copy_state(t, minion)))
    if t.minions_by_readiness(seat, True) & BIT[minion] != 0:
        raise RuleViolation(translatable("rest_ready", "{minion} is Ready and needs no rest.", minion=name))
    raise RuleViolation(
        translatable("hall_none", "{minion} is not in the hall of seat {seat}.", minion=name, seat=seat)
    )


def _refuse_tired(t: Table, troop: i64, name: Named) -> None:
    if t.has_acted:
        raise RuleViolation(
            translatable("acted", "One troop action a turn: a troop has lain down for this turn's already.")
        )
    if t.standing & BIT[troop] == 0:
        raise RuleViolation(translatable("lies", "Troop {troop} lies down: only a standing troop can act.", troop=name))


def _refuse_attack(t: Table, style: i64, troop: i64, target: i64) -> None:
    seat = t.to_move
    if t.minions_by_readiness(seat, True) == 0:
        raise NotReady(
            translatable("attack_minion", "An attack exhausts a Ready Minion, and seat {seat} has none.", seat=seat)
        )
    if t.phase == CHOICE:
        kind = STATS[current_effect(t).attack_kind]
        if kind not in ("any", STATS[style]):
            raise RuleViolation(translatable("attack_kind", "This is a free {kind} attack.", kind=word(kind)))
    name = target_named(target)
    zone = _troop_zone(t, seat, target) if target < FIRST_FORTRESS else _fortress_zone(t, seat, target - FIRST_FORTRESS)
    mine, here = troop_named(troop), zone_named(t, t.troop_zone[troop])
    if troops.zones_in_range(t, style, t.troop_zone[troop]) & BIT[zone] == 0:
        key, text = "melee_far", "Melee attacks reach the troop's own zone"
        if style != MELEE:
            key, text = "ranged_far", "Ranged attacks reach adjacent zones only"
        text += ": troop {troop} is in {here}, the target {target} in {zone}."
        raise OutOfRange(translatable(key, text, troop=mine, here=here, target=name, zone=zone_named(t, zone)))
    other = target - FIRST_FORTRESS
    guards = troops_named(listed(t.troops_in(other, zone)))
    text = "The fortress of seat {seat} is guarded by {troops}: attack a troop."
    raise RuleViolation(translatable("fortress_guarded", text, seat=other, troops=guards))


def _troop_zone(t: Table, seat: i64, target: i64) -> i64:
    name = troop_named(target)
    if target // TROOPS == seat:
        raise RuleViolation(translatable("troop_own", "Troop {troop} is your own.", troop=name))
    if t.troop_zone[target] < 0:
        raise RuleViolation(translatable("troop_none", "Troop {troop} is not on the board.", troop=name))
    return t.troop_zone[target]


def _fortress_zone(t: Table, seat: i64, other: i64) -> i64:
    if other == seat:
        raise RuleViolation(translatable("fortress_own", "That fortress is your own."))
    if t.hp[other] == 0:
        raise RuleViolation(translatable("fortress_destroyed", "The fortress of seat {seat} is destroyed.", seat=other))
    return t.fortress_zone[other]


# Troops that an effect, or the rebels' attack, asks for


def refuse_troop(t: Table, troop: i64) -> None:
    """A troop that cannot be chosen: of the wrong side, or protected by a ruling. Otherwise nothing is raised."""
    name, seat = troop_named(troop), t.to_move
    mine = task_kind(t.top()) == RETALIATION or current_effect(t).opcode in (DO_MOVE, DO_STAND)
    wanted = [move % TARGETS for move in t.legal() if move // TARGETS == moves.CHOOSE_TROOP]
    choices = troops_named(wanted)
    if mine and troop // TROOPS != seat:
        if task_kind(t.top()) == RETALIATION:
            text = "Troop {troop} is not yours: one of your own is asked for, {troops}."
            raise RuleViolation(translatable("victim_other", text, troop=name, troops=choices))
        text = "Troop {troop} is not yours: one of your own is asked for, {troops}, or `skip`."
        raise RuleViolation(translatable("choice_other_side", text, troop=name, troops=choices))
    if not mine and troop // TROOPS == seat:
        text = "Troop {troop} is your own: an enemy troop is asked for, {troops}, or `skip`."
        raise RuleViolation(translatable("choice_own_side", text, troop=name, troops=choices))
    if t.protected_troops() & BIT[troop] != 0:
        text = "Troop {troop} is in the combat, and at this table relics touch neither of its two troops."
        raise RuleViolation(translatable("choice_duellist", text, troop=name))
