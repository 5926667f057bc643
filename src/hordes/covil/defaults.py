"""The move for a seat that does not answer: the way out where there is one, else the quietest thing it may do."""

from __future__ import annotations

from typing import Final

from hordes.covil import moves
from hordes.covil.table import Table
from hordes.covil.vocabulary import TROOPS
from hordes.engine.bits import listed, lowest
from hordes.engine.native import i64
from hordes.engine.state import TARGETS

WAYS_OUT: Final = [moves.END, moves.PASS, moves.SKIP, moves.CANCEL, moves.DONE]
"""Words that end a question and change nothing else; an offer is taken back before it is paid."""
QUIET: Final = [
    moves.REPAIR, moves.GOLD, *range(moves.REST, moves.REST + TROOPS), *range(moves.MOVE, moves.MOVE + TROOPS),
]  # fmt: skip
"""Troop actions that attack nobody: whoever has a standing troop must act before the turn ends."""
ANSWERS: Final = [moves.EXHAUST, moves.FOUND, *moves.CHOICES, moves.PAY_GOLD, moves.PAY_RELIC, moves.PAY_MINION]
"""What has to be answered is answered with the first thing on offer."""


def default_move(t: Table) -> i64:
    """Nothing is bought, hired, commanded or attacked; a defeated troop retreats towards its own fortress."""
    t.find_legal()
    retreats = offered(t, moves.RETREAT)
    if retreats != 0:
        return moves.RETREAT * TARGETS + homeward(t, retreats)
    for verbs in (WAYS_OUT, QUIET, ANSWERS):
        for verb in verbs:
            targets = offered(t, verb)
            if targets != 0:
                return verb * TARGETS + lowest(targets)
    return t.nth_legal(0)


def offered(t: Table, verb: i64) -> i64:
    """The targets of a verb on the menu that has just been filled."""
    for at in range(0, t.menu_end, 2):
        if t.menu[at] == verb:
            return t.menu[at + 1]
    return 0


def homeward(t: Table, zones: i64) -> i64:
    """Of these zones the one nearest to the seat's own fortress; the first of them where it has none."""
    found, home = lowest(zones), t.fortress[t.to_move]
    if home < 0:
        return found
    for zone in listed(zones):
        if t.board.steps(zone, home) < t.board.steps(found, home):
            found = zone
    return found
