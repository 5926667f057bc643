"""Errors for moves while another question is open: what is asked, of whom, and the moves that answer it."""

from __future__ import annotations

from hordes.engine.errors import Message, translatable
from hordes.smallworld.rules import sigil
from hordes.smallworld.state import questions
from hordes.smallworld.state.constants import CHOICE
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.names import named, region_named


def open_question(t: Table) -> Message:
    """Message about the question that interrupts the turn, or comes before the first turn."""
    if t.phase != CHOICE:
        text = "First seat {seat} places a Monster: `monster REGION`."
        return translatable("question_monster", text, seat=t.to_move)
    kind = t.question.kind
    if kind in (questions.SACRIFICE, questions.PLEA):
        return _sigil(t)
    if kind in (questions.SOAPBAR_MOVE, questions.TAVERN_GIFT, questions.BONY):
        return _place(t)
    if kind == questions.TOWER:
        text = "First seat {seat} says where the tower of the declining {race} stands: `tower REGION`."
        return translatable("question_tower", text, seat=t.to_move, race=named(t.active[t.player].race))
    if kind in (questions.LOSS, questions.GIFT):
        return _loss(t)
    assert kind == questions.HIRE
    text = "First seat {seat} says whether a coin turns the failed attempt on {region} into a success: `pay` or `pass`."
    region = region_named(t, t.question.region)
    return translatable("question_hire", text, seat=t.to_move, region=region)


def _sigil(t: Table) -> Message:
    """The Sigil's question: whom its holder asks, or whether the asked seat gives a token."""
    race = named(sigil.loser_of(t, t.question).race)
    if t.question.kind == questions.PLEA:
        text = "First seat {seat}, who holds the Sigil, says whom it asks for a token in place of its {race}: "
        return translatable("question_plea", text + "`ask SEAT`, or `refuse` to ask nobody.", seat=t.to_move, race=race)
    text = "First seat {seat} says whether it gives a token in place of the {race}: `sacrifice REGION` or `refuse`."
    return translatable("question_sigil", text, seat=t.to_move, race=race)


def _place(t: Table) -> Message:
    """The question of another Place or Relic."""
    if t.question.kind == questions.SOAPBAR_MOVE:
        text = "First seat {seat} says where the Golden Soapbar goes: `soapbar REGION`."
        return translatable("question_soapbar", text, seat=t.to_move)
    if t.question.kind == questions.TAVERN_GIFT:
        text = "First seat {seat} shares the Tavern's coins, `share SEAT COINS`, or keeps them, `done`."
        return translatable("question_tavern", text, seat=t.to_move)
    assert t.question.kind == questions.BONY
    text = "First seat {seat} says which race in decline Bony protects: `bony SEAT RACE`."
    return translatable("question_boneyard", text, seat=t.to_move)


def _loss(t: Table) -> Message:
    """The question which piece of a region with race and Hordes tokens is lost or given."""
    if t.question.kind == questions.GIFT:
        text = "First seat {seat} says which piece it gives from {region}: `lose token` or `lose horde`."
        return translatable("question_gift", text, seat=t.to_move, region=region_named(t, t.question.region))
    text = "First seat {seat} says which piece its {race} lose: `lose token` or `lose horde`."
    return translatable("question_loss", text, seat=t.to_move, race=named(t.active[t.to_move].race))
