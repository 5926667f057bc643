"""Text of custom verbs: moves that a custom race or power defines, parsed, written and refused."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.state import CHANCE, TARGETS
from hordes.engine.errors import NotTheMoment, RuleViolation, translatable
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.custom_verbs import deciding_army, has_trait
from hordes.smallworld.state import moves
from hordes.smallworld.state.constants import CHOICE
from hordes.smallworld.state.table import Table
from hordes.smallworld.text import move_reader
from hordes.smallworld.text.names import army_named, named, phase_named
from hordes.smallworld.text.question_errors import open_question

PARAMETER_KINDS: Final = ("REGION", "SEAT", "NUMBER")
"""Kinds of the parameter of a custom verb."""
MAX_NUMBER: Final = 61


def describe(t: Table, move: i64) -> str:
    """The text of a move with a custom verb."""
    verb, target = move // TARGETS, move % TARGETS
    word, _, place = t.rules.verb_forms[verb - moves.FIRST_CUSTOM].partition(" ")
    if place == "REGION":
        return f"{word} {t.board.ids[target]}"
    if place == "":
        return word
    return f"{word} {target + 1 if place == 'NUMBER' else target}"


def parse(t: Table, text: str) -> i64:
    """The move of a text that begins with a custom verb; -1 when it does not."""
    words = text.split()
    for k in range(len(t.rules.verb_forms)):
        form = t.rules.verb_forms[k].split()
        if len(words) > 0 and form[0] == words[0]:
            if len(words) != len(form):
                raise RuleViolation(
                    translatable(
                        "move_form",
                        "`{move}` is not complete or too long: the move is written `{form}`.",
                        move=text.strip(),
                        form=t.rules.verb_forms[k],
                    )
                )
            return (moves.FIRST_CUSTOM + k) * TARGETS + (_target(t, text, form[1], words[1]) if len(form) > 1 else 0)
    return -1


def _target(t: Table, text: str, place: str, word: str) -> i64:
    if place == "REGION":
        return move_reader.region_number(t.board, word)
    n = move_reader.whole_number(text, word)
    if place == "SEAT":
        if n >= t.rules.players:
            raise RuleViolation(translatable("no_seat", "There is no seat {n}.", n=n))
        return n
    if not 1 <= n <= MAX_NUMBER:
        raise RuleViolation(
            translatable(
                "number_range",
                "`{word}` in `{move}` should be a number from 1 to {most}.",
                word=word,
                move=text.strip(),
                most=MAX_NUMBER,
            )
        )
    return n - 1


def raise_illegal_move(t: Table, move: i64) -> None:
    """Raise the violation for an illegal custom move, with the reason that its trait gives."""
    verb, target = move // TARGETS, move % TARGETS
    if t.to_move == CHANCE:
        raise NotTheMoment(translatable("chance", "Chance decides now, no seat."))
    trait, me, text = t.rules.verb_owners[verb - moves.FIRST_CUSTOM], deciding_army(t), describe(t, move)
    if not has_trait(me, trait):
        sentence = "{who} cannot `{move}`: that is what {piece} can do."
        word = text.split()[0]
        raise RuleViolation(translatable("own_unknown", sentence, move=word, piece=named(trait), **army_named(me)))
    if t.phase == CHOICE:
        raise NotTheMoment(open_question(t))
    why = trait.illegal_reason(t, me, verb, target)
    if why != "":
        raise RuleViolation(why)
    raise NotTheMoment(
        translatable("no_place", "`{move}` has no place here, in the phase {phase}.", move=text, phase=phase_named(t))
    )


def explain(t: Table, move: i64) -> str:
    """What a custom move would do, as its trait explains it."""
    verb, target = move // TARGETS, move % TARGETS
    trait, me = t.rules.verb_owners[verb - moves.FIRST_CUSTOM], deciding_army(t)
    return trait.move_explanation(t, me, verb, target) if has_trait(me, trait) else ""
