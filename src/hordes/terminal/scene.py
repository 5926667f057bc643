"""What a terminal screen shows, as plain data for all games.

`Scene` is what a seat sees (its view, with names), `Choice` and `ChoiceGroup` are the moves it can make, and `Frame` is
a whole screen: a scene, the choices, and the sentences about recent events (the news).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hordes.terminal.board.map_data import MapData
from hordes.terminal.wording import Lexicon, SeatNames

View = Mapping[str, Any]
Explain = Callable[[str], str]


@dataclass(frozen=True)
class Choice:
    """One choice: key to type, move, text, detail, and the region it concerns, if any."""

    key: str
    move: str
    words: str
    detail: str = ""
    region: str = ""
    max_tokens: int = 1
    """For placements: the maximum number of tokens that can be placed at once."""


@dataclass(frozen=True)
class ChoiceGroup:
    """Choices of one kind under a heading; a brief group is written on one line."""

    heading: str
    choices: tuple[Choice, ...]
    is_brief: bool = False


@dataclass(frozen=True)
class Scene:
    """What a seat sees at a decision: its view, and names for everything in it."""

    view: View
    seat: int
    map_data: MapData
    lexicon: Lexicon
    seat_names: SeatNames
    explain: Explain
    tokens: Mapping[int, int] = field(default_factory=dict)
    """Tokens that each combo of the column would bring, where known."""
    after_done: str = ""
    """What happens after `done`, in words; empty where `done` is not legal."""

    def player(self, seat: int) -> Mapping[str, Any]:
        """A seat's entry of the view."""
        players: Sequence[Mapping[str, Any]] = self.view.get("players") or []
        return players[seat] if seat < len(players) else {}

    def region(self, region: str) -> Mapping[str, Any]:
        """A region's entry of the view."""
        entry: Mapping[str, Any] = (self.view.get("regions") or {}).get(region) or {}
        return entry


def all_choices(groups: Sequence[ChoiceGroup]) -> list[Choice]:
    """All choices in display order."""
    return [choice for group in groups for choice in group.choices]


@dataclass(frozen=True)
class Frame:
    """Everything one screen shows."""

    scene: Scene
    groups: Sequence[ChoiceGroup] = ()
    news: Sequence[str] = ()
    notes: Sequence[str] = ()
    brief_news: Sequence[str] = ()
    """The news in fewer lines, for lack of room."""
    footer: str = ""
    """Shown only if there is room and nothing more important."""
    is_over: bool = False

    @property
    def chips(self) -> dict[str, str]:
        """Keys by region: the first choice that concerns it, except abandoning it."""
        chips: dict[str, str] = {}
        for choice in all_choices(self.groups):
            if choice.region and not choice.move.startswith("abandon"):
                chips.setdefault(choice.region, choice.key)
        return chips
