"""A game's face at the terminal: what the session asks it, because each game has its own words, board and commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from rich.console import Console, RenderableType

from hordes.engine.match import Match
from hordes.engine.state import State
from hordes.terminal.atlas import Atlas
from hordes.terminal.desk import Desk
from hordes.terminal.order import Command
from hordes.terminal.palette import Palette
from hordes.terminal.scene import Choice, Frame, Group, Scene
from hordes.terminal.words import Cast, Lexicon

Event = Mapping[str, Any]
Why = Callable[[str], str]


class Narrator(Protocol):
    """Tells events to one reader."""

    cast: Cast

    def tell(self, event: Event) -> str:
        """One sentence for one event."""

    def digest(self, events: Sequence[Event]) -> list[str]:
        """Many events in few lines."""


class Host(Protocol):
    """What a game's own commands may ask of the session."""

    match: Match
    desk: Desk

    def print(self, *parts: RenderableType) -> bool:
        """Show something; the question stays open."""

    def complain(self, message: str) -> bool:
        """Say why not; the question stays open."""

    def play(self, moves: Sequence[str]) -> bool:
        """Play moves that belong together."""


class Face(Protocol):
    """Everything about a game at the terminal that is not the same for all games."""

    atlas: Atlas
    lexicon: Lexicon

    def fresh(self, match: Match) -> bool:
        """Whether the story is told from its beginning."""

    def scene(self, state: State, seat: int, names: tuple[str, ...]) -> Scene:
        """What a seat sees now."""

    def choices(self, moves: Sequence[str], scene: Scene) -> list[Group]:
        """The legal moves in groups, each with what to type for it."""

    def understand(self, line: str, moves: Sequence[str], frame: Frame) -> Command:
        """What was typed."""

    def advice(self, frame: Frame) -> str:
        """A hint at shortcuts that fit the question; may be empty."""

    def prompt(self, only: Choice) -> str:
        """What Enter does where there is one choice."""

    def obvious(self, only: Choice, state: State) -> list[str]:
        """What Enter plays where there is one choice."""

    def forced(self, state: State) -> tuple[str, str]:
        """A move not worth asking for, and what to say about it; empty where there is something to decide."""

    def doubt(self, move: str, state: State, frame: Frame) -> str:
        """What to ask before a move that gives a lot away; empty where nothing needs to be asked."""

    def orders(self, host: Host) -> Mapping[str, Callable[[str, Frame], bool]]:
        """The game's own commands. They answer whether the question has to be asked anew."""

    def help(self) -> RenderableType:
        """What one can type."""

    def explain(self, topic: str, scene: Scene, why: Why) -> RenderableType:
        """Everything known under a word."""

    def named(self, message: str, cast: Cast) -> str:
        """The engine's words with names for ids."""

    def narrator(self, cast: Cast) -> Narrator:
        """Somebody who tells this reader what happens."""

    def gist(self, events: Sequence[Event], narrator: Narrator) -> list[str]:
        """The news in brief."""

    def moment(self, scene: Scene) -> tuple[object, ...]:
        """What has to change before a transcript shows the board again."""

    def compose(self, frame: Frame, console: Console, palette: Palette) -> RenderableType:
        """The whole screen."""

    def board(self, frame: Frame, console: Console, palette: Palette, below: int) -> RenderableType:
        """Its upper part: the board and the players."""

    def lower(self, frame: Frame, width: int, palette: Palette) -> RenderableType:
        """Its lower part: news, question and choices."""

    def hint(self, scene: Scene, console: Console) -> str:
        """Advice about the window; may be empty."""

    def final(self, scene: Scene, result: Event, events: Sequence[Event], palette: Palette) -> RenderableType:
        """The table of the final scores."""

    def verdict(self, result: Event, cast: Cast) -> str:
        """Who has won, and why."""
