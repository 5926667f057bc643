"""Default move of a seat that does not answer: end the question where possible, else the least consequential move."""

from __future__ import annotations

from typing import Final

from hordes.covil.state import moves
from hordes.covil.state.constants import TROOPS
from hordes.covil.state.table import Table
from hordes.engine.core.bits import listed, lowest
from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i64

EXIT_VERBS: Final = [moves.END, moves.PASS, moves.SKIP, moves.CANCEL, moves.DONE]
"""Verbs that end a question and change nothing else, tried in this order: `cancel` before `done`."""
QUIET_VERBS: Final = [
    moves.REPAIR, moves.GOLD, *range(moves.REST, moves.REST + TROOPS), *range(moves.MOVE, moves.MOVE + TROOPS),
]  # fmt: skip
"""Troop actions that attack nobody: a seat with a standing troop must act before its turn ends."""
FALLBACK_VERBS: Final = [
    moves.EXHAUST,
    moves.FOUND,
    *moves.CHOICE_VERBS,
    moves.PAY_GOLD,
    moves.PAY_RELIC,
    moves.PAY_MINION,
]
"""Verbs of questions that must be answered: the first legal target is taken."""


def default_move(t: Table) -> i64:
    """A move that buys, hires, commands and attacks nothing; a beaten troop retreats towards its fortress."""
    t.find_legal()
    retreats = menu_targets(t, moves.RETREAT)
    if retreats != 0:
        return moves.RETREAT * TARGETS + nearest_to_fortress(t, retreats)
    for verbs in (EXIT_VERBS, QUIET_VERBS, FALLBACK_VERBS):
        for verb in verbs:
            targets = menu_targets(t, verb)
            if targets != 0:
                return verb * TARGETS + lowest(targets)
    return t.nth_legal(0)


def menu_targets(t: Table, verb: i64) -> i64:
    """The targets of a verb in the menu that `find_legal` has just filled."""
    for at in range(0, t.menu_end, 2):
        if t.menu[at] == verb:
            return t.menu[at + 1]
    return 0


def nearest_to_fortress(t: Table, zones: i64) -> i64:
    """The zone nearest to the seat's own fortress; the first of the zones where it has none."""
    nearest, home = lowest(zones), t.fortress_zone[t.to_move]
    if home < 0:
        return nearest
    for zone in listed(zones):
        if t.board.steps_between(zone, home) < t.board.steps_between(nearest, home):
            nearest = zone
    return nearest
