"""Base class of Popular Places and Righteous Relics: markers that lie in a region and serve the active race there.

A marker is a stateless class, like a trait: it overrides hooks, and the rules call every marker of the game. Where the
markers lie is kept in `Table.marker_state`. A race in decline never has the use of one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hordes.engine.mypyc_compat import class_str, i64, mypyc_attr

if TYPE_CHECKING:
    from hordes.smallworld.state.army import Army
    from hordes.smallworld.state.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Marker:
    """A Place, which stays where it was found, or a Relic, which moves."""

    index: i64 = -1
    id: str = ""
    name: str = ""
    text: str = ""

    def __init__(self) -> None:
        kind = type(self)
        words = re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__)
        self.name = class_str(kind, "name", self.name) or words
        self.id = class_str(kind, "id", self.id) or words.lower().replace(" ", "_")
        self.text = class_str(kind, "text", self.text)

    # While somebody holds it

    def income(self, t: Table, me: Army) -> i64:
        """Bonus coins at scoring."""
        return 0

    def offer_start(self, t: Table, me: Army) -> None:
        """Offer moves that the holder may make at the start of his turn, before any other."""

    def region_taken(self, t: Table, me: Army) -> None:
        """An active race has just taken the marker's region, or has just uncovered the marker."""

    def region_left(self, t: Table, me: Army) -> None:
        """The active race that held the marker has left its region, lost it or declined."""

    # What it changes for everybody

    def plain_conquest_regions(self, t: Table, me: Army) -> i64:
        """Regions that the army may attack only by plain conquest, without help of race or badge."""
        return 0

    def race_removed(self, t: Table, army: Army) -> None:
        """A declined race has left the game."""

    def contests_loss(self, t: Table, loser: Army) -> bool:
        """Whether somebody has to be asked before a token of this army, taken in a conquest, is lost."""
        return False

    def ask_about_loss(self, t: Table, loser: Army, horde: bool) -> None:
        """Push the question that `contests_loss` has announced, about a race token or a Hordes token."""

    # Questions

    def asks_after_scoring(self, t: Table, me: Army) -> bool:
        """Whether its holder decides something after scoring."""
        return False

    def offer_answers(self, t: Table, seat: i64) -> None:
        """Offer the answers to its question."""

    def apply_answer(self, t: Table, seat: i64, verb: i64, target: i64) -> None:
        """Carry out an answer, or a move that it offered at the start of the turn."""
