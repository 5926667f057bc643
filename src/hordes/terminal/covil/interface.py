"""`CovilInterface`: connects board, halls, choices, commands and narration of Covil to the session."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.console import Group as Stack
from rich.text import Text

from hordes.engine.core.state import Game, State
from hordes.engine.match import Match
from hordes.terminal.board.palette import Palette
from hordes.terminal.covil import panels, screen, topics
from hordes.terminal.covil.board import draw_board, legend, zone_table
from hordes.terminal.covil.choices import build_choices, forecast
from hordes.terminal.covil.commands import parse_line
from hordes.terminal.covil.names import read_board_data, troop_name, troops_in, zone_name
from hordes.terminal.covil.story import CovilNarrator, result_sentence
from hordes.terminal.interface import Event, ExplainMove, Narrator, Occupant, SessionApi
from hordes.terminal.news import split_turns
from hordes.terminal.parsed_command import Command
from hordes.terminal.scene import Choice, ChoiceGroup, Frame, Scene, all_choices
from hordes.terminal.wording import Lexicon, SeatNames, capitalise

MAX_BRIEF_LINES = 4
"""Lines of an opponent's turn in the brief news."""


class CovilInterface:
    """Covil's implementation of `GameInterface`."""

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self.game = game
        self.map_data = read_board_data(game.board_data(options))
        self.lexicon = Lexicon(game.glossary_for(options))
        self.listed: list[Choice] = []

    def reports_whole_game(self, match: Match) -> bool:
        """Whether nobody has decided anything yet."""
        return not any(decider >= 0 for decider in match.deciders)

    def scene(self, state: State, seat: int, names: tuple[str, ...]) -> Scene:
        """What a seat sees now; for an attack, also its strength."""

        def explain(move: str) -> str:
            return forecast(state, move) if move.startswith("exhaust ") else state.explain(move)

        return Scene(state.view(seat), seat, self.map_data, self.lexicon, SeatNames(names, seat), explain)

    def choices(self, moves: Sequence[str], scene: Scene) -> list[ChoiceGroup]:
        """The legal moves in groups; kept, so that `? 3` can explain the third choice."""
        groups = build_choices(moves, scene)
        self.listed = all_choices(groups)
        return groups

    def parse_line(self, line: str, moves: Sequence[str], frame: Frame) -> Command:
        """Parse a typed line."""
        return parse_line(line, moves, frame)

    def shortcut_hint(self, frame: Frame) -> str:
        """Explains how to complete an offer."""
        moves = [choice.move for choice in all_choices(frame.groups)]
        if not any(move.startswith("pay ") for move in moves):
            return ""
        return "`done` hires, `cancel` takes everything back." if "done" in moves else "Not enough yet for `done`."

    def enter_label(self, only: Choice) -> str:
        """What Enter does."""
        return only.move if not only.region else f"{only.move.split()[0]} {zone_name(self.map_data, only.region)}"

    def enter_moves(self, only: Choice, state: State) -> list[str]:
        """The moves Enter plays."""
        return [only.move]

    def forced_move(self, state: State) -> tuple[str, str]:
        """No move is played automatically: even a single move can be preceded by buying a relic."""
        return "", ""

    def confirmation_question(self, move: str, state: State, frame: Frame) -> str:
        """No move needs confirmation."""
        return ""

    def commands(self, session: SessionApi) -> Mapping[str, Callable[[str, Frame], bool]]:
        """Covil's own commands."""
        return {
            "map": lambda _, frame: self._map(session, frame),
            "table": lambda _, frame: session.print(zone_table(frame.scene, session.terminal.palette)),
            "players": lambda _, frame: self._players(session, frame.scene),
            "hand": lambda _, frame: session.print(panels.hand_table(frame.scene)),
            "pool": lambda _, frame: session.print(panels.pool_line(frame.scene)),
            "score": lambda _, frame: self._score(session, frame.scene),
        }

    def _map(self, session: SessionApi, frame: Frame) -> bool:
        console, palette = session.terminal.console, session.terminal.palette
        if not self.map_data.has_outlines:
            return session.print(zone_table(frame.scene, palette))
        natural = round(console.width * self.map_data.box[1] / self.map_data.box[0] / 2)
        rows = max(screen.MIN_MAP_ROWS, min(natural, console.height - 4))
        drawn = draw_board(frame.scene, palette, console.width, rows, frame.chips)
        return session.print(drawn, legend(frame.scene, palette))

    def _players(self, session: SessionApi, scene: Scene) -> bool:
        seats = range(len(scene.view["players"]))
        return session.print(*(panels.hall_table(scene, seat, session.terminal.palette) for seat in seats))

    def _score(self, session: SessionApi, scene: Scene) -> bool:
        """The player's own score in full; of the others only public parts."""
        for seat in range(len(scene.view["players"])):
            total = int(session.match.state.score(seat)) if seat == scene.seat else None
            parts = panels.score_parts(scene, seat, total or 0)
            shown = {name: n for name, n in parts.items() if name != "Influence" or total is not None}
            sums = ", ".join(f"{name} {n}" for name, n in shown.items() if n)
            known = sum(shown.values())
            hidden = "" if seat == scene.seat else ", and what relics in hand and Influences add"
            session.terminal.print_lines(f"{scene.seat_names.name(seat)}: {known} ({sums}{hidden}).")
        return False

    def help(self) -> RenderableType:
        """The list of commands."""
        return topics.commands_help()

    def explain(self, topic: str, scene: Scene, explain_move: ExplainMove) -> RenderableType:
        """Explain a word; for a choice's number, its text and the card or zone it is about."""
        choice = next((choice for choice in self.listed if choice.key == topic), None)
        if choice is None or self.map_data.get(topic) is not None:
            return topics.explain_topic(topic, scene)
        text = Text(f"`{choice.move}`: {choice.words}. {choice.detail}".strip())
        about = choice.move.split()[-1]
        known = about in self.lexicon.glossary or self.map_data.get(about) is not None
        return Stack(text, topics.explain_topic(about, scene)) if known else text

    def with_names(self, message: str, seat_names: SeatNames) -> str:
        """Replace ids of cards and troops by names; troops inside `quoted moves` stay ids."""

        def name(match: re.Match[str]) -> str:
            return troop_name(seat_names, match[1] or match[2]) if match[1] or match[2] else match[0]

        text = re.sub(r"`[^`]*`|\b[Tt]roop ([0-3][a-e])\b|\b([0-3][a-e])\b", name, message)
        glossary = self.lexicon.glossary
        return capitalise(re.sub(r"\b\w+\b", lambda word: str(glossary.get(word[0], {}).get("name", word[0])), text))

    def narrator(self, seat_names: SeatNames, state: State) -> CovilNarrator:
        """A narrator for one reader."""
        return CovilNarrator(self.map_data, self.lexicon, seat_names)

    def brief_news(self, events: Sequence[Event], narrator: Narrator) -> list[str]:
        """The last lines of every opponent's turn."""
        lines: list[str] = []
        for turn in split_turns(events, self.game):
            sentences = narrator.describe_events(turn)
            theirs = turn[0]["type"] == "turn" and turn[0]["seat"] != narrator.seat_names.reader
            lines += sentences[-MAX_BRIEF_LINES:] if theirs else sentences
        return lines

    def board_key(self, scene: Scene) -> tuple[object, ...]:
        """The board is shown again with each day, turn and phase."""
        view = scene.view
        return view.get("day"), view.get("player"), view.get("phase"), scene.seat, str(view.get("troops"))

    def occupants(self, scene: Scene) -> list[Occupant]:
        """The seats with troops in each zone; inactive where all of them lie."""
        return [
            (zone.id, seat, len(up) + len(down), not up)
            for zone in self.map_data.regions
            for seat, (up, down) in sorted(troops_in(scene.view, zone.id).items())
        ]

    def compose(self, frame: Frame, console: Console, palette: Palette) -> RenderableType:
        """The whole screen."""
        return screen.compose(frame, console, palette)

    def board(self, frame: Frame, console: Console, palette: Palette, below: int) -> RenderableType:
        """Board and players."""
        return screen.board_part(frame, console, palette, below, 2 if console.height >= screen.MIN_DRAWN_HEIGHT else 1)

    def lower_part(self, frame: Frame, width: int, palette: Palette) -> RenderableType:
        """News, question and choices."""
        return screen.lower_part(frame, width, palette)

    def window_hint(self, scene: Scene, console: Console) -> str:
        """Advice for windows too small to draw the board."""
        large = console.width >= screen.MIN_DRAWN_WIDTH and console.height >= screen.MIN_DRAWN_HEIGHT
        if not scene.map_data.has_outlines or large:
            return ""
        size = f"{screen.MIN_DRAWN_WIDTH} x {screen.MIN_DRAWN_HEIGHT}"
        return f"`map` draws the board; a window of {size} or more always does."

    def final_scores(self, scene: Scene, result: Event, events: Sequence[Event], palette: Palette) -> RenderableType:
        """Score by source."""
        return panels.final_table(scene, result, palette) if result["scores"] else Text("")

    def result_sentence(self, result: Event, seat_names: SeatNames) -> str:
        """Who has won, and the tie-breaker."""
        return result_sentence(result, seat_names) if result["winners"] else "The game is over, and nobody wins."


INTERFACE = CovilInterface
"""Found by its name in this place (`terminal.interfaces`)."""
