"""What a screen is made of, whatever the game: a seat's view, the choices it has, and the news."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hordes.terminal.atlas import Atlas
from hordes.terminal.words import Cast, Lexicon

View = Mapping[str, Any]
Explain = Callable[[str], str]


@dataclass(frozen=True)
class Choice:
    """One line: what to type for it, the move it plays, what it says, and the region it is about, if any."""

    key: str
    move: str
    words: str
    detail: str = ""
    region: str = ""
    most: int = 1
    """Of a placement: the most tokens that may go there at once."""


@dataclass(frozen=True)
class Group:
    """Choices of one kind under a heading; a brief group is written on one line."""

    heading: str
    choices: tuple[Choice, ...]
    brief: bool = False


@dataclass(frozen=True)
class Scene:
    """What a seat sees when it has to decide: its view and the words for it."""

    view: View
    seat: int
    atlas: Atlas
    lexicon: Lexicon
    cast: Cast
    explain: Explain
    tokens: Mapping[int, int] = field(default_factory=dict)
    """Tokens that each combo of the column would bring, where known for sure."""
    after: str = ""
    """What follows when everything is placed, in words; empty where `done` is not on offer."""

    def player(self, seat: int) -> Mapping[str, Any]:
        """A seat's entry of the view."""
        players: Sequence[Mapping[str, Any]] = self.view.get("players") or []
        return players[seat] if seat < len(players) else {}

    def region(self, region: str) -> Mapping[str, Any]:
        """A region's entry of the view."""
        entry: Mapping[str, Any] = (self.view.get("regions") or {}).get(region) or {}
        return entry


def flatten(groups: Sequence[Group]) -> list[Choice]:
    """All choices in the order of the list."""
    return [choice for group in groups for choice in group.choices]


@dataclass(frozen=True)
class Frame:
    """Everything one screen shows."""

    scene: Scene
    groups: Sequence[Group] = ()
    news: Sequence[str] = ()
    notes: Sequence[str] = ()
    gist: Sequence[str] = ()
    """The news in fewer lines, for lack of room."""
    footer: str = ""
    """Shown where there is room for it and nothing more important to say."""
    over: bool = False

    @property
    def chips(self) -> dict[str, str]:
        """What to type, by region: the first choice that concerns it. Giving a region up is not offered so easily."""
        chips: dict[str, str] = {}
        for choice in flatten(self.groups):
            if choice.region and not choice.move.startswith("abandon"):
                chips.setdefault(choice.region, choice.key)
        return chips
