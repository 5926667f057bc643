"""`GenericInterface`: plays any game in the terminal by its drawing, its display, its labels and its sentences.

A game from another package gets it without doing anything. One that wants more derives from it and names its class in
the entry point group `hordes.terminals` (docs/own-game.md).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.console import Group as Stack
from rich.text import Text

from hordes.engine.core.state import Game, State
from hordes.engine.display import NO_SEAT
from hordes.engine.match import Match
from hordes.terminal.board.palette import Palette
from hordes.terminal.generic import panels, screen, topics
from hordes.terminal.generic.board import draw_board, owner, read_map
from hordes.terminal.generic.choices import build_choices, labelled
from hordes.terminal.generic.commands import parse_line
from hordes.terminal.generic.scene import GenericScene, generic
from hordes.terminal.generic.story import MAX_BRIEF_LINES, GenericNarrator
from hordes.terminal.interface import Event, ExplainMove, Narrator, Occupant, SessionApi
from hordes.terminal.news import begins_turn, split_turns
from hordes.terminal.parsed_command import Command
from hordes.terminal.scene import Choice, ChoiceGroup, Frame, Scene, all_choices
from hordes.terminal.wording import Lexicon, SeatNames


class GenericInterface:
    """The implementation of `GameInterface` for a game that the terminal knows nothing of."""

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self.game = game
        self.title = game.title or game.name
        self.drawing = game.board_drawing(options)
        self.map_data = read_map(game.name, self.drawing)
        self.lexicon = Lexicon(game.glossary_for(options))
        self.listed: list[Choice] = []

    def reports_whole_game(self, match: Match) -> bool:
        """Whether nobody has decided anything yet."""
        return not any(decider >= 0 for decider in match.deciders)

    def scene(self, state: State, seat: int, names: tuple[str, ...]) -> Scene:
        """What a seat sees now, with the data of its legal moves."""
        moves = {state.describe(move): state.move_data(move) for move in state.legal()} if state.to_move == seat else {}
        return GenericScene(
            view=state.view(seat),
            seat=seat,
            map_data=self.map_data,
            lexicon=self.lexicon,
            seat_names=SeatNames(names),
            explain=state.explain,
            display=state.display(seat),
            board=self.drawing,
            moves=moves,
            title=self.title,
            turn_seat=int(state.turn_seat()),
        )

    def choices(self, moves: Sequence[str], scene: Scene) -> list[ChoiceGroup]:
        """The legal moves in groups; kept, so that `? 3` can explain the third choice."""
        groups = build_choices(moves, scene)
        self.listed = all_choices(groups)
        return groups

    def parse_line(self, line: str, moves: Sequence[str], frame: Frame) -> Command:
        """Parse a typed line."""
        return parse_line(line, moves, frame)

    def shortcut_hint(self, frame: Frame) -> str:
        """There are no shortcuts."""
        return ""

    def enter_label(self, only: Choice) -> str:
        """What Enter does."""
        return only.words

    def enter_moves(self, only: Choice, state: State) -> list[str]:
        """The move Enter plays."""
        return [only.move]

    def forced_move(self, state: State) -> tuple[str, str]:
        """No move is played automatically."""
        return "", ""

    def confirmation_question(self, move: str, state: State, frame: Frame) -> str:
        """No move needs confirmation."""
        return ""

    def commands(self, session: SessionApi) -> Mapping[str, Callable[[str, Frame], bool]]:
        """Commands beyond those of every session."""
        palette = session.terminal.palette
        return {
            "map": lambda _, frame: self._map(session, frame),
            "table": lambda _, frame: self._table(session, generic(frame.scene)),
            "players": lambda _, frame: session.print(*panels.players(generic(frame.scene), palette)),
            "words": lambda _, frame: session.print(topics.words_list(generic(frame.scene))),
        }

    def _table(self, session: SessionApi, scene: GenericScene) -> bool:
        if not panels.region_ids(scene):
            return session.print_error("This game has no regions; `players` shows what everybody has.")
        return session.print(panels.region_table(scene, session.terminal.palette))

    def _map(self, session: SessionApi, frame: Frame) -> bool:
        scene, console = generic(frame.scene), session.terminal.console
        if not screen.has_board(scene):
            return session.print_error(
                "This game has no board that could be drawn; `players` shows what everybody has."
            )
        rows = screen.map_size(scene, console.width, console.height - 4)
        drawn = draw_board(scene, session.terminal.palette, console.width, rows, frame.chips)
        return session.print(drawn, panels.legend(scene))

    def help(self) -> RenderableType:
        """The list of commands."""
        return topics.commands_help()

    def explain(self, topic: str, scene: Scene, explain_move: ExplainMove) -> RenderableType:
        """Explain a word, a move, or the choice with a number."""
        shown = generic(scene)
        choice = next((choice for choice in self.listed if choice.key == topic), None)
        move = choice.move if choice is not None else topic if topic in shown.moves else ""
        if not move:
            return topics.explain_topic(topic, shown)
        known = labelled(move, shown)
        parts: list[RenderableType] = [Text(f"`{move}`: {known.label}. {explain_move(move)}".strip())]
        for region in known.regions:
            parts += [topics.region_card(entry, shown) for entry in shown.board["regions"] if entry["id"] == region]
        return Stack(*parts)

    def with_names(self, message: str, seat_names: SeatNames) -> str:
        """Unchanged: the game writes its messages for people."""
        return message

    def narrator(self, seat_names: SeatNames, state: State) -> GenericNarrator:
        """A narrator for one reader."""
        return GenericNarrator(self.game, state, seat_names)

    def brief_news(self, events: Sequence[Event], narrator: Narrator) -> list[str]:
        """The last lines of every opponent's turn."""
        lines: list[str] = []
        for turn in split_turns(events, self.game):
            sentences = narrator.describe_events(turn)
            theirs = begins_turn(self.game, turn[0]) and turn[0].get("seat") != narrator.seat_names.reader
            lines += sentences[-MAX_BRIEF_LINES:] if theirs else sentences
        return lines

    def board_key(self, scene: Scene) -> tuple[object, ...]:
        """The board is shown again when anything on it has changed."""
        shown = generic(scene)
        return json.dumps(shown.display["regions"], sort_keys=True), shown.turn_seat, scene.seat

    def occupants(self, scene: Scene) -> list[Occupant]:
        """The seat with the most pieces in each region."""
        shown = generic(scene)
        holders = []
        for region in self.map_data.regions:
            seat = owner(shown, region.id)
            if seat != NO_SEAT:
                count = sum(piece["count"] for piece in shown.pieces(region.id))
                holders.append((region.id, seat if seat >= 0 else -2 - seat, count, seat < 0))
        return holders

    def compose(self, frame: Frame, console: Console, palette: Palette) -> RenderableType:
        """The whole screen."""
        return screen.compose(frame, console, palette)

    def board(self, frame: Frame, console: Console, palette: Palette, below: int) -> RenderableType:
        """Board and players."""
        return screen.board_part(frame, console, palette, below)

    def lower_part(self, frame: Frame, width: int, palette: Palette) -> RenderableType:
        """News, question and choices."""
        return screen.lower_part(frame, width, palette)

    def window_hint(self, scene: Scene, console: Console) -> str:
        """Advice for windows too narrow for the board."""
        if not screen.has_board(generic(scene)) or console.width >= screen.MIN_DRAWN_WIDTH:
            return ""
        return f"`map` draws the board; a window of {screen.MIN_DRAWN_WIDTH} columns or more always does."

    def final_scores(self, scene: Scene, result: Event, events: Sequence[Event], palette: Palette) -> RenderableType:
        """Ranks and points."""
        return panels.final_table(generic(scene), result, palette) if result["scores"] else Text("")

    def result_sentence(self, result: Event, seat_names: SeatNames) -> str:
        """Who has won, and why."""
        return panels.result_sentence(seat_names.names, result)
