"""Why not: moves that only one race or badge has, such as sorcery, the Catapult, Fireballs, Behemoths and souls."""

from __future__ import annotations

from hordes.engine.bits import BIT
from hordes.engine.errors import NotTheMoment, RuleViolation, Saying, said
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
        raise RuleViolation(
            said(
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
            said("cancel_nothing", "Nothing is put up for a conquest, so there is nothing to take back.")
        )
    if verb in (moves.PLACE_BEHEMOTH, moves.PLACE_BEHEMOTH + 1) and t.phase in (REDEPLOY, WITHDRAW):
        _refuse_stack(t, me, verb - moves.PLACE_BEHEMOTH, name)
    raise NotTheMoment(
        said(
            "no_place",
            "`{move}` has no place in the phase {phase}.",
            move=t.describe(verb * TARGETS + target),
            phase=PHASE_NAMES[t.phase],
        )
    )


def _refuse_second_thoughts(t: Table, me: Army) -> None:
    """What holds for everything that is put up for a conquest."""
    if t.roll < 0 and not t.may_commit():
        raise RuleViolation(
            said(
                "second_thoughts",
                "Second thoughts are limited to {most} a turn, and you have had them.",
                most=SECOND_THOUGHTS,
            )
        )
    if me.troops() < me.race.least:
        raise RuleViolation(
            said(
                "least",
                "A conquest by {race} takes at least {least} in hand; you have {have}.",
                race=me.race.name,
                least=me.race.least,
                have=me.troops(),
            )
        )


# The Catapult


def _refuse_set_up(t: Table, me: Army, region: i64, name: str) -> None:
    if t.aim >= 0:
        raise NotTheMoment(
            said(
                "catapult_stands",
                "The Catapult stands in {region} and is aimed: shoot, or `cancel`.",
                region=t.board.names[t.aim],
            )
        )
    if t.shot:
        raise RuleViolation(said("catapult_shot", "The Catapult shoots once per turn, and has done so."))
    if me.regions & BIT[region] == 0:
        raise RuleViolation(
            said(
                "catapult_foreign",
                "The Catapult is set up in a region you hold, and {region} is not yours.",
                region=name,
            )
        )
    _refuse_second_thoughts(t, me)
    beyond = conquest.attackable(t, me, t.board.beyond(region))
    if beyond == 0:
        raise RuleViolation(
            said(
                "catapult_reaches_none",
                "From {region} the Catapult reaches no region that you may attack: it shoots over one "
                "neighbour, land or lake but no sea, at a region that does not border it.",
                region=name,
            )
        )
    raise RuleViolation(
        said(
            "catapult_reaches_dear",
            "From {region} the Catapult reaches {places}, too dear even with one token less and the die; "
            "you have {have}.",
            region=name,
            places=", ".join(t.board.named(beyond)),
            have=me.troops(),
        )
    )


def out_of_range(t: Table, region: i64) -> Saying | None:
    """Why the Catapult that is aimed cannot hit a region; nothing when it can."""
    name, where = t.board.names[region], t.board.names[t.aim]
    if t.board.adjacent[t.aim] & BIT[region] != 0:
        text = "{region} borders {where}, and the Catapult there shoots over a neighbour: `cancel` and take it plainly."
        return said("catapult_near", text, region=name, where=where)
    if t.board.beyond(t.aim) & BIT[region] == 0:
        text = "{region} shares no neighbour with {where} over which the Catapult could shoot, be it land or lake."
        return said("catapult_far", text, region=name, where=where)
    return None


# What is put up for a conquest


def _refuse_fireball(t: Table, me: Army) -> None:
    if me.fireballs <= t.fire:
        if me.fireballs == 0:
            raise RuleViolation(said("fireball_none", "No Fireball is left: you have none."))
        raise RuleViolation(said("fireball_all", "No Fireball is left: all {n} of yours are put up.", n=me.fireballs))
    _refuse_second_thoughts(t, me)
    raise RuleViolation(said("fireball_closed", "No region is open to an attack with Fireballs."))


def _refuse_stack(t: Table, me: Army, stack: i64, name: str) -> None:
    if t.stack_size(me) == 0:
        raise RuleViolation(
            said("behemoth_swamps", "A Behemoth is as large as the number of swamps you hold, and you hold none.")
        )
    if t.pieces[BEHEMOTH + stack] != 0:
        raise RuleViolation(said("behemoth_placed", "Behemoth {n} has been placed.", n=stack + 1))
    raise RuleViolation(
        said(
            "behemoth_foreign",
            "{region} is not held by your active race, so no Behemoth of yours can go there.",
            region=name,
        )
    )


def _refuse_behemoth(t: Table, me: Army, stack: i64) -> None:
    if t.stack_size(me) == 0:
        raise RuleViolation(
            said("behemoth_swamps", "A Behemoth is as large as the number of swamps you hold, and you hold none.")
        )
    if t.beasts & BIT[stack] != 0:
        raise RuleViolation(said("behemoth_up", "Behemoth {n} is put up for this conquest already.", n=stack + 1))
    if t.pieces[BEHEMOTH + stack] != 0:
        raise RuleViolation(
            said("behemoth_stays", "Behemoth {n} stays where it has attacked until redeployment.", n=stack + 1)
        )
    _refuse_second_thoughts(t, me)
    raise RuleViolation(said("behemoth_closed", "No region is open to an attack with Behemoths."))


# Souls and sorcery


def _refuse_exchange(t: Table, me: Army) -> None:
    if not t.fresh or t.phase not in (CONQUER, GHOULS):
        raise NotTheMoment(
            said(
                "souls_moment", "{race} trade souls at the start of the turn, before any other move.", race=me.race.name
            )
        )
    if me.tray == 0:
        raise RuleViolation(said("tray", "No {race} token is left in the tray.", race=me.race.name))
    raise RuleViolation(
        said("souls_dear", "A new token costs {cost} souls; you have {have}.", cost=t.rules.soul_price, have=me.souls)
    )


def refuse_sorcery(t: Table, me: Army, region: i64, name: str) -> None:
    """Sorcery needs a lone active token of an opponent, once per turn and opponent, and a Sorcerer in the tray."""
    victim = t.holder(region)
    if t.roll >= 0:
        raise NotTheMoment(said("rolled", "You rolled {pips}: conquer with it, or stop.", pips=t.roll))
    if victim is NOBODY or victim.seen_declined():
        raise RuleViolation(
            said(
                "sorcery_nobody",
                "Sorcery replaces a single active token of an opponent; none stands in {region}.",
                region=name,
            )
        )
    _refuse_company(t, victim, region, name)
    _refuse_sorcerers(t, me, victim, region, name)


def _refuse_company(t: Table, victim: Army, region: i64, name: str) -> None:
    """Whatever counts as another token protects the one that stands there."""
    if t.tokens[region] > 1:
        raise RuleViolation(
            said(
                "sorcery_many",
                "Sorcery needs a single token; in {region} there are {n} {race}.",
                region=name,
                n=t.tokens[region],
                race=victim.race.name,
            )
        )
    if t.troops_in(region) > 1:
        raise RuleViolation(
            said(
                "sorcery_hordes", "Sorcery needs a single token; in {region} there are Hordes tokens too.", region=name
            )
        )
    if t.camps_in(region) > 0:
        raise RuleViolation(
            said("sorcery_encampment", "An encampment protects the single token in {region} from sorcery.", region=name)
        )
    if t.stacks_in(region) > 0:
        raise RuleViolation(
            said("sorcery_behemoth", "A Behemoth protects the single token in {region} from sorcery.", region=name)
        )


def _refuse_sorcerers(t: Table, me: Army, victim: Army, region: i64, name: str) -> None:
    """What the Sorcerers themselves lack."""
    if t.bewitched & BIT[victim.seat] != 0:
        raise RuleViolation(
            said(
                "sorcery_once",
                "Sorcery works once per turn and opponent; seat {seat} has been struck this turn.",
                seat=victim.seat,
            )
        )
    if me.regions == 0:
        raise RuleViolation(said("sorcery_start", "Sorcery needs a region of your own to start from."))
    if me.tray == 0:
        raise RuleViolation(said("tray", "No {race} token is left in the tray.", race=me.race.name))
    if me.troops() == 0 and not t.rules.sorcery_without_token:
        text = "Sorcery is a conquest: at least 1 token must be in hand to begin it, and you have none."
        raise RuleViolation(said("sorcery_hand", text))
    if not t.rules.sorcery_by_flight and conquest.adjacent(t, me, me.regions) & BIT[region] == 0:
        text = "{region} borders no region of your {race}: sorcery works next to them, however far they may attack."
        raise RuleViolation(said("sorcery_far", text, region=name, race=me.race.name))
    raise NotTheMoment(
        said("sorcery_committed", "What is put up for a conquest is no use to sorcery; `cancel` it first.")
    )
