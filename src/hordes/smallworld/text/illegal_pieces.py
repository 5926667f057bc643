"""Errors for illegal moves of single races or badges: sorcery, the Catapult, Fireballs, Behemoths and souls."""

from __future__ import annotations

from hordes.engine.core.bits import BIT
from hordes.engine.core.state import TARGETS
from hordes.engine.errors import Message, Named, NotTheMoment, RuleViolation, translatable
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import conquest
from hordes.smallworld.state import moves
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    BEHEMOTH,
    CONQUER,
    GHOULS,
    MAX_TAKEBACKS,
    REDEPLOY,
    WITHDRAW,
)
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.names import named, phase_named, region_named, regions_named


def refuse_piece(t: Table, verb: i64, target: i64) -> None:
    """Raise the violation for a verb of the seat's own race or badge that is not legal now."""
    me = t.active[t.to_move]
    name = region_named(t, target if target < t.board.size else 0)  # of verbs without a region: not used
    if verb == moves.PLACE_POT and t.phase == REDEPLOY:
        raise RuleViolation(
            translatable(
                "pot",
                "No Pot can go to {region}: one per region that your race holds, while Pots are left.",
                region=name,
            )
        )
    if t.phase == CONQUER:
        if verb == moves.CATAPULT:
            _refuse_set_up(t, me, target, name)
        if verb == moves.FIREBALL:
            _refuse_fireball(t, me)
        if verb == moves.BEHEMOTH:
            _refuse_behemoth(t, me, target)
    if verb == moves.EXCHANGE:
        _refuse_exchange(t, me)
    if verb == moves.CANCEL and t.phase == CONQUER:
        raise NotTheMoment(
            translatable("cancel_nothing", "Nothing is put up for a conquest, so there is nothing to take back.")
        )
    if verb in (moves.PLACE_BEHEMOTH, moves.PLACE_BEHEMOTH + 1) and t.phase in (REDEPLOY, WITHDRAW):
        _refuse_stack(t, me, verb - moves.PLACE_BEHEMOTH, name)
    if verb == moves.PLACE_HORDE and t.phase in (REDEPLOY, WITHDRAW) and me.regions & BIT[target] == 0:
        return  # what forbids any piece there forbids a horde
    raise NotTheMoment(
        translatable(
            "no_place",
            "`{move}` has no place in the phase {phase}.",
            move=t.describe(verb * TARGETS + target),
            phase=phase_named(t),
        )
    )


def _refuse_commitment(t: Table, me: Army) -> None:
    """Conditions of everything that is committed to a conquest: takebacks left, and enough tokens."""
    if t.this_turn.roll < 0 and not t.may_commit():
        raise RuleViolation(
            translatable(
                "second_thoughts",
                "Second thoughts are limited to {most} a turn, and you have had them.",
                most=MAX_TAKEBACKS,
            )
        )
    if me.troops() < me.race.least:
        raise RuleViolation(
            translatable(
                "least",
                "A conquest by {race} takes at least {least} in hand; you have {have}.",
                race=named(me.race),
                least=me.race.least,
                have=me.troops(),
            )
        )


# The Catapult


def _refuse_set_up(t: Table, me: Army, region: i64, name: Named) -> None:
    if t.this_turn.aimed_from >= 0:
        raise NotTheMoment(
            translatable(
                "catapult_stands",
                "The Catapult stands in {region} and is aimed: shoot, or `cancel`.",
                region=region_named(t, t.this_turn.aimed_from),
            )
        )
    if t.this_turn.catapult_used:
        raise RuleViolation(translatable("catapult_shot", "The Catapult shoots once per turn, and has done so."))
    holder = t.army_in(region)
    if holder is not NOBODY and holder.seat == me.seat and holder.declined:
        text = "{region} is held by your {race} in decline; the Catapult is set up where your active race stands."
        raise RuleViolation(translatable("catapult_declined", text, region=name, race=named(holder.race)))
    if me.regions & BIT[region] == 0:
        raise RuleViolation(
            translatable(
                "catapult_foreign",
                "The Catapult is set up in a region you hold, and {region} is not yours.",
                region=name,
            )
        )
    _refuse_commitment(t, me)
    beyond = conquest.attackable(t, me, t.board.two_steps_away(region))
    if beyond == 0:
        raise RuleViolation(
            translatable(
                "catapult_reaches_none",
                "From {region} the Catapult reaches no region that you may attack: it shoots over one "
                "neighbour, land or lake but no sea, at a region that does not border it.",
                region=name,
            )
        )
    raise RuleViolation(
        translatable(
            "catapult_reaches_dear",
            "From {region} the Catapult reaches {places}, too dear even with one token less and the die; "
            "you have {have}.",
            region=name,
            places=regions_named(t, beyond),
            have=me.troops(),
        )
    )


def out_of_range(t: Table, region: i64) -> Message | None:
    """Why the aimed Catapult cannot hit a region; None when it can."""
    name, where = region_named(t, region), region_named(t, t.this_turn.aimed_from)
    if t.board.adjacent[t.this_turn.aimed_from] & BIT[region] != 0:
        text = "{region} borders {where}, and the Catapult there shoots over a neighbour: `cancel` and take it plainly."
        return translatable("catapult_near", text, region=name, where=where)
    if t.board.two_steps_away(t.this_turn.aimed_from) & BIT[region] == 0:
        text = "{region} shares no neighbour with {where} over which the Catapult could shoot, be it land or lake."
        return translatable("catapult_far", text, region=name, where=where)
    return None


# Pieces committed to a conquest


