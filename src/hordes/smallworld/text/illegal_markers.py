"""Errors for illegal moves of Monsters, Places and Relics, and for powers used against a race that Bony protects."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import BIT
from hordes.engine.core.state import TARGETS
from hordes.engine.errors import NamedList, NotTheMoment, RuleViolation, translatable, word
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import conquest, sigil
from hordes.smallworld.state import moves, questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    BONEYARD,
    BONY_RACE,
    MARKER_AT,
    MONSTERS,
    MONSTERS_AT,
    VALE,
)
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.names import marker_named, named, region_named, regions_named

BY_MEANS: Final = {
    moves.CONQUER_DRAGON: "the Dragon",
    moves.CONQUER_SORCERY: "sorcery",
    moves.CONQUER_CATAPULT: "the Catapult",
    moves.CONQUER_MERCENARY: "a Mercenary",
}


def refuse_marker(t: Table, verb: i64, target: i64) -> None:
    """Raise the violation for a move that only Monsters and markers bring."""
    if moves.group_of(verb) != moves.MARKER_GROUP:
        return
    if len(t.rules.markers) == 0:
        raise RuleViolation(
            translatable(
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


def _holds(t: Table, seat: i64, marker: i64) -> bool:
    return t.active[seat].regions & t.marker_state[MARKER_AT + marker] != 0


def _refuse_monster(t: Table, region: i64) -> None:
    name, monsters = region_named(t, region), t.marker_state[MONSTERS_AT]
    if t.phase != MONSTERS:
        raise NotTheMoment(translatable("monster_moment", "Monsters are placed before the first turn."))
    if t.lost_tribes & BIT[region] == 0:
        raise RuleViolation(
            translatable(
                "monster_tribe", "A Monster settles beside a Lost Tribe, and none lives in {region}.", region=name
            )
        )
    if monsters & BIT[region] != 0:
        raise RuleViolation(translatable("monster_there", "{region} has a Monster already.", region=name))
    neighbours = regions_named(t, t.board.adjacent[region] & monsters, " and ")
    raise RuleViolation(
        translatable(
            "monster_near",
            "{region} borders {places}, where a Monster lives.",
            region=name,
            places=neighbours,
        )
    )


def _refuse_swap(t: Table) -> None:
    me, vale = t.active[t.to_move], marker_named(t.rules.markers[VALE])
    partner = t.rules.mode.partner(t.to_move)
    if not _holds(t, t.to_move, VALE):
        raise RuleViolation(translatable("vale_foreign", "Your active race does not hold {piece}.", piece=vale))
    if partner < 0:
        raise RuleViolation(
            translatable(
                "vale_alone", "{piece} exchanges badges with a partner, and everybody plays alone here.", piece=vale
            )
        )
    if t.active[partner] is NOBODY:
        raise RuleViolation(
            translatable(
                "vale_partner", "Your partner, seat {seat}, has no active race to exchange badges with.", seat=partner
            )
        )
    if t.this_turn.badges_swapped:
        raise RuleViolation(translatable("vale_once", "Badges are exchanged once per turn, and that has been done."))
    raise NotTheMoment(
        translatable(
            "vale_moment",
            "The {race} exchange badges at the start of the turn, before any other move.",
            race=named(me.race),
        )
    )


def _refuse_soapbar(t: Table, region: i64) -> None:
    name = region_named(t, region)
    if t.question.kind != questions.SOAPBAR_MOVE:
        raise NotTheMoment(
            translatable(
                "soapbar_moment", "The Golden Soapbar moves right after scoring, when its holder has been paid for it."
            )
        )
    me = t.active[t.to_move]
    if me.regions & BIT[region] != 0:
        raise RuleViolation(
            translatable(
                "soapbar_own",
                "{region} is held by your own {race}: the Soapbar must leave them.",
                region=name,
                race=named(me.race),
            )
        )
    if t.board.neighbours(me.regions) & BIT[region] == 0:
        raise RuleViolation(
            translatable("far", "{region} does not border a region of your {race}.", region=name, race=named(me.race))
        )
    raise RuleViolation(
        translatable(
            "soapbar_water",
            "{region} is a {terrain}: the Soapbar goes there only if no land is next to you.",
            region=name,
            terrain=word(t.board.terrain[region]),
        )
    )


def _refuse_share(t: Table, seat: i64) -> None:
    if t.question.kind != questions.TAVERN_GIFT:
        raise NotTheMoment(
            translatable("tavern_moment", "The Tavern's two coins are shared right after scoring, by whoever holds it.")
        )
    if seat == t.to_move:
        raise RuleViolation(translatable("tavern_you", "Seat {seat} is you: keep the coins with `done`.", seat=seat))
    raise RuleViolation(translatable("tavern_nobody", "There is no seat {seat} at this table.", seat=seat))


def _refuse_bony(t: Table, seat: i64, race: i64) -> None:
    army, name = t.army_with_race(race), named(t.rules.races[race])
    if army is NOBODY or not army.declined or army.seat != seat:
        declined = [f"{other.race.id} (seat {other.seat})" for other in t.declined]
        raise RuleViolation(
            translatable(
                "bony_nobody",
                "Bony protects a race in decline, and seat {seat} has no declined {race}; there are {places}.",
                seat=seat,
                race=name,
                places=", ".join(declined) if declined else "none",
            )
        )
    if not _holds(t, t.to_move, BONEYARD):
        raise RuleViolation(translatable("bony_foreign", "Your active race does not hold Bony's Boneyard."))
    if t.marker_state[BONY_RACE] != 0:
        raise RuleViolation(
            translatable(
                "bony_placed",
                "Bony protects the {race} already, and stays with them.",
                race=named(t.army_with_race(t.marker_state[BONY_RACE] - 1).race),
            )
        )
    raise NotTheMoment(
        translatable(
            "bony_moment",
            "Bony is placed when the Boneyard is taken, or at the start of a turn, before any other move.",
        )
    )


def _refuse_sacrifice(t: Table, region: i64) -> None:
    if t.question.kind == questions.PLEA:
        raise NotTheMoment(
            translatable(
                "sacrifice_ask", "First say whom you ask for a token, with `ask SEAT`, or `refuse` to ask nobody."
            )
        )
    if t.question.kind != questions.SACRIFICE:
        raise NotTheMoment(
            translatable(
                "sacrifice_moment", "Nobody asks you for a sacrifice: the Sigil works when a token is being lost."
            )
        )
    loser = sigil.loser_of(t, t.question)
    open_to = regions_named(t, sigil.givable_regions(t, loser, t.to_move))
    _refuse_kind(t, loser, region, open_to)
    raise RuleViolation(
        translatable(
            "sacrifice_place",
            "No token of yours in {region} can be given for the {race}; you may give one from {places}.",
            region=region_named(t, region),
            race=named(loser.race),
            places=open_to,
        )
    )


def _refuse_kind(t: Table, loser: Army, region: i64, places: NamedList) -> None:
    """Wrong race: the Sigil's holder gives a declined token for his active race, an active one for any other."""
    keeper, name = sigil.sigil_holder(t), region_named(t, region)
    if t.to_move != keeper.seat:
        return
    if loser is keeper:
        text = "In place of your own {race} you give a token of a race of yours in decline, and none stands in {region}"
        text += "; you may give one from {places}."
        raise RuleViolation(
            translatable("sacrifice_declined", text, race=named(loser.race), region=name, places=places)
        )
    text = "In place of the {race} you give a token of your active {active}, and none stands in {region}"
    text += "; you may give one from {places}."
    race, active = named(loser.race), named(keeper.race)
    raise RuleViolation(translatable("sacrifice_active", text, race=race, active=active, region=name, places=places))


