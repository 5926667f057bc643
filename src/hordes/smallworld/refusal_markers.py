"""Why not: the moves of Monsters, Places and Relics, and powers that meet a race which Bony protects."""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import BIT
from hordes.engine.errors import NotTheMoment, RuleViolation
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
    SIGIL,
    SOAPBAR,
    SWAPPED,
    TAVERN,
    VALE,
)

BY_MEANS: Final = {
    moves.CONQUER_DRAGON: "the Dragon",
    moves.CONQUER_SORCERY: "sorcery",
    moves.CONQUER_CATAPULT: "the Catapult",
    moves.CONQUER_MERCENARY: "a Mercenary",
}


def refuse_marker(t: Table, verb: i64, target: i64) -> None:
    """Raise the violation for a move that only Monsters and markers bring."""
    if verb < moves.MONSTER:
        return
    if len(t.rules.markers) == 0:
        raise RuleViolation(
            f"No piece of this game has the move `{t.describe(verb * TARGETS + target).split(maxsplit=1)[0]}`: "
            "Monsters, Places and Relics are not on this table."
        )
    if verb == moves.MONSTER:
        _refuse_monster(t, target)
    elif verb == moves.SWAP:
        _refuse_swap(t)
    elif verb == moves.SOAPBAR:
        _refuse_soapbar(t, target)
    elif moves.is_bony(verb):
        _refuse_bony(t, verb - moves.BONY, target)
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
        raise NotTheMoment("Monsters are placed before the first turn.")
    if t.lost_tribes & BIT[region] == 0:
        raise RuleViolation(f"A Monster settles beside a Lost Tribe, and none lives in {name}.")
    if there & BIT[region] != 0:
        raise RuleViolation(f"{name} has a Monster already.")
    beside = t.board.named(t.board.adjacent[region] & there)
    raise RuleViolation(f"{name} borders {' and '.join(beside)}, where a Monster lives.")


def _refuse_swap(t: Table) -> None:
    me, vale = t.active[t.to_move], t.rules.markers[VALE].name
    partner = t.rules.mode.partner(t.to_move)
    if not _holds(t, t.to_move, VALE):
        raise RuleViolation(f"Your active race does not hold {vale}.")
    if partner < 0:
        raise RuleViolation(f"{vale} exchanges badges with a partner, and everybody plays alone here.")
    if t.active[partner] is NOBODY:
        raise RuleViolation(f"Your partner, seat {partner}, has no active race to exchange badges with.")
    if t.marks[SWAPPED] != 0:
        raise RuleViolation("Badges are exchanged once per turn, and that has been done.")
    raise NotTheMoment(f"The {me.race.name} exchange badges at the start of the turn, before any other move.")


def _refuse_soapbar(t: Table, region: i64) -> None:
    name = t.board.names[region]
    if not _asking(t, SOAPBAR):
        raise NotTheMoment("The Golden Soapbar moves right after scoring, when its holder has been paid for it.")
    me = t.active[t.to_move]
    if me.regions & BIT[region] != 0:
        raise RuleViolation(f"{name} is held by your own {me.race.name}: the Soapbar must leave them.")
    if t.board.around(me.regions) & BIT[region] == 0:
        raise RuleViolation(f"{name} does not border a region of your {me.race.name}.")
    raise RuleViolation(
        f"{name} is a {t.board.terrain[region]}: the Soapbar goes there only if no land is next to you."
    )


def _refuse_share(t: Table, seat: i64) -> None:
    if not _asking(t, TAVERN):
        raise NotTheMoment("The Tavern's two coins are shared right after scoring, by whoever holds it.")
    if seat == t.to_move:
        raise RuleViolation(f"Seat {seat} is you: keep the coins with `done`.")
    raise RuleViolation(f"There is no seat {seat} at this table.")


def _refuse_bony(t: Table, seat: i64, race: i64) -> None:
    army, name = t.army_of(race), t.rules.races[race].name
    if army is NOBODY or not army.declined or army.seat != seat:
        found = [f"{other.race.id} (seat {other.seat})" for other in t.declined]
        raise RuleViolation(
            f"Bony protects a race in decline, and seat {seat} has no declined {name}; "
            f"there are {', '.join(found) if found else 'none'}."
        )
    if not _holds(t, t.to_move, BONEYARD):
        raise RuleViolation("Your active race does not hold Bony's Boneyard.")
    if t.marks[BONY] != 0:
        raise RuleViolation(f"Bony protects the {t.army_of(t.marks[BONY] - 1).race.name} already, and stays with them.")
    raise NotTheMoment("Bony is placed when the Boneyard is taken, or at the start of a turn, before any other move.")


def _refuse_sacrifice(t: Table, region: i64) -> None:
    if not _asking(t, SIGIL):
        raise NotTheMoment("Nobody asks you for a sacrifice: the Sigil works when a token is being lost.")
    loser = sacrifice.loser_of(t, t.subject // CHOICES)
    open_to = t.board.named(sacrifice.givable(t, loser, t.to_move))
    raise RuleViolation(
        f"No token of yours in {t.board.names[region]} can be given for the {loser.race.name}; "
        f"you may give one from {', '.join(open_to)}."
    )


# Bony's protection


def refuse_power(t: Table, me: Army, verb: i64, region: i64) -> None:
    """A way to conquer that is a power, against a race that no power touches."""
    if conquest.warded(t, me) & BIT[region] == 0:
        return
    guarded = f"Bony protects the declined {t.holder(region).race.name} in {t.board.names[region]}"
    if verb in BY_MEANS:
        raise RuleViolation(f"{guarded}: {BY_MEANS[verb]} is no use against them, only plain conquest.")
    if t.aim >= 0 or me.power.committed(t):
        raise RuleViolation(f"{guarded}: what is put up for this conquest is no use against them; `cancel` it first.")
    near = t.board.around(me.regions) if me.regions != 0 else me.race.gates(t, me)
    if near & BIT[region] == 0:
        where = "border one of your regions" if me.regions != 0 else "lie on the map's border"
        raise RuleViolation(f"{guarded}: against them no power reaches further, and the region does not {where}.")
    if t.board.water & BIT[region] != 0:
        raise RuleViolation(f"{guarded}: nobody can row there against them.")
