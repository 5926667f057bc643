"""What a game tells a player who thinks ahead: how good a position is, and which moves look promising.

The searches in `hordes.search` know no game. They ask a judge, which every game supplies through `Game.judge()`; the
one here knows only the points on the table, so that a game without a judge of its own can be searched too.
"""

from __future__ import annotations

from hordes.engine.native import i64, mypyc_attr
from hordes.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """Opinions about states. Values are thousandths of a point, whole numbers, so that every machine agrees on them.

    A judge may keep notes between `survey` and `rate`, so each player has his own. `malice` is what the opponents'
    points count in a lead, in per cent of one's own; `foresight` is for how many turns a simulation is played on by
    instinct before it is judged, `trust` how many simulations the judge's own word about a plan outweighs, and
    `curiosity` how far, in thousandths of a point, a plan may look worse at first and still be tried again.
    """

    malice: i64
    foresight: i64
    trust: i64
    curiosity: float

    def __init__(self) -> None:
        self.malice = 100
        self.foresight = 8
        self.trust = 2
        self.curiosity = 8000.0

    def worth(self, state: State, seat: i64) -> i64:
        """The points that a seat may expect at the end, asked between two turns or when all is over."""
        return state.score(seat) * 1000

    def promise(self, state: State, seat: i64) -> i64:
        """The lead that a seat may expect, asked in the middle of its own turn: a guide for what to look at first."""
        return self.margin(state, seat)

    def margin(self, state: State, seat: i64) -> i64:
        """What a seat may expect to be ahead of the mean of its opponents."""
        own: i64 = 0
        others: i64 = 0
        rivals: i64 = 0
        for k in range(state.seats()):
            if self.with_me(state, seat, k):
                own += self.worth(state, k)
            else:
                others += self.worth(state, k)
                rivals += 1
        mine = state.seats() - rivals
        return own // mine - (others * self.malice // (100 * rivals) if rivals > 0 else 0)

    def standing(self, state: State, seat: i64) -> i64:
        """The lead in points on the table alone, compared as `margin` does: hidden points drop out."""
        own: i64 = 0
        others: i64 = 0
        rivals: i64 = 0
        for k in range(state.seats()):
            if self.with_me(state, seat, k):
                own += state.score(k)
            else:
                others += state.score(k)
                rivals += 1
        mine = state.seats() - rivals
        return own * 1000 // mine - (others * 1000 * self.malice // (100 * rivals) if rivals > 0 else 0)

    def with_me(self, state: State, seat: i64, other: i64) -> bool:
        """Do two seats win together? Team modes say so."""
        return seat == other

    def takings(self, state: State, seat: i64) -> i64:
        """The points of a seat, in thousandths, when its turn in progress is scored, as far as one can see now."""
        return state.score(seat) * 1000

    def survey(self, state: State) -> None:
        """Look at the open question once, before its moves are rated."""

    def rate(self, state: State, move: i64) -> i64:
        """How promising a move looks before it is made. Only the order counts; a negative one is hardly ever good."""
        return 0

    def routine(self, state: State) -> bool:
        """Is this a question that the rating alone should answer, such as where each token of many is put?"""
        return False

    def forks(self, state: State) -> bool:
        """Is this a choice so weighty that every answer deserves a plan of its own, such as which race to take?"""
        return False

    def decisive(self, state: State) -> bool:
        """Chance is asked: does the turn hang on the answer, so that a plan must stop here and weigh each of them?"""
        return state.find_legal() <= 6

    def key(self, state: State) -> i64:
        """Two states in the course of a turn with the same key are worth the same look."""
        return state.fingerprint()

    def stage(self, state: State) -> i64:
        """A number that changes when another turn begins and never within one."""
        return state.to_move

    def seat_of(self, state: State) -> i64:
        """Whose turn it is, whoever has to answer a question in between."""
        return state.to_move

    def pieces(self, state: State, seat: i64) -> list[str]:
        """Ids of what a seat plays with now (its race and power), for statistics."""
        return []
