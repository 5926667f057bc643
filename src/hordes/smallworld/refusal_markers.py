"""Why not: the moves of Monsters, Places and Relics, and powers that meet a race which Bony protects."""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import BIT
from hordes.engine.errors import NotTheMoment, RuleViolation, said
from hordes.engine.native import i64
from hordes.engine.state import TARGETS
from hordes.smallworld import conquest, moves, sacrifice
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    BONEYARD,
    BONY,
    CHOICE,
    CHOICES,
    MARKER_ASKS,
    MARKER_AT,
    MONSTERS,
    MONSTERS_AT,
    PLEA,
    SIGIL,
    SOAPBAR,
    SWAPPED,
    TAVERN,
    VALE,
)

BY_MEANS: Final = {
    moves.CONQUER_DRAGON: ("the Dragon", "dragon"),
    moves.CONQUER_SORCERY: ("sorcery", "sorcery"),
    moves.CONQUER_CATAPULT: ("the Catapult", "catapult"),
    moves.CONQUER_MERCENARY: ("a Mercenary", "mercenary"),
}


def refuse_marker(t: Table, verb: i64, target: i64) -> None:
    """Raise the violation for a move that only Monsters and markers bring."""
    if not moves.MONSTER <= verb <= moves.ASK:
        return
    if len(t.rules.markers) == 0:
        raise RuleViolation(
            said(
                "no_markers",
                "No piece of this game has the move `{move}`: Monsters, Places and Relics are not on this table.",
                move=t.describe(verb * TARGETS + target).split(maxsplit=1)[0],
            )
        )
    if verb == moves.MONSTER:
        _refuse_monster(t, target)
    elif verb == moves.SWAP:
        _refuse_swap(t)
    elif verb == moves.SOAPBAR:
        _refuse_soapbar(t, target)
    elif moves.is_bony(verb):
        _refuse_bony(t, verb - moves.BONY, target)
    elif verb == moves.ASK:
        _refuse_asking(t, target)
    elif verb in (moves.SACRIFICE, moves.REFUSE):
        _refuse_sacrifice(t, target)
    else:
        _refuse_share(t, target)


def _asking(t: Table, marker: i64) -> bool:
    """Is the question of this marker open?"""
    return t.phase == CHOICE and t.subject % CHOICES == MARKER_ASKS + marker


def _holds(t: Table, seat: i64, marker: i64) -> bool:
    return t.active[seat].regions & t.marks[MARKER_AT + marker] != 0


def _refuse_monster(t: Table, region: i64) -> None:
    name, there = t.board.names[region], t.marks[MONSTERS_AT]
    if t.phase != MONSTERS:
        raise NotTheMoment(said("monster_moment", "Monsters are placed before the first turn."))
    if t.lost_tribes & BIT[region] == 0:
        raise RuleViolation(
            said("monster_tribe", "A Monster settles beside a Lost Tribe, and none lives in {region}.", region=name)
        )
    if there & BIT[region] != 0:
        raise RuleViolation(said("monster_there", "{region} has a Monster already.", region=name))
    beside = t.board.named(t.board.adjacent[region] & there)
    raise RuleViolation(
        said(
            "monster_near",
            "{region} borders {places}, where a Monster lives.",
            region=name,
            places=" and ".join(beside),
        )
    )


def _refuse_swap(t: Table) -> None:
    me, vale = t.active[t.to_move], t.rules.markers[VALE].name
    partner = t.rules.mode.partner(t.to_move)
    if not _holds(t, t.to_move, VALE):
        raise RuleViolation(said("vale_foreign", "Your active race does not hold {piece}.", piece=vale))
    if partner < 0:
        raise RuleViolation(
            said("vale_alone", "{piece} exchanges badges with a partner, and everybody plays alone here.", piece=vale)
        )
    if t.active[partner] is NOBODY:
        raise RuleViolation(
            said("vale_partner", "Your partner, seat {seat}, has no active race to exchange badges with.", seat=partner)
        )
    if t.marks[SWAPPED] != 0:
        raise RuleViolation(said("vale_once", "Badges are exchanged once per turn, and that has been done."))
    raise NotTheMoment(
        said(
            "vale_moment",
            "The {race} exchange badges at the start of the turn, before any other move.",
            race=me.race.name,
        )
    )


def _refuse_soapbar(t: Table, region: i64) -> None:
    name = t.board.names[region]
    if not _asking(t, SOAPBAR):
        raise NotTheMoment(
            said(
                "soapbar_moment", "The Golden Soapbar moves right after scoring, when its holder has been paid for it."
            )
        )
    me = t.active[t.to_move]
    if me.regions & BIT[region] != 0:
        raise RuleViolation(
            said(
                "soapbar_own",
                "{region} is held by your own {race}: the Soapbar must leave them.",
                region=name,
                race=me.race.name,
            )
        )
    if t.board.around(me.regions) & BIT[region] == 0:
        raise RuleViolation(
            said("far", "{region} does not border a region of your {race}.", region=name, race=me.race.name)
        )
    raise RuleViolation(
        said(
            "soapbar_water",
            "{region} is a {terrain}: the Soapbar goes there only if no land is next to you.",
            region=name,
            terrain=t.board.terrain[region],
        )
    )


def _refuse_share(t: Table, seat: i64) -> None:
    if not _asking(t, TAVERN):
        raise NotTheMoment(
            said("tavern_moment", "The Tavern's two coins are shared right after scoring, by whoever holds it.")
        )
    if seat == t.to_move:
        raise RuleViolation(said("tavern_you", "Seat {seat} is you: keep the coins with `done`.", seat=seat))
    raise RuleViolation(said("tavern_nobody", "There is no seat {seat} at this table.", seat=seat))


