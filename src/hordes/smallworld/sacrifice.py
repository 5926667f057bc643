"""The Sigil of Sacrifice: who may give a token so that another one is not lost, and what happens when he does."""

from __future__ import annotations

from typing import Any

from hordes.engine.bits import BIT, listed
from hordes.engine.native import i64
from hordes.engine.state import TARGETS
from hordes.smallworld import tell
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.conquest import bury, harvest
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import HORDE, MARKER_AT, SIGIL


def loser_of(t: Table, about: i64) -> Army:
    """The army that a question is about.

    The code is 1 plus its race, TARGETS more for a Hordes token, and 2 * TARGETS times the seats asked by the holder.
    """
    return t.army_of((about - 1) % TARGETS)


def is_horde(about: i64) -> bool:
    """Is the token at stake a Hordes token?"""
    return (about - 1) // TARGETS % 2 == 1


def asked_of(about: i64) -> i64:
    """The seats that the holder has asked about this loss, as a set."""
    return (about - 1) // (2 * TARGETS)


def asked(about: i64, seat: i64) -> i64:
    """The code when one more seat has been asked."""
    return about + 2 * TARGETS * BIT[seat]


def holder(t: Table) -> Army:
    """The active race that holds the Sigil, or NOBODY."""
    return t.active_in(t.marks[MARKER_AT + SIGIL])


def givable(t: Table, loser: Army, seat: i64) -> i64:
    """The regions from which a seat may give a token for the loser's.

    For another race the holder gives of his active one; for the holder's active race everybody else gives of any
    race, the holder himself of those in decline.
    """
    keeper = holder(t)
    if keeper is NOBODY:
        return 0
    if loser is not keeper:
        return keeper.regions if seat == keeper.seat else 0
    return t.held(seat) & ~keeper.regions


def holder_asks(t: Table, loser: Army) -> bool:
    """Does the holder say whom he asks? Yes, if it is his own active race that loses a token."""
    return loser is holder(t) and not t.rules.sigil_asks_everybody


def able(t: Table, about: i64) -> i64:
    """The seats that could give a token for the holder's and have not been asked yet."""
    loser, found = loser_of(t, about), asked_of(about)
    seats: i64 = 0
    for seat in range(t.rules.players):
        if found & BIT[seat] == 0 and givable(t, loser, seat) != 0:
            seats |= BIT[seat]
    return seats


def next_giver(t: Table, loser: Army, after: i64) -> i64:
    """The next seat to be asked, clockwise from the holder; -1 when nobody (else) is able to give."""
    keeper = holder(t)
    if keeper is NOBODY:
        return -1
    players = t.rules.players
    k = (after - keeper.seat) % players + 1 if after >= 0 else 0
    while k < players:
        seat = (keeper.seat + k) % players
        if givable(t, loser, seat) != 0:
            return seat
        k += 1
    return -1


def is_mixed(t: Table, region: i64) -> bool:
    """Do race tokens and Hordes tokens stand there side by side, so that the giver has a choice?"""
    return t.tokens[region] > 0 and t.hordes_in(region) > 0


def give(t: Table, region: i64, horde: bool, about: i64) -> None:
    """A token is given for another. Nothing brings it back: neither Elves nor Pygmies get anything for it."""
    giver = t.holder(region)
    loser = loser_of(t, about)
    if t.sink is not None:
        tell.sacrificed(t, giver, region, loser)
    if horde:
        t.take_horde(giver, region)
        giver.hordes -= 1
        if t.sink is not None:
            tell.piece_removed(t, giver.seat, HORDE, region, "gone")
    else:
        t.set_tokens(region, t.tokens[region] - 1)
        giver.tray += 1
        t.fortify(region)
    if t.troops_in(region) < (1 if giver.declined else giver.race.least):
        giver.hand += t.leave(giver, region)
    spare(t, loser, is_horde(about))
    bury(t, giver)
    bury(t, loser)


def spare(t: Table, loser: Army, horde: bool) -> None:
    """The token is not lost after all: it withdraws with the others, and nobody rolls for it.

    One of a declined race that holds no other region has nowhere to go and is lost all the same.
    """
    t.losing = t.mourning = -1
    if loser.declined and loser.regions == 0 and not loser.race.acts_in_decline():
        harvest(t, 1)
        return
    waits = not loser.declined and loser.race.survivors_wait(t, loser)
    if horde:
        loser.hordes += 1
        loser.idle_hordes += 1 if waits else 0
    else:
        loser.takes(1)
        loser.waiting += 1 if waits else 0


def shown(t: Table, about: i64) -> dict[str, Any]:
    """What a position says of the open question: whose token is at stake, of which kind, and who was asked for one."""
    found: dict[str, Any] = {"race": loser_of(t, about).race.id}
    found |= {"horde": True} if is_horde(about) else {}
    return found | ({"asked": listed(asked_of(about))} if asked_of(about) != 0 else {})


def code_of(race: i64, horde: bool) -> i64:
    """The reverse of `loser_of`."""
    return 1 + race + (TARGETS if horde else 0)


def doomed(t: Table, about: i64) -> i64:
    """The race whose token is at stake, as a set."""
    return BIT[(about - 1) % TARGETS]
