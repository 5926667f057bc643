"""Why not: readied tokens that cannot be put back, and races that cannot decline now."""

from __future__ import annotations

from hordes.engine.bits import BIT
from hordes.engine.errors import NotTheMoment, RuleViolation, said
from hordes.engine.native import i64
from hordes.smallworld import readying, redeploy
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import CONQUER, FINISH, GHOULS, GHOULS_ROLLED, PHASE_NAMES, PICK, WITHDRAW


def refuse_keep(t: Table, region: i64, n: i64) -> None:
    """Raise the violation for readied tokens that cannot go back to a region."""
    me = t.active[t.to_move]
    if t.rules.most_kept == 0:
        raise RuleViolation(
            said("keep_nobody", "Nobody puts readied tokens back at this table: `keep` has no place in its rules.")
        )
    if me is NOBODY:
        raise RuleViolation(said("keep_none", "You have no active race whose tokens could be put back."))
    if t.phase == WITHDRAW:
        _refuse_withdrawn(t, me, region)
    if me.race.redeploys():
        _refuse_redeployer(me)
    _refuse_moment(t, me)
    name = t.board.names[region]
    if me.regions & BIT[region] == 0:
        raise RuleViolation(
            said("abandon_foreign", "{region} is not held by your {race}.", region=name, race=me.race.name)
        )
    if t.aim >= 0 or me.power.committed(t):
        raise NotTheMoment(said("put_up", "Something is put up for a conquest: conquer with it, or `cancel` first."))
    have = readying.readied_from(t, me, region)
    if have == 0:
        _refuse_unready(t, me, region, name)
    text = "Of the tokens readied from {region}, {have} can still be put back there, not {n}."
    raise RuleViolation(said("keep_many", text, region=name, have=have, n=n))


def _refuse_moment(t: Table, me: Army) -> None:
    """Tokens go back between the readying of the race and any other move of it."""
    if t.phase == GHOULS:
        text = "Your Ghouls act first: the {race} are readied, and may stay, after their `stop`."
        raise NotTheMoment(said("keep_ghouls", text, race=me.race.name))
    if ghouls_rolled(t):
        text = "The final attempt of your {declined} ended the conquests of the turn: the {race} were not readied."
        raise NotTheMoment(said("keep_rolled", text, declined=t.ghouls(t.player).race.name, race=me.race.name))
    if t.phase != CONQUER or not readying.may_keep(t, me):
        text = "The {race} put readied tokens back before any other move, and that time is past."
        raise NotTheMoment(said("keep_late", text, race=me.race.name))


def ghouls_rolled(t: Table) -> bool:
    """Have the player's declined Ghouls made the final attempt, which ended the conquests of the turn?"""
    return t.round == GHOULS_ROLLED and t.ghouls(t.player) is not NOBODY


def _refuse_unready(t: Table, me: Army, region: i64, name: str) -> None:
    """Nothing can go back to a region: nothing came from it, or all of it is back."""
    stood = t.stood[region] % readying.STOOD_HORDE + t.stood[region] // readying.STOOD_HORDE
    if stood <= me.race.least:
        text = "No token was taken from {region}: tokens that waited off the map cannot be put there."
        raise RuleViolation(said("keep_nothing", text, region=name))
    if stood == t.troops_in(region):
        text = "All tokens that were taken from {region} stand there again; others cannot be put there."
        raise RuleViolation(said("keep_all", text, region=name))


def _refuse_withdrawn(t: Table, me: Army, region: i64) -> None:
    """In another seat's turn tokens are not readied; those that withdrew are placed."""
    if me.race.survivors_wait(t, me):
        text = "`keep` leaves readied tokens where they stood, in one's own turn, and this is the turn of seat {seat}."
        raise NotTheMoment(said("keep_own_turn", text, seat=t.player))
    held = redeploy.spare(t, me, WITHDRAW) > 0 and me.race.quarters(t, me, WITHDRAW) & BIT[region] != 0
    where = t.board.ids[region] if held else "REGION"
    text = "`keep` leaves readied tokens where they stood, in one's own turn; {race} that withdrew are placed, with "
    raise NotTheMoment(said("keep_withdraw", text + "`place {where}`.", race=me.race.name, where=where))


def _refuse_redeployer(me: Army) -> None:
    if me.race.holds_back():
        text = "The {race} put no token back: what is not needed to hold a region waits in hand for your next turn."
        raise RuleViolation(said("keep_waits", text, race=me.race.name))
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
        text = (
            "Your declined {declined} act now, without a badge; what only the {race} can do comes after their `stop`."
        )
        raise NotTheMoment(said("ghouls_act", text, declined=t.ghouls(t.player).race.name, race=me.race.name))
