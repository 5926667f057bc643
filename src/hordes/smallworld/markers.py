"""Popular Places and Righteous Relics as such: what lies in a region and serves whoever's active race holds it.

A marker is a small class without state, like a trait: it overrides hooks named after moments, and the rules ask every
marker of the table. Where the markers lie is kept by the table (`marks`). A race in decline never has the use of one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hordes.engine.native import class_text, i64, mypyc_attr

if TYPE_CHECKING:
    from hordes.smallworld.army import Army
    from hordes.smallworld.table import Table


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
        self.name = class_text(kind, "name", self.name) or words
        self.id = class_text(kind, "id", self.id) or words.lower().replace(" ", "_")
        self.text = class_text(kind, "text", self.text)

    # While somebody holds it

    def income(self, t: Table, me: Army) -> i64:
        """Bonus coins at scoring."""
        return 0

    def offer_start(self, t: Table, me: Army) -> None:
        """Offer what the holder may do at the start of his turn, before any other move."""

    def taken(self, t: Table, me: Army) -> None:
        """An active race has just taken its region, or has just found it there."""

    def left(self, t: Table, me: Army) -> None:
        """The active race that held it has left its region, lost it or declined."""

    # What it changes for everybody

    def wards(self, t: Table, me: Army) -> i64:
        """Regions against which the army has no racial or special power: only plain conquest."""
        return 0

    def vanished(self, t: Table, army: Army) -> None:
        """A declined race has left the game."""

    def token_lost(self, t: Table, loser: Army, horde: bool) -> bool:
        """A token is about to be lost in a conquest. Is somebody to be asked first?"""
        return False

    # Questions

    def asks(self, t: Table, me: Army) -> bool:
        """Does its holder decide something after scoring?"""
        return False

    def offer(self, t: Table, seat: i64, about: i64) -> None:
        """Offer the answers to its question."""

    def answer(self, t: Table, seat: i64, about: i64, verb: i64, target: i64) -> None:
        """Carry out an answer, or a move that it offered at the start of the turn."""

    def shown(self, t: Table, about: i64) -> dict[str, Any]:
        """What a position says of its open question."""
        return {}