def _refuse_bony(t: Table, seat: i64, race: i64) -> None:
    army, name = t.army_of(race), t.rules.races[race].name
    if army is NOBODY or not army.declined or army.seat != seat:
        found = [f"{other.race.id} (seat {other.seat})" for other in t.declined]
        raise RuleViolation(
            said(
                "bony_nobody",
                "Bony protects a race in decline, and seat {seat} has no declined {race}; there are {places}.",
                seat=seat,
                race=name,
                places=", ".join(found) if found else "none",
            )
        )
    if not _holds(t, t.to_move, BONEYARD):
        raise RuleViolation(said("bony_foreign", "Your active race does not hold Bony's Boneyard."))
    if t.marks[BONY] != 0:
        raise RuleViolation(
            said(
                "bony_placed",
                "Bony protects the {race} already, and stays with them.",
                race=t.army_of(t.marks[BONY] - 1).race.name,
            )
        )
    raise NotTheMoment(
        said(
            "bony_moment",
            "Bony is placed when the Boneyard is taken, or at the start of a turn, before any other move.",
        )
    )


def _refuse_sacrifice(t: Table, region: i64) -> None:
    if _pleading(t):
        raise NotTheMoment(
            said("sacrifice_ask", "First say whom you ask for a token, with `ask SEAT`, or `refuse` to ask nobody.")
        )
    if not _asking(t, SIGIL):
        raise NotTheMoment(
            said("sacrifice_moment", "Nobody asks you for a sacrifice: the Sigil works when a token is being lost.")
        )
    loser = sacrifice.loser_of(t, t.subject // CHOICES)
    open_to = t.board.named(sacrifice.givable(t, loser, t.to_move))
    _refuse_kind(t, loser, region, ", ".join(open_to))
    raise RuleViolation(
        said(
            "sacrifice_place",
            "No token of yours in {region} can be given for the {race}; you may give one from {places}.",
            region=t.board.names[region],
            race=loser.race.name,
            places=", ".join(open_to),
        )
    )


def _refuse_kind(t: Table, loser: Army, region: i64, places: str) -> None:
    """The Sigil's holder gives of a race in decline for his active race, and of his active race for any other."""
    keeper, name = sacrifice.holder(t), t.board.names[region]
    if t.to_move != keeper.seat:
        return
    if loser is keeper:
        text = "In place of your own {race} you give a token of a race of yours in decline, and none stands in {region}"
        text += "; you may give one from {places}."
        raise RuleViolation(said("sacrifice_declined", text, race=loser.race.name, region=name, places=places))
    text = "In place of the {race} you give a token of your active {active}, and none stands in {region}"
    text += "; you may give one from {places}."
    race, active = loser.race.name, keeper.race.name
    raise RuleViolation(said("sacrifice_active", text, race=race, active=active, region=name, places=places))


def _pleading(t: Table) -> bool:
    """Does the Sigil's holder say now whom he asks?"""
    return t.phase == CHOICE and t.subject % CHOICES == PLEA


def _refuse_asking(t: Table, seat: i64) -> None:
    if _asking(t, SIGIL):
        raise NotTheMoment(said("ask_answer", "You are the one who is asked: `sacrifice REGION`, or `refuse`."))
    if not _pleading(t):
        text = "The Sigil's holder asks for a token when his own active race is losing one, and only then."
        raise NotTheMoment(said("ask_moment", text))
    if seat >= t.rules.players:
        raise RuleViolation(said("no_seat", "There is no seat {n}.", n=seat))
    if sacrifice.asked_of(t.subject // CHOICES) & BIT[seat] != 0:
        raise RuleViolation(said("ask_again", "Seat {seat} has been asked already and gives nothing.", seat=seat))
    if seat == t.to_move:
        text = "You can give a token of a race in decline yourself, and none of yours stands on the map."
        raise RuleViolation(said("ask_self", text))
    raise RuleViolation(said("ask_unable", "Seat {seat} has no token on the map that it could give.", seat=seat))


# Bony's protection


def refuse_power(t: Table, me: Army, verb: i64, region: i64) -> None:
    """A way to conquer that is a power, against a race that no power touches."""
    if conquest.warded(t, me) & BIT[region] == 0:
        return
    name, race = t.board.names[region], t.holder(region).race.name
    guarded = "Bony protects the declined {race} in {region}: "
    if verb in BY_MEANS:
        means, key = BY_MEANS[verb]
        text = guarded + "{means} is no use against them, only plain conquest."
        raise RuleViolation(said("bony_means", text, race=race, region=name, means=means, by=key))
    if t.aim >= 0 or me.power.committed(t):
        text = guarded + "what is put up for this conquest is no use against them; `cancel` it first."
        raise RuleViolation(said("bony_committed", text, race=race, region=name))
    near = t.board.around(me.regions) if me.regions != 0 else me.race.gates(t, me)
    if near & BIT[region] == 0:
        text = guarded + "against them no power reaches further, and the region does not {where}."
        where = "border one of your regions" if me.regions != 0 else "lie on the map's border"
        raise RuleViolation(said("bony_reach", text, race=race, region=name, where=where))
    if t.board.water & BIT[region] != 0:
        text = guarded + "nobody can row there against them."
        raise RuleViolation(said("bony_water", text, race=race, region=name))
