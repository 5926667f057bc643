"""The Sigil of Sacrifice: who may give a token so that another one is not lost, and the exchange itself."""

from __future__ import annotations

from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.conquest import remove_if_gone, report_tokens_lost
from hordes.smallworld.state import events, questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import HORDE, MARKER_AT, SIGIL
from hordes.smallworld.state.questions import Question
from hordes.smallworld.state.table import Table


def loser_of(t: Table, question: Question) -> Army:
    """The army that loses a token."""
    return t.army_with_race(question.race)


def sigil_holder(t: Table) -> Army:
    """The active race that holds the Sigil, or NOBODY."""
    return t.active_in(t.marker_state[MARKER_AT + SIGIL])


def givable_regions(t: Table, loser: Army, seat: i64) -> i64:
    """The regions from which a seat may give a token for the loser's.

    For another race the holder gives one of his active race; for the holder's active race everybody else gives one of
    any race, the holder himself one of a declined race.
    """
    keeper = sigil_holder(t)
    if keeper is NOBODY or loser is NOBODY:  # a race that has left the map loses nothing more
        return 0
    if loser is not keeper:
        return keeper.regions if seat == keeper.seat else 0
    return t.regions_of(seat) & ~keeper.regions


def holder_asks(t: Table, loser: Army) -> bool:
    """Whether the holder chooses whom to ask: if his own active race loses a token (a ruling can change that)."""
    return loser is sigil_holder(t) and not t.rules.sigil_asks_everybody


def able_givers(t: Table, loser: Army, already_asked: i64) -> i64:
    """The seats that could give a token for the holder's and have not been asked yet."""
    seats: i64 = 0
    for seat in range(t.rules.players):
        if already_asked & BIT[seat] == 0 and givable_regions(t, loser, seat) != 0:
            seats |= BIT[seat]
    return seats


def next_giver(t: Table, loser: Army, after: i64) -> i64:
    """The next seat to ask, clockwise from the holder; -1 if nobody (else) is able to give a token."""
    keeper = sigil_holder(t)
    if keeper is NOBODY:
        return -1
    players = t.rules.players
    k = (after - keeper.seat) % players + 1 if after >= 0 else 0
    while k < players:
        seat = (keeper.seat + k) % players
        if givable_regions(t, loser, seat) != 0:
            return seat
        k += 1
    return -1


def ask_for_token(t: Table, loser: Army, horde: bool, already_asked: i64 = 0, after: i64 = -1) -> bool:
    """Ask the Sigil's holder whom he asks, if his own active race loses a token, else the next seat able to give one.

    Returns whether there is anybody (else) to ask.
    """
    race = loser.race.index
    if holder_asks(t, loser):
        if able_givers(t, loser, already_asked) == 0:
            return False
        t.push(questions.plea(loser.seat, race, horde, already_asked))
        return True
    seat = next_giver(t, loser, after)
    if seat < 0:
        return False
    t.push(questions.sacrifice(seat, race, horde, already_asked))
    return True


def is_mixed(t: Table, region: i64) -> bool:
    """Whether both race tokens and Hordes tokens stand there, so that the giver has a choice."""
    return t.tokens[region] > 0 and t.hordes_in(region) > 0


def give_token(t: Table, region: i64, horde: bool, question: Question) -> None:
    """Give a token for another one. It is lost for good: neither Elves nor Pygmies get anything for it."""
    giver = t.army_in(region)
    loser = loser_of(t, question)
    if t.sink is not None:
        events.sacrificed(t, giver, region, loser)
    if horde:
        t.take_horde(giver, region)
        giver.hordes_in_hand -= 1
        if t.sink is not None:
            events.piece_removed(t, giver.seat, HORDE, region, "gone")
    else:
        t.set_tokens(region, t.tokens[region] - 1)
        giver.tray += 1
        t.update_defence(region)
    if t.troops_in(region) < (1 if giver.declined else giver.race.least):
        giver.hand += t.vacate(giver, region)
    restore_token(t, loser, question.horde)
    remove_if_gone(t, giver)
    remove_if_gone(t, loser)


def restore_token(t: Table, loser: Army, horde: bool) -> None:
    """Undo the loss: the token withdraws with the others; nobody chooses what is lost, and nobody rolls for it.

    A token of a declined race that holds no other region has nowhere to go and is lost all the same.
    """
    t.withdraw(questions.LOSS, loser.race.index)
    t.withdraw(questions.LOSS_ROLL, loser.race.index)
    if loser.declined and loser.regions == 0 and not loser.race.acts_in_decline():
        report_tokens_lost(t, 1)
        return
    waits = not loser.declined and loser.race.survivors_wait(t, loser)
    if horde:
        loser.hordes_in_hand += 1
        loser.hordes_waiting += 1 if waits else 0
    else:
        loser.draw_from_tray(1)
        loser.tokens_waiting += 1 if waits else 0
