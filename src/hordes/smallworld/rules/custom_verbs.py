"""Custom moves: move words that a custom race or power defines.

A trait lists them as they are written, `words = ("bless REGION", "feast")`, offers them (`offer_custom_verbs`), applies
them (`apply_move`), and explains them (`illegal_reason`, `move_explanation`). Behind the word stands nothing, a REGION,
a SEAT or a NUMBER from 1.
"""

from __future__ import annotations

from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import conquest
from hordes.smallworld.state import events, moves
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import CONQUER, FINISH, GHOULS, REDEPLOY, WITHDRAW
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Trait


def deciding_army(t: Table) -> Army:
    """The army whose owner decides now, or NOBODY."""
    if t.to_move < 0:
        return NOBODY
    return conquest.attacker(t) if t.phase == CONQUER or t.phase == GHOULS else t.active[t.to_move]


def may_use_custom_verbs(t: Table, me: Army) -> bool:
    """Whether custom moves are possible now: not while a roll, a committed piece or an interrupting question waits."""
    if t.phase == CONQUER or t.phase == GHOULS:
        return t.this_turn.aimed_from < 0 and t.this_turn.roll < 0 and not me.power.has_commitment(t)
    return t.phase == REDEPLOY or t.phase == WITHDRAW or (t.phase == FINISH and not t.this_turn.is_scored)


def offer_moves(t: Table) -> None:
    """Let race and badge of the deciding army offer custom moves; before scoring `done` is offered beside them."""
    me = deciding_army(t)
    if me is not NOBODY and may_use_custom_verbs(t, me):
        if t.phase == FINISH and not t.has_offers() and (me.race.first_verb >= 0 or me.power.first_verb >= 0):
            t.offer(moves.DONE, 1)
        me.race.offer_custom_verbs(t, me)
        me.power.offer_custom_verbs(t, me)


def apply_move(t: Table, verb: i64, target: i64) -> None:
    """Apply a custom move and report it; declining is no longer possible this turn."""
    me = deciding_army(t)
    trait = t.rules.verb_owners[verb - moves.FIRST_CUSTOM]
    t.mark_acted()
    if t.sink is not None:
        events.own_word(t, me, trait.id, t.rules.verb_forms[verb - moves.FIRST_CUSTOM], target)
    trait.apply_move(t, me, verb, target)


def has_trait(me: Army, trait: Trait) -> bool:
    """Whether this is the race or the active badge of the army."""
    return me is not NOBODY and (me.race is trait or me.power is trait)
