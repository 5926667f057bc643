"""Parts of sums: of a price in tokens, and of a turn's income."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from hordes.engine.wire import AS_TEXT, Prose

RegionId = int | str
"""A region, as the map names it."""
RegionRef = Annotated[int | str, AS_TEXT]
"""A region in an event."""


class PricePart(TypedDict):
    """What one piece or rule adds to a price, or takes off it: its id, and its name for one piece or several."""

    amount: int
    source: str
    name: Prose


class Bill(TypedDict):
    """A price part by part, and the tokens at hand for it."""

    total: int
    have: int
    parts: list[PricePart]


IncomeKind = Literal["regions", "race", "power", "marker"]


class IncomePart(TypedDict):
    """Coins from one source: the regions of a race, or the bonus of a race, a power or a marker."""

    kind: IncomeKind
    source: str
    declined: bool
    amount: int
