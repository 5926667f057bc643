"""Words of one's own: the moves that a race or power from outside the box brings along.

A trait lists them as they are written, `words = ("bless REGION", "feast")`, offers them (`offer`), carries them out
(`act`), and says why not (`refuses`) and what they would do (`explains`). Behind the word stands nothing, a REGION, a
SEAT or a NUMBER from 1.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.errors import NotTheMoment, RuleViolation, said
from hordes.engine.native import i64
from hordes.engine.state import CHANCE, TARGETS
from hordes.smallworld import conquest, moves, tell
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.refusal_question import open_question
from hordes.smallworld.table import Table
from hordes.smallworld.traits import Trait
from hordes.smallworld.violations import speaker_of
from hordes.smallworld.vocabulary import CHOICE, CONQUER, FINISH, GHOULS, PHASE_NAMES, REDEPLOY, WITHDRAW

PLACES: Final = ("REGION", "SEAT", "NUMBER")
"""What may stand behind an own word."""
MOST_NUMBER: Final = 61


def speaker(t: Table) -> Army:
    """The army that decides now, or NOBODY."""
    if t.to_move < 0:
        return NOBODY
    return conquest.attacker(t) if t.phase == CONQUER or t.phase == GHOULS else t.active[t.to_move]


def listening(t: Table, me: Army) -> bool:
    """May own words be said now? Not while a die, a piece or a question in between waits for its answer."""
    if t.phase == CONQUER or t.phase == GHOULS:
        return t.aim < 0 and t.roll < 0 and not me.power.committed(t)
    return t.phase == REDEPLOY or t.phase == WITHDRAW or (t.phase == FINISH and not t.scored)


def find(t: Table) -> None:
    """Let race and badge of the army that decides offer their own words. What comes before scoring may be left."""
    me = speaker(t)
    if me is not NOBODY and listening(t, me):
        if t.phase == FINISH and t.menu_end == 0 and (me.race.first_verb >= 0 or me.power.first_verb >= 0):
            t.offer(moves.DONE, 1)
        me.race.offer(t, me)
        me.power.offer(t, me)


def act(t: Table, verb: i64, target: i64) -> None:
    """Carry out an own word: it is told, and the time for declining is past."""
    me = speaker(t)
    trait = t.rules.speakers[verb - moves.OWN]
    t.act()
    if t.sink is not None:
        tell.own_word(t, me, trait.id, t.rules.forms[verb - moves.OWN], target)
    trait.act(t, me, verb, target)


def describe(t: Table, move: i64) -> str:
    """The text of a move with an own word."""
    verb, target = move // TARGETS, move % TARGETS
    word, _, place = t.rules.forms[verb - moves.OWN].partition(" ")
    if place == "REGION":
        return f"{word} {t.board.ids[target]}"
    if place == "":
        return word
    return f"{word} {target + 1 if place == 'NUMBER' else target}"


def parse(t: Table, text: str) -> i64:
    """The move of a text that begins with an own word; -1 when it does not."""
    words = text.split()
    for k in range(len(t.rules.forms)):
        form = t.rules.forms[k].split()
        if len(words) > 0 and form[0] == words[0]:
            if len(words) != len(form):
                raise RuleViolation(
                    said(
                        "move_form",
                        "`{move}` is not complete or too long: the move is written `{form}`.",
                        move=text.strip(),
                        form=t.rules.forms[k],
                    )
                )
            return (moves.OWN + k) * TARGETS + (_target(t, text, form[1], words[1]) if len(form) > 1 else 0)
    return -1


def _target(t: Table, text: str, place: str, word: str) -> i64:
    if place == "REGION":
        return moves.region_number(t.board, word)
    n = moves.whole_number(text, word)
    if place == "SEAT":
        if n >= t.rules.players:
            raise RuleViolation(said("no_seat", "There is no seat {n}.", n=n))
        return n
    if not 1 <= n <= MOST_NUMBER:
        raise RuleViolation(
            said(
                "number_range",
                "`{word}` in `{move}` should be a number from 1 to {most}.",
                word=word,
                move=text.strip(),
                most=MOST_NUMBER,
            )
        )
    return n - 1


def refuse(t: Table, move: i64) -> None:
    """Raise the violation in the trait's own words."""
    verb, target = move // TARGETS, move % TARGETS
    if t.to_move == CHANCE:
        raise NotTheMoment(said("chance", "Chance decides now, no seat."))
    trait, me, text = t.rules.speakers[verb - moves.OWN], speaker(t), describe(t, move)
    if not has(me, trait):
        sentence = "{who} cannot `{move}`: that is what {piece} can do."
        word = text.split()[0]
        raise RuleViolation(said("own_unknown", sentence, move=word, piece=trait.name, **speaker_of(me)))
    if t.phase == CHOICE:
        raise NotTheMoment(open_question(t))
    why = trait.refuses(t, me, verb, target)
    if why != "":
        raise RuleViolation(why)
    raise NotTheMoment(
        said("no_place", "`{move}` has no place here, in the phase {phase}.", move=text, phase=PHASE_NAMES[t.phase])
    )


def has(me: Army, trait: Trait) -> bool:
    """Is this the race or the working badge of the army?"""
    return me is not NOBODY and (me.race is trait or me.power is trait)


def explain(t: Table, move: i64) -> str:
    """What a move with an own word would do, as its trait puts it."""
    verb, target = move // TARGETS, move % TARGETS
    trait, me = t.rules.speakers[verb - moves.OWN], speaker(t)
    return trait.explains(t, me, verb, target) if has(me, trait) else ""
