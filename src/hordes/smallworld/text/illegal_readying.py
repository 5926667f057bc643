"""Errors for readied tokens that cannot be put back, and for races that cannot decline now."""

from __future__ import annotations

from hordes.engine.core.bits import BIT
from hordes.engine.errors import Named, NotTheMoment, RuleViolation, translatable
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import readying, redeployment
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import CONQUER, FINISH, GHOULS, GHOULS_ROLLED, PICK, WITHDRAW
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.names import named, phase_named, power_named, region_named


def refuse_keep(t: Table, region: i64, n: i64) -> None:
    """Raise the violation for readied tokens that cannot go back to a region."""
    me = t.active[t.to_move]
    if t.rules.max_kept == 0:
        raise RuleViolation(
            translatable(
                "keep_nobody", "Nobody puts readied tokens back at this table: `keep` has no place in its rules."
            )
        )
    if me is NOBODY:
        raise RuleViolation(translatable("keep_none", "You have no active race whose tokens could be put back."))
    if t.phase == WITHDRAW:
        _refuse_withdrawn(t, me, region)
    if me.race.redeploys():
        _refuse_redeployer(me)
    _refuse_moment(t, me)
    name = region_named(t, region)
    if me.regions & BIT[region] == 0:
        raise RuleViolation(
            translatable("abandon_foreign", "{region} is not held by your {race}.", region=name, race=named(me.race))
        )
    if t.this_turn.aimed_from >= 0 or me.power.has_commitment(t):
        raise NotTheMoment(
            translatable("put_up", "Something is put up for a conquest: conquer with it, or `cancel` first.")
        )
    have = readying.readied_from(t, me, region)
    if have == 0:
        _refuse_unready(t, me, region, name)
    text = "Of the tokens readied from {region}, {have} can still be put back there, not {n}."
    raise RuleViolation(translatable("keep_many", text, region=name, have=have, n=n))


def _refuse_moment(t: Table, me: Army) -> None:
    """Tokens can be put back only between readying and any other move of the race."""
    if t.phase == GHOULS:
        text = "Your Ghouls act first: the {race} are readied, and may stay, after their `stop`."
        raise NotTheMoment(translatable("keep_ghouls", text, race=named(me.race)))
    if ghouls_rolled(t):
        text = "The final attempt of your {declined} ended the conquests of the turn: the {race} were not readied."
        raise NotTheMoment(
            translatable("keep_rolled", text, declined=named(t.acting_declined(t.player).race), race=named(me.race))
        )
    if t.phase != CONQUER or not readying.may_keep(t, me):
        text = "The {race} put readied tokens back before any other move, and that time is past."
        raise NotTheMoment(translatable("keep_late", text, race=named(me.race)))


def ghouls_rolled(t: Table) -> bool:
    """Whether the player's declined Ghouls made the final attempt, which ended the conquests of the turn."""
    return t.this_turn.conquest_round == GHOULS_ROLLED and t.acting_declined(t.player) is not NOBODY


def _refuse_unready(t: Table, me: Army, region: i64, name: Named) -> None:
    """A region to which no token can be put back: none came from it, or all are back."""
    stood = (
        t.this_turn.tokens_at_start[region] % readying.HORDE_UNIT
        + t.this_turn.tokens_at_start[region] // readying.HORDE_UNIT
    )
    if stood <= me.race.least:
        text = "No token was taken from {region}: tokens that waited off the map cannot be put there."
        raise RuleViolation(translatable("keep_nothing", text, region=name))
    if stood == t.troops_in(region):
        text = "All tokens that were taken from {region} stand there again; others cannot be put there."
        raise RuleViolation(translatable("keep_all", text, region=name))


def _refuse_withdrawn(t: Table, me: Army, region: i64) -> None:
    """`keep` in another seat's turn: tokens that withdrew are placed instead."""
    if me.race.survivors_wait(t, me):
        text = "`keep` leaves readied tokens where they stood, in one's own turn, and this is the turn of seat {seat}."
        raise NotTheMoment(translatable("keep_own_turn", text, seat=t.player))
    held = (
        redeployment.placeable_count(t, me, WITHDRAW) > 0
        and me.race.placeable_regions(t, me, WITHDRAW) & BIT[region] != 0
    )
    where = t.board.ids[region] if held else "REGION"
    text = "`keep` leaves readied tokens where they stood, in one's own turn; {race} that withdrew are placed, with "
    raise NotTheMoment(translatable("keep_withdraw", text + "`place {where}`.", race=named(me.race), where=where))


def _refuse_redeployer(me: Army) -> None:
    if me.race.hand_waits():
        text = "The {race} put no token back: what is not needed to hold a region waits in hand for your next turn."
        raise RuleViolation(translatable("keep_waits", text, race=named(me.race)))
    text = "The {race} place their tokens in redeployment; `keep` is for races that never redeploy."
    raise RuleViolation(translatable("keep_redeploys", text, race=named(me.race)))


def refuse_decline(t: Table) -> None:
    """Raise the violation for a race that cannot decline now."""
    me = t.active[t.player]
    if t.phase == PICK:
        raise NotTheMoment(translatable("decline_none", "You have no active race to put into decline: pick a combo."))
    if t.phase in (CONQUER, GHOULS):
        if t.this_turn.has_picked:
            text = "The {race} were picked this turn: a race declines on a later turn, in place of its conquests."
            raise NotTheMoment(translatable("decline_picked", text, race=named(me.race)))
        raise NotTheMoment(
            translatable("decline_first", "Going into decline takes the whole turn: it must come before anything else.")
        )
    if me.power.declines_after_scoring() and t.to_move == t.player:
        raise NotTheMoment(
            translatable(
                "decline_unscored",
                "{power} {race} decline after scoring.",
                power=power_named(me.power),
                race=named(me.race),
            )
        )
    if t.phase == FINISH:
        raise NotTheMoment(
            translatable("decline_stout", "Only a Stout race may decline at the end of its turn, after scoring.")
        )
    text = "A race declines at the start of its owner's turn; the phase is {phase}."
    raise NotTheMoment(translatable("decline_moment", text, phase=phase_named(t)))


def refuse_tower(t: Table, region: i64, asked: bool) -> None:
    """Raise the violation for a tower that cannot stand there, or not now."""
    if not asked:
        raise NotTheMoment(translatable("tower_moment", "The tower is built when the race declines."))
    race = named(t.active[t.player].race)
    text = "The tower stands in a region with a token of your {race}, and {region} is none."
    raise RuleViolation(translatable("tower_foreign", text, race=race, region=region_named(t, region)))


def refuse_for_ghouls(t: Table, verb: i64) -> None:
    """Raise the violation for a move of the active race while its owner's declined Ghouls act."""
    me = t.active[t.player]
    if t.phase == GHOULS and (me.race.owns_verb(verb) or me.power.owns_verb(verb)):
        text = (
            "Your declined {declined} act now, without a badge; what only the {race} can do comes after their `stop`."
        )
        raise NotTheMoment(
            translatable("ghouls_act", text, declined=named(t.acting_declined(t.player).race), race=named(me.race))
        )
