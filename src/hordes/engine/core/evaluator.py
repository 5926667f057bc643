"""Evaluator: the heuristics that searches need from a game, position values and move ratings.

The searches in `hordes.search` know no game. Every game supplies its evaluator through `Game.evaluator()`; the base
class here knows only the current scores, so that a game without heuristics of its own can be searched too.
"""

from __future__ import annotations

from hordes.engine.core.state import State
from hordes.engine.mypyc_compat import i64, mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Values of states and ratings of moves, in integer thousandths of a point so that all machines agree.

    An evaluator may cache between `prepare_ratings` and `rate`, so each player has his own. Search parameters:

    - `opponent_weight`: weight of the opponents' points in a margin, in percent of one's own
    - `rollout_turns`: turns that a simulation is rolled out with rated moves before it is evaluated
    - `prior_visits`: simulations that the beam's value of a plan counts as in the mean of a tree node
    - `exploration`: exploration constant of UCB, in thousandths of a point
    """

    opponent_weight: i64
    rollout_turns: i64
    prior_visits: i64
    exploration: float

    def __init__(self) -> None:
        self.opponent_weight = 100
        self.rollout_turns = 8
        self.prior_visits = 2
        self.exploration = 8000.0

    def value(self, state: State, seat: i64) -> i64:
        """Expected final points of a seat; asked between two turns or when the game is over."""
        return state.score(seat) * 1000

    def mid_turn_value(self, state: State, seat: i64) -> i64:
        """Estimated margin in the middle of a seat's own turn: the priority of a branch within the beam."""
        return self.margin(state, seat)

    def margin(self, state: State, seat: i64) -> i64:
        """Expected lead of a seat's team over the mean of its opponents, these weighted by `opponent_weight`."""
        own: i64 = 0
        others: i64 = 0
        rivals: i64 = 0
        team = state.team_of(seat)
        for k in range(state.seats()):
            if state.team_of(k) == team:
                own += self.value(state, k)
            else:
                others += self.value(state, k)
                rivals += 1
        mine = state.seats() - rivals
        return own // mine - (others * self.opponent_weight // (100 * rivals) if rivals > 0 else 0)

    def score_margin(self, state: State, seat: i64) -> i64:
        """Like `margin`, but of current points alone; subtracting it makes values independent of hidden points."""
        own: i64 = 0
        others: i64 = 0
        rivals: i64 = 0
        team = state.team_of(seat)
        for k in range(state.seats()):
            if state.team_of(k) == team:
                own += state.score(k)
            else:
                others += state.score(k)
                rivals += 1
        mine = state.seats() - rivals
        return own * 1000 // mine - (others * 1000 * self.opponent_weight // (100 * rivals) if rivals > 0 else 0)

    def greedy_value(self, state: State, seat: i64) -> i64:
        """Points of a seat, in thousandths, if its turn in progress were scored now: what a greedy player maximises."""
        return state.score(seat) * 1000

    def prepare_ratings(self, state: State) -> None:
        """Compute once per decision what the ratings of its moves share."""

    def rate(self, state: State, move: i64) -> i64:
        """Heuristic rating of a move before it is made. Only the order counts; negative moves are hardly ever good."""
        return 0

    def is_trivial(self, state: State) -> bool:
        """Whether the rating alone should decide here, as for where each of many tokens is placed."""
        return False

    def branches_fully(self, state: State) -> bool:
        """Whether every move here gets its own beam, as for which race to take."""
        return False

    def is_decisive_chance(self, state: State) -> bool:
        """At a chance node: whether the turn depends on the outcome, so that plans end here and average over it."""
        return state.find_legal() <= 6

    def dedup_key(self, state: State) -> i64:
        """Transposition key within a turn: of two states with the same key the beam keeps one."""
        return state.fingerprint()

    def turn_id(self, state: State) -> i64:
        """A number that is constant within a turn and changes with each new one."""
        return state.to_move

    def piece_ids(self, state: State, seat: i64) -> list[str]:
        """Ids of the pieces a seat plays with now (its race and power), for statistics."""
        return []
