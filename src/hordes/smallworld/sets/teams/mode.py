"""Mode `teams`: six players in three pairs; a team's score is that of its weaker player."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.mypyc_compat import i64, mypyc_attr
from hordes.smallworld.state.modes import Mode
from hordes.smallworld.state.table import Table

TEAM_SEATS: Final = 6
TEAMS: Final = 3
"""Partners sit opposite each other: A1 B1 C1 A2 B2 C2."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Teams(Mode):
    """Partners play and score apart and may attack each other; a team's score is the lower of its two."""

    def min_players(self) -> i64:
        return TEAM_SEATS

    def max_players(self) -> i64:
        return TEAM_SEATS

    def seat_zero_begins(self) -> bool:
        return True

    def has_markers(self) -> bool:
        return True

    def partner(self, seat: i64) -> i64:
        return (seat + TEAMS) % TEAM_SEATS

    def result(self, t: Table) -> dict[str, Any] | None:
        scores = [int(t.coins[seat]) for seat in range(TEAM_SEATS)]
        pairs = [sorted([scores[team], scores[team + TEAMS]]) for team in range(TEAMS)]
        best = max(pairs)
        winners = [seat for seat in range(TEAM_SEATS) if pairs[seat % TEAMS] == best]
        low = [pair for pair in pairs if pair[0] == best[0]]
        return {"scores": scores, "winners": winners, "reason": reason(best, len(winners), len(low))}


def reason(best: list[int], winners: int, tied: int) -> str:
    """What decided between the teams.

    >>> reason([67, 72], 2, 1), reason([40, 55], 2, 2), reason([40, 55], 4, 2)
    ('best weaker partner: 67', 'tied at 40; best stronger partner: 55', 'shared: tied at 40 and 55')
    """
    if tied == 1:
        return f"best weaker partner: {best[0]}"
    if winners == 2:
        return f"tied at {best[0]}; best stronger partner: {best[1]}"
    return f"shared: tied at {best[0]} and {best[1]}"
