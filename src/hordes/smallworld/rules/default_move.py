"""Default move: what a server plays for a seat that does not answer."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import listed, lowest
from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.state import moves
from hordes.smallworld.state.table import Table

EXIT_VERBS: Final = (moves.REFUSE, moves.PASS, moves.STOP, moves.DONE, moves.CANCEL)
"""Verbs that end a question and change nothing else."""


def default_move(t: Table) -> i64:
    """Move for a seat that does not answer: an exit verb, else a token to its weakest region, else the first move.

    So it picks the topmost combo, which is free; keeps tokens that could not be placed later; stops conquests; spreads
    what must be placed; and skips what is optional.
    """
    t.find_legal()
    weakest: i64 = -1
    kept: i64 = -1
    # The menu holds pairs of a verb and a set of targets, in ascending order of verbs.
    for at in range(0, t.menu_end, 2):
        verb = t.menu[at]
        if moves.GROUP_OF[verb] == moves.KEEPING_GROUP:
            kept = verb * TARGETS + lowest(t.menu[at + 1])  # of several numbers the largest
    if kept >= 0:
        return kept
    for at in range(0, t.menu_end, 2):
        verb = t.menu[at]
        if verb in EXIT_VERBS:
            return verb * TARGETS
        if verb == moves.PLACE + 1:
            weakest = verb * TARGETS + weakest_region(t, t.menu[at + 1])
    return t.nth_legal(0) if weakest < 0 else weakest


def weakest_region(t: Table, regions: i64) -> i64:
    """The one of these regions with the fewest tokens."""
    weakest = lowest(regions)
    for region in listed(regions):
        if t.tokens[region] < t.tokens[weakest]:
            weakest = region
    return weakest
