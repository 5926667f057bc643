"""The Sigil of Sacrifice: who may give a token so that another one is not lost, and the exchange itself.

The question is encoded in one integer, `about`: 1 plus the race that loses a token, TARGETS more for a Hordes token,
and 2 * TARGETS times the set of seats that the holder has asked.
"""

from __future__ import annotations

from typing import Any

from hordes.engine.core.bits import BIT, listed
from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.conquest import remove_if_gone, report_tokens_lost
from hordes.smallworld.state import events
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import HORDE, MARKER_AT, SIGIL
from hordes.smallworld.state.table import Table


def loser_of(t: Table, about: i64) -> Army:
    """The army that loses a token, from the code of a question."""
    return t.army_with_race((about - 1) % TARGETS)


def is_horde(about: i64) -> bool:
    """Whether the token at stake is a Hordes token."""
    return (about - 1) // TARGETS % 2 == 1


def asked_seats(about: i64) -> i64:
    """The seats that the holder has asked about this loss, as a set."""
    return (about - 1) // (2 * TARGETS)


def with_asked_seat(about: i64, seat: i64) -> i64:
    """The code when one more seat has been asked."""
    return about + 2 * TARGETS * BIT[seat]


def sigil_holder(t: Table) -> Army:
    """The active race that holds the Sigil, or NOBODY."""
    return t.active_in(t.marker_state[MARKER_AT + SIGIL])


def givable_regions(t: Table, loser: Army, seat: i64) -> i64:
    """The regions from which a seat may give a token for the loser's.

    For another race the holder gives one of his active race; for the holder's active race everybody else gives one of
    any race, the holder himself one of a declined race.
    """
    keeper = sigil_holder(t)
    if keeper is NOBODY:
        return 0
    if loser is not keeper:
        return keeper.regions if seat == keeper.seat else 0
    return t.regions_of(seat) & ~keeper.regions


def holder_asks(t: Table, loser: Army) -> bool:
    """Whether the holder chooses whom to ask: if his own active race loses a token (a ruling can change that)."""
    return loser is sigil_holder(t) and not t.rules.sigil_asks_everybody


def able_givers(t: Table, about: i64) -> i64:
    """The seats that could give a token for the holder's and have not been asked yet."""
    loser, already_asked = loser_of(t, about), asked_seats(about)
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


def is_mixed(t: Table, region: i64) -> bool:
    """Whether both race tokens and Hordes tokens stand there, so that the giver has a choice."""
    return t.tokens[region] > 0 and t.hordes_in(region) > 0


def give_token(t: Table, region: i64, horde: bool, about: i64) -> None:
    """Give a token for another one. It is lost for good: neither Elves nor Pygmies get anything for it."""
    giver = t.army_in(region)
    loser = loser_of(t, about)
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
    restore_token(t, loser, is_horde(about))
    remove_if_gone(t, giver)
    remove_if_gone(t, loser)


def restore_token(t: Table, loser: Army, horde: bool) -> None:
    """Undo the loss: the token withdraws with the others, and nobody rolls for it.

    A token of a declined race that holds no other region has nowhere to go and is lost all the same.
    """
    t.loss_chooser = t.reroll_seat = -1
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


def position_fields(t: Table, about: i64) -> dict[str, Any]:
    """Fields of the open question in a position's JSON: whose token is at stake, of which kind, who was asked."""
    fields: dict[str, Any] = {"race": loser_of(t, about).race.id}
    fields |= {"horde": True} if is_horde(about) else {}
    return fields | ({"asked": listed(asked_seats(about))} if asked_seats(about) != 0 else {})


def question_code(race: i64, horde: bool) -> i64:
    """The code of a question before anybody was asked; the inverse of `loser_of` and `is_horde`."""
    return 1 + race + (TARGETS if horde else 0)


def race_at_stake(t: Table, about: i64) -> i64:
    """The race whose token is at stake, as a set."""
    return BIT[(about - 1) % TARGETS]
