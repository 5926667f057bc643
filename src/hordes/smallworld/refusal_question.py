"""Why not: a question is open and comes first. What is asked, of whom, and the words that answer it."""

from __future__ import annotations

from hordes.engine.errors import Saying, said
from hordes.engine.state import TARGETS
from hordes.smallworld import sacrifice
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    BONEYARD,
    CHOICE,
    CHOICES,
    HIRE,
    LOSS,
    MARKER_ASKS,
    PLEA,
    SIGIL,
    SOAPBAR,
    TAVERN,
    TOWER,
)


def open_question(t: Table) -> Saying:
    """The question that interrupts the turn, or that is asked before the first one."""
    if t.phase != CHOICE:
        text = "First seat {seat} places a Monster: `monster REGION`."
        return said("question_monster", text, seat=t.to_move)
    kind = t.subject % CHOICES
    if kind == PLEA or kind == MARKER_ASKS + SIGIL:
        return _sigil(t)
    if kind >= MARKER_ASKS:
        return _place(t)
    if kind == TOWER:
        text = "First seat {seat} says where the tower of the declining {race} stands: `tower REGION`."
        return said("question_tower", text, seat=t.to_move, race=t.active[t.player].race.name)
    if kind == LOSS:
        return _loss(t)
    assert kind == HIRE
    text = "First seat {seat} says whether a coin turns the failed attempt on {region} into a success: `pay` or `pass`."
    region = t.board.names[t.subject // CHOICES % TARGETS]
    return said("question_hire", text, seat=t.to_move, region=region)


def _sigil(t: Table) -> Saying:
    """Whom the holder asks, or what the seat that is asked answers."""
    race = sacrifice.loser_of(t, t.subject // CHOICES).race.name
    if t.subject % CHOICES == PLEA:
        text = "First seat {seat}, who holds the Sigil, says whom it asks for a token in place of its {race}: "
        return said("question_plea", text + "`ask SEAT`, or `refuse` to ask nobody.", seat=t.to_move, race=race)
    text = "First seat {seat} says whether it gives a token in place of the {race}: `sacrifice REGION` or `refuse`."
    return said("question_sigil", text, seat=t.to_move, race=race)


def _place(t: Table) -> Saying:
    """What a Place or the Relic asks for."""
    marker = t.subject % CHOICES - MARKER_ASKS
    if marker == SOAPBAR:
        text = "First seat {seat} says where the Golden Soapbar goes: `soapbar REGION`."
        return said("question_soapbar", text, seat=t.to_move)
    if marker == TAVERN:
        text = "First seat {seat} shares the Tavern's coins, `share SEAT COINS`, or keeps them, `done`."
        return said("question_tavern", text, seat=t.to_move)
    assert marker == BONEYARD
    text = "First seat {seat} says which race in decline Bony protects: `bony SEAT RACE`."
    return said("question_boneyard", text, seat=t.to_move)


def _loss(t: Table) -> Saying:
    """Which piece of a mixed region is lost, or given for another race."""
    about = t.subject // CHOICES
    if about > 0:
        text = "First seat {seat} says which piece it gives from {region}: `lose token` or `lose horde`."
        return said("question_gift", text, seat=t.to_move, region=t.board.names[about % TARGETS])
    text = "First seat {seat} says which piece its {race} lose: `lose token` or `lose horde`."
    return said("question_loss", text, seat=t.to_move, race=t.active[t.to_move].race.name)