def _refuse_asking(t: Table, seat: i64) -> None:
    if t.question.kind == questions.SACRIFICE:
        raise NotTheMoment(translatable("ask_answer", "You are the one who is asked: `sacrifice REGION`, or `refuse`."))
    if t.question.kind != questions.PLEA:
        text = "The Sigil's holder asks for a token when his own active race is losing one, and only then."
        raise NotTheMoment(translatable("ask_moment", text))
    if seat >= t.rules.players:
        raise RuleViolation(translatable("no_seat", "There is no seat {n}.", n=seat))
    if t.question.asked & BIT[seat] != 0:
        raise RuleViolation(
            translatable("ask_again", "Seat {seat} has been asked already and gives nothing.", seat=seat)
        )
    if seat == t.to_move:
        text = "You can give a token of a race in decline yourself, and none of yours stands on the map."
        raise RuleViolation(translatable("ask_self", text))
    raise RuleViolation(
        translatable("ask_unable", "Seat {seat} has no token on the map that it could give.", seat=seat)
    )


# Bony's protection


def refuse_power(t: Table, me: Army, verb: i64, region: i64) -> None:
    """Raise the violation for conquering by a power against a race that Bony protects from powers."""
    if conquest.plain_conquest_regions(t, me) & BIT[region] == 0:
        return
    name, race = region_named(t, region), named(t.army_in(region).race)
    guarded = "Bony protects the declined {race} in {region}: "
    if verb in BY_MEANS:
        means = BY_MEANS[verb]
        text = guarded + "{means} is no use against them, only plain conquest."
        raise RuleViolation(translatable("bony_means", text, race=race, region=name, means=word(means)))
    if t.this_turn.aimed_from >= 0 or me.power.has_commitment(t):
        text = guarded + "what is put up for this conquest is no use against them; `cancel` it first."
        raise RuleViolation(translatable("bony_committed", text, race=race, region=name))
    near = t.board.neighbours(me.regions) if me.regions != 0 else me.race.entry_regions(t, me)
    if near & BIT[region] == 0:
        text = guarded + "against them no power reaches further, and the region does not {where}."
        where = word("border one of your regions" if me.regions != 0 else "lie on the map's border")
        raise RuleViolation(translatable("bony_reach", text, race=race, region=name, where=where))
    if t.board.water & BIT[region] != 0:
        text = guarded + "nobody can row there against them."
        raise RuleViolation(translatable("bony_water", text, race=race, region=name))
