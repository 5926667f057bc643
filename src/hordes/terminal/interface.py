"""`GameInterface`: the protocol between the terminal session and a game's own board, wording and commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from rich.console import Console, RenderableType

from hordes.engine.core.state import State
from hordes.engine.match import Match
from hordes.terminal.board.map_data import MapData
from hordes.terminal.board.palette import Palette
from hordes.terminal.console import Terminal
from hordes.terminal.parsed_command import Command
from hordes.terminal.scene import Choice, ChoiceGroup, Frame, Scene
from hordes.terminal.wording import Lexicon, SeatNames

Event = Mapping[str, Any]
ExplainMove = Callable[[str], str]
Occupant = tuple[str, int, int, bool]
"""Region, seat, how many pieces, and whether they are inactive."""


class Narrator(Protocol):
    """Describes events for one reader."""

    seat_names: SeatNames

    def describe_event(self, event: Event) -> str:
        """One sentence for one event."""

    def describe_events(self, events: Sequence[Event]) -> list[str]:
        """Many events in few lines."""


class SessionApi(Protocol):
    """What a game's own commands may use of the session."""

    match: Match
    terminal: Terminal

    def print(self, *parts: RenderableType) -> bool:
        """Print something; the question stays open."""

    def print_error(self, message: str) -> bool:
        """Print an error; the question stays open."""

    def play(self, moves: Sequence[str]) -> bool:
        """Play moves that belong together (one undo step)."""


class GameInterface(Protocol):
    """The game-specific part of the terminal interface."""

    map_data: MapData
    lexicon: Lexicon

    def reports_whole_game(self, match: Match) -> bool:
        """Whether a session that opens this match reports all events so far, not only the latest ones."""

    def scene(self, state: State, seat: int, names: tuple[str, ...]) -> Scene:
        """What a seat sees now."""

    def choices(self, moves: Sequence[str], scene: Scene) -> list[ChoiceGroup]:
        """The legal moves in groups, each with its key."""

    def parse_line(self, line: str, moves: Sequence[str], frame: Frame) -> Command:
        """Parse a typed line."""

    def shortcut_hint(self, frame: Frame) -> str:
        """A hint at shortcuts for the current question; may be empty."""

    def enter_label(self, only: Choice) -> str:
        """What Enter does where there is only one choice."""

    def enter_moves(self, only: Choice, state: State) -> list[str]:
        """The moves Enter plays where there is only one choice."""

    def forced_move(self, state: State) -> tuple[str, str]:
        """A move that is played without asking, and a note about it; empty if there is something to decide."""

    def confirmation_question(self, move: str, state: State, frame: Frame) -> str:
        """Confirmation question before a costly move; empty if none is needed."""

    def commands(self, session: SessionApi) -> Mapping[str, Callable[[str, Frame], bool]]:
        """The game's own commands. They return whether the game changed, so that the question is asked again."""

    def help(self) -> RenderableType:
        """The list of commands."""

    def explain(self, topic: str, scene: Scene, explain_move: ExplainMove) -> RenderableType:
        """Everything known about a word."""

    def with_names(self, message: str, seat_names: SeatNames) -> str:
        """An engine message with names instead of ids."""

    def narrator(self, seat_names: SeatNames, state: State) -> Narrator:
        """A narrator for this reader, who may ask the present state for the words of an event."""

    def brief_news(self, events: Sequence[Event], narrator: Narrator) -> list[str]:
        """The news in fewer lines."""

    def board_key(self, scene: Scene) -> tuple[object, ...]:
        """A transcript shows the board again when this value changes."""

    def occupants(self, scene: Scene) -> list[Occupant]:
        """Who holds which region, for pictures; several seats in a region where the game allows it."""

    def compose(self, frame: Frame, console: Console, palette: Palette) -> RenderableType:
        """The whole screen."""

    def board(self, frame: Frame, console: Console, palette: Palette, below: int) -> RenderableType:
        """The upper part: board and players."""

    def lower_part(self, frame: Frame, width: int, palette: Palette) -> RenderableType:
        """The lower part: news, question and choices."""

    def window_hint(self, scene: Scene, console: Console) -> str:
        """Advice about the window size; may be empty."""

    def final_scores(self, scene: Scene, result: Event, events: Sequence[Event], palette: Palette) -> RenderableType:
        """The table of the final scores."""

    def result_sentence(self, result: Event, seat_names: SeatNames) -> str:
        """Who has won, and why."""