def _refuse_fireball(t: Table, me: Army) -> None:
    if me.fireballs <= t.this_turn.fireballs_committed:
        if me.fireballs == 0:
            raise RuleViolation(translatable("fireball_none", "No Fireball is left: you have none."))
        raise RuleViolation(
            translatable("fireball_all", "No Fireball is left: all {n} of yours are put up.", n=me.fireballs)
        )
    _refuse_commitment(t, me)
    raise RuleViolation(translatable("fireball_closed", "No region is open to an attack with Fireballs."))


def _refuse_stack(t: Table, me: Army, stack: i64, name: Named) -> None:
    if t.stack_size(me) == 0:
        raise RuleViolation(
            translatable(
                "behemoth_swamps", "A Behemoth is as large as the number of swamps you hold, and you hold none."
            )
        )
    if t.pieces[BEHEMOTH + stack] != 0:
        raise RuleViolation(translatable("behemoth_placed", "Behemoth {n} has been placed.", n=stack + 1))
    raise RuleViolation(
        translatable(
            "behemoth_foreign",
            "{region} is not held by your active race, so no Behemoth of yours can go there.",
            region=name,
        )
    )


def _refuse_behemoth(t: Table, me: Army, stack: i64) -> None:
    if t.stack_size(me) == 0:
        raise RuleViolation(
            translatable(
                "behemoth_swamps", "A Behemoth is as large as the number of swamps you hold, and you hold none."
            )
        )
    if t.this_turn.behemoths_committed & BIT[stack] != 0:
        raise RuleViolation(
            translatable("behemoth_up", "Behemoth {n} is put up for this conquest already.", n=stack + 1)
        )
    if t.pieces[BEHEMOTH + stack] != 0:
        raise RuleViolation(
            translatable("behemoth_stays", "Behemoth {n} stays where it has attacked until redeployment.", n=stack + 1)
        )
    _refuse_commitment(t, me)
    raise RuleViolation(translatable("behemoth_closed", "No region is open to an attack with Behemoths."))


# Souls and sorcery


def _refuse_exchange(t: Table, me: Army) -> None:
    if not t.this_turn.is_untouched or t.phase not in (CONQUER, GHOULS):
        raise NotTheMoment(
            translatable(
                "souls_moment",
                "{race} trade souls at the start of the turn, before any other move.",
                race=named(me.race),
            )
        )
    if me.tray == 0:
        raise RuleViolation(translatable("tray", "No {race} token is left in the tray.", race=named(me.race)))
    raise RuleViolation(
        translatable(
            "souls_dear", "A new token costs {cost} souls; you have {have}.", cost=t.rules.soul_price, have=me.souls
        )
    )


def refuse_sorcery(t: Table, me: Army, region: i64, name: Named) -> None:
    """Raise the violation for sorcery: it needs a single active token of an opponent, and a Sorcerer in the tray."""
    victim = t.army_in(region)
    if t.this_turn.roll >= 0:
        raise NotTheMoment(
            translatable("rolled", "You rolled {pips}: conquer with it, or stop.", pips=t.this_turn.roll)
        )
    if victim is NOBODY or victim.is_seen_as_declined():
        raise RuleViolation(
            translatable(
                "sorcery_nobody",
                "Sorcery replaces a single active token of an opponent; none stands in {region}.",
                region=name,
            )
        )
    _refuse_company(t, victim, region, name)
    _refuse_sorcerers(t, me, victim, region, name)


def _refuse_company(t: Table, victim: Army, region: i64, name: Named) -> None:
    """Anything that counts as another token protects the single one from sorcery."""
    if t.tokens[region] > 1:
        raise RuleViolation(
            translatable(
                "sorcery_many",
                "Sorcery needs a single token; in {region} there are {n} {race}.",
                region=name,
                n=t.tokens[region],
                race=named(victim.race),
            )
        )
    if t.troops_in(region) > 1:
        raise RuleViolation(
            translatable(
                "sorcery_hordes", "Sorcery needs a single token; in {region} there are Hordes tokens too.", region=name
            )
        )
    if t.encampments_in(region) > 0:
        raise RuleViolation(
            translatable(
                "sorcery_encampment", "An encampment protects the single token in {region} from sorcery.", region=name
            )
        )
    if t.stacks_in(region) > 0:
        raise RuleViolation(
            translatable(
                "sorcery_behemoth", "A Behemoth protects the single token in {region} from sorcery.", region=name
            )
        )


def _refuse_sorcerers(t: Table, me: Army, victim: Army, region: i64, name: Named) -> None:
    """Conditions of sorcery on the Sorcerers' side."""
    if t.this_turn.bewitched_seats & BIT[victim.seat] != 0:
        raise RuleViolation(
            translatable(
                "sorcery_once",
                "Sorcery works once per turn and opponent; seat {seat} has been struck this turn.",
                seat=victim.seat,
            )
        )
    if me.regions == 0:
        raise RuleViolation(translatable("sorcery_start", "Sorcery needs a region of your own to start from."))
    if me.tray == 0:
        raise RuleViolation(translatable("tray", "No {race} token is left in the tray.", race=named(me.race)))
    if me.troops() == 0 and not t.rules.sorcery_without_token:
        text = "Sorcery is a conquest: at least 1 token must be in hand to begin it, and you have none."
        raise RuleViolation(translatable("sorcery_hand", text))
    if not t.rules.sorcery_by_flight and conquest.adjacent_regions(t, me, me.regions) & BIT[region] == 0:
        text = "{region} borders no region of your {race}: sorcery works next to them, however far they may attack."
        raise RuleViolation(translatable("sorcery_far", text, region=name, race=named(me.race)))
    raise NotTheMoment(
        translatable("sorcery_committed", "What is put up for a conquest is no use to sorcery; `cancel` it first.")
    )
