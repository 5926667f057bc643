"""Why not: moves that only one race or badge has, such as sorcery, the Catapult, Fireballs, Behemoths and souls."""

from __future__ import annotations

from hordes.engine.bits import BIT
from hordes.engine.errors import NotTheMoment, RuleViolation
from hordes.engine.native import i64
from hordes.engine.state import TARGETS
from hordes.smallworld import conquest, moves
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import BEHEMOTH, CONQUER, GHOULS, PHASE_NAMES, REDEPLOY, SECOND_THOUGHTS, WITHDRAW


def refuse_piece(t: Table, verb: i64, target: i64) -> None:
    """Raise the violation for a word that its race or badge knows, and that is not legal now."""
    me = t.active[t.to_move]
    name = t.board.names[target] if target < t.board.size else ""
    if verb == moves.PLACE_POT and t.phase == REDEPLOY:
        raise RuleViolation(f"No Pot can go to {name}: one per region that your race holds, while Pots are left.")
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
        raise NotTheMoment("Nothing is put up for a conquest, so there is nothing to take back.")
    if verb in (moves.PLACE_BEHEMOTH, moves.PLACE_BEHEMOTH + 1) and t.phase in (REDEPLOY, WITHDRAW):
        _refuse_stack(t, me, verb - moves.PLACE_BEHEMOTH, name)
    raise NotTheMoment(f"`{t.describe(verb * TARGETS + target)}` has no place in the phase {PHASE_NAMES[t.phase]}.")


def _refuse_second_thoughts(t: Table, me: Army) -> None:
    """What holds for everything that is put up for a conquest."""
    if t.roll < 0 and not t.may_commit():
        raise RuleViolation(f"Second thoughts are limited to {SECOND_THOUGHTS} a turn, and you have had them.")
    if me.troops() < me.race.least:
        raise RuleViolation(
            f"A conquest by {me.race.name} takes at least {me.race.least} in hand; you have {me.troops()}."
        )


# The Catapult


def _refuse_set_up(t: Table, me: Army, region: i64, name: str) -> None:
    if t.aim >= 0:
        raise NotTheMoment(f"The Catapult stands in {t.board.names[t.aim]} and is aimed: shoot, or `cancel`.")
    if t.shot:
        raise RuleViolation("The Catapult shoots once per turn, and has done so.")
    if me.regions & BIT[region] == 0:
        raise RuleViolation(f"The Catapult is set up in a region you hold, and {name} is not yours.")
    _refuse_second_thoughts(t, me)
    beyond = conquest.attackable(t, me, t.board.beyond(region))
    if beyond == 0:
        raise RuleViolation(
            f"From {name} the Catapult reaches no region that you may attack: it shoots over one neighbour, land or "
            "lake but no sea, at a region that does not border it."
        )
    raise RuleViolation(
        f"From {name} the Catapult reaches {', '.join(t.board.named(beyond))}, too dear even with one token less "
        f"and the die; you have {me.troops()}."
    )


def out_of_range(t: Table, region: i64) -> str:
    """Why the Catapult that is aimed cannot hit a region; empty when it can."""
    name, where = t.board.names[region], t.board.names[t.aim]
    if t.board.adjacent[t.aim] & BIT[region] != 0:
        return f"{name} borders {where}, and the Catapult there shoots over a neighbour: `cancel` and take it plainly."
    if t.board.beyond(t.aim) & BIT[region] == 0:
        return f"{name} shares no neighbour with {where} over which the Catapult could shoot, be it land or lake."
    return ""


# What is put up for a conquest


def _refuse_fireball(t: Table, me: Army) -> None:
    if me.fireballs <= t.fire:
        left = "you have none" if me.fireballs == 0 else f"all {me.fireballs} of yours are put up"
        raise RuleViolation(f"No Fireball is left: {left}.")
    _refuse_second_thoughts(t, me)
    raise RuleViolation("No region is open to an attack with Fireballs.")


def _refuse_stack(t: Table, me: Army, stack: i64, name: str) -> None:
    if t.stack_size(me) == 0:
        raise RuleViolation("A Behemoth is as large as the number of swamps you hold, and you hold none.")
    if t.pieces[BEHEMOTH + stack] != 0:
        raise RuleViolation(f"Behemoth {stack + 1} has been placed.")
    raise RuleViolation(f"{name} is not held by your active race, so no Behemoth of yours can go there.")


def _refuse_behemoth(t: Table, me: Army, stack: i64) -> None:
    if t.stack_size(me) == 0:
        raise RuleViolation("A Behemoth is as large as the number of swamps you hold, and you hold none.")
    if t.beasts & BIT[stack] != 0:
        raise RuleViolation(f"Behemoth {stack + 1} is put up for this conquest already.")
    if t.pieces[BEHEMOTH + stack] != 0:
        raise RuleViolation(f"Behemoth {stack + 1} stays where it has attacked until redeployment.")
    _refuse_second_thoughts(t, me)
    raise RuleViolation("No region is open to an attack with Behemoths.")


# Souls and sorcery


def _refuse_exchange(t: Table, me: Army) -> None:
    if not t.fresh or t.phase not in (CONQUER, GHOULS):
        raise NotTheMoment(f"{me.race.name} trade souls at the start of the turn, before any other move.")
    if me.tray == 0:
        raise RuleViolation(f"No {me.race.name} token is left in the tray.")
    raise RuleViolation(f"A new token costs {t.rules.soul_price} souls; you have {me.souls}.")


def refuse_sorcery(t: Table, me: Army, region: i64, name: str) -> None:
    """Sorcery needs a lone active token of an opponent, once per turn and opponent, and a Sorcerer in the tray."""
    victim = t.holder(region)
    if t.roll >= 0:
        raise NotTheMoment(f"You rolled {t.roll}: conquer with it, or stop.")
    if victim is NOBODY or victim.seen_declined():
        raise RuleViolation(f"Sorcery replaces a single active token of an opponent; none stands in {name}.")
    if t.tokens[region] > 1:
        raise RuleViolation(f"Sorcery needs a single token; in {name} there are {t.tokens[region]} {victim.race.name}.")
    if t.troops_in(region) > 1:
        raise RuleViolation(f"Sorcery needs a single token; in {name} there are Hordes tokens too.")
    if t.camps_in(region) > 0:
        raise RuleViolation(f"An encampment protects the single token in {name} from sorcery.")
    if t.stacks_in(region) > 0:
        raise RuleViolation(f"A Behemoth protects the single token in {name} from sorcery.")
    if t.bewitched & BIT[victim.seat] != 0:
        raise RuleViolation(f"Sorcery works once per turn and opponent; seat {victim.seat} has been struck this turn.")
    if me.regions == 0:
        raise RuleViolation("Sorcery needs a region of your own to start from.")
    if me.tray == 0:
        raise RuleViolation(f"No {me.race.name} token is left in the tray.")
    raise NotTheMoment("What is put up for a conquest is no use to sorcery; `cancel` it first.")
