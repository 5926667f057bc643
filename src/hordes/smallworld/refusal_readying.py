"""Why not: readied tokens that cannot be put back, and races that cannot decline now."""

from __future__ import annotations

from hordes.engine.bits import BIT
from hordes.engine.errors import NotTheMoment, RuleViolation, said
from hordes.engine.native import i64
from hordes.smallworld import readying
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import CONQUER, FINISH, GHOULS, PHASE_NAMES, PICK


def refuse_keep(t: Table, region: i64, n: i64) -> None:
    """Raise the violation for readied tokens that cannot go back to a region."""
    me = t.active[t.to_move]
    if t.rules.most_kept == 0:
        raise RuleViolation(
            said("keep_nobody", "Nobody puts readied tokens back at this table: `keep` has no place in its rules.")
        )
    if me is NOBODY or me.race.redeploys():
        _refuse_redeployer(me)
    if t.phase == GHOULS:
        text = "Your Ghouls act first: the {race} are readied, and may stay, after their `stop`."
        raise NotTheMoment(said("keep_ghouls", text, race=me.race.name))
    if t.phase != CONQUER or not readying.may_keep(t, me):
        text = "The {race} put readied tokens back before any other move, and that time is past."
        raise NotTheMoment(said("keep_late", text, race=me.race.name))
    name = t.board.names[region]
    if me.regions & BIT[region] == 0:
        raise RuleViolation(
            said("abandon_foreign", "{region} is not held by your {race}.", region=name, race=me.race.name)
        )
    if t.aim >= 0 or me.power.committed(t):
        raise NotTheMoment(said("put_up", "Something is put up for a conquest: conquer with it, or `cancel` first."))
    text = "Of the tokens readied from {region}, {have} can still be put back there, not {n}."
    raise RuleViolation(said("keep_many", text, region=name, have=readying.readied_from(t, me, region), n=n))


def _refuse_redeployer(me: Army) -> None:
    if me is NOBODY:
        raise RuleViolation(said("keep_none", "You have no active race whose tokens could be put back."))
    text = "The {race} place their tokens in redeployment; `keep` is for races that never redeploy."
    raise RuleViolation(said("keep_redeploys", text, race=me.race.name))


def refuse_decline(t: Table) -> None:
    """Raise the violation for a race that cannot decline now."""
    me = t.active[t.player]
    if t.phase == PICK:
        raise NotTheMoment(said("decline_none", "You have no active race to put into decline: pick a combo."))
    if t.phase in (CONQUER, GHOULS):
        if t.picked:
            text = "The {race} were picked this turn: a race declines on a later turn, in place of its conquests."
            raise NotTheMoment(said("decline_picked", text, race=me.race.name))
        raise NotTheMoment(
            said("decline_first", "Going into decline takes the whole turn: it must come before anything else.")
        )
    if me.power.declines_after_scoring() and t.to_move == t.player:
        raise NotTheMoment(
            said("decline_unscored", "{power} {race} decline after scoring.", power=me.power.name, race=me.race.name)
        )
    if t.phase == FINISH:
        raise NotTheMoment(
            said("decline_stout", "Only a Stout race may decline at the end of its turn, after scoring.")
        )
    text = "A race declines at the start of its owner's turn; the phase is {phase}."
    raise NotTheMoment(said("decline_moment", text, phase=PHASE_NAMES[t.phase]))


def refuse_tower(t: Table, region: i64, asked: bool) -> None:
    """Raise the violation for a tower that cannot stand there, or not now."""
    if not asked:
        raise NotTheMoment(said("tower_moment", "The tower is built when the race declines."))
    race = t.active[t.player].race.name
    text = "The tower stands in a region with a token of your {race}, and {region} is none."
    raise RuleViolation(said("tower_foreign", text, race=race, region=t.board.names[region]))


def refuse_for_ghouls(t: Table, verb: i64) -> None:
    """A move of the active race while its owner's declined race acts."""
    me = t.active[t.player]
    if t.phase == GHOULS and (me.race.knows(verb) or me.power.knows(verb)):
        text = "Your declined {ghouls} act now, without a badge; what only the {race} can do comes after their `stop`."
        raise NotTheMoment(said("ghouls_act", text, ghouls=t.ghouls(t.player).race.name, race=me.race.name))
